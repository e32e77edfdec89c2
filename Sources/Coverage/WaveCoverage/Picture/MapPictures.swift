import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation

/// The layers of the map, painted in ascending order.
enum LayerID {
  static let ground: UInt32 = 0
  static let relief: UInt32 = 1
  static let contours: UInt32 = 2
  static let streets: UInt32 = 3
  static let coverage: UInt32 = 4
  static let tiles: UInt32 = 5
  static let circle: UInt32 = 6
  static let measured: UInt32 = 7
  static let legend: UInt32 = 8
  static let pin: UInt32 = 9
  static let sheet: UInt32 = 10
  static let attribution: UInt32 = 11
  static let calibration: UInt32 = 13
  static let surface: UInt32 = 14
}

/// The identifiers of the player's fields.
enum FieldID {
  /// The field of the coarse map; the complete map has the next number.
  static let maps: UInt32 = 1
  /// The first of the relief's fields; each cached block has its own field.
  static let relief: UInt32 = 3
  /// The field for the combination of several maps.
  static let union: UInt32 = 1000
  /// The field for the reception probability.
  static let sureness: UInt32 = 1001
}

/// The map's layers, cached in the player so that the cost of a frame depends only on what has changed.
struct MapPictures: Sendable {
  /// The state that affects a frame in addition to the map's contents.
  struct Frame: Sendable {
    /// The screen, without a path sheet.
    let canvas: MapCanvas
    /// The object that the finger is dragging.
    let grabbed: CoverageGrab
    /// Whether an offer is shown at the bottom of the screen.
    let hasOffer: Bool
  }

  private(set) var relief = ReliefFields()
  private(set) var contours = ContourLines()
  private(set) var hatches = SurfaceHatches()
  private(set) var streets = StreetPictures()
  private(set) var circles = CircleOutlines()
  /// The field of the coarse map.
  private(set) var coarse = PlayedField(id: FieldID.maps)
  /// The field of the complete map.
  private(set) var whole = PlayedField(id: FieldID.maps + 1)
  private(set) var union = UnionLayer()
  private(set) var sureness = SurenessLayer()

  // MARK: - Changes

  /// Removes cached layers after the ground has changed.
  mutating func groundChanged(_ change: Terrain.Change, in store: TerrainStore) {
    if change.kinds.contains(.surfaces) { hatches.forget { _ in true } }
    if change.kinds.contains(.tiles) {
      relief.forget()
      contours.forget { _ in true }
      hatches.forget { _ in true }
    }
    let replaced = change.replaced
    if !replaced.isEmpty {
      relief.forget(tiles: replaced)
      contours.forget { replaced.contains(Int($0.tile)) }
      hatches.forget { replaced.contains(Int($0.tile)) }
    }
    guard let block = change.block else { return }
    guard !block.key.isSurface else { return hatches.blockArrived(block.key) }
    contours.blockArrived(block.key)
    relief.blockArrived(block, in: store)
  }

  /// Receives the source of the street map images.
  mutating func announce(_ source: TerrainStreets) { streets.announce(source) }

  /// Records whether the player has loaded a street map image into a slot.
  mutating func loaded(_ slot: UInt32, isLoaded: Bool, at now: Int64) {
    streets.settle(slot, isLoaded: isLoaded, at: now)
  }

  // MARK: - Drawing

  /// Draws the ground with contour lines.
  ///
  /// - Returns: Whether blocks remain to be shaded, and whether blocks remain to be traced.
  mutating func drawGround(
    of terrain: Terrain, on canvas: MapCanvas, into list: inout DrawList
  ) -> (lacksShades: Bool, lacksLines: Bool) {
    let seen = terrain.blocks.seen
    let lacksShades = relief.draw(seen, of: terrain.store, on: canvas, into: &list)
    return (lacksShades, contours.draw(seen, of: terrain.store, on: canvas, into: &list))
  }

  /// Draws the street map.
  ///
  /// - Returns: The images to load now.
  mutating func drawStreets(
    isShown: Bool, on canvas: MapCanvas, at now: Int64, into list: inout DrawList
  ) -> [StreetPictures.Request] {
    streets.draw(isShown: isShown, on: canvas, at: now, into: &list)
  }

  /// Draws everything above the ground and the streets.
  mutating func draw(_ content: MapContent, in frame: Frame, into list: inout DrawList) {
    let sheet = content.sheetLayout(on: frame.canvas)
    let canvas = sheet?.canvas ?? frame.canvas
    drawCoverage(of: content, on: canvas, into: &list)
    drawTiles(of: content, on: canvas, into: &list)
    circles.draw(content.sites, isHeld: frame.grabbed == .rim, on: canvas, into: &list)
    drawPoints(of: content, on: canvas, into: &list)
    let legend = content.legend(on: canvas, hasOffer: frame.hasOffer)
    legend.draw(isSimulated: content.isSimulated, into: &list)
    let badges = content.badges(above: legend)
    badges.drawCalibration(into: &list)
    badges.drawSurface(isOn: content.terrain.surfaces.isOn, into: &list)
    PinPicture(
      canvas: canvas, sites: content.sites, grabbed: frame.grabbed, reading: content.sheet.reading
    ).draw(into: &list)
    sheet?.draw(into: &list)
    streets.drawAttribution(isShown: content.display.showsStreets, on: canvas, into: &list)
  }

  private mutating func drawCoverage(
    of content: MapContent, on canvas: MapCanvas, into list: inout DrawList
  ) {
    let (sites, display) = (content.sites, content.shownDisplay)
    if display.isOfAll {
      union.draw(
        sites, as: display, levels: content.display.unionColors(for: sites.budget), on: canvas, into: &list)
    } else if display == .sureness {
      sureness.draw(sites.shown, headroom: sites.headroom, on: canvas, into: &list)
    } else if let map = sites.shown {
      let raster = FieldRaster(
        lattice: map.pictured.lattice, values: map.pictured.losses, revision: map.picturedRevision)
      if map.isCoarse {
        coarse.draw(raster, colors: content.colors.field, isSmooth: true, on: canvas, into: &list)
      } else {
        whole.draw(raster, colors: content.colors.field, isSmooth: true, on: canvas, into: &list)
      }
    }
  }

  /// Draws the outlines of tiles and surface models, the area that these models cover, and the tiles' names.
  private mutating func drawTiles(of content: MapContent, on canvas: MapCanvas, into list: inout DrawList) {
    let (terrain, bounds) = (content.terrain, canvas.screen.bounds)
    let outlines = TileOutlines(canvas: canvas, hasMap: content.sites.plan != nil)
    list.beginLayer(LayerID.tiles, bounds: bounds)
    if terrain.surfaces.meets(content.sites.nextPlan) {
      outlines.draw(terrain.surfaces.parts, into: &list)
      if outlines.hasMap {
        hatches.draw(level: content.ground.level, of: terrain.store, on: canvas, into: &list)
      }
    }
    outlines.draw(terrain.store.tiles, picked: terrain.store.picked, into: &list)
    list.endLayer(bounds: bounds)
  }

  /// Draws the measured points in the map's colours if the map shows one transmitter's loss or level, and
  /// otherwise in the colours for levels of several transmitters.
  private func drawPoints(of content: MapContent, on canvas: MapCanvas, into list: inout DrawList) {
    guard let layer = content.measured else { return }
    let (sites, display) = (content.sites, content.shownDisplay)
    let isOfOne = display == .loss || display == .level
    layer.draw(
      colors: isOfOne ? content.colors : content.display.unionColors(for: sites.budget),
      power: isOfOne ? LinkBudget.hundredths(sites.radiated(of: sites.selected)) : 0, on: canvas, into: &list)
  }
}
