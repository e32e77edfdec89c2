import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import WaveAccess
import WaveOperations

/// The monitoring routes: `GET /healthz` answers with the server's health, and `GET /metrics` with its
/// metrics.
///
/// Anyone who can open the page can see whether the server is healthy. The server's sources and their states
/// are visible only to programs on this machine and to paired devices. The metrics are visible only to
/// programs and devices that can also control sources.
struct ProbeRoutes: Sendable {
  static let healthPath = "/healthz"
  static let metricsPath = "/metrics"

  let health: ServerHealth
  let metrics: ServerMetrics
  let authenticator: Authenticator

  /// Answers a request for `/healthz` or `/metrics`; returns nil for any other path.
  ///
  /// - Throws: The reason to refuse the request.
  func respond(_ request: Request, _ context: PageContext) throws(Refusal) -> Response? {
    let path = request.uri.path
    guard path == Self.healthPath || path == Self.metricsPath else { return nil }
    guard request.method == .get || request.method == .head else {
      return WebSite.refuseMethod(allowing: "GET, HEAD")
    }
    let role = authenticator.visitor(of: request, context).role
    let isWhole = request.method == .get
    guard path == Self.metricsPath else { return try answerHealth(isBrief: role == nil, isWhole: isWhole) }
    guard let role else {
      throw Refusal(
        .unauthorized, "metrics-unpaired",
        "Metrics are only for programs on this machine and paired devices.")
    }
    guard role.mayControl else {
      throw Refusal(.forbidden, "metrics-viewer", "Metrics are only for devices that may control.")
    }
    return WebSite.answer(
      .ok, Array(metrics.factory.text.utf8), type: PrometheusFactory.contentType, isWhole: isWhole)
  }

  private func answerHealth(isBrief: Bool, isWhole: Bool) throws(Refusal) -> Response {
    let (isWell, report) = health.report(isBrief: isBrief)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(report) else {
      throw Refusal(.internalServerError, "health-json", "The server cannot report its health.")
    }
    return WebSite.answer(
      isWell ? .ok : .serviceUnavailable, Array(json) + [0x0A], type: "application/json", isWhole: isWhole)
  }
}
