import WaveCoverageFeed
import WaveHomeFeed
package import WaveHomeWire
import WaveUnits

extension CoverageInstrument: SourceListing {
  package var listedInstrument: ListedSource.Instrument { .coverage }

  /// The terrain as one entry, however many tiles it has; none without providers.
  package var listedSources: [ListedSource] {
    guard !isEmpty else { return [] }
    let count = host.catalog.tiles.count
    let text: TextWriter = "\(count) \(count == 1 ? "tile" : "tiles")"
    return [
      ListedSource(
        identifier: ListedSource.identifier(.coverage, source: 0), instrument: .coverage, source: 0,
        state: .recorded, name: Array("Terrain".utf8), detail: text.bytes)
    ]
  }

  package func thumbnail(ofSource source: UInt16, identifier: UInt32, columns: Int) -> Thumbnail? { nil }
}
