import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import WaveSystem

/// A gate that admits requests meant for this server, and a limited number of sockets.
final class SocketGate: Sendable {
  /// The only path that can be upgraded to a WebSocket.
  static let path = "/socket"

  private let policy: @Sendable () -> HostPolicy
  private let authenticator: Authenticator
  private let count: LimitedCount

  init(policy: @escaping @Sendable () -> HostPolicy, authenticator: Authenticator, limit: Int) {
    self.policy = policy
    self.authenticator = authenticator
    count = LimitedCount(limit: limit)
  }

  /// Reserves a socket for a request until the request's connection closes.
  ///
  /// The socket is reserved before the upgrade, so that surplus requests can still be refused with a message.
  ///
  /// - Returns: Whether the request is admitted; if not, nothing is reserved.
  func admit(_ head: HTTPRequestHead, on channel: any Channel) -> Bool {
    guard accepts(head, channel), count.enter() else { return false }
    channel.closeFuture.whenComplete { _ in self.count.leave() }
    return true
  }

  private func accepts(_ head: HTTPRequestHead, _ channel: any Channel) -> Bool {
    let port = channel.localAddress?.port ?? 0
    let hosts = head.headers["Host"]
    let origins = head.headers["Origin"]
    let policy = policy()
    return head.uri == SocketGate.path && hosts.count == 1 && origins.count <= 1
      && policy.isOurs(host: hosts[0], port: port)
      && policy.isOurs(origin: origins.first, host: hosts[0], port: port)
      && authenticator.visitor(of: head, on: channel).role != nil
  }

  /// Checks an ordinary HTTP request before it is answered.
  ///
  /// - Throws: The reason to refuse the request.
  func check(_ request: Request, _ context: PageContext) throws(Refusal) {
    let host = request.head.authority
    let policy = policy()
    guard policy.isOurs(host: host, port: context.port) else {
      throw Refusal(
        .misdirectedRequest, "foreign-host",
        "This server does not accept that host name. Open it by its address.")
    }
    guard request.uri.path == SocketGate.path else { return }
    guard policy.isOurs(origin: request.headers[.origin], host: host, port: context.port) else {
      throw Refusal(.forbidden, "foreign-origin", "Pages of other sites may not connect here.")
    }
    switch authenticator.visitor(of: request, context) {
    case .owner, .device: break
    case .stranger(hasToken: true):
      throw Refusal(
        .unauthorized, "socket-token", "This device's pairing was ended. Open the page and pair it again.")
    case .stranger(hasToken: false):
      throw Refusal(.unauthorized, "socket-unpaired", "This device is not paired. Open the page and pair it.")
    }
    guard count.hasRoom else {
      throw Refusal(.serviceUnavailable, "sockets-full", "Too many pages are open; close one and try again.")
    }
    throw Refusal(.upgradeRequired, "socket-no-upgrade", "This address is for WebSocket connections.")
  }
}
