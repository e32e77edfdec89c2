import Foundation
import WaveCertificates

/// A type that reports a server's health.
struct ServerHealth: Sendable {
  /// The reported state of a source.
  struct Source: Codable, Equatable {
    var source: UInt16
    /// The kind of source: `streams` for sensors, or nil for spectra, which are numbered separately.
    var kind: String?
    var name: String
    var state: String
    var reason: String?
  }

  /// A health report; optional fields are only for clients that are allowed to see them.
  struct Report: Codable, Equatable {
    var status: String
    var version: String?
    var sources: [Source]?
    var certificate: String?
  }

  let sources: [any ObservedSource]
  let keeper: CertificateKeeper?
  let version: String

  /// Returns the current report.
  ///
  /// - Parameter isBrief: Whether the report contains only the status, for clients without access.
  /// - Returns: Whether the certificate and all sources are in order, and the report.
  func report(isBrief: Bool) -> (isWell: Bool, report: Report) {
    let expired = keeper.map(\.certificate.notAfter).flatMap { $0 < Date() ? $0 : nil }
    var isWell = expired == nil
    let sources = sources.map { source in
      let condition = source.condition
      isWell = isWell && condition.state.isWell
      return Source(
        source: source.number, kind: source.kind, name: condition.name, state: condition.state.rawValue,
        reason: condition.reason)
    }
    let status = isWell ? "ok" : "failing"
    guard !isBrief else { return (isWell, Report(status: status)) }
    let certificate = expired.map { "The certificate expired at \($0.formatted(.iso8601))." }
    return (isWell, Report(status: status, version: version, sources: sources, certificate: certificate))
  }
}
