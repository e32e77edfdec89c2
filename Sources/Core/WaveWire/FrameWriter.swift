/// A writer that collects messages into frames and reuses its memory.
///
/// Each instrument's wire module adds an `append` method for its own messages.
public struct FrameWriter: Sendable {
  /// The size of a frame in bytes at which the next message starts a new frame.
  public static let frameBytes = 48_000

  /// The bytes of all frames, in sequence.
  public private(set) var bytes: [UInt8] = []
  /// The total number of bytes in all frames.
  public var byteCount: Int { bytes.count }
  /// The end offsets of the complete frames.
  public private(set) var ends: [Int] = []

  /// Creates a writer without frames.
  public init() {}

  /// Appends a message to the last frame, or to a new one if the last frame is full.
  ///
  /// - Parameter encode: A closure that appends the whole message, including its header.
  package mutating func append(_ encode: (inout [UInt8]) -> Void) {
    encode(&bytes)
    if bytes.count - (ends.last ?? 0) >= Self.frameBytes { ends.append(bytes.count) }
  }

  /// Removes all frames but keeps the memory.
  public mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Ends the last frame and returns the end offset of each frame.
  public mutating func finish() -> [Int] {
    if bytes.count > ends.last ?? 0 { ends.append(bytes.count) }
    return ends
  }
}
