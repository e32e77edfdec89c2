import WaveSensorsWire

/// A trigger that freezes the display when a stream crosses a level.
struct Trigger: Equatable, Sendable {
  /// An input that changes the trigger.
  enum Input {
    /// Sets whether the level must be crossed downwards.
    case slope(isFalling: Bool)
    /// Selects a hold-off by its index; an invalid index has no effect.
    case holdOff(Int)
  }

  /// The fraction of the window that precedes the crossing.
  static let before = 0.2
  /// The selectable hold-off times, in seconds.
  static let holdOffs: [Double] = [0, 0.1, 0.2, 0.5, 1, 2, 5]

  /// The number of the stream to watch; nil for the topmost visible stream.
  private(set) var channel: Int?
  /// The level to cross; nil for the middle of the stream's lane.
  private(set) var level: Double?
  /// Whether the level must be crossed downwards.
  private(set) var isFalling = false
  /// The time after a crossing during which further crossings are ignored, in seconds.
  private(set) var holdOffSeconds = 0.0
  /// The source time at the right edge of the frozen display; nil if the display is not frozen.
  private(set) var edge: Double?
  /// The source time of the last crossing.
  private(set) var crossing: Double?
  /// The number of the block up to which the search is complete.
  private var searched: Int64 = 0
  /// The level of detail of the blocks that were searched.
  private var searchedLevel = -1

  init() {}

  /// Creates the trigger from the settings stored in a recording.
  ///
  /// If the source does not have the trigger's stream, the topmost stream is used.
  init(_ look: StreamLook.Trigger, streamCount: Int) {
    channel = look.channel.flatMap { Int($0) < streamCount ? Int($0) : nil }
    level = look.level.map { Double($0) }
    isFalling = look.isFalling
    holdOffSeconds = Self.holdOffs.first { Float($0) == look.holdOffSeconds } ?? Double(look.holdOffSeconds)
  }

  /// Returns the trigger level in the lane of its stream.
  func level(in lane: Lane) -> Double { level ?? lane.center }

  /// Returns the lane of the watched stream, or the topmost lane if that stream has none.
  func lane(among lanes: [Lane]) -> Lane? { lanes.first { $0.channel == channel } ?? lanes.first }

  mutating func handle(_ input: Input) {
    switch input {
    case .slope(let isFalling): self.isFalling = isFalling
    case .holdOff(let index):
      if Self.holdOffs.indices.contains(index) { holdOffSeconds = Self.holdOffs[index] }
    }
  }

  /// Starts waiting for a new crossing.
  ///
  /// - Parameter lane: The lane whose stream is watched; nil if the motion is not triggered. If there is no
  ///   level yet, it is set to the middle of the lane.
  mutating func rest(watching lane: Lane?) {
    edge = nil
    crossing = nil
    // The lane's scale can follow the data, but the level must stay fixed.
    if let lane { (channel, level) = (lane.channel, level(in: lane)) }
  }

  /// Moves the level in a lane by a number of pixels.
  mutating func drag(_ lane: Lane, dy: Float) {
    channel = lane.channel
    level = level(in: lane) - Double(dy / lane.height) * lane.span
  }

  /// Renumbers the watched stream after streams were added or removed: `places` contains the new number of
  /// each old stream, or nil if it was removed.
  mutating func renumber(_ places: [Int?]) { channel = channel.flatMap { places[$0] } }

  /// Searches the received blocks for crossings of the level, and selects the newest one whose window is
  /// complete.
  ///
  /// - Parameters:
  ///   - store: The blocks of the lane's group.
  ///   - lane: The lane of the watched stream.
  ///   - clock: The clock of the group.
  ///   - windowSeconds: The duration from the left edge to the right edge, in seconds.
  ///   - newest: The time of the group's newest sample.
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
    // The newest block can be incomplete, so it is searched again.
    var block = Swift.max(searched, store.newest - Int64(BlockStore.capacity) + 1)
    while block < store.newest {
      defer { block += 1 }
      guard let sequence = crossing(store, lane.place, block, level) else { continue }
      let time = clock.microseconds(of: sequence * length)
      if let crossing, time - crossing < holdOffSeconds * 1e6 { continue }
      // Ignore crossings until the window around the last crossing is complete.
      if let crossing, time < crossing + after { continue }
      crossing = time
    }
    searched = Swift.max(searched, store.newest - 1)
    if let crossing, crossing + after <= newest { edge = crossing + after }
  }

  /// Returns the position, in blocks, at which the stream crosses the level between the previous block and a
  /// given block; nil if it does not.
  private func crossing(_ store: BlockStore, _ channel: Int, _ block: Int64, _ level: Float) -> Double? {
    let (from, to) = (store.bounds(channel, block - 1), store.bounds(channel, block))
    guard
      isFalling ? from.minimum > level && to.minimum <= level : from.maximum < level && to.maximum >= level
    else { return nil }
    guard store.level == 0 else { return Double(block) }
    return Double(block - 1) + Double((level - from.minimum) / (to.minimum - from.minimum))
  }
}
