/// Numbers rows by their times; for missing rows the number jumps by their count.
public struct RowTimeline: Equatable, Sendable {
  /// The number of the newest row; 0 before the first.
  public private(set) var sequence: UInt32 = 0
  /// The end of the newest row's interval.
  public private(set) var endMicroseconds: Int64 = 0
  private var isGapExpected = true

  /// Starts before the first row.
  public init() {}

  /// Expects a gap before the next row, such as a retune, which is not a loss.
  public mutating func expectGap() { isGapExpected = true }

  /// Numbers a row.
  ///
  /// - Parameters:
  ///   - end: The end of its interval; a row never begins before the previous one has ended.
  ///   - duration: The length of its interval, in microseconds.
  /// - Returns: Its number, its start, and the number of rows missing before it.
  public mutating func stamp(
    endMicroseconds end: Int64, durationMicroseconds duration: Int64
  ) -> (sequence: UInt32, startMicroseconds: Int64, lost: UInt32) {
    var start = end - duration
    var lost: UInt32 = 0
    if sequence > 0 {
      start = max(start, endMicroseconds)
      if !isGapExpected {
        // Half a row early or late is jitter of the clock.
        lost = UInt32(clamping: (start - endMicroseconds + duration / 2) / max(1, duration))
      }
    }
    isGapExpected = false
    endMicroseconds = start + duration
    sequence &+= 1 &+ lost
    return (sequence, start, lost)
  }
}
