extension StoredRow {
  /// Merges rows with the same axis, oldest first.
  ///
  /// The result has the maximum of the maxima, the mean of the means weighted by the acquired time, and the
  /// minimum of the minima. A bin that lacks data in some rows has the data of the other rows. The result
  /// begins with the first row and ends with the last; it is nil if `rows` is empty.
  ///
  /// - Complexity: O(rows * bins); allocates four planes.
  static func merging(_ rows: [StoredRow]) -> StoredRow? {
    guard var merged = rows.first else { return nil }
    guard rows.count > 1 else { return merged }
    let count = merged.row.axis.count
    var weights = [Float](repeating: 0, count: count)
    for bin in 0..<count where !merged.row.mean[bin].isNaN {
      weights[bin] = Float(merged.coveredMicroseconds)
      merged.row.mean[bin] *= weights[bin]
    }
    for next in rows.dropFirst() { merged.fold(next, weights: &weights) }
    for bin in 0..<count where weights[bin] > 0 { merged.row.mean[bin] /= weights[bin] }
    return merged
  }

  /// Adds a later row to this row, whose `mean` plane contains sums that have yet to be divided by `weights`.
  private mutating func fold(_ next: StoredRow, weights: inout [Float]) {
    let weight = Float(next.coveredMicroseconds)
    for bin in 0..<row.axis.count {
      let high = next.row.max[bin]
      if high > row.max[bin] || row.max[bin].isNaN { row.max[bin] = high }
      let low = next.row.min[bin]
      if low < row.min[bin] || row.min[bin].isNaN { row.min[bin] = low }
      let mean = next.row.mean[bin]
      guard !mean.isNaN else { continue }
      row.mean[bin] = weights[bin] > 0 ? row.mean[bin] + mean * weight : mean * weight
      weights[bin] += weight
    }
    let end = next.row.startMicroseconds + next.row.durationMicroseconds
    row.durationMicroseconds = end - row.startMicroseconds
    row.isClipped = row.isClipped || next.row.isClipped
    row.isIncomplete = row.isIncomplete || next.row.isIncomplete || next.firstSequence != row.sequence &+ 1
    row.sequence = next.row.sequence
    row.enbwHertz = next.row.enbwHertz
    coveredMicroseconds += next.coveredMicroseconds
  }

  /// Returns whether a row was lost at an edge of a slot: just before the first row or just after the last.
  ///
  /// - Parameters:
  ///   - rows: The rows in the slot, oldest first.
  ///   - previous: The stored row before `rows`, or nil.
  ///   - next: The stored row after `rows`, or nil.
  ///   - slot: The index of the slot.
  ///   - slotMicroseconds: The length of a slot.
  /// - Returns: Whether a row was lost.
  static func lacksEdge(
    _ rows: [StoredRow], after previous: StoredRow?, before next: StoredRow?, slot: Int64,
    of slotMicroseconds: Int64
  ) -> Bool {
    guard let first = rows.first, let last = rows.last else { return false }
    let start = slot * slotMicroseconds
    // A lost row is assumed to be as long as its neighbour.
    if let previous, first.firstSequence != previous.row.sequence &+ 1,
      first.row.startMicroseconds - (first.row.durationMicroseconds + 1) / 2 >= start
    {
      return true
    }
    guard let next, next.firstSequence != last.row.sequence &+ 1 else { return false }
    let end = last.row.startMicroseconds + last.row.durationMicroseconds
    return end + last.row.durationMicroseconds / 2 < start + slotMicroseconds
  }

  /// Returns the row extended to the bounds of a slot.
  func fitted(toSlot index: Int64, of slotMicroseconds: Int64) -> StoredRow {
    var fitted = self
    fitted.row.startMicroseconds = index * slotMicroseconds
    fitted.row.durationMicroseconds = slotMicroseconds
    return fitted
  }
}
