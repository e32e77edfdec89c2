import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

// The ground along a path.
extension TerrainStore {
  /// Blocks along a path at most.
  static let pathLimit = 48
  /// Places of a path at which it is looked which blocks it crosses, beside its start.
  private static let pathPlaces = 128

  /// The blocks that a path crosses, at the level whose posts are about as far apart as the points of its
  /// profile.
  func blocks(along course: PathCourse) -> [TerrainBlockKey] {
    var keys: [TerrainBlockKey] = []
    for point in 0...Self.pathPlaces {
      let place = course.place(point, of: Self.pathPlaces)
      for number in tiles.indices where tiles[number].contains(place) {
        let tile = tiles[number]
        var level: UInt8 = 0
        var apart = tile.latitudeStepDegrees * 111_000
        while apart * 2 <= course.stepMeters * 1.5, level < rootLevel(of: tile) {
          apart *= 2
          level += 1
        }
        let west = (place.longitudeDegrees - tile.westDegrees).remainder(dividingBy: 360)
        let east = west < 0 ? west + 360 : west
        let found = tile.keys(
          number: number, level: level, south: place.latitudeDegrees, north: place.latitudeDegrees,
          west: east, east: east)
        for key in found where !keys.contains(key) && keys.count < Self.pathLimit { keys.append(key) }
      }
    }
    return keys
  }

  /// The coarsest blocks of a path's tiles, which fill what has not come.
  func roots(ofPath keys: [TerrainBlockKey]) -> [TerrainBlockKey] {
    var roots: [TerrainBlockKey] = []
    for key in keys where !key.isSurface {
      let root = root(of: key)
      if root != key, !roots.contains(root) { roots.append(root) }
    }
    return roots
  }

  /// The ground of a path's blocks, as far as they are there; else what models of the surface know over it.
  func surface(ofPath keys: [TerrainBlockKey], isModel: Bool) -> TerrainSurface {
    var surface = TerrainSurface()
    for key in isModel ? keys : keys + roots(ofPath: keys) where key.isSurface == isModel {
      guard let block = blocks[key], !isModel || !block.isVoid, let tile = block.tile() else { continue }
      surface.add(tile)
    }
    return surface
  }

  // MARK: - What a circle holds

  /// Places of a circle at which it is looked what is there.
  static let circlePlaces = 500

  /// One of them: on Vogel's spiral each stands for as much of the circle.
  static func circlePlace(_ index: Int, of plan: CoveragePlan) -> Coordinate {
    let cosine = Trigonometry.sineCosine(turns: plan.transmitter.latitudeDegrees / 360).cosine
    let away = plan.radiusMeters * ((Double(index) + 0.5) / Double(circlePlaces)).squareRoot() / 111_200
    let (sine, cosineOfTurn) = Trigonometry.sineCosine(
      turns: (Double(index) * 0.381_966_011_250_105).truncatingRemainder(dividingBy: 1))
    return Coordinate(
      latitudeDegrees: plan.transmitter.latitudeDegrees + away * cosineOfTurn,
      longitudeDegrees: plan.transmitter.longitudeDegrees + away * sine / Swift.max(0.05, cosine))
  }

  /// How much of a plan's circle lies where no tile is, 0 to 1.
  func untiledShare(within plan: CoveragePlan) -> Double {
    let count = (0..<Self.circlePlaces).count { !contains(Self.circlePlace($0, of: plan)) }
    return Double(count) / Double(Self.circlePlaces)
  }

  /// How much of a plan's circle models of the surface know, 0 to 1, by the posts of a level that are nearest
  /// to places spread over it.
  func surfaceShare(within plan: CoveragePlan, level: UInt8) -> Double {
    var (known, all) = (0, 0)
    for index in 0..<Self.circlePlaces {
      guard let isKnown = isSurfaceKnown(at: Self.circlePlace(index, of: plan), level: level) else {
        continue
      }
      all += 1
      if isKnown { known += 1 }
    }
    return all == 0 ? 0 : Double(known) / Double(all)
  }

  /// Whether models know the post nearest to a place; nil where no tile is.
  private func isSurfaceKnown(at place: Coordinate, level: UInt8) -> Bool? {
    var isHeld = false
    for number in tiles.indices where tiles[number].contains(place) {
      isHeld = true
      let tile = tiles[number]
      let scale = Double(1 << Int(level))
      let east = (place.longitudeDegrees - tile.westDegrees).remainder(dividingBy: 360)
      let row = Int(
        saturating: ((tile.northDegrees - place.latitudeDegrees) / (tile.latitudeStepDegrees * scale))
          .rounded())
      let column = Int(
        saturating: ((east < 0 ? east + 360 : east) / (tile.longitudeStepDegrees * scale)).rounded())
      let counts = tile.blockCounts(level: level)
      // The last post is of the last block, whose next one is not there.
      let (down, right) = (
        Swift.min(row / WireLimits.terrainBlock, counts.rows - 1),
        Swift.min(column / WireLimits.terrainBlock, counts.columns - 1)
      )
      let key = TerrainBlockKey(
        tile: UInt16(truncatingIfNeeded: number), level: level, row: UInt16(truncatingIfNeeded: down),
        column: UInt16(truncatingIfNeeded: right), isSurface: true)
      guard let block = blocks[key] else { continue }
      let (y, x) = (row - down * WireLimits.terrainBlock, column - right * WireLimits.terrainBlock)
      guard y >= 0, y < block.rowCount, x >= 0, x < block.columnCount else { continue }
      if block.heights[y * block.columnCount + x] != TerrainBlock.void { return true }
    }
    return isHeld ? false : nil
  }
}
