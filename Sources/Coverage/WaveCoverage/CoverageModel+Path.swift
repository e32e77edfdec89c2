import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// The path that is read: from a transmitter, or between any two places.
extension CoverageModel {
  /// Blocks along a path at most.
  static let pathBlocks = 48

  static func held(_ decibels: Double) -> Int16 {
    Int16(saturating: (Swift.max(0, Swift.min(320, decibels)) * 100).rounded())
  }

  // MARK: - Its sheet

  /// Has what is shown lie above the sheet that has come: the whole, and the point, which may be beside it.
  mutating func makeRoomForSheet() {
    guard let reading else { return }
    if isWhole { fitWhole() }
    let (x, y) = pixel(of: reading.place)
    let room = 48 * screen.type
    func least(_ place: Float, _ low: Float, _ high: Float) -> Double {
      Double(place < low - 0.5 ? low - place : place > high + 0.5 ? high - place : 0)
    }
    // A point at an edge has been seen there: only what the sheet hides, or has moved away, is moved.
    let dx = least(x, 0, freeRight)
    // Where large words leave little of the map, it is in the middle of that.
    let low = Swift.max(sheetTop - room, (screen.head + sheetTop) / 2)
    let dy = least(y, Swift.min(screen.head, low), low)
    guard dx != 0 || dy != 0 else { return }
    isWhole = false
    isWantStale = true
    view.pan(dx: dx, dy: dy)
  }

  mutating func closeSheet() {
    guard reading != nil else { return }
    reading = nil
    if isWhole { fitWhole() }
  }

  // MARK: - Its ground

  /// The ground along the path: that of the map where it is the map's, else of blocks that are asked for.
  mutating func groundProfile(
    for reading: CoverageReading, stepMeters: Double
  ) throws(TerrainError) -> PathProfile {
    let start = reading.free ?? sites[reading.site].plan.transmitter
    if reading.free == nil, reading.site == surfaceSite {
      do throws(TerrainError) {
        let profile = try surface.profile(from: start, to: reading.place, stepMeters: stepMeters)
        pathKeys = []
        return profile
      } catch {
        // Beyond the radius the map has no ground.
      }
    }
    wantPath(from: start, to: reading.place, stepMeters: stepMeters)
    var ground = TerrainSurface()
    for key in pathKeys + pathRoots where !key.isSurface {
      if let tile = store.blocks[key]?.tile() { ground.add(tile) }
    }
    return try ground.profile(from: start, to: reading.place, stepMeters: stepMeters)
  }

  /// Puts what stands on the ground onto a profile that `groundProfile` gave, where the plan's rays meet it.
  ///
  /// - Returns: How much of it models know, 0 to 1; nil where none is taken.
  func cover(_ profile: inout PathProfile, of reading: CoverageReading, _ plan: CoveragePlan) -> Double? {
    guard meetsStanding(plan) else { return nil }
    var model = standing.surface
    if !pathKeys.isEmpty {
      model = TerrainSurface()
      for key in pathKeys where key.isSurface {
        if let block = store.blocks[key], !block.isVoid, let tile = block.tile() { model.add(tile) }
      }
    }
    guard !model.tiles.isEmpty, !profile.heightsMeters.isEmpty else { return 0 }
    let start = reading.free ?? plan.transmitter
    let known = model.cover(
      &profile, from: start, to: reading.place, clutterMeters: plan.clutterMeters)
    return Double(known) / Double(profile.heightsMeters.count)
  }

  /// Finds out which blocks a path goes over, at the level whose posts are about a step apart.
  private mutating func wantPath(from start: Coordinate, to end: Coordinate, stepMeters: Double) {
    let way = Geodesic(from: start, to: end)
    var keys: [TerrainBlockKey] = []
    let count = 128
    for point in 0...count {
      let place = Geodesic.place(
        from: start, bearingDegrees: way.bearingDegrees,
        meters: way.lengthMeters * Double(point) / Double(count))
      for number in store.tiles.indices where store.tiles[number].contains(place) {
        let tile = store.tiles[number]
        var level: UInt8 = 0
        var apart = tile.latitudeStepDegrees * 111_000
        while apart * 2 <= stepMeters * 1.5, level < store.rootLevel(of: tile) {
          apart *= 2
          level += 1
        }
        let west = (place.longitudeDegrees - tile.westDegrees).remainder(dividingBy: 360)
        let east = west < 0 ? west + 360 : west
        let found = store.keys(
          tile: number, level: level, south: place.latitudeDegrees, north: place.latitudeDegrees, west: east,
          east: east)
        for key in found where !keys.contains(key) && keys.count < Self.pathBlocks { keys.append(key) }
      }
    }
    if let plan { keys += standingKeys(over: keys, for: plan) }
    guard keys != pathKeys else { return }
    pathKeys = keys
    isWantStale = true
  }

  /// The coarsest blocks of the path's tiles, which fill what has not come.
  private var pathRoots: [TerrainBlockKey] {
    var roots: [TerrainBlockKey] = []
    for key in pathKeys where !key.isSurface {
      let root = TerrainBlockKey(
        tile: key.tile, level: store.rootLevel(of: store.tiles[Int(key.tile)]), row: 0, column: 0)
      if root != key, !roots.contains(root) { roots.append(root) }
    }
    return roots
  }

  /// A block has come: if the path goes over it, it is read anew.
  mutating func groundForPathCame(_ key: TerrainBlockKey) {
    guard let reading, pathKeys.contains(key) || pathRoots.contains(key) else { return }
    read(reading.place)
  }

  // MARK: - Its near end

  /// Where the near end is held: at the end itself, or, where that is the pin, on the line beside the pin;
  /// nil where the line is too short.
  var nearEnd: (x: Float, y: Float)? {
    guard let reading, sites.indices.contains(reading.site) else { return nil }
    if let free = reading.free { return pixel(of: free) }
    let type = screen.type
    let (x, y) = pixel(of: sites[reading.site].plan.transmitter)
    let (farX, farY) = pixel(of: reading.place)
    let (dx, dy) = (farX - x, farY - y)
    let length = (dx * dx + dy * dy).squareRoot()
    // Clear of the pin, whose head is above its tip.
    let isUnderHead = dy < 0 && dx.magnitude < 0.75 * -dy
    let away = (isUnderHead ? 84 : 44) * type
    guard length > away + 40 * type else { return nil }
    return (x + dx / length * away, y + dy / length * away)
  }

  func isOnNearEnd(x: Float, y: Float) -> Bool {
    guard let (endX, endY) = nearEnd else { return false }
    let reach = 22 * screen.type
    return (x - endX).magnitude < reach && (y - endY).magnitude < reach
  }

  /// Moves the near end; at the pin it is the pin's again.
  mutating func dragNearEnd(toX x: Float, y: Float) {
    guard let old = reading, sites.indices.contains(old.site) else { return }
    let place = view.place(atX: Double(x), y: Double(y))
    let (pinX, pinY) = pixel(of: sites[old.site].plan.transmitter)
    let reach = 20 * screen.type
    reading?.free = nil
    if (x - pinX).magnitude < reach, (y - pinY).magnitude < reach {
      read(old.place)
    } else if store.tiles.contains(where: { $0.contains(place) }) {
      read(old.place, from: place)
    } else {
      reading?.free = old.free
    }
  }

  func drawNearEnd(into list: inout DrawList) {
    guard let (x, y) = nearEnd else { return }
    let type = screen.type
    let isHeld = grabbed == .nearEnd
    drawDot(x: x, y: y, radius: 7 * type, color: mapHalo.opacity(0.35), into: &list)
    drawDot(x: x, y: y, radius: 5.5 * type, color: isHeld ? mapAccent : mapInk, into: &list)
    // A ring tells it from the far end.
    drawDot(x: x, y: y, radius: 2.8 * type, color: theme == .light ? mapHalo : Color(0x20262E), into: &list)
  }
}
