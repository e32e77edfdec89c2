/// A transport of a sensor's lines: a serial port, a connection, datagrams, a pipe.
protocol LineCarrier: Sendable {
  /// The name for display, such as `/dev/ttyUSB0`.
  var name: String { get }
  /// Whether reading may begin inside a line.
  var mayBeginInside: Bool { get }

  /// Passes on data until the connection is lost.
  ///
  /// - Parameter emit: Receives each arrival; nothing more is read meanwhile.
  /// - Returns: The reason why it ended.
  func carry(_ emit: @Sendable (LineArrival) async -> Void) async -> LineEnding
}

/// An event of a carrier.
enum LineArrival: Sendable {
  /// The carrier is connected.
  case opened
  /// Bytes; a line may continue in the next ones.
  case bytes([UInt8])
  /// Whole lines.
  case lines([UInt8])
  /// The number of messages that were dropped because they arrived too fast.
  case dropped(Int)
}

/// The reason why a carrier has stopped.
enum LineEnding: Equatable, Sendable {
  /// The connection was lost or failed; it is tried again.
  case lost(String)
  /// No more data will ever arrive.
  case over
  /// The input cannot be read any further, and is not tried again.
  case failed(String)
}
