import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

extension MapContent {
  /// The number of times that the server halves the resolution of the tiles.
  var servedLevel: UInt8 { served.level(for: sites.busyPlan, over: ground) }

  /// Returns whether the server can compute the next map from the tiles that this client knows.
  func canServe(isConnected: Bool) -> Bool {
    isConnected && terrain.store.isComplete && served.canCompute(sites.busyPlan, over: ground)
      && !terrain.blocks.needed.contains { terrain.blocks.refused.contains($0) }
  }

  /// Returns whether the server should compute the next map.
  func isServed(isConnected: Bool) -> Bool {
    canServe(isConnected: isConnected)
      && served.isWanted(for: sites.busyPlan, over: ground, isSlow: sites.isSlow)
  }

  /// Returns where the map is computed and how far the computation has progressed.
  func status(isConnected: Bool) -> MapStatus {
    MapStatus(
      plan: sites.plan, shown: sites.shown, served: served, level: ground.level, servedLevel: servedLevel,
      canServe: canServe(isConnected: isConnected), isServed: isServed(isConnected: isConnected),
      hasPosts: ground.postCount > 0, times: jobs.times, tookMicroseconds: jobs.tookMicroseconds)
  }

  /// The colours for the selected transmitter's map.
  var colors: CoverageColors { display.colors(of: shownDisplay, for: sites.budget) }

  /// The text shown above the map to say whether trees and roofs are included; nil if there are no surface
  /// models or the propagation model ignores them.
  var surfaceWords: StaticString? {
    terrain.surfaces.words(for: sites.plan, share: sites.shown?.surfaceShare)
  }

  /// The text about the calibration shown above the map; empty if no calibrated map is visible.
  var calibrationWords: [UInt8] { sites.calibrationWords(ofAll: shownDisplay.isOfAll) }

  /// Whether the terrain of the picked tile, or of any tile if none is picked, is simulated.
  var isSimulated: Bool {
    terrain.store.tile?.flags.contains(.simulated)
      ?? terrain.store.tiles.contains { $0.flags.contains(.simulated) }
  }

  /// Returns the layout of the path sheet over a screen, or nil if no path is inspected.
  func sheetLayout(on canvas: MapCanvas) -> SheetLayout? {
    guard let reading = sheet.reading, sites.list.indices.contains(reading.site) else { return nil }
    return SheetLayout(
      SheetWords(reading: reading, sites: sites, display: shownDisplay, layer: measured), on: canvas)
  }

  /// Returns the map's legend, placed clear of the path sheet and of the offer at the bottom of the screen.
  func legend(on canvas: MapCanvas, hasOffer: Bool) -> MapLegend {
    MapLegend(
      on: canvas, sites: sites, display: shownDisplay, colors: colors, hasSheet: sheet.reading != nil,
      hasOffer: hasOffer)
  }

  /// Returns the badges shown above the map's legend.
  func badges(above legend: MapLegend) -> MapBadges {
    MapBadges(above: legend, calibration: calibrationWords, surface: surfaceWords)
  }
}
