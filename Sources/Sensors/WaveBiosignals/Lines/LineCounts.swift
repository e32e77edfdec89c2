/// Counts of the lines of a sensor, by what became of them.
public struct LineCounts: Equatable, Sendable {
  /// Lines that became a frame, whose values may all be missing.
  public var frames: UInt64 = 0
  /// Missing values in these frames.
  public var missingValues: UInt64 = 0
  /// Frames from lines with fewer or more numbers than columns, or with none of their labels.
  public var misfits: UInt64 = 0
  /// Frames from lines that were longer than `LineReader.lineLimit`.
  public var longLines: UInt64 = 0
  /// Texts in place of a number.
  public var textValues: UInt64 = 0
  /// Numbers without a label, or with a label that is not of any column.
  public var unknownLabels: UInt64 = 0
  /// Lines without a number: headers, remarks, words.
  public var remarks: UInt64 = 0
  /// Lines that were skipped because they may have begun before reading did.
  public var partialLines: UInt64 = 0

  /// Counts of zero.
  public init() {}
}
