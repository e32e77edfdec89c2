/// A host and a port as they stand behind two slashes.
public struct NetworkAddress: Equatable, Sendable {
  /// The host; empty where only a port is written.
  public let host: String
  /// The port, 1 to 65535.
  public let port: Int

  /// Reads `host:port`, `[::1]:port` or `:port`.
  ///
  /// - Parameters:
  ///   - text: What is written; a slash at its end is passed over.
  ///   - standard: The port where none is written; nil where one must be.
  ///   - example: What to write, for who wrote it wrong.
  /// - Throws: `SourceArgumentError` for what is no port.
  public init(_ text: Substring, port standard: Int? = nil, example: String) throws(SourceArgumentError) {
    var address = text
    while address.last == "/" { address.removeLast() }
    var number = standard
    // The last colon, unless it is one within an IPv6 address.
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
