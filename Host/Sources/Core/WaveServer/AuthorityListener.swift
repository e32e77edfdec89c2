import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import WaveCertificates

/// A service that serves the certificate authority's page over plain HTTP, on a separate port.
struct AuthorityListener: Service {
  let offer: AuthorityOffer
  let keeper: CertificateKeeper
  let configuration: ServerConfiguration
  let announcement: Announcement
  let limiter: ConnectionLimiter
  let log: RefusalLog
  let logger: Logger

  func run() async throws {
    do {
      try await application.run()
    } catch let error as IOError where [EADDRINUSE, EACCES, EPERM].contains(error.errnoCode) {
      throw ServerError.authorityPortNotAvailable(offer.port)
    }
  }

  private var application: some ApplicationProtocol {
    let site = AuthoritySite(
      authority: offer.authority, pagePort: { announcement.pagePort },
      policy: { HostPolicy.certified(keeper.certificate, scheme: "http") })
    let limits = configuration.limits
    let policy = RequestGuard.Policy(limits: limits, limiter: limiter, log: log) { _, _ in false }
    return Application(
      responder: CallbackResponder<PageContext> { request, context in
        site.respond(to: request, port: context.port)
      },
      server: HTTPServerBuilder { responder in
        SocketUpgradeChannel(
          responder: responder, limits: limits, policy: policy, serve: { _, _ in })
      },
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: offer.port),
        availableConnectionsDelegate: .maximum(limits.pageConnections, logger: logger)),
      onServerRunning: { channel in announcement.authority(port: channel.localAddress?.port ?? 0) },
      logger: logger)
  }
}
