/// A source within the page: it receives the client's messages and answers as a server would.
public protocol LocalSource: ~Copyable {
  /// Receives messages from the client.
  ///
  /// - Parameters:
  ///   - bytes: Whole messages.
  ///   - now: The time in microseconds.
  /// - Throws: `LocalError` if the bytes are not valid messages.
  mutating func receive(_ bytes: [UInt8], at now: Int64) throws(LocalError)

  /// Makes the messages that are due.
  ///
  /// - Parameter now: The time in microseconds.
  /// - Returns: Whole messages; empty if nothing is due.
  mutating func collect(at now: Int64) -> [UInt8]

  /// When to collect again; nil if that is not needed.
  var wakeMicroseconds: Int64? { get }
}

extension LocalServer: LocalSource {}
extension LocalStreams: LocalSource {}
extension LocalTerrain: LocalSource {}
