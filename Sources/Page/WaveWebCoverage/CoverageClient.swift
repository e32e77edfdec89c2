import WaveCoverage
import WaveDisplay
import WaveInteraction
import WavePage

/// The client of the coverage instrument, which computes between frames, writes long files and has its own
/// colour maps.
final class CoverageClient: App<CoverageModel> {
  init() { super.init(CoverageModel()) }

  override func handle(_ intent: ViewIntent, at microseconds: Double) {
    super.handle(intent, at: microseconds)
    saveMore()
  }

  override func draw(at microseconds: Double) {
    work()
    super.draw(at: microseconds)
  }

  override func paint(count: Int, map: UInt8, low: Int16, high: Int16) {
    guard let entries = CoveragePalette.entries(map) else {
      let colors = (ColorMap(rawValue: map) ?? .waterfall).entries
      return paint(count: count, colors: colors, low: low, high: high)
    }
    // In these maps, a value is the index of an entry.
    for index in 0..<preparePixels(count) {
      let entry = Int(values[index])
      pixels[index] = entry >= 0 && entry < entries.count ? entries[entry] : 0
    }
  }
}
