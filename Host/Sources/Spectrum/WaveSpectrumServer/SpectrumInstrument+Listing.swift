import WaveHomeFeed
package import WaveHomeWire
import WaveServer
import WaveSpectra
import WaveSpectrumFeed
import WaveSpectrumWire
import WaveSystem
import WaveUnits
import WaveWire

extension SpectrumInstrument: SourceListing {
  package var listedInstrument: ListedSource.Instrument { .spectrum }

  package var listedSources: [ListedSource] { hosts.map(\.listed) }

  package func thumbnail(ofSource source: UInt16, identifier: UInt32, columns: Int) -> Thumbnail? {
    guard hosts.indices.contains(Int(source)), let row = hosts[Int(source)].history.newest else { return nil }
    return Thumbnail(identifier: identifier, levels: row.levels(columns: columns))
  }
}

extension SpectrumSourceHost {
  /// The source as it is listed now.
  fileprivate var listed: ListedSource {
    let info = description.info
    let (state, _, reason) = condition
    var flags: ListedSource.Flags = .thumbnail
    if info.flags.contains(.simulated) { flags.insert(.simulated) }
    let isRecording = info.flags.contains(.recording)
    return ListedSource(
      identifier: ListedSource.identifier(.spectrum, source: number), instrument: .spectrum, source: number,
      state: isRecording ? .recorded : state.listed, flags: flags,
      name: info.name.wholeCharacters(limit: WireLimits.sourceText), detail: info.bandText,
      stateText: (reason ?? "").utf8(limit: WireLimits.sourceText))
  }
}

extension SourceInfo {
  /// The acquired band as text, such as "87.5 – 108 MHz".
  fileprivate var bandText: [UInt8] {
    let prefix = FrequencyText.prefix(forHertz: highHertz)
    let step = Swift.max(stepHertz, (highHertz - lowHertz) / 1000)
    let decimals = Swift.min(3, FrequencyText.decimals(stepHertz: step, factor: prefix.factor))
    let text: TextWriter =
      """
      \(lowHertz / prefix.factor, decimals: decimals) \u{2013} \(highHertz / prefix.factor, decimals: decimals) \
      \(prefix.unit)
      """
    return text.bytes
  }
}

extension PowerRow {
  /// Returns the maximum level of each column of the row's band, in decibels; NaN where there is none.
  fileprivate func levels(columns: Int) -> [Float] {
    let reducer = ColumnReducer(
      axis: axis, lowHertz: axis.lowHertz, highHertz: axis.highHertz, columns: columns)
    var powers = [Float](repeating: .nan, count: reducer.columns)
    var output = powers.mutableSpan
    reducer.reduce(max.span, .max, into: &output)
    return powers.map { $0 > 0 ? Decibels.decibels(fromPower: $0) : .nan }
  }
}
