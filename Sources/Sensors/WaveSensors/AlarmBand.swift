import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// The values that a stream may have without anyone being told.
struct AlarmBand: Equatable, Sendable {
  var low: Double
  var high: Double
  /// When a value outside came last, in the client's time.
  var raisedAt: Int64?

  /// How long an alarm stands after the last value outside.
  static let standsMicroseconds: Int64 = 3_000_000

  func isRaised(at now: Int64) -> Bool { raisedAt.map { now - $0 < Self.standsMicroseconds } ?? false }
}

extension SensorsModel {
  /// Whether streams have bands.
  var hasAlarms: Bool { alarms.contains { $0 != nil } }

  /// Gives every stream a band a little wider than what it has done of late, or takes all bands away.
  mutating func setAlarms(_ isOn: Bool) {
    alarms = scales.indices.map { channel in
      guard isOn else { return nil }
      let scale = scales[channel]
      var (low, high) = (scale.center - 0.3 * scale.span, scale.center + 0.3 * scale.span)
      if let reading = readings?.readings.first(where: { Int($0.channel) == channel }),
        reading.minimum.isFinite
      {
        let margin = Swift.max(Double(reading.maximum - reading.minimum) * 0.1, scale.span * 0.02)
        (low, high) = (Double(reading.minimum) - margin, Double(reading.maximum) + margin)
      }
      return AlarmBand(low: low, high: high)
    }
  }

  /// Raises alarms for new blocks: their extremes are those of all samples in them.
  mutating func watch(_ columns: StreamColumns, at now: Int64) {
    guard hasAlarms, !columns.isFetched else { return }
    let perChannel = Int(columns.blockCount) * columns.valuesPerBlock
    for lane in lanes() where lane.group == Int(columns.group) && lane.place < Int(columns.channelCount) {
      guard alarms.indices.contains(lane.channel), var band = alarms[lane.channel] else { continue }
      for value in columns.values[(lane.place * perChannel)..<((lane.place + 1) * perChannel)]
      where Double(value) < band.low || Double(value) > band.high {
        band.raisedAt = now
      }
      alarms[lane.channel] = band
    }
  }

  /// Names of the streams whose alarm stands.
  func alarmText(at now: Int64) -> [UInt8] {
    var text = TextWriter()
    for channel in alarms.indices where alarms[channel]?.isRaised(at: now) == true {
      guard let info = channelInfo(channel), text.bytes.count < 40 else { continue }
      text.append(text.bytes.isEmpty ? "alarm: " : ", ")
      text.append(bytes: info.label)
    }
    return text.bytes
  }

  /// The edge of a band under a point, at the left of its lane.
  func alarmEdge(x: Float, y: Float) -> (channel: Int, isHigh: Bool)? {
    guard layout == .lanes, x < 44 * screen.scale, let lane = lane(x: x, y: y),
      alarms.indices.contains(lane.channel), let band = alarms[lane.channel]
    else { return nil }
    let high = (self.y(of: band.high, in: lane) - y).magnitude
    let low = (self.y(of: band.low, in: lane) - y).magnitude
    guard Swift.min(high, low) < 24 * screen.scale else { return nil }
    // In a low lane both are under the finger: handles stand side by side, the upper edge's at the left.
    guard isCrowded(lane), (high - low).magnitude < 8 * screen.scale else {
      return (lane.channel, high < low)
    }
    return (lane.channel, x < 18 * screen.scale)
  }

  /// Whether a lane is so low that its handles would stand on one another.
  private func isCrowded(_ lane: Lane) -> Bool { lane.height < 64 * screen.scale }

  /// Moves an edge of a band with the finger; it stays on its side of the other.
  mutating func moveAlarm(_ channel: Int, isHigh: Bool, dy: Float) {
    guard var band = alarms[channel], let lane = lanes().first(where: { $0.channel == channel }) else {
      return
    }
    let step = -Double(dy / lane.height) * lane.span
    if isHigh {
      band.high = Swift.max(band.low, band.high + step)
    } else {
      band.low = Swift.min(band.high, band.low + step)
    }
    alarms[channel] = band
  }

  /// Edges of the bands, and a tint on lanes whose alarm stands.
  func drawAlarms(_ lanes: [Lane], into list: inout DrawList, at now: Int64) {
    list.layer(LayerID.alarms, bounds: screen.plot) { list in
      for lane in lanes {
        guard alarms.indices.contains(lane.channel), let band = alarms[lane.channel] else { continue }
        let isRaised = band.isRaised(at: now)
        let color = Color(theme == .dark ? 0xFF6B5E : 0xC62817)
        var faint = color
        faint.rgba = faint.rgba & 0x00FF_FFFF | 0x6000_0000
        if isRaised {
          var tint = color
          tint.rgba = tint.rgba & 0x00FF_FFFF | 0x2A00_0000
          list.rectangle(lane.rect, color: tint)
        }
        for edge in [band.low, band.high] {
          let y = y(of: edge, in: lane)
          guard y >= lane.y, y < lane.y + lane.height else { continue }
          list.rectangle(
            Rect(x: 0, y: y.rounded(), width: screen.width, height: screen.hairline),
            color: isCrowded(lane) && !isRaised ? faint : color)
          let radius = isCrowded(lane) ? Swift.max(3.5 * screen.scale, lane.height * 0.11) : 7 * screen.scale
          let left = isCrowded(lane) && edge == band.low ? 2 * radius + 3 * screen.scale : 0
          list.rectangle(
            Rect(x: left, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius, color: color)
        }
      }
    }
  }
}
