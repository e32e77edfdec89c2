/// When a stream has to cross which level for the picture to stand there.
struct Trigger: Equatable, Sendable {
  /// Share of the window that lies before the crossing.
  static let before = 0.2

  /// The stream; nil for the topmost one.
  var channel: Int?
  /// The level; nil for the middle of the stream's lane.
  var level: Double?
  /// Whether it has to be crossed downwards.
  var isFalling = false
  /// Time after a crossing in which others do not count, in seconds.
  var holdOffSeconds = 0.0
  /// The right edge of the picture that stands.
  var edge: Double?
  /// When the level was crossed last, in server time.
  var crossing: Double?
  /// The block up to which was looked.
  var searched: Int64 = 0
  /// The level of the blocks that were looked through.
  var searchedLevel = -1
}

extension SensorsModel {
  /// Hold-offs to choose from, in seconds.
  static let holdOffs: [Double] = [0, 0.1, 0.2, 0.5, 1, 2, 5]

  /// The lane whose stream has to cross the level.
  var triggerLane: Lane? {
    let lanes = lanes()
    return lanes.first { $0.channel == trigger.channel } ?? lanes.first
  }

  /// Looks through the blocks that have come for crossings of the level; the newest one whose window is
  /// complete counts.
  mutating func findCrossing(_ group: Int) {
    guard let lane = triggerLane, lane.group == group, let store = stores[group] else { return }
    let level = Float(trigger.level ?? lane.center)
    let clock = allClocks[sourceIndex][group]
    let length = Double(Int64(1) << Int64(store.level))
    if trigger.searchedLevel != store.level {
      trigger.searchedLevel = store.level
      trigger.searched = store.newest
    }
    // The newest block may be under way: it is looked at again.
    var block = Swift.max(trigger.searched, store.newest - Int64(BlockStore.capacity) + 1)
    while block < store.newest {
      defer { block += 1 }
      guard let sequence = crossing(store, lane.place, block, level) else { continue }
      let time = clock.microseconds(of: sequence * length)
      if let last = trigger.crossing, time - last < trigger.holdOffSeconds * 1e6 { continue }
      // A picture that still gathers is not disturbed.
      if let last = trigger.crossing, time < last + windowSeconds * (1 - Trigger.before) * 1e6 { continue }
      trigger.crossing = time
    }
    trigger.searched = Swift.max(trigger.searched, store.newest - 1)
    guard let crossing = trigger.crossing else { return }
    let edge = crossing + windowSeconds * (1 - Trigger.before) * 1e6
    if edge <= recency.newestMicroseconds[group] { trigger.edge = edge }
  }

  /// Where in a block, counted in blocks, the level is crossed from the one before it.
  private func crossing(_ store: BlockStore, _ channel: Int, _ block: Int64, _ level: Float) -> Double? {
    if store.level == 0 {
      let (from, to) = (store.sample(channel, block - 1), store.sample(channel, block))
      guard trigger.isFalling ? from > level && to <= level : from < level && to >= level else { return nil }
      return Double(block - 1) + Double((level - from) / (to - from))
    }
    let (from, to) = (store.extremes(channel, block - 1), store.extremes(channel, block))
    let isCrossed =
      trigger.isFalling
      ? from.minimum > level && to.minimum <= level : from.maximum < level && to.maximum >= level
    return isCrossed ? Double(block) : nil
  }
}
