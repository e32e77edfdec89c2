import WaveSensorsWire
import WaveUnits

/// The received blocks of each group.
///
/// Blocks of the previous level are also stored, and shown until blocks of the new level arrive.
struct StreamBlocks: Sendable {
  private(set) var stores: [BlockStore?]
  private(set) var earlier: [BlockStore?]

  /// Creates a list in which no group has a store yet.
  init(groups count: Int = 0) {
    stores = [BlockStore?](repeating: nil, count: count)
    earlier = stores
  }

  /// Prepares the stores for the level of detail that is shown from now on, keeping earlier blocks if the
  /// same streams are shown.
  ///
  /// - Returns: Whether the level or the streams of any group have changed.
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

  /// Stores blocks; those with a different level or channel count are ignored.
  ///
  /// - Returns: Whether the blocks were stored.
  mutating func insert(_ columns: StreamColumns) -> Bool {
    stores[Int(columns.group)]?.insert(columns) == true
  }

  /// Discards the blocks of a group whose samples are filtered differently from now on.
  ///
  /// - Returns: Whether the group has a store.
  mutating func forget(_ group: Int) -> Bool {
    earlier[group] = nil
    guard let store = stores[group] else { return false }
    stores[group] = BlockStore(level: store.level, channelCount: store.channelCount)
    return true
  }

  /// Returns the source time from which live blocks are needed: the end of the received blocks, but not
  /// before the start of the window.
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

  /// Returns a range of source time that covers the newest run of missing blocks in every group; nil if no
  /// blocks are missing.
  ///
  /// A recording whose playback has stopped is complete, so nothing is missing after its newest blocks.
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
