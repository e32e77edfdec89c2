import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

extension CoverageModel {
  /// Blocks that a screen shows at most.
  static let seenLimit = 150

  /// The coarsest block of each tile in view: what is shown until finer ones are there.
  var roots: [TerrainBlockKey] {
    var found: [TerrainBlockKey] = []
    for number in store.tiles.indices where isInView(store.tiles[number]) && found.count < 64 {
      found.append(
        TerrainBlockKey(
          tile: UInt16(truncatingIfNeeded: number), level: store.rootLevel(of: store.tiles[number]), row: 0,
          column: 0))
    }
    return found
  }

  func isInView(_ tile: TerrainDescription) -> Bool {
    let left = view.x(ofLongitude: tile.westDegrees)
    let right = left + Double(tile.columnCount - 1) * tile.longitudeStepDegrees / 360 * view.pixelsPerWorld
    return right > 0 && left < view.width && view.y(ofLatitude: tile.southDegrees) > 0
      && view.y(ofLatitude: tile.northDegrees) < view.height
  }

  /// The level of a tile whose posts are about a pixel apart.
  func viewLevel(of tile: TerrainDescription, coarser: UInt8 = 0) -> UInt8 {
    var across = tile.longitudeStepDegrees / 360 * view.pixelsPerWorld
    var level: UInt8 = 0
    while across < 0.9, level < WireLimits.terrainLevel {
      across *= 2
      level += 1
    }
    return Swift.min(WireLimits.terrainLevel, level + coarser)
  }

  /// Finds out which blocks can be seen, and which the map needs.
  mutating func want() {
    var coarser: UInt8 = 0
    repeat {
      seen = visibleBlocks(coarser: coarser)
      coarser += 1
    } while seen.count > Self.seenLimit && coarser <= WireLimits.terrainLevel
    seen = Array(
      sorted(seen, around: view.place(atX: view.width / 2, y: view.height / 2)).prefix(Self.seenLimit))
    needed = busyPlan.map { sorted(blocks(within: $0), around: $0.transmitter) } ?? []
    if let busyPlan { needed += standingKeys(over: needed, for: busyPlan) }
    let isSame =
      surfaceSite == busySite && needed.count == surfaceKeys.count
      && needed.allSatisfy { surfaceKeys.contains($0) }
    if !isSame { takeNeeded() }
    if reading == nil { pathKeys = [] }
    store.use(roots + seen + needed + pathKeys)
  }

  private func visibleBlocks(coarser: UInt8) -> [TerrainBlockKey] {
    var keys: [TerrainBlockKey] = []
    let north = view.place(atX: 0, y: 0).latitudeDegrees
    let south = view.place(atX: 0, y: view.height).latitudeDegrees
    for number in store.tiles.indices {
      let tile = store.tiles[number]
      guard isInView(tile) else { continue }
      let left = view.x(ofLongitude: tile.westDegrees)
      let degrees = 360 / view.pixelsPerWorld
      keys += store.keys(
        tile: number, level: viewLevel(of: tile, coarser: coarser), south: south, north: north,
        west: -left * degrees, east: (view.width - left) * degrees)
      if keys.count > 4 * Self.seenLimit { break }
    }
    return keys
  }

  /// The blocks around a transmitter at the level whose posts are not too many.
  private mutating func blocks(within plan: CoveragePlan) -> [TerrainBlockKey] {
    guard let ground = CoverageGround(within: plan, of: store.tiles) else { return [] }
    coarseStep = ground.postCount > 200_000 ? 4 : 2
    level = ground.level
    served.postCount = CoverageGround.postCount(within: plan, of: store.tiles, level: 0) ?? 0
    return ground.keys
  }

  /// Blocks by the distance of their middles from a place.
  private func sorted(_ keys: [TerrainBlockKey], around place: Coordinate) -> [TerrainBlockKey] {
    var found: [(key: TerrainBlockKey, distance: Double)] = []
    let narrow = Trigonometry.sineCosine(turns: place.latitudeDegrees / 360).cosine
    for key in keys {
      let tile = store.tiles[Int(key.tile)]
      let span = Double(WireLimits.terrainBlock << Int(key.level))
      let north = tile.northDegrees - (Double(key.row) + 0.5) * span * tile.latitudeStepDegrees
      let east = tile.westDegrees + (Double(key.column) + 0.5) * span * tile.longitudeStepDegrees
      let up = north - place.latitudeDegrees
      let aside = (east - place.longitudeDegrees).remainder(dividingBy: 360) * narrow
      found.append((key, up * up + aside * aside))
    }
    found.sort { $0.distance < $1.distance }
    return found.map { $0.key }
  }

  /// Puts the blocks that the map needs, as far as they are there, together; the map is computed anew.
  mutating func takeNeeded() {
    guard plan != nil else { return }
    // In an order that is not the pin's, so that a server puts the same together.
    surfaceKeys = needed.sorted { $0.isBefore($1) }
    surfaceSite = busySite
    surface = TerrainSurface()
    coarseSurface = TerrainSurface()
    (standing.surface, standing.coarse) = (TerrainSurface(), TerrainSurface())
    // Until all of them are there, the coarsest of their tiles fill what is missing.
    var keys = surfaceKeys
    for key in needed where store.blocks[key] == nil && !key.isSurface {
      let root = TerrainBlockKey(
        tile: key.tile, level: store.rootLevel(of: store.tiles[Int(key.tile)]), row: 0, column: 0)
      if !keys.contains(root) { keys.append(root) }
    }
    for key in keys {
      guard let block = store.blocks[key] else { continue }
      let step = key.level > level ? 1 : coarseStep
      let (fine, coarse) = (block.tile(), block.tile(every: step))
      if key.isSurface {
        guard !block.isVoid else { continue }
        if let fine { standing.surface.add(fine) }
        if let coarse { standing.coarse.add(coarse) }
      } else {
        if let fine { surface.add(fine) }
        if let coarse { coarseSurface.add(coarse) }
      }
    }
    groundChanged()
  }

  /// Shows everything: the circle where there is one, else the tile that was picked, else all of them; before
  /// anyone has asked for all, of those that would be specks the most that lie together.
  mutating func fitWhole() {
    guard screen.width > 0, !store.tiles.isEmpty else { return }
    isWhole = true
    isWantStale = true
    shell.hands.stopGlide()
    let space = Double(14 * screen.scale)
    let top = Double(screen.head) + space
    let bottom = Double(screen.insets.bottom * screen.scale + sheetHeight) + space
    func fit(_ corners: MapCorners) {
      view.fit(
        northWest: Coordinate(latitudeDegrees: corners.north, longitudeDegrees: corners.west),
        southEast: Coordinate(latitudeDegrees: corners.south, longitudeDegrees: corners.east),
        left: Double(screen.left) + space, top: top,
        right: view.width - Double(Swift.min(screen.right, freeRight)) + space,
        bottom: bottom)
    }
    let around = siteCorners ?? measuredCorners ?? tile.map { MapCorners(of: $0) }
    var corners = around ?? MapCorners(of: store.tiles)
    fit(corners)
    if around == nil, !showsAllTiles {
      var widest = 0.0
      for tile in store.tiles { widest = Swift.max(widest, tile.eastDegrees - tile.westDegrees) }
      // What has no room for its name.
      if widest / 360 * view.pixelsPerWorld < Double(70 * screen.type) {
        corners = MapCorners(of: TileGroups.largest(of: store.tiles))
        fit(corners)
      }
    }
    wholeTop = pixel(of: Coordinate(latitudeDegrees: corners.north, longitudeDegrees: corners.west)).y
  }

  /// The user asks for the whole.
  mutating func showAll() {
    showsAllTiles = true
    fitWhole()
  }

  /// How far the view can be zoomed: from twice the world's width of everything to 48 pixels from post to
  /// post.
  var zoomLimits: ClosedRange<Double> {
    var finest = 0.001
    for tile in store.tiles { finest = Swift.min(finest, tile.longitudeStepDegrees) }
    let least = Double(Swift.max(64, Swift.min(screen.width, screen.height)))
    return least...Swift.max(least, Swift.min(1e12, 48 * Double(screen.scale) * 360 / finest))
  }
}
