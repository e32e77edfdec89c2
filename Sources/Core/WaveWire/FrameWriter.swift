/// Collects messages into frames, in memory that is reused.
///
/// Each instrument's wire module adds an `append` for its own messages.
public struct FrameWriter: Sendable {
  /// The size of a frame, in bytes, from which on the next message starts a new frame.
  public static let frameBytes = 48_000

  /// The frames, one after another.
  public private(set) var bytes: [UInt8] = []
  /// The number of bytes of all frames.
  public var byteCount: Int { bytes.count }
  /// The ends of all frames but the last.
  public private(set) var ends: [Int] = []

  /// Starts without a frame.
  public init() {}

  /// Appends a message to the last frame, or to a new one if the last frame is long.
  ///
  /// - Parameter encode: Appends the whole message, header included.
  package mutating func append(_ encode: (inout [UInt8]) -> Void) {
    encode(&bytes)
    if bytes.count - (ends.last ?? 0) >= Self.frameBytes { ends.append(bytes.count) }
  }

  /// Removes all frames, and keeps the memory.
  public mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Ends the last frame, and returns the end of each frame.
  public mutating func finish() -> [Int] {
    if bytes.count > ends.last ?? 0 { ends.append(bytes.count) }
    return ends
  }
}
