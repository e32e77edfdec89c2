import WaveUnits

extension SweepWorker {
  /// Computes a small map over simulated hills and discards it, so that the browser optimises the code.
  ///
  /// Browsers run code slowly at first, and optimise it after many runs. It is better to spend this time
  /// before the first pin is placed than while a user waits for its map.
  ///
  /// - Parameters:
  ///   - model: The model to run.
  ///   - clock: Returns a monotonic time, in µs.
  /// - Returns: Whether a map was computed; if not, repeating the call is useless.
  /// - Complexity: O(posts of a map with a radius of 1.5 km).
  public static func warmUp(_ model: CoveragePlan.Model, clock: () -> Double) -> Bool {
    let (step, reach) = (1.0 / 3600, 51)
    let side = 2 * reach + 1
    let heights = (0..<(side * side)).map { post in
      let (row, column) = (post / side, post % side)
      return Float((row * 5 % 200 - 100).magnitude + (column * 7 % 260 - 130).magnitude)
    }
    let patch = TerrainPatch(
      lattice: PostLattice(
        northWest: Coordinate(latitudeDegrees: Double(reach) * step, longitudeDegrees: -Double(reach) * step),
        latitudeStepDegrees: step, longitudeStepDegrees: step, rowCount: side, columnCount: side),
      heights: heights, posts: [TerrainPatch.Post](repeating: .known, count: side * side))
    let plan = CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0), frequencyHertz: 915e6,
      radiusMeters: 1500, transmitterHeightMeters: 30, receiverHeightMeters: 1.5, model: model)
    var worker = SweepWorker()
    let job = SweepJob(number: 0, plan: plan, patch: patch, raysAtOnce: 32, isShownGrowing: false)
    guard worker.begin(job.bytes, clock: clock) else { return false }
    let result = worker.advance(for: .infinity, clock: clock)
    return result.flatMap { SweepResult($0.bytes) }?.state == .whole
  }
}
