import WaveDisplay
import WavePropagation
import WaveUnits

/// The map of the reception probability, cached in the player.
struct SurenessLayer: Sendable {
  /// The inputs of the computation: the revision of a map, and the permissible loss in units of 0.01 dB.
  struct Source: Equatable, Sendable {
    let map: UInt32
    let headroom: Int
  }

  /// The field in the player.
  private(set) var field = PlayedField(id: FieldID.sureness)
  /// The inputs from which the current values were computed; nil if there are no values.
  private(set) var source: Source?
  private var raster: FieldRaster?
  private var revision: UInt32 = 0

  /// Draws the reception probability, recomputed if the map, the power or the required level has changed.
  ///
  /// - Parameters:
  ///   - shown: The map; nil if there is none.
  ///   - headroom: The permissible path loss in units of 0.01 dB.
  ///   - canvas: The screen and the visible part of the earth.
  ///   - list: Receives the layer's drawing commands.
  mutating func draw(_ shown: ShownMap?, headroom: Int, on canvas: MapCanvas, into list: inout DrawList) {
    guard let shown else { return (source, raster) = (nil, nil) }
    let next = Source(map: shown.picturedRevision, headroom: headroom)
    if source != next {
      revision += 1
      let shares = ReachShares(
        shown.map, calibrated: shown.calibrated, of: shown.plan, headroom: headroom,
        postLimit: UnionLayer.postLimit)
      (source, raster) = (
        next, FieldRaster(lattice: shares.lattice, values: shares.percents, revision: revision)
      )
    }
    guard let raster else { return }
    let colors = FieldColors(number: CoveragePalette.sureness, low: 0, high: 100)
    field.draw(raster, colors: colors, isSmooth: true, on: canvas, into: &list)
  }
}
