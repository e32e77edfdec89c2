import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import UnixSignals
import WaveCertificates
public import WaveDevices

/// Serves sources to the web client over HTTP and one WebSocket a page.
public struct WaveglassServer: Sendable {
  private let configuration: ServerConfiguration
  private let sources: [any SpectrumSource]
  private let logger: Logger

  /// Prepares a server.
  public init(sources: [any SpectrumSource], configuration: ServerConfiguration, logger: Logger) {
    self.sources = sources
    self.configuration = configuration
    self.logger = logger
  }

  /// Serves until the process is told to stop by SIGTERM or SIGINT.
  ///
  /// - Parameter onRunning: Called once with the addresses to open, when clients can connect.
  /// - Throws: Why it cannot serve.
  public func run(onRunning: @escaping @Sendable (ServerAddresses) -> Void) async throws(ServerError) {
    let site = WebSite(directory: configuration.webDirectory)
    guard site.file(at: "/") != nil else {
      throw .fileMissing(name: "index.html", directory: configuration.webDirectory)
    }
    DescriptorLimit.raise()
    var stations: [SourceStation] = []
    for (number, source) in sources.enumerated() {
      stations.append(await SourceStation(number: UInt16(clamping: number), source: source, logger: logger))
    }
    let announcement = Announcement(access: configuration.access, host: configuration.host, onRunning)
    var services: [any Service] = stations
    services.append(application(site: site, stations: stations, announcement))
    if case .secure(let keeper, let offer) = configuration.access {
      services.append(CertificateCare(keeper: keeper, logger: logger))
      if let offer {
        services.append(
          AuthorityListener(
            offer: offer, keeper: keeper, configuration: configuration, announcement: announcement,
            logger: logger))
      }
    }
    var group = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.maximumGracefulShutdownDuration = .milliseconds(700)
    do {
      try await ServiceGroup(configuration: group).run()
    } catch let error as ServerError {
      throw error
    } catch let error as IOError {
      throw reason(of: error)
    } catch is CancellationError {
      // Connections that did not end in time were cut off.
    } catch {
      throw .failed("\(error)")
    }
  }

  private func application(
    site: WebSite, stations: [SourceStation], _ announcement: Announcement
  ) -> some ApplicationProtocol {
    let gate = SocketGate(policy: policy, limit: configuration.limits.sockets)
    let limits = configuration.limits
    let hubs = SessionHubs(stations: stations)
    let secure = secure
    return Application(
      responder: CallbackResponder<PageContext> { request, context in
        gate.refusal(of: request, port: context.port)
          ?? site.respond(
            method: request.method, path: request.uri.path, ifNoneMatch: request.headers[.ifNoneMatch])
      },
      server: HTTPServerBuilder { responder in
        SocketUpgradeChannel(
          responder: responder, limits: limits, secure: secure,
          admit: { head, channel in gate.admit(head, on: channel) },
          serve: { channel in
            let handler = ClientHandler(
              session: ClientSession(stations: stations), hub: hubs.hub(of: channel.eventLoop), limits: limits
            )
            try channel.pipeline.syncOperations.addHandler(handler)
          })
      },
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        availableConnectionsDelegate: .maximum(limits.sockets + limits.pageConnections, logger: logger)),
      onServerRunning: { channel in announcement.page(port: channel.localAddress?.port ?? 0) },
      logger: logger)
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

/// What answering a page needs to know of its connection.
struct PageContext: InitializableFromSource {
  let port: Int

  init(source: ApplicationRequestContextSource) { port = source.channel.localAddress?.port ?? 0 }
}
