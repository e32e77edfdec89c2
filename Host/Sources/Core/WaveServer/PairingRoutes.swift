import CoreMetrics
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import WaveAccess
import WaveSystem

/// The pairing routes: `GET /pair` answers with the browser's role, `POST /pair` exchanges a code for a
/// token, and `POST /unpair` ends the pairing.
struct PairingRoutes: Sendable {
  static let pairPath = "/pair"
  static let unpairPath = "/unpair"
  /// The name of the response header that marks the browser as paired.
  private static let deviceField = "waveglass-device"
  /// The longest time for which browsers keep a cookie: 400 days.
  private static let cookieSeconds = 400 * 86_400

  let authenticator: Authenticator
  let limiter: ConnectionLimiter
  let sockets: OpenSockets
  let metrics: ServerMetrics
  let logger: Logger
  let policy: @Sendable () -> HostPolicy
  /// The instruments for which the server has sources.
  let instruments: [String]

  /// Answers a request for one of the pairing paths; returns nil for any other path.
  ///
  /// - Throws: The reason to refuse the request.
  func respond(_ request: Request, _ context: PageContext) async throws(Refusal) -> Response? {
    let path = request.uri.path
    guard path == Self.pairPath || path == Self.unpairPath else { return nil }
    let visitor = authenticator.visitor(of: request, context)
    switch (request.method, path) {
    case (.get, Self.pairPath): return named(try describe(visitor, token(of: request)))
    case (.post, Self.pairPath):
      try check(request, context)
      return named(try await pair(request, context, visitor))
    case (.post, Self.unpairPath):
      try check(request, context)
      return try unpair(visitor)
    default:
      let methods = path == Self.pairPath ? "GET, POST" : "POST"
      return WebSite.refuseMethod(allowing: methods, "This address is for pairing.")
    }
  }

  /// Throws an error unless a request comes from the server's own page and has a content type that HTML forms
  /// of other sites cannot send.
  private func check(_ request: Request, _ context: PageContext) throws(Refusal) {
    let origin = request.headers[.origin]
    guard policy().isOurs(origin: origin, host: request.head.authority, port: context.port) else {
      throw Refusal(.forbidden, "foreign-origin", "Pages of other sites may not pair devices.")
    }
    let type = request.headers[.contentType]?.split(separator: ";").first?.lowercased()
    guard type == "application/json" else {
      throw Refusal(.unsupportedMediaType, "content-type", "Send JSON: Content-Type: application/json.")
    }
  }

  // MARK: - GET /pair

  private func describe(_ visitor: Visitor, _ token: DeviceToken?) throws(Refusal) -> Response {
    guard let role = visitor.role else {
      guard case .stranger(hasToken: true) = visitor else {
        // This is not logged as a refusal, since every browser makes this request first.
        return answer(.unauthorized, Self.invitation)
      }
      return answer(.unauthorized, "This device's pairing was ended. " + Self.invitation, cookie: cookie(nil))
    }
    // The cookie of a returning browser is renewed.
    let isPaired = visitor.deviceID != nil
    var response = answer(.ok, role.rawValue, cookie: isPaired ? token.map { cookie($0) } : nil)
    if isPaired, let field = HTTPField.Name(Self.deviceField) { response.headers[field] = "paired" }
    return response
  }

  private static let invitation =
    "Type the code that Waveglass shows in its terminal, or scan the picture there with this device's camera."

  private func token(of request: Request) -> DeviceToken? {
    CookieHeader.value(of: authenticator.cookieName, in: request.headers[values: .cookie])
      .flatMap { DeviceToken(text: $0) }
  }

  // MARK: - POST /pair

  private func pair(
    _ request: Request, _ context: PageContext, _ visitor: Visitor
  ) async throws(Refusal) -> Response {
    guard let registry = authenticator.registry else {
      throw Refusal(
        .forbidden, "no-pairing", "This server shows its page to its own machine only; start it with --lan.")
    }
    var request = request
    let body: ByteBuffer
    do {
      body = try await request.collectBody(upTo: PairRequest.byteLimit)
    } catch { throw .bodyTooLarge }
    guard let pairing = PairRequest(body: Array(body.readableBytesView)) else {
      throw Refusal(.badRequest, "pair-body", "This is not a pairing request: send {\"code\": \"…\"}.")
    }
    if let seconds = limiter.tryCode(from: AddressKey(context.remoteAddress)) {
      throw Refusal(
        .tooManyRequests, "pair-too-often", "Too many attempts: wait \(seconds) s, then try again.",
        retrySeconds: seconds)
    }
    var name = DeviceName.guess(userAgent: request.headers[.userAgent] ?? "")
    if case .device(let device) = visitor { name = device.name }
    let result: Result<(Device, DeviceToken), PairingRefusal>
    do throws(FileError) {
      result = try registry.pair(
        code: pairing.code, name: name, replacing: visitor.deviceID, at: WallClock.microseconds / 1_000_000)
      // The files are otherwise read only once a second, but a new token must work immediately.
      for id in try registry.refresh() { sockets.close(id, .accessChanged) }
    } catch { throw Self.unkept }
    switch result {
    case .success(let (device, token)):
      metrics.pairings.increment()
      logger.notice(
        "device paired",
        metadata: [
          "address": "\(context.remoteAddress?.ipAddress ?? "local")", "name": "\(device.name)",
          "role": "\(device.role.rawValue)",
        ])
      return answer(.ok, device.role.rawValue, cookie: cookie(token))
    case .failure(let refusal): throw Self.refusal(refusal)
    }
  }

  private static func refusal(_ refusal: PairingRefusal) -> Refusal {
    switch refusal {
    case .wrong:
      Refusal(
        .forbidden, "pair-wrong", "This code is wrong. Check the terminal again: it may show a new one.")
    case .used: Refusal(.gone, "pair-used", "This code was already used. Use the new one in the terminal.")
    case .expired: Refusal(.gone, "pair-expired", "This code has expired. Use the new one in the terminal.")
    case .full:
      Refusal(
        .conflict, "pair-full", "Too many devices are paired; unpair one: waveglass devices revoke NAME.")
    }
  }

  private static let unkept = Refusal(
    .internalServerError, "state-folder",
    "The server cannot save its devices; check its folder and its disk.")

  // MARK: - POST /unpair

  private func unpair(_ visitor: Visitor) throws(Refusal) -> Response {
    guard case .device(let device) = visitor, let registry = authenticator.registry else {
      throw Refusal(.unauthorized, "unpair-stranger", "This device is not paired.")
    }
    do throws(FileError) {
      try registry.remove(id: device.id)
      for id in try registry.refresh() { sockets.close(id, .accessChanged) }
    } catch { throw Self.unkept }
    return answer(.ok, "This device is no longer paired.", cookie: cookie(nil))
  }

  // MARK: - Answers

  /// Adds the names of the instruments to an answer if its status indicates success.
  private func named(_ answer: Response) -> Response {
    var answer = answer
    if answer.status == .ok, let field = HTTPField.Name("Waveglass-Instruments") {
      answer.headers[field] = instruments.joined(separator: " ")
    }
    return answer
  }

  private func cookie(_ token: DeviceToken?) -> String {
    let value = token.map { String(decoding: $0.text, as: UTF8.self) } ?? ""
    let age = token == nil ? 0 : Self.cookieSeconds
    let secure = authenticator.isSecure ? " Secure;" : ""
    return "\(authenticator.cookieName)=\(value);\(secure) HttpOnly; SameSite=Strict; Path=/; Max-Age=\(age)"
  }

  private func answer(_ status: HTTPResponse.Status, _ sentence: String, cookie: String? = nil) -> Response {
    var response = WebSite.say(status, sentence)
    response.headers[.cacheControl] = "no-store"
    if status == .unauthorized { response.headers[.wwwAuthenticate] = "Waveglass-Pairing" }
    if let cookie { response.headers[.setCookie] = cookie }
    return response
  }
}
