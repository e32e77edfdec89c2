/// Writes messages, reusing the memory in which rows are encoded.
public struct MessageWriter: Sendable {
  private var planes: PlaneEncoder? = PlaneEncoder()

  /// Creates a writer with memory for encoding the longest row: 20 kB.
  public init() {}

  /// Appends an encoded message, as `Message.encode(into:)` does.
  ///
  /// - Complexity: O(*n*) in the values of the message; allocates only if `bytes` has to grow.
  public mutating func append(_ message: Message, to bytes: inout [UInt8]) {
    guard case .row(let row) = message else { return message.encode(into: &bytes) }
    row.encode(into: &bytes, by: &planes)
  }
}
