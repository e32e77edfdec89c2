import WaveSensorsWire

/// Blocks of one group's shown channels at one level, as far as they have come; a ring that keeps the newest.
struct BlockStore: Sendable {
  /// Blocks of each channel: twice as many as the widest screen has columns.
  static let capacity = 8192

  let level: Int
  let channelCount: Int
  /// The newest block that has come.
  private(set) var newest: Int64 = -1
  private var numbers: [Int64]
  private var values: [Float]

  init(level: Int, channelCount: Int) {
    self.level = level
    self.channelCount = channelCount
    numbers = [Int64](repeating: -1, count: Self.capacity)
    values = [Float](repeating: .nan, count: channelCount * Self.capacity * (level == 0 ? 1 : 2))
  }

  /// The oldest block that there can be beside the newest.
  var oldest: Int64 { Swift.max(0, newest - Int64(Self.capacity) + 1) }

  private var perBlock: Int { level == 0 ? 1 : 2 }

  private static func slot(_ block: Int64) -> Int { Int(block & Int64(capacity - 1)) }

  /// Stores blocks; blocks that are too old for the ring are passed over.
  ///
  /// - Returns: Whether they fit: false for those of another level, or of other channels.
  mutating func insert(_ columns: StreamColumns) -> Bool {
    let count = Int(columns.blockCount)
    let first = Int64(columns.firstBlock)
    guard Int(columns.level) == level, Int(columns.channelCount) == channelCount, count > 0,
      columns.values.count == count * channelCount * perBlock
    else { return false }
    newest = Swift.max(newest, first + Int64(count) - 1)
    for offset in 0..<count {
      let block = first + Int64(offset)
      guard block > newest - Int64(Self.capacity) else { continue }
      let slot = Self.slot(block)
      numbers[slot] = block
      for channel in 0..<channelCount {
        for part in 0..<perBlock {
          values[(channel * Self.capacity + slot) * perBlock + part] =
            columns.values[(channel * count + offset) * perBlock + part]
        }
      }
    }
    return true
  }

  /// Whether a block has come.
  func has(_ block: Int64) -> Bool { block >= 0 && numbers[Self.slot(block)] == block }

  /// A sample at level 0; NaN where it is missing or has not come, also where the server does not know yet
  /// that the channel is shown.
  func sample(_ channel: Int, _ block: Int64) -> Float {
    let slot = Self.slot(block)
    guard block >= 0, numbers[slot] == block, channel < channelCount else { return .nan }
    return values[channel * Self.capacity + slot]
  }

  /// Extremes of a block above level 0; NaN where all is missing or it has not come.
  func extremes(_ channel: Int, _ block: Int64) -> (minimum: Float, maximum: Float) {
    let slot = Self.slot(block)
    guard block >= 0, numbers[slot] == block, channel < channelCount else { return (.nan, .nan) }
    let place = (channel * Self.capacity + slot) * 2
    return (values[place], values[place + 1])
  }

  /// Least and greatest value of a block at any level; NaN where all is missing or it has not come.
  func bounds(_ channel: Int, _ block: Int64) -> (minimum: Float, maximum: Float) {
    guard level == 0 else { return extremes(channel, block) }
    let value = sample(channel, block)
    return (value, value)
  }

  /// The blocks between two that have not come: the newest run of them, and no more than are held.
  func newestMissing(from first: Int64, through last: Int64) -> ClosedRange<Int64>? {
    let first = Swift.max(first, last &- Int64(Self.capacity) + 1)
    var block = last
    while block >= first, has(block) { block -= 1 }
    guard block >= first else { return nil }
    let end = block
    while block >= first, !has(block) { block -= 1 }
    return block + 1...end
  }

  /// The end of the run of blocks that have come from one on; that one where it has not come.
  func endOfRun(from first: Int64) -> Int64 {
    var block = first
    while has(block) { block += 1 }
    return block
  }
}
