import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

extension CoverageModel {
  /// The maximum number of bytes in a file that the page can pass to the model.
  public static let fileByteLimit = MeasuredFile.byteLimit
  /// The maximum number of bytes stored on a device; the least recently used items are removed first.
  public static let savedBytesLimit = 64_000_000

  /// Whether there is anything to compute now.
  public var hasWork: Bool { content.jobs.isDue && link.isVisible }
  /// Whether there is a new map that has not yet been drawn.
  public var hasNewMap: Bool { content.jobs.hasNewMap }
  /// Whether the file being saved has more rows for `saveMore` to write.
  public var hasMoreToSave: Bool { table != nil }

  package static var title: StaticString { "Coverage" }

  package var hasContent: Bool { !content.terrain.store.tiles.isEmpty }
  package var waitingText: StaticString { "waiting for terrain" }
  package var offlineText: StaticString {
    content.terrain.cache.isShown ? "what is kept here \u{00B7} " : ""
  }
  /// Whether the toast is hidden because the open drawer covers it.
  package var hidesToast: Bool { isDrawerOpen }

  /// The parameters of the selected transmitter's map; nil if there is no transmitter.
  var plan: CoveragePlan? { content.sites.plan }
  /// The map shown for the selected transmitter; nil if there is none.
  var shown: ShownMap? { content.sites.shown }
  /// The loss and clearance along the inspected path; nil if there is none.
  var reading: CoverageReading? { content.sheet.reading }
  /// The part of the earth shown on the screen.
  var view: MercatorView { frame.view }

  /// The canvas for the map, without a path sheet.
  var canvas: MapCanvas {
    MapCanvas(shell.appearance, view: frame.view, hasPoints: content.measured != nil)
  }

  /// The layout of the path sheet; nil if no path is inspected.
  var sheetLayout: SheetLayout? { content.sheetLayout(on: canvas) }

  /// The touch targets on the screen.
  var targets: TouchTargets {
    let sheet = sheetLayout
    return TouchTargets(canvas: sheet?.canvas ?? canvas, sites: content.sites, sheet: sheet)
  }

  /// The range of zoom factors for the view.
  var zoomLimits: ClosedRange<Double> { MercatorView.zoomLimits(of: content.terrain.store.tiles, on: screen) }

  /// The tile that the server would download for the centre of the view; nil if there is none.
  var missingCell: TerrainCell? {
    fetch.cell(around: view.place(atX: view.width / 2, y: view.height / 2), in: content.terrain.store)
  }

  /// Whether to offer to keep two transmitters after a long press: the existing one at its previous position,
  /// and a new one at the pressed position.
  var hasSiteOffer: Bool {
    content.sites.hasHeld && grabbed == .map && !isDrawerOpen
      && content.sites.list.count < CoverageSite.limit
  }

  /// The selected transmitter's map for export; nil until it is complete.
  var mapFile: MapFile? {
    guard let shown, !shown.isCoarse, shown.plan == plan else { return nil }
    return MapFile(shown: shown, sites: content.sites, display: content.shownDisplay, colors: content.colors)
  }

  /// The visible scene; nil until a tile is picked.
  var scene: CoverageScene? {
    guard let tile = content.terrain.store.tile, screen.width > 0 else { return nil }
    return CoverageScene(
      tile: tile.name, sites: content.sites, display: content.display,
      isBare: !content.terrain.surfaces.isOn, view: frame.isWhole ? nil : view, scale: screen.scale)
  }

  /// The drawer's controls.
  var drawer: CoverageDrawer {
    CoverageDrawer(
      sites: content.sites, display: content.shownDisplay, hasTile: content.terrain.store.tile != nil,
      refusal: refusal)
  }

  /// Shows a message over the map for a limited time.
  mutating func say(_ text: StaticString, at now: Int64) { shell.texts.showToast(Texts.bytes(text), at: now) }
}
