import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

// The ground along paths and within circles.
extension TerrainStore {
  /// The maximum number of blocks along a path.
  static let pathLimit = 48
  /// The number of points, in addition to the start, at which the blocks along a path are determined.
  private static let pathPlaces = 128

  /// Returns the blocks that a path crosses, at the level whose post spacing is closest to the point spacing
  /// of the path's profile.
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
        let east = tile.degreesEast(of: place)
        let found = tile.keys(
          number: number, level: level, south: place.latitudeDegrees, north: place.latitudeDegrees,
          west: east, east: east)
        for key in found where !keys.contains(key) && keys.count < Self.pathLimit { keys.append(key) }
      }
    }
    return keys
  }

  /// Returns the coarsest blocks of a path's tiles, which fill gaps until finer blocks arrive.
  func roots(ofPath keys: [TerrainBlockKey]) -> [TerrainBlockKey] {
    var roots: [TerrainBlockKey] = []
    for key in keys where !key.isSurface {
      let root = root(of: key)
      if root != key, !roots.contains(root) { roots.append(root) }
    }
    return roots
  }

  /// Returns the ground of a path's available blocks, or the surface models above it.
  func surface(ofPath keys: [TerrainBlockKey], isModel: Bool) -> TerrainSurface {
    var surface = TerrainSurface()
    for key in isModel ? keys : keys + roots(ofPath: keys) where key.isSurface == isModel {
      guard let block = blocks[key], !isModel || !block.isVoid, let tile = block.tile() else { continue }
      surface.add(tile)
    }
    return surface
  }

  // MARK: - Sampling a circle

  /// The number of sample points in a plan's circle.
  static let circlePlaces = 500

  /// Returns a sample point of a plan's circle; the points of Vogel's spiral represent equal areas.
  static func circlePlace(_ index: Int, of plan: CoveragePlan) -> Coordinate {
    let cosine = Trigonometry.sineCosine(turns: plan.transmitter.latitudeDegrees / 360).cosine
    let away = plan.radiusMeters * ((Double(index) + 0.5) / Double(circlePlaces)).squareRoot() / 111_200
    let (sine, cosineOfTurn) = Trigonometry.sineCosine(
      turns: (Double(index) * 0.381_966_011_250_105).truncatingRemainder(dividingBy: 1))
    return Coordinate(
      latitudeDegrees: plan.transmitter.latitudeDegrees + away * cosineOfTurn,
      longitudeDegrees: plan.transmitter.longitudeDegrees + away * sine / Swift.max(0.05, cosine))
  }

  /// Returns the fraction of a plan's circle that is outside all tiles, 0 to 1.
  func untiledShare(within plan: CoveragePlan) -> Double {
    let count = (0..<Self.circlePlaces).count { !contains(Self.circlePlace($0, of: plan)) }
    return Double(count) / Double(Self.circlePlaces)
  }

  /// Returns the fraction of a plan's circle that surface models cover, 0 to 1.
  ///
  /// It is estimated from sample points, each at its nearest post of the given level.
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

  /// Returns whether surface models have a height at the post nearest to a position; nil if there is no tile.
  private func isSurfaceKnown(at place: Coordinate, level: UInt8) -> Bool? {
    var isHeld = false
    for number in tiles.indices where tiles[number].contains(place) {
      isHeld = true
      let tile = tiles[number]
      let scale = Double(1 << Int(level))
      let row = Int(
        saturating: ((tile.northDegrees - place.latitudeDegrees) / (tile.latitudeStepDegrees * scale))
          .rounded())
      let column = Int(
        saturating: (tile.degreesEast(of: place) / (tile.longitudeStepDegrees * scale)).rounded())
      let counts = tile.blockCounts(level: level)
      // The last row and column belong to the last block, since no block follows it.
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
