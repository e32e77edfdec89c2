import WaveSensorsWire
import WaveWire

extension StreamView {
  /// Returns the appearance of a source in the format used by recordings.
  func look(of source: UInt16) -> StreamLook {
    let channels = streams.order.compactMap { channel -> StreamLook.Channel? in
      let scale = streams.scales[channel]
      let low = Self.finite(scale.center - scale.span / 2)
      let high = Self.finite(scale.center + scale.span / 2)
      guard channel < WireLimits.channels, low < high else { return nil }
      return StreamLook.Channel(
        channel: UInt8(truncatingIfNeeded: channel), isShown: !streams.hidden.contains(channel),
        isAutomatic: scale.isAutomatic, low: low, high: high,
        alarm: alarms.band(of: channel).map {
          StreamLook.Band(low: Self.finite($0.low), high: Self.finite($0.high))
        })
    }
    var look = StreamLook(
      source: source, layout: streams.layout, motion: time.motion, form: paper.form,
      isLinked: streams.isLinked, windowSeconds: time.windowSeconds, speed: Float(paper.speed),
      gain: Float(paper.gain), channels: channels)
    look.trigger = StreamLook.Trigger(
      channel: trigger.channel.flatMap { $0 < WireLimits.channels ? UInt8(truncatingIfNeeded: $0) : nil },
      level: trigger.level.map { Self.finite($0) }, isFalling: trigger.isFalling,
      holdOffSeconds: Float(trigger.holdOffSeconds))
    return look
  }

  /// Converts a value to a finite number, as messages require.
  private static func finite(_ value: Double) -> Float {
    let limit = 1e30
    return Float(Swift.max(-limit, Swift.min(limit, value)))
  }
}
