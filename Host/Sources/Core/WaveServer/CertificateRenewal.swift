import CoreMetrics
import Foundation
import Logging
import ServiceLifecycle
import WaveCertificates

/// A service that renews the certificate while the server runs.
struct CertificateRenewal: Service {
  /// The interval between checks, in seconds; short enough that the certificate soon includes a changed
  /// address.
  private static let seconds = 10

  let keeper: CertificateKeeper
  let logger: Logger
  let metrics: ServerMetrics

  func run() async throws {
    var reported: CertificateError?
    while await hasSlept() {
      switch keeper.renewIfDue(at: Date()) {
      case .kept: reported = nil
      case .replaced:
        reported = nil
        metrics.renewals.increment()
        logger.notice("new connections use a new certificate")
      case .failed(let error):
        // The error is logged once, since it persists until an operator acts.
        if reported != error {
          metrics.failedRenewals.increment()
          logger.error("the certificate was not renewed", metadata: ["reason": "\(error)"])
        }
        reported = error
      }
    }
  }

  /// Waits for the interval, and returns false if the server stops or one of its services fails.
  private func hasSlept() async -> Bool {
    (try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(Self.seconds)) }) != nil
  }
}
