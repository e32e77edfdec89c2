/// A stretch of a stream whose frames all exist, or are all missing.
public struct SampleRun: Equatable, Sendable {
  /// The number of its first frame.
  public var sequence: UInt64
  /// The number of frames.
  public var count: UInt64
  /// Whether these frames are missing, or were dropped.
  public var isMissing: Bool

  /// Describes a stretch.
  public init(sequence: UInt64, count: UInt64, isMissing: Bool) {
    self.sequence = sequence
    self.count = count
    self.isMissing = isMissing
  }

  /// The number after its last frame.
  public var end: UInt64 { sequence &+ count }
}
