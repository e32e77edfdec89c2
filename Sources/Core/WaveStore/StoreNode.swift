/// The summaries of 64 blocks, stored as the payload of a summary record.
struct StoreNode {
  let group: Int
  /// The level: a block of level 0 is a chunk, and a block of any other level consists of four blocks of the
  /// level below.
  let level: Int
  /// The index of these 64 blocks at their level: the first block's number ÷ 64.
  let index: UInt64
  /// A bitmap of the 64 blocks, with a bit set for each block that contains frames.
  let mask: UInt64
  let channelCount: Int
  /// At level 0, the byte offset of the last run of each block in the mask.
  ///
  /// At higher levels, the byte offsets of the four summaries below; 0 means that a summary does not exist.
  let places: [UInt64]
  private let payload: [UInt8]
  private let start: Int

  init(_ payload: [UInt8], place: UInt64) throws(StoreError) {
    var coder = StoreCoder(payload, place: place)
    group = Int(coder.read(UInt16.self))
    level = Int(coder.read(UInt8.self))
    coder.skip(1)
    channelCount = coder.count(0, limit: StoreFormat.channelLimit)
    index = coder.read(UInt64.self)
    mask = coder.read(UInt64.self)
    coder.require(mask != 0 && level <= 28 && index <= StoreFormat.sequenceLimit >> 6)
    places = (0..<(level == 0 ? mask.nonzeroBitCount : 4)).map { _ in coder.read(UInt64.self) }
    coder.require(places.allSatisfy { $0 < place })
    start = coder.position
    coder.require(coder.remainingCount == channelCount * mask.nonzeroBitCount * StoreSummary.byteCount)
    try coder.finish()
    self.payload = payload
  }

  /// Returns the summary of a channel's samples in a block, given the block's position among the blocks in
  /// the mask.
  func summary(channel: Int, ordinal: Int) -> StoreSummary {
    let place = (channel * mask.nonzeroBitCount + ordinal) * StoreSummary.byteCount
    return StoreSummary(payload, at: start + place)
  }
}

/// A summary in progress: 64 blocks of one level that are not yet complete.
struct StoreOpenNode: Sendable {
  private(set) var isOpen = false
  private(set) var index: UInt64 = 0
  private(set) var mask: UInt64 = 0
  private(set) var places: [UInt64] = Array(repeating: 0, count: StoreFormat.summaryEntries)
  private(set) var entries: [StoreSummary]

  init(channelCount: Int) {
    entries = Array(repeating: StoreSummary(), count: channelCount * StoreFormat.summaryEntries)
  }

  var channelCount: Int { entries.count / StoreFormat.summaryEntries }

  /// Clears the summary and assigns it the 64 blocks with the given index.
  mutating func open(_ newIndex: UInt64) {
    isOpen = true
    index = newIndex
    mask = 0
    for place in entries.indices { entries[place] = StoreSummary() }
    for place in places.indices { places[place] = 0 }
  }

  mutating func close() { isOpen = false }

  mutating func merge(_ summary: StoreSummary, channel: Int, entry: Int) {
    mask |= 1 << UInt64(entry)
    entries[channel * StoreFormat.summaryEntries + entry].merge(summary)
  }

  mutating func setPlace(_ place: UInt64, at position: Int) { places[position] = place }

  func summary(channel: Int, entry: Int) -> StoreSummary {
    entries[channel * StoreFormat.summaryEntries + entry]
  }

  func write(group: Int, level: Int, to bytes: inout [UInt8]) {
    bytes.append(little: UInt16(group))
    bytes.append(UInt8(level))
    bytes.append(0)
    bytes.append(little: UInt32(channelCount))
    bytes.append(little: index)
    bytes.append(little: mask)
    let present = mask.setBits
    for position in level == 0 ? present : Array(0..<4) { bytes.append(little: places[position]) }
    for channel in 0..<channelCount {
      for entry in present { summary(channel: channel, entry: entry).write(to: &bytes) }
    }
  }
}

extension UInt64 {
  /// The positions of the bits that are set, in ascending order.
  var setBits: [Int] { (0..<64).filter { self >> UInt64($0) & 1 == 1 } }
}
