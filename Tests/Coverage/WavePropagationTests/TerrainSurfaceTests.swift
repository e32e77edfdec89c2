import Testing
import WaveUnits

@testable import WavePropagation

@Suite struct TerrainSurfaceTests {
  /// Posts a tenth of a degree apart from a corner in the north-west; heights by latitude and longitude.
  private func tile(
    _ north: Double, _ west: Double, rows: Int = 11, columns: Int = 11, step: Double = 0.1,
    void: (Int, Int) -> Bool = { _, _ in false }, height: (Double, Double) -> Double
  ) throws -> TerrainTile {
    var heights: [Int16] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let value = height(north - Double(row) * step, west + Double(column) * step)
        heights.append(void(row, column) ? TerrainTile.void : Int16(value.rounded()))
      }
    }
    return try TerrainTile(
      PostLattice(
        northWest: Coordinate(latitudeDegrees: north, longitudeDegrees: west), latitudeStepDegrees: step,
        longitudeStepDegrees: step, rowCount: rows, columnCount: columns), heights: heights)
  }

  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  private func plane(_ latitude: Double, _ longitude: Double) -> Double { 100 * latitude + 10 * longitude }

  @Test func heightsAreStraightBetweenPosts() throws {
    var surface = TerrainSurface()
    surface.add(try tile(51, 10, height: plane))
    for (latitude, longitude) in [(51, 10), (50, 11), (50.5, 10.5), (50.1234, 10.9876), (50.999, 10.001)] {
      let height = try surface.height(at: place(latitude, longitude))
      #expect(abs(height - plane(latitude, longitude)) < 0.51, "\(latitude) \(longitude)")
    }
    #expect(throws: TerrainError.noTile(place(49.8, 10.5))) { try surface.height(at: place(49.8, 10.5)) }
    #expect(throws: TerrainError.noTile(place(50.5, 12))) { try surface.height(at: place(50.5, 12)) }
    #expect(throws: TerrainError.self) { try surface.height(at: place(.nan, 0)) }
  }

  @Test func tilesBesideEachOtherAreOne() throws {
    // One pair shares an edge; the other leaves the step of a post between them, as pictures' pixels do.
    var surface = TerrainSurface()
    surface.add(try tile(51, 10, height: plane))
    surface.add(try tile(51, 11, height: plane))
    surface.add(try tile(49.9, 10, height: plane))
    for (latitude, longitude) in [(50.5, 11), (50.5, 10.999), (50.5, 11.001), (49.95, 10.5), (49.99, 10.93)] {
      let height = try surface.height(at: place(latitude, longitude))
      #expect(abs(height - plane(latitude, longitude)) < 0.51, "\(latitude) \(longitude)")
    }
    let patch = try surface.patch(around: place(50.2, 10.6), radiusMeters: 40_000)
    #expect(patch.voidCount == 0)
    for row in 0..<patch.rowCount {
      for column in 0..<patch.columnCount where patch.posts[row * patch.columnCount + column] == .known {
        let place = patch.place(row: row, column: column)
        let height = Double(patch.heights[row * patch.columnCount + column])
        #expect(abs(height - plane(place.latitudeDegrees, place.longitudeDegrees)) < 0.51)
      }
    }
  }

  @Test func voidsAreFilledAndCounted() throws {
    var surface = TerrainSurface()
    surface.add(
      try tile(
        51, 10, void: { row, column in (4...5).contains(row) && (6...7).contains(column) }, height: plane))
    let hole = place(50.55, 10.65)
    #expect(throws: TerrainError.void(hole)) { try surface.height(at: hole) }
    #expect(throws: TerrainError.void(hole)) { try surface.patch(around: hole, radiusMeters: 1000) }
    let patch = try surface.patch(around: place(50.2, 10.3), radiusMeters: 30_000)
    let voids = patch.posts.indices.filter { patch.posts[$0] == .void }
    #expect(voids.count == 4 && patch.voidCount == 4)
    for post in voids {
      let place = patch.place(row: post / patch.columnCount, column: post % patch.columnCount)
      let height = Double(patch.heights[post])
      #expect(abs(height - plane(place.latitudeDegrees, place.longitudeDegrees)) < 5)
    }
    // A path over it has the ground of the map, and counts the points that were filled.
    let (start, end) = (place(50.55, 10.15), place(50.55, 10.95))
    let path = try surface.profile(from: start, to: end, stepMeters: 500)
    #expect(path.filledCount > 25 && path.filledCount < 50)
    let way = Geodesic(from: start, to: end)
    for (kilometers, height) in zip(path.distancesKilometers, path.heightsMeters) {
      let place = Geodesic.place(
        from: start, bearingDegrees: way.bearingDegrees, meters: 1000 * kilometers)
      let row = (patch.northWest.latitudeDegrees - place.latitudeDegrees) / patch.latitudeStepDegrees
      let column = (place.longitudeDegrees - patch.northWest.longitudeDegrees) / patch.longitudeStepDegrees
      let (top, left) = (Int(row), Int(column))
      guard row >= 0, column >= 0, top < patch.rowCount - 1, left < patch.columnCount - 1 else { continue }
      let (down, right) = (row - Double(top), column - Double(left))
      let post = top * patch.columnCount + left
      func between(_ first: Int, _ second: Int, _ part: Double) -> Double {
        Double(patch.heights[first]) * (1 - part) + Double(patch.heights[second]) * part
      }
      let north = between(post, post + 1, right)
      let south = between(post + patch.columnCount, post + patch.columnCount + 1, right)
      #expect(abs(north * (1 - down) + south * down - height) < 0.01)
    }
    // A receiver may stand on it; a transmitter's ground is to be known.
    #expect(try surface.profile(from: start, to: hole, stepMeters: 500).filledCount > 0)
    #expect(throws: TerrainError.void(hole)) { try surface.profile(from: hole, to: end, stepMeters: 500) }
    // A coarser tile that knows the place fills it better.
    surface.add(try tile(51, 10, rows: 3, columns: 3, step: 0.5, height: plane))
    #expect(abs(try surface.height(at: hole) - plane(50.55, 10.65)) < 0.51)
  }

  @Test func theFinestTileCounts() throws {
    var surface = TerrainSurface()
    surface.add(try tile(51, 10, rows: 3, columns: 3, step: 0.5) { _, _ in 7 })
    surface.add(try tile(50.6, 10.4, rows: 3, columns: 3, step: 0.1) { _, _ in 90 })
    #expect(try surface.height(at: place(50.5, 10.5)) == 90)
    #expect(try surface.height(at: place(50.9, 10.1)) == 7)
    // A tile that comes again takes its own place.
    surface.add(try tile(50.6, 10.4, rows: 3, columns: 3, step: 0.1) { _, _ in 80 })
    #expect(surface.tiles.count == 2)
    #expect(try surface.height(at: place(50.5, 10.5)) == 80)
  }

  /// Posts of another lattice, half of them beyond the tile: each is the surface's own height there, in whole
  /// metres.
  @Test func postsOfALatticeAreTheSurfaces() throws {
    var posts: [Int16] = (0..<21 * 31).map { Int16(100 + $0 * 37 % 61) }
    posts[200] = TerrainTile.void
    var surface = TerrainSurface()
    surface.add(
      try TerrainTile(
        PostLattice(
          northWest: place(46.9, 10.1), latitudeStepDegrees: 0.001, longitudeStepDegrees: 0.001, rowCount: 21,
          columnCount: 31), heights: posts))
    let (north, west, step) = (46.8951, 10.0903, 0.00073)
    let heights = surface.heights(
      at: PostLattice(
        northWest: place(north, west), latitudeStepDegrees: step, longitudeStepDegrees: step, rowCount: 40,
        columnCount: 60))
    var (known, voids) = (0, 0)
    for row in 0..<40 {
      for column in 0..<60 {
        let height = heights[row * 60 + column]
        let there = place(north - Double(row) * step, west + Double(column) * step)
        do throws(TerrainError) {
          let exact = try surface.height(at: there)
          known += 1
          #expect(height != TerrainTile.void && abs(Double(height) - exact) < 0.501, "\(row) \(column)")
        } catch {
          voids += 1
          #expect(height == TerrainTile.void, "\(row) \(column)")
        }
      }
    }
    #expect(known > 400 && voids > 400)
    // At its own posts it is what it is.
    let own = surface.heights(
      at: PostLattice(
        northWest: place(46.9, 10.1), latitudeStepDegrees: 0.001, longitudeStepDegrees: 0.001, rowCount: 21,
        columnCount: 31))
    #expect(own == posts)
  }

  @Test func theOtherSideOf180IsBeside() throws {
    var surface = TerrainSurface()
    surface.add(try tile(1, 179) { _, longitude in longitude })
    surface.add(try tile(1, -180) { _, longitude in longitude + 360 })
    #expect(abs(try surface.height(at: place(0.5, -179.5)) - 180.5) < 0.6)
    let patch = try surface.patch(around: place(0.5, 179.9), radiusMeters: 20_000)
    #expect(patch.absentCount == 0 && patch.voidCount == 0)
    for column in 0..<patch.columnCount {
      let longitude = patch.place(row: 3, column: column).longitudeDegrees
      #expect(abs(Double(patch.heights[3 * patch.columnCount + column]) - longitude) < 0.6)
    }
  }

  @Test func aProfileGoesFromEndToEnd() throws {
    var surface = TerrainSurface()
    surface.add(try tile(51, 10, height: plane))
    let (start, end) = (place(50.2, 10.2), place(50.8, 10.7))
    let profile = try surface.profile(from: start, to: end, stepMeters: 500)
    try profile.check()
    let length = Geodesic(from: start, to: end).lengthMeters
    #expect(profile.distancesKilometers.count == Int((length / 500).rounded(.up)) + 1)
    #expect(abs(profile.lengthKilometers * 1000 - length) < 1e-6)
    #expect(abs((profile.heightsMeters.first ?? 0) - plane(50.2, 10.2)) < 0.51)
    #expect(abs((profile.heightsMeters.last ?? 0) - plane(50.8, 10.7)) < 0.51)
    #expect(throws: TerrainError.self) {
      try surface.profile(from: start, to: place(50.8, 15), stepMeters: 500)
    }
    #expect(throws: TerrainError.tooManyPosts(0)) {
      do throws(TerrainError) {
        _ = try surface.profile(from: start, to: place(-50, 170), stepMeters: 1)
      } catch {
        if case .tooManyPosts = error { throw TerrainError.tooManyPosts(0) }
        throw error
      }
    }
  }

  @Test func numbersThatAreNoTileAreRefused() {
    func make(_ rows: Int, _ columns: Int, _ count: Int, _ step: Double, _ latitude: Double = 10) throws {
      _ = try TerrainTile(
        PostLattice(
          northWest: place(latitude, 0), latitudeStepDegrees: step, longitudeStepDegrees: 0.1, rowCount: rows,
          columnCount: columns), heights: [Int16](repeating: 0, count: count))
    }
    for (rows, columns, count, step, latitude) in [
      (1, 5, 5, 0.1, 10.0), (5, 5, 24, 0.1, 10), (3, 3, 9, 0, 10), (3, 3, 9, .nan, 10), (3, 3, 9, 0.1, 91),
      (3, 3, 9, 100, 10), (3, 3, 9, 60, -80), (Int.max, 2, 0, 0.1, 10),
    ] {
      #expect(throws: TerrainError.self) { try make(rows, columns, count, step, latitude) }
    }
  }

  @Test func placesWithoutAMapAreRefused() throws {
    var surface = TerrainSurface()
    surface.add(try tile(89, 10, height: plane))
    for latitude in [88.5, -86.0] {
      #expect(throws: TerrainError.beyondMap(place(latitude, 10.5))) {
        try surface.patch(around: place(latitude, 10.5), radiusMeters: 1000)
      }
    }
    surface.add(try tile(51, 10, rows: 1001, columns: 1001, step: 0.001, height: plane))
    #expect(throws: TerrainError.self) {
      try surface.patch(around: place(50.5, 10.5), radiusMeters: 10_000_000)
    }
    #expect(throws: TerrainError.beyondMap(place(50.5, 10.5))) {
      try surface.patch(around: place(50.5, 10.5), radiusMeters: 0)
    }
  }
}
