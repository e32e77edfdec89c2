extension StoredRow {
  /// Bins that a row keeps where bytes run short; one more where both ends of a band have one.
  static let coarseBins = 4096

  /// Adjacent bins that become one where bytes run short: a power of two.
  var coarseGroup: Int {
    var group = 1
    while (row.axis.count - 1) / group >= StoredRow.coarseBins + 1 { group *= 2 }
    return group
  }

  /// The row with groups of adjacent bins joined: maximum of the maxima, mean of the means, minimum of the
  /// minima.
  ///
  /// The first bin stays where it is, and each new one takes those nearest to it: so transforms of any length
  /// have one coarse axis. What lies beyond the last goes to that. Bins without data do not count.
  ///
  /// - Complexity: O(bins); allocates three short planes.
  func coarsened() -> StoredRow {
    let group = coarseGroup
    guard group > 1 else { return self }
    let count = (row.axis.count - 1) / group + 1
    var coarse = self
    coarse.row.axis = BinAxis(
      firstHertz: row.axis.firstHertz, stepHertz: row.axis.stepHertz * Double(group), count: count)
    coarse.row.max = [Float](repeating: .nan, count: count)
    coarse.row.mean = [Float](repeating: .nan, count: count)
    coarse.row.min = [Float](repeating: .nan, count: count)
    var start = 0
    for bin in 0..<count {
      let end = bin == count - 1 ? row.axis.count : bin * group + group / 2
      var (high, low, sum) = (-Float.infinity, Float.infinity, Float(0))
      var (isEmpty, meanCount) = (true, Float(0))
      for fine in start..<end {
        if row.max[fine] > high { high = row.max[fine] }
        if row.min[fine] < low { low = row.min[fine] }
        if !row.max[fine].isNaN { isEmpty = false }
        guard !row.mean[fine].isNaN else { continue }
        sum += row.mean[fine]
        meanCount += 1
      }
      start = end
      coarse.row.max[bin] = isEmpty ? .nan : high
      coarse.row.min[bin] = isEmpty ? .nan : low
      coarse.row.mean[bin] = sum / meanCount
    }
    return coarse
  }

  /// Whether both rows have bins of the same places and bandwidth, once both are coarse.
  func isCoarselyLike(_ other: StoredRow) -> Bool {
    guard row.enbwHertz == other.row.enbwHertz else { return false }
    if row.axis == other.row.axis { return true }
    return row.axis.firstHertz == other.row.axis.firstHertz
      && row.axis.stepHertz * Double(coarseGroup) == other.row.axis.stepHertz * Double(other.coarseGroup)
      && (row.axis.count - 1) / coarseGroup == (other.row.axis.count - 1) / other.coarseGroup
  }
}
