import WaveDisplay
import WavePropagation
import WaveUnits

/// The combined map of several transmitters, cached in the player.
struct UnionLayer: Sendable {
  /// The inputs of the combination: the mode, the sensitivity, and each transmitter's map and power.
  struct Source: Equatable, Sendable {
    let display: CoverageDisplay
    let sensitivity: Int
    let maps: [UInt32]
    let radiated: [Int]
    let isCoarse: Bool
  }

  /// The maximum number of posts in the combined map.
  static let postLimit = 1_200_000
  /// The maximum number of posts while any of the transmitters' maps is only a preview.
  static let coarsePostLimit = 60_000

  /// The field in the player.
  private(set) var field = PlayedField(id: FieldID.union)
  /// The inputs from which the current values were computed; nil if there are no values.
  private(set) var source: Source?
  private var raster: FieldRaster?
  private var revision: UInt32 = 0

  /// Draws the combined map, recomputed if a map, a power or the mode has changed.
  ///
  /// - Parameters:
  ///   - sites: The transmitters.
  ///   - display: The quantity that the colours show.
  ///   - levels: The colours of levels.
  ///   - canvas: The screen and the visible part of the earth.
  ///   - list: Receives the layer's drawing commands.
  mutating func draw(
    _ sites: Sites, as display: CoverageDisplay, levels: CoverageColors, on canvas: MapCanvas,
    into list: inout DrawList
  ) {
    update(sites, as: display)
    guard let raster else { return }
    let colors =
      switch display {
      case .server: FieldColors(number: CoveragePalette.servers, low: 0, high: 255)
      case .overlap: FieldColors(number: CoveragePalette.overlap(of: sites.list.count), low: 0, high: 255)
      default: levels.field
      }
    // Values between two transmitters' numbers have no meaning, so values are interpolated only if posts are
    // smaller than a pixel.
    let across = raster.longitudeStepDegrees / 360 * canvas.view.pixelsPerWorld
    field.draw(raster, colors: colors, isSmooth: display == .strongest || across < 1, on: canvas, into: &list)
  }

  private mutating func update(_ sites: Sites, as display: CoverageDisplay) {
    let isMoving = sites.list.contains { $0.shown?.isCoarse == true }
    let next = Source(
      display: display, sensitivity: sites.neededLevel,
      maps: sites.list.map { $0.shown?.picturedRevision ?? 0 },
      radiated: sites.list.indices.map { LinkBudget.hundredths(sites.radiated(of: $0)) }, isCoarse: isMoving)
    guard source != next else { return }
    guard
      let lattice = PostLattice(
        covering: sites.list.compactMap { $0.shown?.pictured },
        postLimit: isMoving ? Self.coarsePostLimit : Self.postLimit)
    else { return (source, raster) = (nil, nil) }
    var sum = CoverageUnion(over: lattice, sensitivity: next.sensitivity)
    for (index, site) in sites.list.enumerated() {
      // A transmitter without a map keeps its index.
      sum.add(site.shown?.pictured, radiated: next.radiated[index])
    }
    revision += 1
    source = next
    raster = FieldRaster(lattice: lattice, values: Self.values(of: sum, as: display), revision: revision)
  }

  private static func values(of union: CoverageUnion, as display: CoverageDisplay) -> [Int16] {
    switch display {
    case .server:
      union.servers.indices.map { post in
        union.server(at: post).map { Int16(truncatingIfNeeded: $0) } ?? FieldPainter.gap
      }
    case .overlap: union.reachCounts.map { $0 == 0 ? FieldPainter.gap : Int16($0) }
    default: union.levels.map { $0 == CoverageUnion.nothing ? FieldPainter.gap : -$0 }
    }
  }
}
