import WaveSensorsWire
import WaveUnits

/// The blocks of each group that have come, and those of the level before, shown until the new ones come.
struct StreamBlocks: Sendable {
  private(set) var stores: [BlockStore?]
  private(set) var earlier: [BlockStore?]

  /// Makes room for nothing yet.
  init(groups count: Int = 0) {
    stores = [BlockStore?](repeating: nil, count: count)
    earlier = stores
  }

  /// Makes room for blocks of the levels that are shown from now on; earlier ones stay where the same streams
  /// are shown.
  ///
  /// - Returns: Whether any group has another level, or other streams.
  mutating func prepare(
    _ source: StreamSource, _ shown: ChannelSet, columnMicroseconds: Double, keepsOld: Bool
  ) -> Bool {
    var first = 0
    var hasChanged = false
    for (group, info) in source.groups.enumerated() {
      let count = info.channels.indices.count { shown.contains(first + $0) }
      first += info.channels.count
      let level = StreamColumns.level(rateHertz: info.rateHertz, columnMicroseconds: columnMicroseconds)
      if let store = stores[group], store.level == level, store.channelCount == count, keepsOld { continue }
      earlier[group] = keepsOld && stores[group]?.channelCount == count ? stores[group] : nil
      stores[group] = count > 0 ? BlockStore(level: level, channelCount: count) : nil
      hasChanged = true
    }
    return hasChanged
  }

  /// Stores blocks; those of another level, or of other channels, are passed over.
  ///
  /// - Returns: Whether they were stored.
  mutating func insert(_ columns: StreamColumns) -> Bool {
    stores[Int(columns.group)]?.insert(columns) == true
  }

  /// Forgets the blocks of a group: its samples are filtered in another way now.
  ///
  /// - Returns: Whether there was room for any.
  mutating func forget(_ group: Int) -> Bool {
    earlier[group] = nil
    guard let store = stores[group] else { return false }
    stores[group] = BlockStore(level: store.level, channelCount: store.channelCount)
    return true
  }

  /// From when on live blocks are wanted: the end of what has come, within a window, all in source time.
  func liveStart(from start: Double, _ clocks: [StreamClock]) -> Double {
    var latest = Double.infinity
    for (group, store) in stores.enumerated() {
      guard let store else { continue }
      let block = Int64(saturating: clocks[group].sequence(at: start)) >> Int64(store.level)
      let end = store.endOfRun(from: Swift.max(0, block))
      let sequence = Double(Swift.max(0, end - 1) << Int64(store.level))
      latest = Swift.min(latest, clocks[group].microseconds(of: sequence))
    }
    return Swift.max(start, latest.isFinite ? latest : start)
  }

  /// What a stretch of source time lacks: from the first of the newest missing blocks to their end, over all
  /// groups.
  ///
  /// After the newest blocks of a recording at rest nothing is missing: it is complete.
  func missing(
    from start: Double, until end: Double, isComplete: Bool, _ clocks: [StreamClock]
  ) -> (from: Double, until: Double)? {
    var missing: (from: Double, until: Double)?
    for (group, store) in stores.enumerated() {
      guard let store, !clocks[group].isEmpty else { continue }
      let level = Int64(store.level)
      let first = Swift.max(0, Int64(saturating: clocks[group].sequence(at: start)) >> level)
      var last = Int64(saturating: clocks[group].sequence(at: end)) >> level
      if isComplete { last = Swift.min(last, store.newest) }
      guard last >= first, let run = store.newestMissing(from: first, through: last) else { continue }
      let from = clocks[group].microseconds(of: Double(run.lowerBound << level))
      let until = clocks[group].microseconds(of: Double((run.upperBound + 1) << level))
      missing = (Swift.min(missing?.from ?? from, from), Swift.max(missing?.until ?? until, until))
    }
    return missing
  }
}
