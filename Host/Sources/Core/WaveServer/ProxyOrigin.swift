/// The address at which browsers reach a reverse proxy: a scheme, a name and a port, without a path.
public struct ProxyOrigin: Equatable, Sendable {
  /// The scheme, `https` or `http`.
  public let scheme: String
  /// The name or address in lower case; an IPv6 address is in brackets.
  public let host: String
  /// The port number.
  public let port: Int

  /// Creates an origin from `https://NAME` or `https://NAME:PORT` (or `http`), or returns nil if the text is
  /// invalid.
  public init?(_ text: String) {
    let text = text.lowercased()
    guard text.utf8.count <= 255, let scheme = ["https", "http"].first(where: { text.hasPrefix($0 + "://") })
    else { return nil }
    let rest = text.dropFirst(scheme.count + 3)
    let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
    let end = authority.lastIndex(of: "]")
    let colon = authority.lastIndex(of: ":").flatMap { colon in end.map { $0 < colon } ?? true ? colon : nil }
    let host = authority[..<(colon ?? authority.endIndex)]
    let isPlain = host.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
        || end != nil && [0x3A, 0x5B, 0x5D].contains(byte)
    }
    guard !host.isEmpty, isPlain else { return nil }
    var port = scheme == "https" ? 443 : 80
    if let colon {
      let digits = authority[authority.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits), number > 0
      else { return nil }
      port = Int(number)
    }
    self.scheme = scheme
    self.host = String(host)
    self.port = port
  }
}

extension ProxyOrigin {
  /// The address to open in a browser.
  var address: String {
    let isUsual = port == (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(host)\(isUsual ? "" : ":\(port)")/"
  }
}
