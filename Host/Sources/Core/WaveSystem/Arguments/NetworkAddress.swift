/// A host and a port, as written after the `//` of a URL.
public struct NetworkAddress: Equatable, Sendable {
  /// The host; empty if the text contained only a port.
  public let host: String
  /// The port, 1 to 65535.
  public let port: Int

  /// Creates an address from `host:port`, `[::1]:port` or `:port`.
  ///
  /// - Parameters:
  ///   - text: The text; slashes at its end are ignored.
  ///   - standard: The default port; nil if the text must contain a port.
  ///   - example: A valid address to show in the error's advice.
  /// - Throws: `SourceArgumentError` if the text is not an address.
  public init(_ text: Substring, port standard: Int? = nil, example: String) throws(SourceArgumentError) {
    var address = text
    while address.last == "/" { address.removeLast() }
    var number = standard
    // The port follows the last colon, unless that colon is part of an IPv6 address.
    if let colon = address.lastIndex(of: ":"), !address[colon...].contains("]") {
      number = Int(address[address.index(after: colon)...])
      guard let number, (1...65_535).contains(number) else {
        throw .invalidPort(String(address[colon...]), place: String(text), example: example)
      }
      address = address[..<colon]
    }
    guard let number else { throw .noPort(place: String(text), example: example) }
    if address.hasPrefix("["), address.hasSuffix("]") { address = address.dropFirst().dropLast() }
    host = String(address)
    port = number
  }
}
