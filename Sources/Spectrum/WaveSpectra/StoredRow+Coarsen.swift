extension StoredRow {
  /// The number of bins to which a row is reduced when the byte limit is reached.
  ///
  /// A row computed from real samples has a bin on each edge of its band and keeps one more bin.
  static let coarseBins = 4096

  /// The number of adjacent bins that are joined when the byte limit is reached: a power of two, or 1 if the
  /// row is not reduced.
  var coarseGroup: Int {
    var group = 1
    while (row.axis.count - 1) / group >= StoredRow.coarseBins + 1 { group *= 2 }
    return group
  }

  /// Returns the row with groups of adjacent bins joined by the maximum of the maxima, the mean of the means,
  /// and the minimum of the minima.
  ///
  /// The first bin keeps its frequency, and each new bin joins the bins nearest to it, so transforms of any
  /// length have the same coarse axis. Bins beyond the last new bin are joined to it. Bins without data are
  /// ignored.
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

  /// Returns whether the bins of both rows have the same frequencies and bandwidth after both rows are
  /// coarsened.
  func isCoarselyLike(_ other: StoredRow) -> Bool {
    guard row.enbwHertz == other.row.enbwHertz else { return false }
    if row.axis == other.row.axis { return true }
    return row.axis.firstHertz == other.row.axis.firstHertz
      && row.axis.stepHertz * Double(coarseGroup) == other.row.axis.stepHertz * Double(other.coarseGroup)
      && (row.axis.count - 1) / coarseGroup == (other.row.axis.count - 1) / other.coarseGroup
  }
}
