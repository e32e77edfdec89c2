public import WaveUnits

extension TerrainPatch {
  /// Puts what stands on the ground onto it: trees and roofs, as a model of the surface has them.
  ///
  /// Antennas stay on the ground. Where the model is below the ground, or does not know, the ground counts.
  /// - Parameters:
  ///   - surface: Tiles of the surface's heights above sea level, of any lattice; between their posts heights
  ///     are bilinear.
  ///   - clutterMeters: The height of clutter at posts that the model does not know, but for water: heights
  ///     of exactly 0 m.
  /// - Complexity: O(posts · tiles), two arrays.
  public mutating func cover(by surface: TerrainSurface, clutterMeters: Double = 0) {
    surfaceHeights = []
    surfacedCount = 0
    guard !surface.tiles.isEmpty else { return }
    var model = TerrainPatch(
      northWest: northWest, latitudeStepDegrees: latitudeStepDegrees,
      longitudeStepDegrees: longitudeStepDegrees, rowCount: rowCount, columnCount: columnCount)
    for tile in surface.tiles { model.take(tile) }
    var covered = heights
    let clutter = Float(clutterMeters)
    for post in heights.indices where posts[post] != .absent {
      if model.posts[post] == .known {
        surfacedCount += 1
        covered[post] = model.heights[post]
      } else if heights[post] != 0 {
        covered[post] += clutter
      }
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
  ///   - clutterMeters: The height of clutter at points that the model does not know, but for water.
  /// - Returns: How many points the model knows.
  /// - Complexity: O(points · tiles).
  public func cover(
    _ profile: inout PathProfile, from start: Coordinate, to end: Coordinate, clutterMeters: Double = 0
  ) -> Int {
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
        if profile.heightsMeters[point] != 0 { clutter[point] = clutterMeters }
      }
    }
    if known > 0 { profile.clutterMeters = clutter }
    return known
  }
}
