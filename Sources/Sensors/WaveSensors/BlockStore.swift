import WaveSensorsWire

/// A ring buffer of the newest blocks received for a group's visible channels, at one level of detail.
struct BlockStore: Sendable {
  /// The number of blocks stored for each channel: twice the number of columns on the widest screen.
  static let capacity = 8192

  let level: Int
  let channelCount: Int
  /// The number of the newest block received; -1 if there is none.
  private(set) var newest: Int64 = -1
  private var numbers: [Int64]
  private var values: [Float]

  init(level: Int, channelCount: Int) {
    self.level = level
    self.channelCount = channelCount
    numbers = [Int64](repeating: -1, count: Self.capacity)
    values = [Float](repeating: .nan, count: channelCount * Self.capacity * (level == 0 ? 1 : 2))
  }

  /// The number of the oldest block that the ring can hold together with the newest block.
  var oldest: Int64 { Swift.max(0, newest - Int64(Self.capacity) + 1) }

  private var perBlock: Int { level == 0 ? 1 : 2 }

  private static func slot(_ block: Int64) -> Int { Int(block & Int64(capacity - 1)) }

  /// Stores blocks; blocks that are too old for the ring are ignored.
  ///
  /// - Returns: Whether the blocks match the store; false if their level or channel count differs.
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

  /// Returns whether a block has been received.
  func has(_ block: Int64) -> Bool { block >= 0 && numbers[Self.slot(block)] == block }

  /// Returns a sample at level 0.
  ///
  /// The result is NaN if the sample is missing or has not been received, for example because the channel has
  /// just been shown.
  func sample(_ channel: Int, _ block: Int64) -> Float {
    let slot = Self.slot(block)
    guard block >= 0, numbers[slot] == block, channel < channelCount else { return .nan }
    return values[channel * Self.capacity + slot]
  }

  /// Returns the extremes of a block at a level above 0, or NaN if all its samples are missing or the block
  /// has not been received.
  func extremes(_ channel: Int, _ block: Int64) -> (minimum: Float, maximum: Float) {
    let slot = Self.slot(block)
    guard block >= 0, numbers[slot] == block, channel < channelCount else { return (.nan, .nan) }
    let place = (channel * Self.capacity + slot) * 2
    return (values[place], values[place + 1])
  }

  /// Returns the lowest and highest value of a block at any level, or NaN if all its samples are missing or
  /// the block has not been received.
  func bounds(_ channel: Int, _ block: Int64) -> (minimum: Float, maximum: Float) {
    guard level == 0 else { return extremes(channel, block) }
    let value = sample(channel, block)
    return (value, value)
  }

  /// Returns the newest run of missing blocks in a range, limited to the capacity of the store.
  func newestMissing(from first: Int64, through last: Int64) -> ClosedRange<Int64>? {
    let first = Swift.max(first, last &- Int64(Self.capacity) + 1)
    var block = last
    while block >= first, has(block) { block -= 1 }
    guard block >= first else { return nil }
    let end = block
    while block >= first, !has(block) { block -= 1 }
    return block + 1...end
  }

  /// Returns the number of the first block at or after `first` that has not been received.
  func endOfRun(from first: Int64) -> Int64 {
    var block = first
    while has(block) { block += 1 }
    return block
  }
}
