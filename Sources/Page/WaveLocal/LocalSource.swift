/// A source within the page: it receives the client's messages and gives what a server would send.
public protocol LocalSource: ~Copyable {
  /// Receives messages of the client.
  ///
  /// - Parameters:
  ///   - bytes: Whole messages.
  ///   - now: The time in microseconds.
  /// - Throws: `LocalError` where they are none.
  mutating func receive(_ bytes: [UInt8], at now: Int64) throws(LocalError)

  /// Makes what is to be sent now.
  ///
  /// - Parameter now: The time in microseconds.
  /// - Returns: Whole messages; empty where nothing is due.
  mutating func collect(at now: Int64) -> [UInt8]

  /// When to collect again; nil where there is no need to.
  var wakeMicroseconds: Int64? { get }
}

extension LocalServer: LocalSource {}
extension LocalStreams: LocalSource {}
extension LocalTerrain: LocalSource {}
