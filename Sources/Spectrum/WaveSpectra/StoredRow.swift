/// A row in the history, with the additional data needed for merging.
struct StoredRow: Sendable {
  var row: PowerRow
  /// The sequence number of the oldest acquired row that was merged into this row.
  ///
  /// The number of the newest acquired row is `row.sequence`.
  var firstSequence: UInt32
  /// The duration of the acquired part of the row's interval, in microseconds.
  ///
  /// Merging weights the row's mean by this duration.
  var coveredMicroseconds: Int64

  init(_ row: PowerRow) {
    self.row = row
    firstSequence = row.sequence
    coveredMicroseconds = row.durationMicroseconds
  }

  /// The row's size in memory: three planes with four bytes per bin, and the row itself.
  var bytes: Int { row.axis.count * 12 + MemoryLayout<StoredRow>.stride }

  var centreMicroseconds: Int64 { row.startMicroseconds + row.durationMicroseconds / 2 }

  /// Returns the index of the slot that contains the row's centre.
  func slot(of slotMicroseconds: Int64) -> Int64 {
    Lattice.index(of: centreMicroseconds, slotMicroseconds: slotMicroseconds)
  }
}

/// Time slots of equal length in server time: slot `i` is `i * slotMicroseconds ..< (i + 1) *
/// slotMicroseconds`.
public enum Lattice {
  /// Returns the index of the slot that contains a time; slots before time zero have negative indices.
  ///
  /// A slot length below 1 microsecond counts as 1.
  public static func index(of microseconds: Int64, slotMicroseconds: Int64) -> Int64 {
    let length = Swift.max(1, slotMicroseconds)
    let quotient = microseconds / length
    return microseconds % length < 0 ? quotient - 1 : quotient
  }
}
