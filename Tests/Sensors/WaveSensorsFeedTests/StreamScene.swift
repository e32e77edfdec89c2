import TestSupport
import WaveSensorsFeed
import WaveSensorsWire
import WaveStreams
import WaveWire

/// A source of streams, a server's feed of it, and a client that keeps to the protocol; time is turned by
/// hand.
struct StreamScene {
  var now: Int64 = 1_000_000_000
  var archive: StreamArchive
  var feed: SensorsFeed
  let info: StreamSource
  /// Columns that were sent and have not been acknowledged, by kind.
  var unreadLive = 0
  var unreadFetched = 0
  var client = StreamClient()
  private var made: [UInt64]

  init(rates: [Double] = [1000], channels: Int = 2, historyBytes: Int = 1 << 20, beginsAt: UInt64 = 0) {
    info = StreamSource(
      source: 0, name: [], detail: [],
      groups: rates.map { rate in
        .init(
          rateHertz: rate,
          channels: (0..<channels).map { StreamChannel(label: [0x61 + UInt8($0)], unit: []) })
      })
    archive = StreamArchive(
      groups: rates.map {
        StreamGroup(rateHertz: $0, sourceChannelCount: channels, historyBytes: historyBytes)
      })
    feed = SensorsFeed(sources: [.init(info: info)])
    made = rates.map { _ in beginsAt }
    for (group, rate) in rates.enumerated() {
      archive.groups[group].addTimes(from: beginsAt, microseconds: now, rateHertz: rate, reason: .start)
    }
  }

  /// What channel `channel` has at a sample.
  static func value(_ channel: Int, _ sequence: UInt64) -> Double {
    Double(SplitMix.mixed(sequence &* 31 &+ UInt64(channel)) % 2000) - 1000
  }

  /// Lets time pass, and the samples of that time come; those of which `isLost` is true do not.
  mutating func pass(_ microseconds: Int64, isLost: Bool = false) {
    now += microseconds
    for group in archive.groups.indices {
      let piece = archive.groups[group].times.pieces[0]
      let end =
        piece.sequence + UInt64((Double(now) - piece.microseconds) * archive.groups[group].rateHertz / 1e6)
      let first = made[group]
      made[group] = max(first, end)
      guard end > first, !isLost else { continue }
      let channels = archive.groups[group].sourceChannelCount
      var samples: [Double] = []
      for channel in 0..<channels {
        for sequence in first..<end { samples.append(Self.value(channel, sequence)) }
      }
      if let block = SampleBlock(
        sequence: first, channelCount: channels, samples: samples, arrivalMicroseconds: now)
      {
        archive.groups[group].append(block)
      }
    }
    feed.noteSamples(source: 0)
  }

  /// Takes all that is due now to the client.
  @discardableResult mutating func deliver() -> [SensorsMessage] {
    var all: [SensorsMessage] = []
    while feed.isDue(at: now) {
      var list = SensorsMessageList()
      feed.collect(at: now, from: archive, into: &list)
      guard !list.messages.isEmpty else { break }
      all += list.messages
    }
    for message in all {
      guard case .columns(let columns) = message else { continue }
      if columns.isFetched { unreadFetched += 1 } else { unreadLive += 1 }
      client.receive(columns)
    }
    return all
  }

  mutating func send(_ message: SensorsMessage) throws -> SensorsFeedRequest? {
    try feed.receive(message, at: now)
  }

  mutating func hello() throws { _ = try send(.hello(SensorsHello())) }

  mutating func show(
    column: Double, secondsBack: Double, delay: Int64 = 0, channels: Int = 256, rate: UInt8 = 60,
    view: UInt16? = nil
  ) throws {
    client = StreamClient()
    (unreadLive, unreadFetched) = (0, 0)
    _ = try send(
      .show(
        ShowStreams(
          view: view ?? feed.view.view &+ 1, source: 0, isShowing: true, messagesPerSecond: rate,
          columnMicroseconds: column, delayMicroseconds: delay,
          fromMicroseconds: now - Int64(secondsBack * 1e6), channels: ChannelSet(first: channels))))
  }

  /// Acknowledges so many messages, or all.
  mutating func acknowledge(live: Int? = nil, fetched: Int? = nil) throws {
    let (live, fetched) = (min(live ?? .max, unreadLive), min(fetched ?? .max, unreadFetched))
    unreadLive -= live
    unreadFetched -= fetched
    _ = try send(
      .acknowledge(
        Acknowledge(
          view: feed.view.view, liveRows: UInt16(live), fetchedRows: UInt16(fetched), sequence: 0)))
  }

  /// Delivers and acknowledges until nothing has come for two seconds, longer than any pace and any delay
  /// here.
  mutating func drain() throws {
    var quiet = 0
    while quiet < 100 {
      let isMore = deliver().contains { if case .columns = $0 { true } else { false } }
      try acknowledge()
      now += 20_000
      quiet = isMore ? 0 : quiet + 1
    }
  }

  /// Blocks of a group as the archive has them.
  func blocks(_ group: Int, level: Int, channels: [Int], _ range: Range<UInt64>) -> [UInt64: [Float]] {
    var found: [UInt64: [Float]] = [:]
    for block in range {
      var values: [Float] = []
      for channel in channels {
        archive.groups[group].envelope(
          channel: channel, level: level, blocks: block..<(block + 1), into: &values)
      }
      found[block] = values
    }
    return found
  }
}

/// What a client keeps of a view, and what it finds wrong.
struct StreamClient {
  /// Values of all shown channels, by group and block.
  var blocks: [UInt8: [UInt64: [Float]]] = [:]
  var faults: [String] = []
  var skips = 0
  var liveCount = 0
  private var next: [UInt8: UInt64] = [:]

  mutating func receive(_ columns: StreamColumns) {
    if columns.replacesEarlier {
      blocks[columns.group] = nil
      next[columns.group] = nil
    }
    let end = columns.firstBlock + UInt64(columns.blockCount)
    if !columns.isFetched {
      liveCount += 1
      if columns.hasSkipped {
        skips += 1
      } else if let next = next[columns.group], columns.firstBlock != next, columns.firstBlock + 1 != next {
        faults.append("\(columns.firstBlock) comes behind \(next)")
      }
      next[columns.group] = end
    }
    let count = Int(columns.blockCount) * columns.valuesPerBlock
    if columns.values.count != count * Int(columns.channelCount) { faults.append("wrong count of values") }
    for index in 0..<Int(columns.blockCount) {
      var values: [Float] = []
      for channel in 0..<Int(columns.channelCount) {
        let place = channel * count + index * columns.valuesPerBlock
        values += columns.values[place..<(place + columns.valuesPerBlock)]
      }
      blocks[columns.group, default: [:]][columns.firstBlock + UInt64(index)] = values
    }
  }
}

/// Values for tests that have no pattern.
enum SplitMix {
  static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Whether two lists have the same bits, NaN included.
func isSame(_ one: [Float], _ other: [Float]) -> Bool {
  one.count == other.count
    && zip(one, other).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
}
