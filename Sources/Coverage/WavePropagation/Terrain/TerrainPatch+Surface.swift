public import WaveUnits

extension TerrainPatch {
  /// Adds the trees and roofs of a surface model to the ground.
  ///
  /// Antenna heights still refer to the ground. Where the model is below the ground, or has no value, the
  /// ground is used.
  ///
  /// - Parameters:
  ///   - surface: Tiles with heights of the surface above sea level, on any grids; heights are interpolated
  ///     bilinearly between their posts.
  ///   - clutterMeters: The height of clutter at posts where the model has no value, except on water, which
  ///     has heights of exactly 0 m.
  /// - Complexity: O(posts · tiles), two arrays.
  public mutating func cover(by surface: TerrainSurface, clutterMeters: Double = 0) {
    surfaceHeights = []
    surfacedCount = 0
    guard !surface.tiles.isEmpty else { return }
    let model = TerrainPatch(lattice, of: surface.tiles)
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
  /// Adds the trees and roofs of a surface model to the points of a profile, wherever the model is above the
  /// ground.
  ///
  /// - Parameters:
  ///   - profile: The ground from the transmitter to the receiver, with evenly spaced points.
  ///   - start: The transmitter's position.
  ///   - end: The receiver's position.
  ///   - clutterMeters: The height of clutter at points where the model has no value, except on water.
  /// - Returns: The number of points at which the model has a value.
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
      if let height = try? height(at: place.folded) {
        known += 1
        clutter[point] = Swift.max(0, height - profile.heightsMeters[point])
      } else if profile.heightsMeters[point] != 0 {
        clutter[point] = clutterMeters
      }
    }
    if known > 0 { profile.clutterMeters = clutter }
    return known
  }
}
