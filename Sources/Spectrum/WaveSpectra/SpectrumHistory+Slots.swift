extension SpectrumHistory {
  /// Returns the row for one time slot of the waterfall, or nil if nothing was acquired.
  ///
  /// Rows shorter than a slot are merged into the slot that contains their centre, and the result has the
  /// slot's bounds. A row at least as long as a slot is returned unchanged for the slot that contains its
  /// centre. If some rows of the slot are coarse, all are coarsened. If rows of the slot were lost, the
  /// result is marked incomplete. If the frequency axis changes within a slot, the result has only the newest
  /// axis, and is marked incomplete.
  ///
  /// - Complexity: O(log rows + rows in the slot * bins); allocates if rows are merged.
  public func slot(index: Int64, slotMicroseconds: Int64) -> PowerRow? {
    guard let found = newestSlot(atMost: index, slotMicroseconds: slotMicroseconds), found.index == index
    else { return nil }
    return found.row
  }

  /// Returns the newest slot that has a row, at or before an index.
  ///
  /// - Complexity: As for `slot(index:slotMicroseconds:)`, regardless of the length of a gap.
  public func newestSlot(atMost index: Int64, slotMicroseconds: Int64) -> (index: Int64, row: PowerRow)? {
    let length = Swift.max(1, slotMicroseconds)
    let (end, overflow) = (index &+ 1).multipliedReportingOverflow(by: length)
    guard index < Int64.max, !overflow else { return nil }
    let last = firstIndex(centredFrom: end) - 1
    guard last >= 0 else { return nil }
    let newest = stored(last)
    let slot = newest.slot(of: length)
    guard newest.isMergeable(into: length) else { return (slot, newest.row) }
    var rows: [StoredRow] = []
    var isPartial = false
    var position = last
    while position >= 0 {
      let candidate = stored(position)
      guard candidate.slot(of: length) == slot else { break }
      if candidate.isMergeable(into: length), candidate.isCoarselyLike(newest) {
        rows.append(candidate)
      } else {
        isPartial = true
      }
      position -= 1
    }
    rows.reverse()
    if rows.contains(where: { $0.row.axis != newest.row.axis }) { rows = rows.map { $0.coarsened() } }
    guard var merged = StoredRow.merging(rows) else { return nil }
    let lacksEdge = StoredRow.lacksEdge(
      rows, after: position >= 0 ? stored(position) : nil, before: last + 1 < count ? stored(last + 1) : nil,
      slot: slot, of: length)
    merged.row.isIncomplete = merged.row.isIncomplete || isPartial || lacksEdge
    return (slot, merged.fitted(toSlot: slot, of: length).row)
  }
}
