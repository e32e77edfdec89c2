/// A source within the page, which receives the client's messages and responds as a server would.
public protocol LocalSource: ~Copyable {
  /// Receives messages from the client.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of whole messages.
  ///   - now: The time in microseconds.
  /// - Throws: `LocalError` if the bytes are not valid messages.
  mutating func receive(_ bytes: [UInt8], at now: Int64) throws(LocalError)

  /// Returns the messages that are due.
  ///
  /// - Parameter now: The time in microseconds.
  /// - Returns: The bytes of whole messages, or an empty array if nothing is due.
  mutating func collect(at now: Int64) -> [UInt8]

  /// The time at which to call `collect` again, or nil if there is no need.
  var wakeMicroseconds: Int64? { get }
}

extension LocalServer: LocalSource {}
extension LocalStreams: LocalSource {}
extension LocalTerrain: LocalSource {}
