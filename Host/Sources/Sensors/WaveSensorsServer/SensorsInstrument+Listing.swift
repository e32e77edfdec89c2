import Synchronization
import WaveHomeFeed
package import WaveHomeWire
import WaveSensorsFeed
import WaveSensorsWire
import WaveServer
import WaveStreams
import WaveSystem
import WaveUnits
import WaveWire

extension SensorsInstrument: SourceListing {
  package var listedInstrument: ListedSource.Instrument { .sensors }

  package var listedSources: [ListedSource] { hosts.map(\.listed) }

  package func thumbnail(ofSource source: UInt16, identifier: UInt32, columns: Int) -> Thumbnail? {
    guard hosts.indices.contains(Int(source)) else { return nil }
    let lanes = hosts[Int(source)].state.withLock { $0.archive.thumbnailLanes(columns: columns) }
    return lanes.isEmpty ? nil : Thumbnail(identifier: identifier, lanes: lanes)
  }
}

extension SensorSourceHost {
  /// The source as it is listed now.
  fileprivate var listed: ListedSource {
    let info = state.withLock { $0.description.info }
    let (health, _, reason) = condition
    let isRecording = info.flags.contains(.recording)
    return ListedSource(
      identifier: ListedSource.identifier(.sensors, source: number), instrument: .sensors, source: number,
      state: isRecording ? .recorded : health.listed,
      flags: info.flags.contains(.simulated) ? [.thumbnail, .simulated] : .thumbnail,
      name: info.name.wholeCharacters(limit: WireLimits.sourceText), detail: info.channelsText,
      stateText: (reason ?? "").utf8(limit: WireLimits.sourceText))
  }
}

extension StreamSource {
  /// The number of channels and their rates as text, such as "12 channels, 1,000 Hz".
  ///
  /// The source's own description is not used, since that of a recording may contain a patient's name.
  fileprivate var channelsText: [UInt8] {
    let count = groups.reduce(0) { $0 + $1.channels.count }
    var text: TextWriter = "\(count) \(count == 1 ? "channel" : "channels")"
    let rates = Set(groups.map(\.rateHertz)).sorted(by: >)
    for (index, rate) in rates.prefix(3).enumerated() {
      text += index == 0 ? ", " : " and "
      if rate == rate.rounded() {
        text += "\(grouped: UInt64(clamping: Int(saturating: rate))) Hz"
      } else {
        text += "\(rate, decimals: 1) Hz"
      }
    }
    return text.bytes
  }
}

extension StreamArchive {
  /// The period that a thumbnail shows, in seconds.
  private static let thumbnailSeconds = 4.0
  /// The number of lanes in a thumbnail.
  private static let thumbnailLanes = 3

  /// Returns the newest seconds of the first channels, as displayed; empty before any sample.
  fileprivate func thumbnailLanes(columns: Int) -> [Thumbnail.Lane] {
    groups.lazy.filter(\.hasBegun).flatMap { group in
      (0..<group.channelCount).map {
        group.thumbnailLane($0, columns: columns, seconds: Self.thumbnailSeconds)
      }
    }.prefix(Self.thumbnailLanes).map { $0 }
  }
}

extension StreamGroup {
  /// Returns the newest samples of a channel as a lane; columns before the first sample are gaps.
  fileprivate func thumbnailLane(_ channel: Int, columns: Int, seconds: Double) -> Thumbnail.Lane {
    let samplesPerColumn = max(1, seconds * rateHertz / Double(max(1, columns)))
    // Blocks of 2^level samples, at least one for each column.
    let samples = Int(saturating: samplesPerColumn)
    let level = min(24, max(1, Int.bitWidth - samples.leadingZeroBitCount - 1))
    var lane = Thumbnail.Lane(
      low: [Float](repeating: .nan, count: columns), high: [Float](repeating: .nan, count: columns))
    for column in 0..<columns {
      let age = Double(columns - column) * samplesPerColumn
      guard age <= Double(endSequence) else { continue }
      let first = UInt64(Double(endSequence) - age)
      let last = first + UInt64(samplesPerColumn)
      var extremes: [Float] = []
      envelope(
        channel: channel, level: level, blocks: (first >> UInt64(level))..<((last >> UInt64(level)) + 1),
        into: &extremes)
      let known = extremes.filter(\.isFinite)
      if let low = known.min(), let high = known.max() { (lane.low[column], lane.high[column]) = (low, high) }
    }
    return lane
  }
}
