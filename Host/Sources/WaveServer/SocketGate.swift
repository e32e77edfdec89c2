import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Synchronization

/// Lets in requests that are meant for this server, and as many sockets as there is room for.
final class SocketGate: Sendable {
  /// The one path that upgrades.
  static let path = "/socket"

  private let policy: @Sendable () -> HostPolicy
  private let limit: Int
  private let count = Mutex(0)

  init(policy: @escaping @Sendable () -> HostPolicy, limit: Int) {
    self.policy = policy
    self.limit = limit
  }

  /// Takes a place for a request that may become a socket, until its connection closes.
  ///
  /// The place is taken before the upgrade: of many that come at once, those without one can still be refused in words.
  ///
  /// - Returns: Whether it may; if not, no place is taken.
  func admit(_ head: HTTPRequestHead, on channel: any Channel) -> Bool {
    guard accepts(head, port: channel.localAddress?.port ?? 0), enter() else { return false }
    channel.closeFuture.whenComplete { _ in self.leave() }
    return true
  }

  private func accepts(_ head: HTTPRequestHead, port: Int) -> Bool {
    let hosts = head.headers["Host"]
    let origins = head.headers["Origin"]
    let policy = policy()
    return head.uri == SocketGate.path && hosts.count == 1 && origins.count <= 1
      && policy.isOurs(host: hosts[0], port: port)
      && policy.isOurs(origin: origins.first, host: hosts[0], port: port)
  }

  /// Why a plain request is not answered; nil where it is.
  func refusal(of request: Request, port: Int) -> Response? {
    let host = request.head.authority
    let policy = policy()
    guard policy.isOurs(host: host, port: port) else {
      return WebSite.say(
        .misdirectedRequest, "This server does not answer to that name. Open it by its address.")
    }
    guard request.uri.path == SocketGate.path else { return nil }
    guard policy.isOurs(origin: request.headers[.origin], host: host, port: port) else {
      return WebSite.say(.forbidden, "Pages of other sites may not connect here.")
    }
    guard hasRoom else {
      return WebSite.say(.serviceUnavailable, "Too many pages are open; close one and try again.")
    }
    return WebSite.say(.upgradeRequired, "This address is for WebSocket connections.")
  }

  private func enter() -> Bool {
    count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  private func leave() { count.withLock { $0 -= 1 } }

  private var hasRoom: Bool { count.withLock { $0 < limit } }
}
