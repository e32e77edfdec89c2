import WaveUnits

/// The past rows of one source at their acquired resolution, within a byte limit.
///
/// Every row of the last `recentSeconds` is kept as acquired, or as many rows as fit into half of the byte
/// limit. Older rows are merged into half-second rows on an absolute time grid (maximum, weighted mean,
/// minimum), and kept for `keptSeconds`. Rows of half a second or more are not merged.
///
/// If the byte limit is reached, merged rows with more than about 4,096 bins are reduced to that number,
/// oldest first. Only then is the oldest row dropped, so long transforms reduce the resolution of the past
/// rather than its duration.
///
/// Each row has its own frequency axis; rows with different axes are never merged. A gap in the acquisition
/// remains a gap. If individual bins lack data for part of a half second, their mean still has full weight
/// when several half seconds are merged; maximum and minimum are exact.
public struct SpectrumHistory: Sendable {
  /// The length of a merged row in microseconds.
  public static let mergedMicroseconds: Int64 = 500_000

  /// The time for which every row is kept, in seconds.
  public let recentSeconds: Double
  /// The time for which merged rows are kept, in seconds.
  public let keptSeconds: Double
  /// The maximum size of all rows in bytes.
  ///
  /// The newest row is kept even if it alone exceeds this size.
  public let byteLimit: Int
  /// The current size of all rows in bytes.
  public private(set) var byteCount = 0

  private var recentByteCount = 0
  /// The number of merged rows, counted from the oldest, that cannot be coarsened any further.
  private var coarseCount = 0
  private var merged = RowQueue()
  private var recent = RowQueue()

  /// Creates an empty history.
  ///
  /// - Parameters:
  ///   - recentSeconds: The time for which every row is kept, at least 1.
  ///   - keptSeconds: The time for which merged rows are kept, at least `recentSeconds`.
  ///   - byteLimit: The maximum size of all rows in bytes; the oldest are dropped first.
  public init(recentSeconds: Double = 12, keptSeconds: Double = 780, byteLimit: Int = 256 << 20) {
    self.recentSeconds = Swift.max(1, SpectrumHistory.bounded(recentSeconds))
    self.keptSeconds = Swift.max(self.recentSeconds, SpectrumHistory.bounded(keptSeconds))
    self.byteLimit = byteLimit
  }

  /// The number of stored rows; a merged row counts once.
  public var count: Int { merged.count + recent.count }

  /// The newest row, or nil if the history is empty.
  public var newest: PowerRow? { (recent.last ?? merged.last)?.row }

  /// The start of the oldest row in server microseconds, or nil if the history is empty.
  public var oldestMicroseconds: Int64? { count == 0 ? nil : stored(0).row.startMicroseconds }

  /// Appends the next row.
  ///
  /// If the newest row has not ended when the new row starts, as after a jump in a recording, it is shortened
  /// to end there.
  ///
  /// - Returns: Whether the row was appended. A row is rejected if its planes do not match its axis, if its
  ///   duration is not positive, or if it does not start after the newest row.
  /// - Complexity: Amortised O(bins); allocates once for each merged half second.
  @discardableResult
  public mutating func append(_ row: PowerRow) -> Bool {
    let bins = row.axis.count
    guard bins > 0, row.max.count == bins, row.mean.count == bins, row.min.count == bins,
      SpectrumHistory.times.contains(row.startMicroseconds),
      row.durationMicroseconds > 0, row.durationMicroseconds < SpectrumHistory.times.upperBound
    else { return false }
    if let newest, row.startMicroseconds <= newest.startMicroseconds { return false }
    recent.cutLast(at: row.startMicroseconds)
    let stored = StoredRow(row)
    recent.append(stored)
    byteCount += stored.bytes
    recentByteCount += stored.bytes
    age(until: row.startMicroseconds + row.durationMicroseconds)
    return true
  }

  /// Returns the row with a sequence number, or the merged row that contains it; nil if neither is stored.
  ///
  /// - Complexity: O(rows).
  public func row(sequence: UInt32) -> PowerRow? {
    for index in stride(from: count - 1, through: 0, by: -1) {
      let candidate = stored(index)
      if candidate.firstSequence <= sequence, sequence <= candidate.row.sequence { return candidate.row }
    }
    return nil
  }

  /// Returns the stored rows whose centres lie in a range of server time, oldest first.
  ///
  /// - Complexity: O(log rows + result); allocates the result.
  public func rows(from: Int64, until: Int64) -> [PowerRow] {
    var rows: [PowerRow] = []
    for index in firstIndex(centredFrom: from)..<count {
      let stored = stored(index)
      guard stored.centreMicroseconds < until else { break }
      rows.append(stored.row)
    }
    return rows
  }

  /// The valid range of times, 73,000 years on either side of zero, in which sums of times cannot overflow.
  private static let times = Int64.min / 4...Int64.max / 4

  private static func bounded(_ seconds: Double) -> Double { seconds > 0 ? Swift.min(seconds, 1e9) : 0 }

  /// Returns the row at an index, counting from the oldest row in the history.
  func stored(_ index: Int) -> StoredRow {
    index < merged.count ? merged[index] : recent[index - merged.count]
  }

  /// Returns the index of the oldest row whose centre is at or after a time, or `count` if there is no such
  /// row.
  func firstIndex(centredFrom microseconds: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if stored(middle).centreMicroseconds < microseconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func age(until end: Int64) {
    let recentFrom = end - Int64(saturating: recentSeconds * 1e6)
    while recent.count > 1, let oldest = recent.first,
      mergeEnd(of: oldest) <= (recentByteCount > byteLimit / 2 ? end : recentFrom)
    {
      mergeOldest(oldest)
    }
    let keptFrom = end - Int64(saturating: keptSeconds * 1e6)
    while let oldest = merged.first, oldest.centreMicroseconds < keptFrom { dropOldest() }
    while byteCount > byteLimit, count > 1 {
      if !coarsenOldest() { dropOldest() }
    }
  }

  /// Returns the end of the half-second interval into which a row will be merged.
  private func mergeEnd(of stored: StoredRow) -> Int64 {
    (stored.slot(of: SpectrumHistory.mergedMicroseconds) + 1) * SpectrumHistory.mergedMicroseconds
  }

  /// Moves the oldest half second of rows from the recent to the merged tier.
  private mutating func mergeOldest(_ oldest: StoredRow) {
    let slot = oldest.slot(of: SpectrumHistory.mergedMicroseconds)
    var group: [StoredRow] = []
    while let next = recent.first, group.isEmpty || next.belongs(with: oldest) {
      group.append(next)
      dropOldestRecent()
      if !next.isMergeable(into: SpectrumHistory.mergedMicroseconds) { break }
    }
    guard var row = StoredRow.merging(group) else { return }
    if oldest.isMergeable(into: SpectrumHistory.mergedMicroseconds) {
      let lacksEdge = StoredRow.lacksEdge(
        group, after: merged.last, before: recent.first, slot: slot, of: SpectrumHistory.mergedMicroseconds)
      row.row.isIncomplete = row.row.isIncomplete || lacksEdge
      row = row.fitted(toSlot: slot, of: SpectrumHistory.mergedMicroseconds)
    }
    merged.append(row)
    byteCount += row.bytes
  }

  /// Coarsens the oldest merged row that can be reduced, and returns whether one was found.
  private mutating func coarsenOldest() -> Bool {
    while coarseCount < merged.count {
      let row = merged[coarseCount]
      coarseCount += 1
      guard row.coarseGroup > 1 else { continue }
      let coarse = row.coarsened()
      byteCount += coarse.bytes - row.bytes
      merged.replace(coarseCount - 1, by: coarse)
      return true
    }
    return false
  }

  private mutating func dropOldest() {
    guard let dropped = merged.popFirst() else { return dropOldestRecent() }
    byteCount -= dropped.bytes
    coarseCount = Swift.max(0, coarseCount - 1)
  }

  private mutating func dropOldestRecent() {
    let bytes = recent.popFirst()?.bytes ?? 0
    byteCount -= bytes
    recentByteCount -= bytes
  }
}

extension StoredRow {
  /// Returns whether the row is shorter than a slot and can therefore be merged into it.
  func isMergeable(into slotMicroseconds: Int64) -> Bool { row.durationMicroseconds < slotMicroseconds }

  /// Returns whether both rows can be merged into the same half second.
  fileprivate func belongs(with other: StoredRow) -> Bool {
    isMergeable(into: SpectrumHistory.mergedMicroseconds)
      && other.isMergeable(into: SpectrumHistory.mergedMicroseconds)
      && slot(of: SpectrumHistory.mergedMicroseconds) == other.slot(of: SpectrumHistory.mergedMicroseconds)
      && row.axis == other.row.axis && row.enbwHertz == other.row.enbwHertz
  }
}
