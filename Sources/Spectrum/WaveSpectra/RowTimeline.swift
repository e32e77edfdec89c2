/// Numbers rows by their times: where rows are missing the number jumps by as many.
public struct RowTimeline: Equatable, Sendable {
  /// Number of the newest row; 0 before the first.
  public private(set) var sequence: UInt32 = 0
  /// End of the newest row's interval.
  public private(set) var endMicroseconds: Int64 = 0
  private var isGapExpected = true

  /// Starts before the first row.
  public init() {}

  /// What comes next does not follow on: a retune, not a loss.
  public mutating func expectGap() { isGapExpected = true }

  /// Numbers a row.
  ///
  /// - Parameters:
  ///   - end: When its interval ended; a row never begins before the one before it has ended.
  ///   - duration: How long its interval was, in microseconds.
  /// - Returns: Its number, its start, and how many rows are missing before it.
  public mutating func stamp(
    endMicroseconds end: Int64, durationMicroseconds duration: Int64
  ) -> (sequence: UInt32, startMicroseconds: Int64, lost: UInt32) {
    var start = end - duration
    var lost: UInt32 = 0
    if sequence > 0 {
      start = max(start, endMicroseconds)
      if !isGapExpected {
        // Half a row early or late is the clock's business.
        lost = UInt32(clamping: (start - endMicroseconds + duration / 2) / max(1, duration))
      }
    }
    isGapExpected = false
    endMicroseconds = start + duration
    sequence &+= 1 &+ lost
    return (sequence, start, lost)
  }
}
