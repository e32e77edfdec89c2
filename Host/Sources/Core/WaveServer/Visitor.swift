import HTTPTypes
package import Hummingbird
import NIOCore
import NIOHTTP1
package import WaveAccess

/// The client that made a request.
package enum Visitor: Equatable, Sendable {
  /// A program on this machine, which needs no pairing.
  case owner
  /// A paired browser.
  case device(Device)
  /// Any other client, with an invalid token or without a token.
  case stranger(hasToken: Bool)

  /// The role of the client; nil if the client is not allowed to watch.
  package var role: Role? {
    switch self {
    case .owner: .control
    case .device(let device): device.role
    case .stranger: nil
    }
  }

  /// The identifier of a paired device; nil for other clients.
  var deviceID: String? { if case .device(let device) = self { device.id } else { nil } }
}

/// An authenticator that identifies the client behind a request by its address and its cookie.
package struct Authenticator: Sendable {
  /// The registry of paired devices; nil if only this machine is admitted.
  let registry: AccessRegistry?
  /// Whether this machine's own browsers must be paired as well.
  let isLoopbackPaired: Bool
  /// Whether browsers connect over TLS.
  let isSecure: Bool

  /// The name of the cookie that contains the token.
  ///
  /// The prefix `__Host-` makes browsers ensure that the cookie was set over TLS by this host.
  var cookieName: String { isSecure ? "__Host-waveglass" : "waveglass" }

  /// Identifies the client that made a request.
  func visitor(cookies: [String], address: AddressKey, isForwarded: Bool) -> Visitor {
    // A request that a proxy on this machine forwards can come from any machine.
    if address.isLoopback, !isLoopbackPaired, !isForwarded { return .owner }
    guard let text = CookieHeader.value(of: cookieName, in: cookies) else {
      return .stranger(hasToken: false)
    }
    guard let token = DeviceToken(text: text), let device = registry?.device(of: token) else {
      return .stranger(hasToken: true)
    }
    return .device(device)
  }

  /// Identifies the client that made a request.
  func visitor(of head: HTTPRequestHead, on channel: any Channel) -> Visitor {
    visitor(
      cookies: head.headers["Cookie"], address: AddressKey(channel.remoteAddress),
      isForwarded: Self.forwardingHeaders.contains { head.headers.contains(name: $0) })
  }

  /// Identifies the client that made a request.
  package func visitor(of request: Request, _ context: PageContext) -> Visitor {
    visitor(
      cookies: request.headers[values: .cookie], address: AddressKey(context.remoteAddress),
      isForwarded: Self.forwardingHeaders.contains { name in
        HTTPField.Name(name).map { request.headers.contains($0) } ?? false
      })
  }

  /// The headers that proxies add to a request.
  static let forwardingHeaders = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"]
}
