import WaveSensorsWire
import WaveWire

extension StreamSource {
  /// The maximum total number of values per second of a sensor's channels.
  static let valuesPerSecondLimit = 4e6

  /// Checks that a sensor's description is valid.
  func check() throws(SensorError) {
    guard !groups.isEmpty else { throw .noGroups }
    guard groups.count <= WireLimits.streamGroups
    else { throw .tooManyGroups(count: groups.count, limit: WireLimits.streamGroups) }
    guard channelCount <= WireLimits.channels
    else { throw .tooManyChannels(count: channelCount, limit: WireLimits.channels) }
    try Self.check(name, limit: WireLimits.text)
    try Self.check(detail, limit: WireLimits.text)
    var load = 0.0
    var number = 0
    for (index, group) in groups.enumerated() {
      guard !group.channels.isEmpty else { throw .noChannels(group: index) }
      guard group.rateHertz > 0, group.rateHertz.isFinite
      else { throw .rate(hertz: group.rateHertz, group: index) }
      load += group.rateHertz * Double(group.channels.count)
      for channel in group.channels {
        try Self.check(channel.label, limit: WireLimits.channelLabel)
        try Self.check(channel.unit, limit: WireLimits.channelUnit)
        guard channel.low.isNaN || channel.high.isNaN || channel.low < channel.high
        else { throw .range(channel: number) }
        number += 1
      }
    }
    guard load <= Self.valuesPerSecondLimit
    else { throw .load(valuesPerSecond: load, limit: Self.valuesPerSecondLimit) }
  }

  private static func check(_ text: [UInt8], limit: Int) throws(SensorError) {
    guard text.count <= limit else { throw .text(byteCount: text.count, limit: limit) }
  }
}
