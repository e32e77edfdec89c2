/// A run of consecutive frames that are either all present or all missing.
public struct SampleRun: Equatable, Sendable {
  /// The sequence number of the first frame.
  public var sequence: UInt64
  /// The number of frames.
  public var count: UInt64
  /// Whether the frames are missing or were dropped.
  public var isMissing: Bool

  /// The sequence number after the last frame.
  public var end: UInt64 { sequence &+ count }
}
