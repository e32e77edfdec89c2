import WaveSensorsWire

/// When a stream has to cross which level for the picture to stay there.
struct Trigger: Equatable, Sendable {
  /// What changes it.
  enum Input {
    /// Whether the level has to be crossed downwards.
    case slope(isFalling: Bool)
    /// One of the hold-offs, by its place; one that does not exist changes nothing.
    case holdOff(Int)
  }

  /// Share of the window before the crossing.
  static let before = 0.2
  /// Hold-offs to choose from, in seconds.
  static let holdOffs: [Double] = [0, 0.1, 0.2, 0.5, 1, 2, 5]

  /// The stream; nil for the topmost one.
  private(set) var channel: Int?
  /// The level; nil for the middle of the stream's lane.
  private(set) var level: Double?
  /// Whether it has to be crossed downwards.
  private(set) var isFalling = false
  /// Time after a crossing in which others do not count, in seconds.
  private(set) var holdOffSeconds = 0.0
  /// The right edge of the picture that stays.
  private(set) var edge: Double?
  /// When the level was crossed last, in source time.
  private(set) var crossing: Double?
  /// The block up to which was searched.
  private var searched: Int64 = 0
  /// The level of the blocks that were searched.
  private var searchedLevel = -1

  init() {}

  /// The trigger of a recording; a stream that its source does not have is the topmost one.
  init(_ look: StreamLook.Trigger, streamCount: Int) {
    channel = look.channel.flatMap { Int($0) < streamCount ? Int($0) : nil }
    level = look.level.map { Double($0) }
    isFalling = look.isFalling
    holdOffSeconds = Self.holdOffs.first { Float($0) == look.holdOffSeconds } ?? Double(look.holdOffSeconds)
  }

  /// The level in the lane of its stream.
  func level(in lane: Lane) -> Double { level ?? lane.center }

  /// The lane of its stream; the topmost one where that has none.
  func lane(among lanes: [Lane]) -> Lane? { lanes.first { $0.channel == channel } ?? lanes.first }

  mutating func handle(_ input: Input) {
    switch input {
    case .slope(let isFalling): self.isFalling = isFalling
    case .holdOff(let index):
      if Self.holdOffs.indices.contains(index) { holdOffSeconds = Self.holdOffs[index] }
    }
  }

  /// Waits for a crossing from now on.
  ///
  /// - Parameter lane: The lane whose stream is watched, at the level that there is, or at its middle; nil
  ///   where the picture does not wait.
  mutating func rest(watching lane: Lane?) {
    edge = nil
    crossing = nil
    // The lane may follow its data; the level stays.
    if let lane { (channel, level) = (lane.channel, level(in: lane)) }
  }

  /// Moves the level of a lane by pixels.
  mutating func drag(_ lane: Lane, dy: Float) {
    channel = lane.channel
    level = level(in: lane) - Double(dy / lane.height) * lane.span
  }

  /// Streams have other places now; nil where one is gone.
  mutating func renumber(_ places: [Int?]) { channel = channel.flatMap { places[$0] } }

  /// Searches the blocks that have come for crossings of the level; the newest one whose window is complete
  /// counts.
  ///
  /// - Parameters:
  ///   - store: The blocks of the lane's group.
  ///   - lane: The lane of its stream.
  ///   - clock: The clock of the group.
  ///   - windowSeconds: Seconds from the left edge to the right one.
  ///   - newest: When the newest sample of the group was made.
  mutating func search(
    _ store: BlockStore, _ lane: Lane, _ clock: StreamClock, windowSeconds: Double, newest: Double
  ) {
    let level = Float(level(in: lane))
    let length = Double(Int64(1) << Int64(store.level))
    let after = windowSeconds * (1 - Self.before) * 1e6
    if searchedLevel != store.level {
      searchedLevel = store.level
      searched = store.newest
    }
    // The newest block may be under way: it is looked at again.
    var block = Swift.max(searched, store.newest - Int64(BlockStore.capacity) + 1)
    while block < store.newest {
      defer { block += 1 }
      guard let sequence = crossing(store, lane.place, block, level) else { continue }
      let time = clock.microseconds(of: sequence * length)
      if let crossing, time - crossing < holdOffSeconds * 1e6 { continue }
      // A picture that still gathers is not disturbed.
      if let crossing, time < crossing + after { continue }
      crossing = time
    }
    searched = Swift.max(searched, store.newest - 1)
    if let crossing, crossing + after <= newest { edge = crossing + after }
  }

  /// Where in a block, counted in blocks, the level is crossed from the one before it.
  private func crossing(_ store: BlockStore, _ channel: Int, _ block: Int64, _ level: Float) -> Double? {
    if store.level == 0 {
      let (from, to) = (store.sample(channel, block - 1), store.sample(channel, block))
      guard isFalling ? from > level && to <= level : from < level && to >= level else { return nil }
      return Double(block - 1) + Double((level - from) / (to - from))
    }
    let (from, to) = (store.extremes(channel, block - 1), store.extremes(channel, block))
    let isCrossed =
      isFalling ? from.minimum > level && to.minimum <= level : from.maximum < level && to.maximum >= level
    return isCrossed ? Double(block) : nil
  }
}
