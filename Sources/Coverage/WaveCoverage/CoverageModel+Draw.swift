package import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

/// Layers of the picture, painted in rising order.
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
  static let standing: UInt32 = 14
}

/// Fields in the player.
enum FieldID {
  /// The map of few posts, then that of all.
  static let maps: UInt32 = 1
  /// Blocks of the relief, one for each slot.
  static let relief: UInt32 = 3
}

extension CoverageModel {
  /// Draws the picture.
  ///
  /// - Complexity: O(blocks in view + pieces of contours); a new block costs its posts, a new map all of its
  ///   own.
  package mutating func drawPicture(into list: inout DrawList, at now: Int64) {
    hasNewMap = false
    refreshCalibration()
    list.layer(LayerID.ground, bounds: screen.bounds) { $0.rectangle(screen.bounds, color: theme.ground) }
    if !store.tiles.isEmpty, screen.width > 0 {
      if isWantStale {
        isWantStale = false
        want()
      }
      let isIncomplete = drawRelief(into: &list)
      drawContours(into: &list)
      drawStreets(into: &list, at: now)
      drawCoverage(into: &list)
      drawTiles(into: &list)
      drawCircle(into: &list)
      drawMeasured(into: &list)
      drawLegend(into: &list)
      drawCalibration(into: &list)
      drawStandingSwitch(into: &list)
      drawPin(into: &list)
      drawSheet(into: &list)
      drawAttribution(into: &list)
      if isIncomplete { redraw() }
    }
  }

  var labelStyle: TextStyle { TextStyle(size: (11.5 * screen.type).rounded()) }
  var nameStyle: TextStyle { TextStyle(size: (13 * screen.type).rounded(), isBold: true) }

  /// Where the sheet, if there is one, leaves the map free.
  var mapBottom: Float {
    reading == nil ? (screen.height - screen.insets.bottom * screen.scale).rounded() : sheetTop
  }

  // MARK: - Coverage

  private mutating func drawCoverage(into list: inout DrawList) {
    guard !isUnion else { return drawUnion(into: &list) }
    guard effectiveDisplay != .sureness else { return drawSureness(into: &list) }
    guard let shown else { return }
    let which = shown.isCoarse ? 0 : 1
    let id = FieldID.maps + UInt32(which)
    let map = shown.pictured
    var played = playedMaps[which]
    if played.columns != map.columnCount || played.rows != map.rowCount {
      list.createField(id, columns: map.columnCount, rows: map.rowCount)
      played = (0, map.columnCount, map.rowCount)
      playedColors[which] = nil
    }
    if played.revision != shown.picturedRevision {
      for row in 0..<map.rowCount {
        let first = row * map.columnCount
        list.fieldRow(id, row: row, values: map.losses[first..<(first + map.columnCount)])
      }
      played.revision = shown.picturedRevision
    }
    playedMaps[which] = played
    let colors = colors
    if playedColors[which] != colors {
      list.fieldColors(id, map: colors.map, low: colors.low, high: colors.high)
      playedColors[which] = colors
    }
    let bounds = screen.bounds
    list.beginLayer(LayerID.coverage, bounds: bounds)
    list.smoothing(true)
    drawField(
      id, north: map.northWest.latitudeDegrees, west: map.northWest.longitudeDegrees,
      latitudeStep: map.latitudeStepDegrees, longitudeStep: map.longitudeStepDegrees, rows: map.rowCount,
      columns: map.columnCount, isAlone: true, into: &list)
    list.endLayer(bounds: bounds)
  }

  /// The colours of losses: of a level they are the same, turned round and moved.
  var colors: CoverageColors {
    switch effectiveDisplay {
    case .loss: return CoverageColors(map: isSafe ? .lossSafe : .loss, low: 5000, high: 19_000)
    default:
      // From 60 dB over what is needed down to 20 dB below it.
      let edge = (budget.radiatedDecibelMilliwatts - budget.sensitivityDecibelMilliwatts) * 100
      func held(_ value: Double) -> Int16 { Int16(saturating: Swift.max(-32_000, Swift.min(32_000, value))) }
      return CoverageColors(
        map: isSafe ? .levelSafe : .level, low: held(edge - 6000), high: held(edge + 2000))
    }
  }

  // MARK: - The radius and the pin

  private mutating func drawCircle(into list: inout DrawList) {
    guard let plan else { return }
    if ringPlan?.transmitter != plan.transmitter || ringPlan?.radiusMeters != plan.radiusMeters {
      ringPlan = plan
      ring = (0...180).map { step in
        let place = Geodesic.place(
          from: plan.transmitter, bearingDegrees: Double(step) * 2, meters: plan.radiusMeters)
        return (
          MercatorView.worldX(ofLongitude: place.longitudeDegrees),
          MercatorView.worldY(ofLatitude: place.latitudeDegrees)
        )
      }
    }
    let centerX = view.x(ofLongitude: plan.transmitter.longitudeDegrees)
    let home = MercatorView.worldX(ofLongitude: plan.transmitter.longitudeDegrees)
    let points = ring.map { world in
      (Float(centerX + (world.x - home) * view.pixelsPerWorld), Float(view.y(ofWorld: world.y)))
    }
    let bounds = screen.bounds
    list.beginLayer(LayerID.circle, bounds: bounds)
    drawOtherCircles(into: &list)
    let isHeld = grabbed == .rim
    let width = (isHeld ? 2.5 : 1.5) * screen.scale
    drawDashes(points, width: width + 1.5 * screen.scale, color: mapHalo.opacity(0.35), into: &list)
    drawDashes(
      points, width: width, color: isHeld ? mapAccent : mapInk.opacity(0.92), into: &list)
    list.endLayer(bounds: bounds)
  }

  /// Dashes of 7 points with gaps of 5 along a line, as far as it is on the screen.
  private func drawDashes(
    _ points: [(Float, Float)], width: Float, color: Color, into list: inout DrawList
  ) {
    let (dash, gap) = (7 * screen.scale, 5 * screen.scale)
    let (right, bottom) = (screen.width + dash, screen.height + dash)
    list.polyline(width: width, color: color) { point in
      var along: Float = 0
      for index in 1..<Swift.max(1, points.count) {
        let (ax, ay) = points[index - 1]
        let (bx, by) = points[index]
        let length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).squareRoot()
        defer { along = (along + length).truncatingRemainder(dividingBy: dash + gap) }
        guard length > 0, length < 1e6, Swift.max(ax, bx) > -dash, Swift.min(ax, bx) < right,
          Swift.max(ay, by) > -dash, Swift.min(ay, by) < bottom
        else { continue }
        var start = -along
        while start < length {
          let (from, to) = (Swift.max(0, start), Swift.min(length, start + dash))
          if to > from {
            point(ax + (bx - ax) * from / length, ay + (by - ay) * from / length)
            point(ax + (bx - ax) * to / length, ay + (by - ay) * to / length)
            point(0, .nan)
          }
          start += dash + gap
        }
      }
    }
  }

  private func drawPin(into list: inout DrawList) {
    guard plan != nil else { return }
    let bounds = screen.bounds
    list.beginLayer(LayerID.pin, bounds: bounds)
    let type = screen.type
    if let reading {
      let (x, y) = pixel(of: reading.free ?? sites[reading.site].plan.transmitter)
      let (px, py) = pixel(of: reading.place)
      list.polyline(width: 4 * screen.scale, color: mapHalo.opacity(0.3)) { point in
        point(x, y)
        point(px, py)
      }
      list.polyline(width: 2 * screen.scale, color: mapInk) { point in
        point(x, y)
        point(px, py)
      }
      drawDot(x: px, y: py, radius: 7 * type, color: mapHalo.opacity(0.35), into: &list)
      drawDot(x: px, y: py, radius: 5.5 * type, color: mapInk, into: &list)
      drawNearEnd(into: &list)
    }
    drawPins(into: &list)
    list.endLayer(bounds: bounds)
  }

  func drawDot(x: Float, y: Float, radius: Float, color: Color, into list: inout DrawList) {
    list.rectangle(
      Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius, color: color)
  }
}
