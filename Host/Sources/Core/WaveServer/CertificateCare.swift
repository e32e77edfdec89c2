import CoreMetrics
import Foundation
import Logging
import ServiceLifecycle
import WaveCertificates

/// Looks after the certificate while the server runs.
struct CertificateCare: Service {
  /// How often it looks: soon enough after a change of address that nobody is kept waiting for long.
  private static let seconds = 10

  let keeper: CertificateKeeper
  let logger: Logger
  let metrics: ServerMetrics

  func run() async throws {
    var reported: CertificateError?
    while await hasSlept() {
      switch keeper.look(at: Date()) {
      case .kept: reported = nil
      case .replaced:
        reported = nil
        metrics.renewals.increment()
        logger.notice("new connections are served with a new certificate")
      case .failed(let error):
        // Said once: it stays so until someone sees to it.
        if reported != error {
          metrics.failedRenewals.increment()
          logger.error("the certificate is not renewed", metadata: ["reason": "\(error)"])
        }
        reported = error
      }
    }
  }

  /// Waits; false where the server stops, or one of its parts fails.
  private func hasSlept() async -> Bool {
    do {
      try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(Self.seconds)) }
      return true
    } catch {
      return false
    }
  }
}
