import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Synchronization
import UnixSignals
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
  /// - Parameter onRunning: Called once with the address to open, when clients can connect.
  /// - Throws: Why it cannot serve.
  public func run(onRunning: @escaping @Sendable (String) -> Void) async throws(ServerError) {
    let site = WebSite(directory: configuration.webDirectory)
    guard site.file(at: "/") != nil else {
      throw .fileMissing(name: "index.html", directory: configuration.webDirectory)
    }
    DescriptorLimit.raise()
    var stations: [SourceStation] = []
    for (number, source) in sources.enumerated() {
      stations.append(await SourceStation(number: UInt16(clamping: number), source: source, logger: logger))
    }
    var group = ServiceGroupConfiguration(
      services: stations + [application(site: site, stations: stations, onRunning: onRunning)],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.maximumGracefulShutdownDuration = .milliseconds(700)
    do {
      try await ServiceGroup(configuration: group).run()
    } catch let error as IOError {
      throw reason(of: error)
    } catch is CancellationError {
      // Connections that did not end in time were cut off.
    } catch {
      throw .failed("\(error)")
    }
  }

  private func application(
    site: WebSite, stations: [SourceStation], onRunning: @escaping @Sendable (String) -> Void
  ) -> some ApplicationProtocol {
    let gate = SocketGate(
      policy: HostPolicy(host: configuration.host, machine: ProcessInfo.processInfo.hostName),
      limit: configuration.limits.sockets)
    let limits = configuration.limits
    let hubs = SessionHubs(stations: stations)
    let host = configuration.host
    return Application(
      responder: CallbackResponder<PageContext> { request, context in
        gate.refusal(of: request, port: context.port)
          ?? site.respond(
            method: request.method, path: request.uri.path, ifNoneMatch: request.headers[.ifNoneMatch])
      },
      server: HTTPServerBuilder { responder in
        SocketUpgradeChannel(
          responder: responder, limits: limits,
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
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        onRunning("http://\(WaveglassServer.shown(host)):\(port)/")
      },
      logger: logger)
  }

  /// The host to put into an address: a machine that listens everywhere is reached here by its loopback.
  private static func shown(_ host: String) -> String {
    if host == "0.0.0.0" || host == "::" { return "127.0.0.1" }
    return host.contains(":") ? "[\(host)]" : host
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
private struct PageContext: InitializableFromSource {
  let port: Int

  init(source: ApplicationRequestContextSource) { port = source.channel.localAddress?.port ?? 0 }
}
