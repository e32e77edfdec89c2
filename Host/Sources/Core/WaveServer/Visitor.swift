import HTTPTypes
package import Hummingbird
import NIOCore
import NIOHTTP1
package import WaveAccess

/// Who a request is from.
package enum Visitor: Equatable, Sendable {
  /// A program of this machine, which needs no pairing.
  case owner
  /// A browser that was paired.
  case device(Device)
  /// Anyone else; whether the browser shows a token that is none, or no longer.
  case stranger(hasToken: Bool)

  /// What it may do; nil where it may not even look.
  package var role: Role? {
    switch self {
    case .owner: .control
    case .device(let device): device.role
    case .stranger: nil
    }
  }

  /// The device's id.
  var deviceID: String? { if case .device(let device) = self { device.id } else { nil } }
}

/// Tells who a request is from, by where it comes from and by its cookie.
package struct Doorkeeper: Sendable {
  /// The devices; nil where nobody but this machine is let in.
  let book: AccessBook?
  /// Whether this machine's own browsers must be paired, too.
  let isLoopbackPaired: Bool
  /// Whether browsers come over TLS.
  let isSecure: Bool

  /// What the token's cookie is called.
  ///
  /// The prefix has browsers see to it that it came over TLS from this very host.
  var cookieName: String { isSecure ? "__Host-waveglass" : "waveglass" }

  /// Who a request is from.
  func visitor(cookies: [String], address: AddressKey, isForwarded: Bool) -> Visitor {
    // What a proxy hands on comes from anywhere, though the proxy is on this machine.
    if address.isLoopback, !isLoopbackPaired, !isForwarded { return .owner }
    guard let text = CookieHeader.value(of: cookieName, in: cookies) else {
      return .stranger(hasToken: false)
    }
    guard let token = DeviceToken(text: text), let device = book?.device(of: token) else {
      return .stranger(hasToken: true)
    }
    return .device(device)
  }

  /// Who a request is from.
  func visitor(of head: HTTPRequestHead, on channel: any Channel) -> Visitor {
    visitor(
      cookies: head.headers["Cookie"], address: AddressKey(channel.remoteAddress),
      isForwarded: Self.forwardingHeaders.contains { head.headers.contains(name: $0) })
  }

  /// Who a request is from.
  package func visitor(of request: Request, _ context: PageContext) -> Visitor {
    visitor(
      cookies: request.headers[values: .cookie], address: AddressKey(context.remoteAddress),
      isForwarded: Self.forwardingHeaders.contains { name in
        HTTPField.Name(name).map { request.headers.contains($0) } ?? false
      })
  }

  /// What proxies add to a request.
  static let forwardingHeaders = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"]
}
