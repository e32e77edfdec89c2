import WaveWire

/// Writes messages, and reuses the memory in which rows are coded.
public struct MessageWriter: Sendable {
  private var planes: PlaneEncoder? = PlaneEncoder()

  /// Allocates memory for coding the longest row: 20 kB.
  public init() {}

  /// Appends a message to bytes, as `Message.encode(into:)` does.
  ///
  /// - Complexity: O(*n*) in the values of the message; allocates only if `bytes` has to grow.
  public mutating func append(_ message: Message, to bytes: inout [UInt8]) {
    guard case .row(let row) = message else { return message.encode(into: &bytes) }
    row.encode(into: &bytes, by: &planes)
  }
}
