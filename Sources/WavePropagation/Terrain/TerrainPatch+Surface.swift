public import WaveUnits

extension TerrainPatch {
  /// Puts what stands on the ground onto it: trees and roofs, as a model of the surface has them.
  ///
  /// Antennas stay on the ground. Where the model is below the ground, or does not know, the ground counts.
  /// - Parameter surface: Tiles of the surface's heights above sea level, of any lattice; between their posts heights are bilinear.
  /// - Complexity: O(posts · tiles), two arrays.
  public mutating func cover(by surface: TerrainSurface) {
    surfaceHeights = []
    surfacedCount = 0
    guard !surface.tiles.isEmpty else { return }
    var model = TerrainPatch(
      northWest: northWest, latitudeStepDegrees: latitudeStepDegrees,
      longitudeStepDegrees: longitudeStepDegrees, rowCount: rowCount, columnCount: columnCount)
    for tile in surface.tiles { model.take(tile) }
    var covered = heights
    for post in heights.indices where model.posts[post] == .known && posts[post] != .absent {
      surfacedCount += 1
      covered[post] = model.heights[post]
    }
    if surfacedCount > 0 { surfaceHeights = covered }
  }
}

extension TerrainSurface {
  /// Puts what stands on the ground onto a profile's points, as `TerrainPatch.cover(by:)` does.
  ///
  /// - Parameters:
  ///   - profile: The ground from the first place to the second, its points evenly apart.
  ///   - start: The transmitter's place.
  ///   - end: The receiver's.
  /// - Returns: How many points the model knows.
  /// - Complexity: O(points · tiles).
  public func cover(_ profile: inout PathProfile, from start: Coordinate, to end: Coordinate) -> Int {
    let way = Geodesic(from: start, to: end)
    var known = 0
    var clutter = [Double](repeating: 0, count: profile.heightsMeters.count)
    for point in profile.heightsMeters.indices {
      let place = Geodesic.place(
        from: start, bearingDegrees: way.bearingDegrees, meters: profile.distancesKilometers[point] * 1000)
      do throws(TerrainError) {
        let height = try height(at: place.folded)
        known += 1
        clutter[point] = Swift.max(0, height - profile.heightsMeters[point])
      } catch {
        continue
      }
    }
    if known > 0 { profile.clutterMeters = clutter }
    return known
  }
}
