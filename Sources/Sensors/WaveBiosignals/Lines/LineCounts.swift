/// What became of the lines that a sensor wrote.
public struct LineCounts: Equatable, Sendable {
  /// Lines that became a frame, some or all of whose values may be missing.
  public var frames: UInt64 = 0
  /// Values of these that are missing.
  public var missingValues: UInt64 = 0
  /// Lines among them that have fewer or more numbers than there are columns, or none of their labels.
  public var misfits: UInt64 = 0
  /// Lines among them that were longer than `LineReader.lineLimit`.
  public var longLines: UInt64 = 0
  /// Text where a number should stand.
  public var textValues: UInt64 = 0
  /// Numbers whose label is that of no column, or that have none.
  public var strangers: UInt64 = 0
  /// Lines without a number: headers, remarks, words.
  public var remarks: UInt64 = 0
  /// Lines that may have begun before reading did: passed over.
  public var partialLines: UInt64 = 0

  /// Nothing so far.
  public init() {}
}
