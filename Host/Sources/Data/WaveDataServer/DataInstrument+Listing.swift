import WaveDataWire
import WaveHomeFeed
package import WaveHomeWire
import WaveSystem
import WaveUnits
import WaveWire

extension DataInstrument: SourceListing {
  package var listedInstrument: ListedSource.Instrument { .data }

  package var listedSources: [ListedSource] { hosts.compactMap(\.listed) }

  package func thumbnail(ofSource source: UInt16, identifier: UInt32, columns: Int) -> Thumbnail? { nil }
}

extension ServedTable {
  /// The table as it is listed now; nil if it has no description yet.
  fileprivate var listed: ListedSource? {
    let description = greeting.lazy.compactMap { message -> TableDescription? in
      if case .table(let description) = message { description } else { nil }
    }.first
    guard let description else { return nil }
    let isComplete = description.flags.contains(.complete)
    var text: TextWriter = "\(grouped: description.rowCount) rows\(isComplete ? "" : " so far")"
    text += " \u{00D7} \(Int(description.columnCount)) columns"
    return ListedSource(
      identifier: ListedSource.identifier(.data, source: description.source), instrument: .data,
      source: description.source, state: .recorded,
      flags: description.flags.contains(.simulated) ? .simulated : [],
      name: description.name.wholeCharacters(limit: WireLimits.sourceText), detail: text.bytes)
  }
}
