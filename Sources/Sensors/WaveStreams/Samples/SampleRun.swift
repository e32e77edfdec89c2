/// A stretch of a stream that is all there, or all missing.
public struct SampleRun: Equatable, Sendable {
  /// Number of its first frame.
  public var sequence: UInt64
  /// Frames.
  public var count: UInt64
  /// Whether these frames never came, or had to be dropped.
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
