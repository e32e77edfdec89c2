import Synchronization
import WaveCertificates

/// Announces the server's addresses once the server listens on all its ports.
final class Announcement: Sendable {
  private struct Ports {
    var page: Int?
    var authority: Int?
  }

  private let access: ServerAccess
  private let host: String
  private let announce: @Sendable (ServerAddresses) -> Void
  private let ports = Mutex(Ports())

  init(access: ServerAccess, host: String, _ announce: @escaping @Sendable (ServerAddresses) -> Void) {
    self.access = access
    self.host = host
    self.announce = announce
  }

  /// Records the port of the page; called when the page can be opened.
  func page(port: Int) { note { $0.page = port } }

  /// Records the port of the authority's page; called when that page can be opened.
  func authority(port: Int) { note { $0.authority = port } }

  /// The port of the page; nil until the page can be opened.
  var pagePort: Int? { ports.withLock { $0.page } }

  private func note(_ change: (inout Ports) -> Void) {
    let ports = ports.withLock { ports in
      change(&ports)
      return ports
    }
    guard let page = ports.page else { return }
    switch access {
    case .loopback: announce(ServerAddresses(page: local(page), local: local(page), authority: nil))
    case .behindProxy(let origin):
      announce(ServerAddresses(page: origin.address, local: local(page), authority: nil))
    case .secure(let keeper, let offer):
      guard offer == nil || ports.authority != nil else { return }
      let certificate = keeper.certificate
      let local = certificate.names.contains("localhost") ? "localhost" : certificate.host
      announce(
        ServerAddresses(
          page: "https://\(certificate.host):\(page)/", local: "https://\(local):\(page)/",
          authority: ports.authority.map { "http://\(certificate.host):\($0)/" }))
    }
  }

  /// Returns the page's address on this machine: loopback if the server listens on all addresses.
  private func local(_ port: Int) -> String {
    let name = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host
    return "http://\(name.contains(":") ? "[\(name)]" : name):\(port)/"
  }
}
