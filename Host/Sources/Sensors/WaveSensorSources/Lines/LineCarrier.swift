/// What brings the lines of a sensor: a serial port, a connection, datagrams, a pipe.
protocol LineCarrier: Sendable {
  /// What people call it, such as `/dev/ttyUSB0`.
  var name: String { get }
  /// Whether reading may begin inside a line.
  var mayBeginInside: Bool { get }

  /// Brings what comes until the connection is lost.
  ///
  /// - Parameter give: Takes what happened; nothing more is read meanwhile.
  /// - Returns: Why it ended.
  func carry(_ give: @Sendable (LineArrival) async -> Void) async -> LineEnding
}

/// Something that a carrier brought.
enum LineArrival: Sendable {
  /// It is connected.
  case opened
  /// Bytes; lines may go on in the next.
  case bytes([UInt8])
  /// Whole lines.
  case lines([UInt8])
  /// So many messages came faster than they could be taken.
  case dropped(Int)
}

/// Why a carrier has stopped.
enum LineEnding: Equatable, Sendable {
  /// The connection was lost, or there was none; it is tried again.
  case lost(String)
  /// Nothing more will ever come.
  case over
  /// It cannot be read on; nothing else is to be tried.
  case failed(String)
}
