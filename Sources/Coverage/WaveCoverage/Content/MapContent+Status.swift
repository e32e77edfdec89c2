import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

extension MapContent {
  /// How often the server halves the tiles' posts.
  var servedLevel: UInt8 { served.level(for: sites.busyPlan, over: ground) }

  /// Whether the server can compute the map that is next, and over the same ground.
  func canServe(isConnected: Bool) -> Bool {
    isConnected && terrain.store.isComplete && served.canCompute(sites.busyPlan, over: ground)
      && !terrain.blocks.needed.contains { terrain.blocks.refused.contains($0) }
  }

  /// Whether the server is to compute the map that is next.
  func isServed(isConnected: Bool) -> Bool {
    canServe(isConnected: isConnected)
      && served.isWanted(for: sites.busyPlan, over: ground, isSlow: sites.isSlow)
  }

  /// Where the map is computed, and how far it is.
  func status(isConnected: Bool) -> MapStatus {
    MapStatus(
      plan: sites.plan, shown: sites.shown, served: served, level: ground.level, servedLevel: servedLevel,
      canServe: canServe(isConnected: isConnected), isServed: isServed(isConnected: isConnected),
      hasPosts: ground.postCount > 0, times: jobs.times, tookMicroseconds: jobs.tookMicroseconds)
  }

  /// The colours of the selected transmitter's map.
  var colors: CoverageColors { display.colors(of: shownDisplay, for: sites.budget) }

  /// What is said over the map of trees and roofs; nil where there is nothing to choose.
  var surfaceWords: StaticString? {
    terrain.surfaces.words(for: sites.plan, share: sites.shown?.surfaceShare)
  }

  /// What is said over the map of a calibration; empty where there is none to be seen.
  var calibrationWords: [UInt8] { sites.calibrationWords(ofAll: shownDisplay.isOfAll) }

  /// Whether the ground is simulated: that of the tile that is picked, else any.
  var isSimulated: Bool {
    terrain.store.tile?.flags.contains(.simulated)
      ?? terrain.store.tiles.contains { $0.flags.contains(.simulated) }
  }

  /// The sheet of the path that is read, over a screen; nil where none is.
  func sheetLayout(on canvas: MapCanvas) -> SheetLayout? {
    guard let reading = sheet.reading, sites.list.indices.contains(reading.site) else { return nil }
    return SheetLayout(
      SheetWords(reading: reading, sites: sites, display: shownDisplay, layer: measured), on: canvas)
  }

  /// The legend of the map, on the screen with the sheet if there is one, above what is offered at the foot.
  func legend(on canvas: MapCanvas, hasOffer: Bool) -> MapLegend {
    MapLegend(
      on: canvas, sites: sites, display: shownDisplay, colors: colors, hasSheet: sheet.reading != nil,
      hasOffer: hasOffer)
  }

  /// What is said over the map above its legend.
  func badges(above legend: MapLegend) -> MapBadges {
    MapBadges(above: legend, calibration: calibrationWords, surface: surfaceWords)
  }
}
