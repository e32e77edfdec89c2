import Foundation
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import UnixSignals
import WaveAccess
import WaveCertificates
package import WaveOperations
import WaveSystem

/// A server that provides instruments to the web client over HTTP and one WebSocket per page.
public struct WaveglassServer: Sendable {
  private let configuration: ServerConfiguration
  private let instruments: [any ServedInstrument]
  private let metrics: ServerMetrics
  private let logger: Logger
  private let notifier: ServiceNotifier?

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - instruments: The instruments, in the order in which pages list them; the first also serves clients
  ///     whose first message names none.
  ///   - configuration: The address, access and limits.
  ///   - metrics: The metrics to update, shared with the instruments' sources.
  ///   - logger: The logger for the server's events.
  ///   - notifier: The notifier for the service manager; nil if there is none.
  package init(
    instruments: [any ServedInstrument], configuration: ServerConfiguration, metrics: ServerMetrics,
    logger: Logger, notifier: ServiceNotifier? = nil
  ) {
    self.notifier = notifier
    self.instruments = instruments
    self.configuration = configuration
    self.metrics = metrics
    self.logger = logger
  }

  /// Serves until the process receives SIGTERM or SIGINT.
  ///
  /// - Parameter onRunning: A closure that is called once, when clients can connect, with the addresses to
  ///   open.
  /// - Throws: The reason why the server cannot run.
  public func run(onRunning: @escaping @Sendable (ServerAddresses) -> Void) async throws(ServerError) {
    let site = WebSite(directory: configuration.webDirectory)
    guard site.file(at: "/") != nil else {
      throw .fileMissing(name: "index.html", directory: configuration.webDirectory)
    }
    DescriptorLimit.raise()
    let log = RefusalLog(logger: logger, metrics: metrics)
    let authenticator = authenticator
    let limiter = ConnectionLimiter(
      limits: configuration.limits, sparesLoopback: configuration.pairing?.includesLoopback != true)
    let gate = SocketGate(policy: policy, authenticator: authenticator, limit: configuration.limits.sockets)
    let sockets = OpenSockets()
    let keeper = configuration.pairing.map { pairing in
      AccessKeeper(
        registry: pairing.registry, sockets: sockets, role: pairing.role, announce: pairing.announce,
        note: { [logger] in logger.error("paired devices cannot be watched", metadata: ["reason": "\($0)"]) }
      )
    }
    if let registry = configuration.pairing?.registry { metrics.observe(registry) }
    if let certificates { metrics.observe(certificates) }
    let announcement = Announcement(access: configuration.access, host: configuration.host) {
      [notifier, logger] in
      onRunning($0)
      notifier?.ready(status: "Serving at \($0.page)")
      logger.info("serving", metadata: ["address": "\($0.page)"])
      keeper?.open()
    }
    var services = instruments.flatMap(\.services)
    if let keeper { services.append(keeper) }
    let routes = Routes(
      gate: gate,
      pairing: PairingRoutes(
        authenticator: authenticator, limiter: limiter, sockets: sockets, metrics: metrics, logger: logger,
        policy: policy, instruments: instruments.filter { !$0.isEmpty }.map(\.name)),
      probes: ProbeRoutes(
        health: ServerHealth(
          sources: instruments.flatMap(\.observedSources), keeper: certificates,
          version: ProgramVersion.text),
        metrics: metrics, authenticator: authenticator),
      instruments: instruments, site: site, log: log)
    let guarding = RequestGuard.Policy(limits: configuration.limits, limiter: limiter, log: log) {
      gate.admit($0, on: $1)
    }
    services.append(application(routes, guarding, sockets, announcement))
    if case .secure(let keeper, let offer) = configuration.access {
      services.append(CertificateRenewal(keeper: keeper, logger: logger, metrics: metrics))
      if let offer {
        services.append(
          AuthorityListener(
            offer: offer, keeper: keeper, configuration: configuration, announcement: announcement,
            limiter: limiter, log: log, logger: quiet))
      }
    }
    // Services stop in reverse order: new connections are refused, open ones are closed, then the sources
    // stop.
    services.append(LifecycleNotifier(notifier: notifier, logger: logger))
    var group = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet)
    group.maximumGracefulShutdownDuration = .milliseconds(700)
    do {
      try await ServiceGroup(configuration: group).run()
    } catch let error as ServerError {
      throw error
    } catch let error as IOError {
      throw reason(of: error)
    } catch is CancellationError {
      // Connections that did not end in time were closed by force.
    } catch { throw .failed("\(error)") }
  }

  private func application(
    _ routes: Routes, _ guarding: RequestGuard.Policy, _ sockets: OpenSockets, _ announcement: Announcement
  ) -> some ApplicationProtocol {
    let limits = configuration.limits
    let authenticator = routes.pairing.authenticator
    let loops = SessionLoops(metrics: metrics, logger: logger)
    let secure = secure
    return Application(
      responder: CallbackResponder<PageContext> { request, context in await routes.respond(request, context)
      },
      server: HTTPServerBuilder { responder in
        SocketUpgradeChannel(
          responder: responder, limits: limits, secure: secure, policy: guarding,
          serve: { head, channel in
            let visitor = authenticator.visitor(of: head, on: channel)
            let session = ClientSession(
              instruments: instruments, loop: loops.loop(of: channel.eventLoop),
              mayControl: visitor.role?.mayControl ?? false, isPaired: visitor.deviceID != nil)
            let handler = ClientHandler(session: session, limits: limits)
            try channel.pipeline.syncOperations.addHandler(handler)
            if let id = visitor.deviceID { sockets.add(channel, of: id) }
            // The device's role may have changed since the request was admitted.
            guard authenticator.visitor(of: head, on: channel).role == visitor.role, visitor.role != nil
            else {
              return channel.pipeline.fireUserInboundEventTriggered(SocketEnding(frame: .accessChanged))
            }
          })
      },
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        availableConnectionsDelegate: .maximum(limits.sockets + limits.pageConnections, logger: quiet)),
      onServerRunning: { channel in announcement.page(port: channel.localAddress?.port ?? 0) },
      logger: quiet)
  }

  /// The logger for libraries, which writes only critical errors unless debug messages are enabled, because
  /// libraries log every failed connection as an error.
  private var quiet: Logger {
    var quiet = logger
    if quiet.logLevel > .debug { quiet.logLevel = .critical }
    return quiet
  }

  private var authenticator: Authenticator {
    let (isProxied, isSecure) =
      switch configuration.access {
      case .loopback: (false, false)
      case .secure: (false, true)
      // A proxy is on this machine, but its clients are not.
      case .behindProxy(let origin): (true, origin.scheme == "https")
      }
    let pairing = configuration.pairing
    return Authenticator(
      registry: pairing?.registry, isLoopbackPaired: isProxied || pairing?.includesLoopback == true,
      isSecure: isSecure)
  }

  private var policy: @Sendable () -> HostPolicy {
    switch configuration.access {
    case .loopback:
      let policy = HostPolicy.loopback(host: configuration.host)
      return { policy }
    case .secure(let keeper, _): return { HostPolicy.certified(keeper.certificate) }
    case .behindProxy(let origin):
      let policy = HostPolicy.proxied(origin, host: configuration.host)
      return { policy }
    }
  }

  private var certificates: CertificateKeeper? {
    if case .secure(let keeper, _) = configuration.access { keeper } else { nil }
  }

  private var secure: (@Sendable () -> NIOSSLContext)? {
    guard case .secure(let keeper, _) = configuration.access else { return nil }
    return { keeper.context }
  }

  private func reason(of error: IOError) -> ServerError {
    switch error.errnoCode {
    case EADDRINUSE: .portInUse(configuration.port)
    case EACCES, EPERM: .portNotAllowed(configuration.port)
    case EADDRNOTAVAIL: .noSuchAddress(configuration.host)
    default: .failed("\(error)")
    }
  }
}

/// The connection on which a request was received.
package struct PageContext: InitializableFromSource {
  let port: Int
  let remoteAddress: SocketAddress?

  package init(source: ApplicationRequestContextSource) {
    port = source.channel.localAddress?.port ?? 0
    remoteAddress = source.channel.remoteAddress
  }
}
