import WaveSystem

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

extension LineCarrier {
  /// Delivers the bytes of an input until it ends, reading fails, or the task is cancelled.
  func carry(
    _ input: PipeInput, _ emit: @Sendable (LineArrival) async -> Void, atEnd ending: LineEnding,
    failure: (_ code: Int32) -> LineEnding
  ) async -> LineEnding {
    await emit(.opened)
    while !Task.isCancelled {
      switch await input.next() {
      case .bytes(let bytes): await emit(.bytes(bytes))
      case .nothing: continue
      case .end: return ending
      case .failure(let code): return failure(code)
      }
    }
    return ending
  }
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
