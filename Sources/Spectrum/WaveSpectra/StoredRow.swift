/// A row in the history, with the additional data for merging.
struct StoredRow: Sendable {
  var row: PowerRow
  /// The oldest acquired row in it; `row.sequence` is the newest.
  var firstSequence: UInt32
  /// The part of its interval that was acquired: the weight of its mean.
  var coveredMicroseconds: Int64

  init(_ row: PowerRow) {
    self.row = row
    firstSequence = row.sequence
    coveredMicroseconds = row.durationMicroseconds
  }

  /// Its size in memory: three planes with four bytes a bin, and the row itself.
  var bytes: Int { row.axis.count * 12 + MemoryLayout<StoredRow>.stride }

  var centreMicroseconds: Int64 { row.startMicroseconds + row.durationMicroseconds / 2 }

  /// Returns the slot that contains its centre.
  func slot(of slotMicroseconds: Int64) -> Int64 {
    Lattice.index(of: centreMicroseconds, slotMicroseconds: slotMicroseconds)
  }
}

/// Slots of equal length on server time: slot `i` is `i * slotMicroseconds ..< (i + 1) * slotMicroseconds`.
public enum Lattice {
  /// Returns the slot that contains a time, rounded towards the past, so that negative times have slots too.
  ///
  /// A slot shorter than 1 microsecond counts as 1.
  public static func index(of microseconds: Int64, slotMicroseconds: Int64) -> Int64 {
    let length = Swift.max(1, slotMicroseconds)
    let quotient = microseconds / length
    return microseconds % length < 0 ? quotient - 1 : quotient
  }
}
