import WaveSensorsFeed
import WaveSensorsWire
import WaveStreams
import WaveUnits
import WaveWire

extension StreamArchive {
  /// Allocates the memory for a source's samples, in proportion to each group's channels and rate.
  ///
  /// - Parameters:
  ///   - info: The description of the source, including the derived streams.
  ///   - mixtures: The derived streams of each group.
  ///   - filters: The filters applied to the displayed streams.
  ///   - historyBytes: The memory in bytes.
  init(of info: StreamSource, _ mixtures: [[ChannelMixture]], _ filters: StreamFilters, _ historyBytes: Int) {
    let weights = info.groups.map { Double(max(1, $0.channels.count)) * $0.rateHertz }
    let sum = max(weights.reduce(0, +), 1e-9)
    self.init(
      groups: info.groups.indices.map { index in
        let group = info.groups[index]
        var made = StreamGroup(
          rateHertz: group.rateHertz, sourceChannelCount: group.channels.count - mixtures[index].count,
          mixtures: mixtures[index],
          historyBytes: Int(saturating: Double(historyBytes / 3) * weights[index] / sum))
        made.setFilter(filters.sections(rateHertz: group.rateHertz))
        return made
      })
  }
}

extension StreamSource {
  /// Adds the ECG limb leads that can be derived, and returns the derivations for each group.
  mutating func addLimbLeads() -> [[ChannelMixture]] {
    var left = WireLimits.channels - channelCount
    return groups.indices.map { index in
      guard left >= 4 else { return [] }
      let mixtures = LimbLeads.complete(&groups[index])
      left -= mixtures.count
      return mixtures
    }
  }
}
