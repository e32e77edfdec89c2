import WaveDisplay
import WavePropagation
import WaveUnits

/// How likely it is that what receivers need is there, as the player has it.
struct SurenessLayer: Sendable {
  /// What it is made of: a map, and how much may be lost, 0.01 dB.
  struct Source: Equatable, Sendable {
    let map: UInt32
    let headroom: Int
  }

  /// The player's field.
  private(set) var field = PlayedField(id: FieldID.sureness)
  /// What the values are made of; nil where there are none.
  private(set) var source: Source?
  private var raster: FieldRaster?
  private var revision: UInt32 = 0

  /// Draws how sure a map is, computed anew where the map, the power or what is needed is another.
  ///
  /// - Parameters:
  ///   - shown: The map; nil for none.
  ///   - headroom: How much may be lost on the way from its transmitter, 0.01 dB.
  ///   - canvas: The screen.
  ///   - list: Receives the layer.
  mutating func draw(
    _ shown: ShownMap?, headroom: Int, on canvas: MapCanvas, into list: inout DrawList
  ) {
    guard let shown else { return (source, raster) = (nil, nil) }
    let next = Source(map: shown.picturedRevision, headroom: headroom)
    if source != next {
      revision += 1
      let shares = ReachShares(
        shown.map, calibrated: shown.calibrated, of: shown.plan, headroom: headroom,
        postLimit: UnionLayer.postLimit)
      (source, raster) = (next, FieldRaster(shares, revision: revision))
    }
    guard let raster else { return }
    let colors = FieldColors(number: CoveragePalette.sureness, low: 0, high: 100)
    field.draw(raster, colors: colors, isSmooth: true, on: canvas, into: &list)
  }
}
