import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

// The tiles and blocks that are visible on a screen.
extension TerrainStore {
  /// The maximum number of visible blocks.
  static let seenLimit = 150
  /// The maximum number of tiles whose coarsest blocks are requested.
  private static let rootLimit = 64

  /// Returns the coarsest block of each tile in view, shown until finer ones are available.
  func roots(in view: MercatorView) -> [TerrainBlockKey] {
    var found: [TerrainBlockKey] = []
    for number in tiles.indices where view.shows(tiles[number]) && found.count < Self.rootLimit {
      found.append(root(ofTile: number))
    }
    return found
  }

  /// Returns the visible blocks, nearest to the middle of the screen first.
  ///
  /// If there are too many, coarser blocks are used instead.
  func seenBlocks(in view: MercatorView) -> [TerrainBlockKey] {
    var coarser: UInt8 = 0
    var seen: [TerrainBlockKey]
    repeat {
      seen = visibleBlocks(in: view, coarser: coarser)
      coarser += 1
    } while seen.count > Self.seenLimit && coarser <= WireLimits.terrainLevel
    let middle = view.place(atX: view.width / 2, y: view.height / 2)
    return Array(sorted(seen, around: middle).prefix(Self.seenLimit))
  }

  private func visibleBlocks(in view: MercatorView, coarser: UInt8) -> [TerrainBlockKey] {
    var keys: [TerrainBlockKey] = []
    let north = view.place(atX: 0, y: 0).latitudeDegrees
    let south = view.place(atX: 0, y: view.height).latitudeDegrees
    for number in tiles.indices {
      let tile = tiles[number]
      guard view.shows(tile) else { continue }
      let left = view.x(ofLongitude: tile.westDegrees)
      let degrees = 360 / view.pixelsPerWorld
      keys += tile.keys(
        number: number, level: Swift.min(WireLimits.terrainLevel, view.level(of: tile) + coarser),
        south: south, north: north, west: -left * degrees, east: (view.width - left) * degrees)
      if keys.count > 4 * Self.seenLimit { break }
    }
    return keys
  }

  /// Returns blocks sorted by the distance of their centres from a position.
  func sorted(_ keys: [TerrainBlockKey], around place: Coordinate) -> [TerrainBlockKey] {
    var found: [(key: TerrainBlockKey, distance: Double)] = []
    let narrow = Trigonometry.sineCosine(turns: place.latitudeDegrees / 360).cosine
    for key in keys {
      let tile = tiles[Int(key.tile)]
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

  /// Returns the nearest tile that is too small for a finger to hit; nil if none is near.
  func smallTile(atX x: Float, y: Float, on canvas: MapCanvas) -> Int? {
    let reach = 22 * canvas.screen.type
    var best: (number: Int, away: Float)?
    for (number, tile) in tiles.enumerated() {
      let (left, top) = canvas.pixel(
        of: Coordinate(latitudeDegrees: tile.northDegrees, longitudeDegrees: tile.westDegrees))
      let (right, bottom) = canvas.pixel(
        of: Coordinate(latitudeDegrees: tile.southDegrees, longitudeDegrees: tile.eastDegrees))
      guard right - left < reach else { continue }
      let away = Swift.max(((left + right) / 2 - x).magnitude, ((top + bottom) / 2 - y).magnitude)
      if away < reach, best.map({ away < $0.away }) ?? true { best = (number, away) }
    }
    return best?.number
  }

  // MARK: - Resolution levels

  /// Returns the finest level at which a tile consists of a single block.
  func rootLevel(of tile: TerrainDescription) -> UInt8 {
    (0..<WireLimits.terrainLevel).first { tile.blockCounts(level: $0) == (1, 1) } ?? WireLimits.terrainLevel
  }

  private func root(ofTile number: Int) -> TerrainBlockKey {
    TerrainBlockKey(
      tile: UInt16(truncatingIfNeeded: number), level: rootLevel(of: tiles[number]), row: 0, column: 0)
  }

  /// Returns the coarsest block of the tile that a block belongs to.
  func root(of key: TerrainBlockKey) -> TerrainBlockKey { root(ofTile: Int(key.tile)) }

  /// Returns the finest available block of a coarser level that contains the given block; nil if there is
  /// none.
  func parent(of key: TerrainBlockKey) -> TerrainBlockKey? {
    var parent = key
    let root = rootLevel(of: tiles[Int(key.tile)])
    while parent.level < root {
      parent = TerrainBlockKey(
        tile: key.tile, level: parent.level + 1, row: parent.row / 2, column: parent.column / 2)
      if blocks[parent] != nil { return parent }
    }
    return nil
  }

  // MARK: - Relief shading

  /// Returns the lattice of the posts that a block draws itself, without posts that its neighbours draw.
  func fieldLattice(of block: StoredBlock) -> PostLattice {
    let own = block.ownCounts(of: tiles[Int(block.key.tile)])
    return PostLattice(
      northWest: block.northWest, latitudeStepDegrees: block.latitudeStepDegrees,
      longitudeStepDegrees: block.longitudeStepDegrees, rowCount: own.rows, columnCount: own.columns)
  }

  /// Returns the known posts around a block, from its own tile and adjacent ones.
  func rim(of block: StoredBlock) -> ReliefRim {
    var own: [StoredBlock] = []
    var others: [(block: StoredBlock, rank: Int)] = []
    // Only the bare ground is shaded, not the surface models of the same area.
    for (key, other) in blocks where !key.isSurface && key != block.key && block.isBeside(other) {
      if key.tile == block.key.tile {
        own.append(other)
      } else {
        others.append((other, block.rimRank(of: other)))
      }
    }
    // Later blocks take precedence, so those of the block's own tile come last. Other tiles have a fixed
    // order, so that the same tile takes precedence wherever tiles overlap.
    others.sort { $0.rank != $1.rank ? $0.rank < $1.rank : $0.block.key.isBefore($1.block.key) }
    return ReliefRim(of: block, from: others.map { $0.block } + own)
  }
}

extension MercatorView {
  /// Returns whether a tile is at least partly visible.
  func shows(_ tile: TerrainDescription) -> Bool {
    shows(
      north: tile.northDegrees, west: tile.westDegrees, south: tile.southDegrees,
      across: Double(tile.columnCount - 1) * tile.longitudeStepDegrees)
  }

  /// Returns whether a block is at least partly visible.
  func shows(_ block: StoredBlock) -> Bool {
    shows(
      north: block.northDegrees, west: block.westDegrees, south: block.southDegrees,
      across: Double(block.columnCount - 1) * block.longitudeStepDegrees)
  }

  /// Returns the level of a tile at which posts are about one pixel apart.
  func level(of tile: TerrainDescription) -> UInt8 {
    var across = tile.longitudeStepDegrees / 360 * pixelsPerWorld
    var level: UInt8 = 0
    while across < 0.9, level < WireLimits.terrainLevel {
      across *= 2
      level += 1
    }
    return level
  }

  /// Returns the valid range of the world's width in pixels.
  ///
  /// At the smallest width, the world fits the shorter side of the screen; at the greatest, the posts of the
  /// finest tile are 48 points apart.
  static func zoomLimits(of tiles: [TerrainDescription], on screen: Screen) -> ClosedRange<Double> {
    let finest = tiles.reduce(0.001) { Swift.min($0, $1.longitudeStepDegrees) }
    let least = Double(Swift.max(64, Swift.min(screen.width, screen.height)))
    return least...Swift.max(least, Swift.min(1e12, 48 * Double(screen.scale) * 360 / finest))
  }
}
