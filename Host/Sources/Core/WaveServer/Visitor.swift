import HTTPTypes
package import Hummingbird
import NIOCore
import NIOHTTP1
package import WaveAccess

/// The origin of a request.
package enum Visitor: Equatable, Sendable {
  /// A program of this machine, which needs no pairing.
  case owner
  /// A paired browser.
  case device(Device)
  /// Anyone else; whether the browser sends a token that is invalid, or no longer valid.
  case stranger(hasToken: Bool)

  /// The permissions; nil if even watching is not allowed.
  package var role: Role? {
    switch self {
    case .owner: .control
    case .device(let device): device.role
    case .stranger: nil
    }
  }

  /// The device's identifier.
  var deviceID: String? { if case .device(let device) = self { device.id } else { nil } }
}

/// Identifies the origin of a request from its address and its cookie.
package struct Authenticator: Sendable {
  /// The devices; nil if only this machine is admitted.
  let registry: AccessRegistry?
  /// Whether this machine's own browsers must be paired as well.
  let isLoopbackPaired: Bool
  /// Whether browsers connect over TLS.
  let isSecure: Bool

  /// The name of the token's cookie.
  ///
  /// The prefix makes browsers ensure that the cookie was set over TLS by this very host.
  var cookieName: String { isSecure ? "__Host-waveglass" : "waveglass" }

  /// Returns the origin of a request.
  func visitor(cookies: [String], address: AddressKey, isForwarded: Bool) -> Visitor {
    // A request that a proxy forwards can come from anywhere, although the proxy is on this machine.
    if address.isLoopback, !isLoopbackPaired, !isForwarded { return .owner }
    guard let text = CookieHeader.value(of: cookieName, in: cookies) else {
      return .stranger(hasToken: false)
    }
    guard let token = DeviceToken(text: text), let device = registry?.device(of: token) else {
      return .stranger(hasToken: true)
    }
    return .device(device)
  }

  /// Returns the origin of a request.
  func visitor(of head: HTTPRequestHead, on channel: any Channel) -> Visitor {
    visitor(
      cookies: head.headers["Cookie"], address: AddressKey(channel.remoteAddress),
      isForwarded: Self.forwardingHeaders.contains { head.headers.contains(name: $0) })
  }

  /// Returns the origin of a request.
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
