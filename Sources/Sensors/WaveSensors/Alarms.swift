import WaveSensorsWire
import WaveUnits

/// The values that a stream may have without an alarm.
struct AlarmBand: Equatable, Sendable {
  /// How long an alarm lasts after the last value outside.
  static let lastsMicroseconds: Int64 = 3_000_000

  private(set) var low: Double
  private(set) var high: Double
  /// When a value outside came last, in the client's time.
  private(set) var raisedAt: Int64?

  init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Whether its alarm lasts.
  func isRaised(at now: Int64) -> Bool { raisedAt.map { now - $0 < Self.lastsMicroseconds } ?? false }

  /// Watches new values, of which NaN is none.
  mutating func watch(_ values: ArraySlice<Float>, at now: Int64) {
    for value in values where Double(value) < low || Double(value) > high { raisedAt = now }
  }

  /// Moves an edge; it stays on its side of the other.
  mutating func move(isHigh: Bool, by step: Double) {
    if isHigh { high = Swift.max(low, high + step) } else { low = Swift.min(high, low + step) }
  }
}

/// The bands of all streams, where they have any.
struct Alarms: Equatable, Sendable {
  private(set) var bands: [AlarmBand?] = []

  init() {}

  /// The bands of a recording.
  init(_ look: StreamLook, streamCount: Int) {
    bands = [AlarmBand?](repeating: nil, count: streamCount)
    for channel in look.channels where Int(channel.channel) < streamCount {
      bands[Int(channel.channel)] = channel.alarm.map {
        AlarmBand(low: Double($0.low), high: Double($0.high))
      }
    }
  }

  /// Whether streams have bands.
  var areOn: Bool { bands.contains { $0 != nil } }

  /// The band of a stream.
  func band(of channel: Int) -> AlarmBand? { bands.indices.contains(channel) ? bands[channel] : nil }

  /// The names of the streams whose alarm lasts.
  func text(of source: StreamSource, at now: Int64) -> [UInt8] {
    var text = TextWriter()
    for channel in bands.indices where bands[channel]?.isRaised(at: now) == true {
      guard let info = source.channel(channel), text.bytes.count < 40 else { continue }
      text.append(text.bytes.isEmpty ? "alarm: " : ", ")
      text.append(bytes: info.label)
    }
    return text.bytes
  }

  /// Gives every stream a band a little wider than what it has done of late, or removes all bands.
  mutating func set(_ isOn: Bool, _ scales: [ChannelScale], _ readings: [StreamReadings.Reading]) {
    bands = scales.indices.map { channel in
      guard isOn else { return nil }
      let scale = scales[channel]
      guard let reading = readings.first(where: { Int($0.channel) == channel }), reading.minimum.isFinite
      else { return AlarmBand(low: scale.center - 0.3 * scale.span, high: scale.center + 0.3 * scale.span) }
      let margin = Swift.max(Double(reading.maximum - reading.minimum) * 0.1, scale.span * 0.02)
      return AlarmBand(low: Double(reading.minimum) - margin, high: Double(reading.maximum) + margin)
    }
  }

  /// Raises alarms for new blocks: their extremes are those of all samples in them.
  mutating func watch(_ columns: StreamColumns, _ lanes: [Lane], at now: Int64) {
    let perChannel = Int(columns.blockCount) * columns.valuesPerBlock
    for lane in lanes where lane.group == Int(columns.group) && lane.place < Int(columns.channelCount) {
      guard bands.indices.contains(lane.channel) else { continue }
      let values = columns.values[(lane.place * perChannel)..<((lane.place + 1) * perChannel)]
      bands[lane.channel]?.watch(values, at: now)
    }
  }

  /// Moves an edge of a lane's band by pixels.
  mutating func drag(_ lane: Lane, isHigh: Bool, dy: Float) {
    guard bands.indices.contains(lane.channel) else { return }
    bands[lane.channel]?.move(isHigh: isHigh, by: -Double(dy / lane.height) * lane.span)
  }

  /// Streams have other places now, nil where one is gone; new ones have no band.
  mutating func renumber(_ places: [Int?], count: Int) {
    var next = [AlarmBand?](repeating: nil, count: bands.isEmpty ? 0 : count)
    for (old, place) in places.enumerated() where bands.indices.contains(old) {
      if let place { next[place] = bands[old] }
    }
    bands = next
  }
}
