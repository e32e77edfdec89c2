import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

extension CoverageModel {
  /// Bytes of a file that the page may bring.
  public static let fileByteLimit = MeasuredFile.byteLimit
  /// Bytes that a device keeps at most; what was not used for the longest time goes first.
  public static let savedBytesLimit = 64_000_000

  /// Whether there is something to compute.
  public var hasWork: Bool { content.jobs.isDue && link.isVisible }
  /// Whether there is a new map that has not been drawn.
  public var hasNewMap: Bool { content.jobs.hasNewMap }
  /// Whether a file goes on (`keepMore`).
  public var hasMoreToKeep: Bool { table != nil }

  package var hasContent: Bool { !content.terrain.store.tiles.isEmpty }
  package var waitingText: StaticString { "waiting for terrain" }
  package var offlineText: StaticString {
    content.terrain.shelf.isShown ? "what is kept here \u{00B7} " : ""
  }
  /// The open drawer covers the place of the toast.
  package var hidesToast: Bool { isDrawerOpen }

  /// What the selected transmitter's map is computed for; nil where there is none.
  var plan: CoveragePlan? { content.sites.plan }
  /// The selected transmitter's map.
  var shown: ShownMap? { content.sites.shown }
  /// The point whose path is read.
  var reading: CoverageReading? { content.sheet.reading }
  /// The part of the earth that the screen shows.
  var view: MercatorView { frame.view }

  /// The screen, without a sheet.
  var canvas: MapCanvas {
    MapCanvas(
      shell.appearance, view: frame.view, isDrawerOpen: isDrawerOpen, hasPoints: content.measured != nil)
  }

  /// The sheet of the path that is read; nil where none is.
  var sheetLayout: SheetLayout? { content.sheetLayout(on: canvas) }

  /// What is under a finger.
  var targets: TouchTargets {
    let sheet = sheetLayout
    return TouchTargets(canvas: sheet?.canvas ?? canvas, sites: content.sites, sheet: sheet)
  }

  /// How far the view can be zoomed.
  var zoomLimits: ClosedRange<Double> {
    MercatorView.zoomLimits(of: content.terrain.store.tiles, on: screen)
  }

  /// The tile that the server would download.
  var missingCell: TerrainCell? {
    fetch.cell(around: view.place(atX: view.width / 2, y: view.height / 2), in: content.terrain.store)
  }

  /// Whether the transmitter that was moved could stay where it was, with another here.
  var hasSiteOffer: Bool {
    content.sites.hasHeld && grabbed == .map && !isDrawerOpen
      && content.sites.list.count < CoverageSite.limit
  }

  /// The selected transmitter's map as a file; nil until it is whole.
  var mapFile: MapFile? {
    guard let shown, !shown.isCoarse, shown.plan == plan else { return nil }
    return MapFile(
      shown: shown, sites: content.sites, display: content.shownDisplay, colors: content.colors)
  }

  /// What is looked at; nil until a tile is picked.
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

  /// Says something over the plot for a while.
  mutating func say(_ text: StaticString, at now: Int64) { shell.words.showToast(Texts.bytes(text), at: now) }
}
