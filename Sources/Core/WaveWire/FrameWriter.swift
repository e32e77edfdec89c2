/// Collects messages into frames, in memory that is reused.
///
/// Each instrument's wire module adds a `put` for its own messages.
public struct FrameWriter: Sendable {
  /// Bytes gathered into one frame before the next is begun.
  public static let frameBytes = 48_000

  /// The frames, one after another.
  public private(set) var bytes: [UInt8] = []
  /// Bytes of all frames.
  public var byteCount: Int { bytes.count }
  /// Where the frames before the last one end.
  public private(set) var ends: [Int] = []

  /// Starts without a frame.
  public init() {}

  /// Appends the next message to the last frame, or to a new one where that is long.
  ///
  /// - Parameter encode: Appends the whole message, header included.
  package mutating func append(_ encode: (inout [UInt8]) -> Void) {
    encode(&bytes)
    if bytes.count - (ends.last ?? 0) >= Self.frameBytes { ends.append(bytes.count) }
  }

  /// Empties itself, keeping its memory.
  public mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Ends the last frame; gives where each one ends.
  public mutating func finish() -> [Int] {
    if bytes.count > ends.last ?? 0 { ends.append(bytes.count) }
    return ends
  }
}
