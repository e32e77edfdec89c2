/// Counts of a sensor's lines and values, grouped by how they were interpreted.
public struct LineCounts: Equatable, Sendable {
  /// The number of lines that were converted to frames, including frames whose values are all missing.
  public var frames: UInt64 = 0
  /// The number of missing values in all frames.
  public var missingValues: UInt64 = 0
  /// The number of frames from lines with too few or too many numbers, or with none of the known labels.
  public var misfits: UInt64 = 0
  /// The number of frames from lines that exceeded `LineReader.lineLimit`.
  public var longLines: UInt64 = 0
  /// The number of fields with text where a number was expected.
  public var textValues: UInt64 = 0
  /// The number of values without a label, or with a label that belongs to no column.
  public var unknownLabels: UInt64 = 0
  /// The number of lines without a number, such as headers and comments.
  public var remarks: UInt64 = 0
  /// The number of lines that were skipped because their beginning could be missing.
  public var partialLines: UInt64 = 0

  /// Creates counts of zero.
  public init() {}
}
