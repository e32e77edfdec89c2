import HTTPTypes
import Hummingbird

/// All HTTP routes, in the order in which they are tried: the check of the request's host, pairing, health
/// and metrics, the instruments, and the page's files.
struct Routes: Sendable {
  let gate: SocketGate
  let pairing: PairingRoutes
  let probes: ProbeRoutes
  let instruments: [any ServedInstrument]
  let site: WebSite
  let log: RefusalLog

  func respond(_ request: Request, _ context: PageContext) async -> Response {
    let response = await answer(request, context)
    log.metrics.countResponse(response.status.code)
    return response
  }

  private func answer(_ request: Request, _ context: PageContext) async -> Response {
    do throws(Refusal) {
      try gate.check(request, context)
      if let response = try await pairing.respond(request, context) { return response }
      if let response = try probes.respond(request, context) { return response }
      for instrument in instruments {
        if let response = try await instrument.respond(request, context, pairing.authenticator) {
          return response
        }
      }
      let path = request.uri.path
      let response = site.respond(
        method: request.method, path: path, ifNoneMatch: request.headers[.ifNoneMatch])
      if response.status == .notFound, RequestRules.climbs(path) {
        throw Refusal(.notFound, "path-climbs", "There is no such page.")
      }
      return response
    } catch {
      log.note(error, from: context.remoteAddress)
      return error.response
    }
  }
}
