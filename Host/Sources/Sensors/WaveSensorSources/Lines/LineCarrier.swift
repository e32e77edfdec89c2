/// A transport for a sensor's lines: a serial port, a connection, datagrams or a pipe.
protocol LineCarrier: Sendable {
  /// The display name, such as `/dev/ttyUSB0`.
  var name: String { get }
  /// Whether reading can start in the middle of a line.
  var mayBeginInside: Bool { get }

  /// Delivers data until the connection is lost.
  ///
  /// - Parameter emit: Receives each event; reading pauses until it returns.
  /// - Returns: The reason why the transport stopped.
  func carry(_ emit: @Sendable (LineArrival) async -> Void) async -> LineEnding
}

/// An event that a carrier emits, such as the arrival of bytes.
enum LineArrival: Sendable {
  /// The connection is open.
  case opened
  /// Bytes arrived; the last line can be incomplete.
  case bytes([UInt8])
  /// Complete lines arrived.
  case lines([UInt8])
  /// A number of messages were dropped because they arrived too fast.
  case dropped(Int)
}

/// The reason why a carrier has stopped.
enum LineEnding: Equatable, Sendable {
  /// The connection failed or was lost; the source tries to reconnect.
  case lost(String)
  /// The end of the data was reached.
  case over
  /// Reading failed, and is not retried.
  case failed(String)
}
