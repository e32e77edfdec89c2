/// Assigns sequence numbers to rows according to their times.
///
/// Missing rows leave a gap in the numbers.
public struct RowTimeline: Equatable, Sendable {
  /// The sequence number of the newest row; 0 before the first row.
  public private(set) var sequence: UInt32 = 0
  /// The end of the newest row's interval in microseconds.
  public private(set) var endMicroseconds: Int64 = 0
  private var isGapExpected = true

  /// Creates a timeline without rows.
  public init() {}

  /// Announces a gap before the next row, for example after a retune, so that the gap is not counted as a
  /// loss.
  public mutating func expectGap() { isGapExpected = true }

  /// Assigns a sequence number and a start time to a row.
  ///
  /// - Parameters:
  ///   - end: The end of the row's interval; a row never begins before the previous row has ended.
  ///   - duration: The length of the row's interval, in microseconds.
  /// - Returns: The row's sequence number, its start, and the number of rows missing before it.
  public mutating func stamp(
    endMicroseconds end: Int64, durationMicroseconds duration: Int64
  ) -> (sequence: UInt32, startMicroseconds: Int64, lost: UInt32) {
    var start = end - duration
    var lost: UInt32 = 0
    if sequence > 0 {
      start = max(start, endMicroseconds)
      if !isGapExpected {
        // Clock jitter can make a row up to half its duration early or late.
        lost = UInt32(clamping: (start - endMicroseconds + duration / 2) / max(1, duration))
      }
    }
    isGapExpected = false
    endMicroseconds = start + duration
    sequence &+= 1 &+ lost
    return (sequence, start, lost)
  }
}
