import WaveSensorsWire
import WaveUnits

/// The range of values that a stream can have without raising an alarm.
struct AlarmBand: Equatable, Sendable {
  /// The time for which an alarm remains active after the last value outside the band.
  static let lastsMicroseconds: Int64 = 3_000_000

  private(set) var low: Double
  private(set) var high: Double
  /// The client time of the latest value outside the band; nil if there was none.
  private(set) var raisedAt: Int64?

  /// Returns whether the alarm is active.
  func isRaised(at now: Int64) -> Bool { raisedAt.map { now - $0 < Self.lastsMicroseconds } ?? false }

  /// Raises the alarm if any of the new values is outside the band; NaN is ignored.
  mutating func watch(_ values: ArraySlice<Float>, at now: Int64) {
    for value in values where Double(value) < low || Double(value) > high { raisedAt = now }
  }

  /// Moves an edge of the band; it cannot cross the opposite edge.
  mutating func move(isHigh: Bool, by step: Double) {
    if isHigh { high = Swift.max(low, high + step) } else { low = Swift.min(high, low + step) }
  }
}

/// The alarm bands of all streams.
struct Alarms: Equatable, Sendable {
  private(set) var bands: [AlarmBand?] = []

  init() {}

  /// Creates the bands from the appearance stored in a recording.
  init(_ look: StreamLook, streamCount: Int) {
    bands = [AlarmBand?](repeating: nil, count: streamCount)
    for channel in look.channels where Int(channel.channel) < streamCount {
      bands[Int(channel.channel)] = channel.alarm.map {
        AlarmBand(low: Double($0.low), high: Double($0.high))
      }
    }
  }

  /// Whether any stream has an alarm band.
  var areOn: Bool { bands.contains { $0 != nil } }

  /// Returns the alarm band of a stream; nil if it has none.
  func band(of channel: Int) -> AlarmBand? { bands.indices.contains(channel) ? bands[channel] : nil }

  /// Returns text with the names of the streams whose alarm is active.
  func text(of source: StreamSource, at now: Int64) -> [UInt8] {
    var text = TextWriter()
    for channel in bands.indices where bands[channel]?.isRaised(at: now) == true {
      guard let info = source.channel(channel), text.bytes.count < 40 else { continue }
      text.append(text.bytes.isEmpty ? "alarm: " : ", ")
      text.append(bytes: info.label)
    }
    return text.bytes
  }

  /// Gives every stream a band slightly wider than its recent range of values, or removes all bands.
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

  /// Raises an alarm for each stream with a value outside its band in the new blocks.
  ///
  /// Blocks contain the extremes of their samples, so no value outside a band is missed.
  mutating func watch(_ columns: StreamColumns, _ lanes: [Lane], at now: Int64) {
    let perChannel = Int(columns.blockCount) * columns.valuesPerBlock
    for lane in lanes where lane.group == Int(columns.group) && lane.place < Int(columns.channelCount) {
      guard bands.indices.contains(lane.channel) else { continue }
      let values = columns.values[(lane.place * perChannel)..<((lane.place + 1) * perChannel)]
      bands[lane.channel]?.watch(values, at: now)
    }
  }

  /// Moves an edge of a lane's band by a number of pixels.
  mutating func drag(_ lane: Lane, isHigh: Bool, dy: Float) {
    guard bands.indices.contains(lane.channel) else { return }
    bands[lane.channel]?.move(isHigh: isHigh, by: -Double(dy / lane.height) * lane.span)
  }

  /// Renumbers the bands after streams were added or removed.
  ///
  /// `places` contains the new number of each old stream, or nil if it was removed. New streams have no band.
  mutating func renumber(_ places: [Int?], count: Int) {
    var next = [AlarmBand?](repeating: nil, count: bands.isEmpty ? 0 : count)
    for (old, place) in places.enumerated() where bands.indices.contains(old) {
      if let place { next[place] = bands[old] }
    }
    bands = next
  }
}
