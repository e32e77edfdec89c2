import WaveUnits

/// The ground along one ray, and what each of its samples sees of it.
///
/// The earth is flattened once: heights less d²/2a, so that rays are straight lines. Distances are in km and heights in m, as in the Recommendation's formulas.
struct RayProfile: Sendable {
  let count: Int
  let step: Float
  let transmitterHeight: Float
  let receiverHeight: Float
  let sphere: SphereLoss
  /// From one list to the next in `tables` and `lines`: eight are computed at once, and so some behind the last.
  let length: Int
  /// By sample, from 0 at the transmitter: distance, its inverse, its root, that root's inverse, the flattened earth; the inverse roots from the end.
  let tables: [Float]
  /// The inverse squares of the samples' numbers.
  let inverseSquares: [Double]

  /// What `UnsafeRayBlocks` has of it.
  let blockTables: [Float]
  /// Whether the pass tells horizons.
  let hasHorizons: Bool

  /// Lists of numbers by sample, behind which those of `RayHorizon` are.
  static let listCount = 9
  /// A slope to the transmitter's horizon of a sample that is seen.
  static let isSeen = -Float.greatestFiniteMagnitude

  /// What is known by sample, list after list.
  ///
  /// Ground above the transmitter's; that flattened; what follows; both antennas above smooth ground; ground below the antenna by the root of the distance; its slope from the antenna;
  /// the slope to the horizon; the flattened ground on which antennas stand. What follows is Bullington's parameter where a sample is seen, and the slope from it to its horizon where it is not.
  var lines: [Float]
  /// The steepest slopes of `UnsafeRayBlocks`.
  var blockSlopes: [Float]
  /// The samples of the upper hull, for `UnsafeRayPass`.
  var hull: [Int32]
  /// What rays meet, above the transmitter's ground; empty where that is the ground.
  var obstacles: [Float] = []
  /// How far each sample's ground is above what a learned model compares it with, m; empty for other models.
  var ground: [Float] = []
  /// The first sample whose loss is wanted.
  var first = 1
  /// Samples from here on have no ground.
  var end = 0
  /// The ground below the transmitter, m above sea level.
  var base: Float = 0

  /// Prepares rays over an earth of a radius.
  init(
    _ plan: CoveragePlan, sampleCount: Int, stepMeters: Double,
    earthRadius: Double = P1812.medianEarthRadius, hasHorizons: Bool = false
  ) {
    self.hasHorizons = hasHorizons
    count = sampleCount
    step = Float(stepMeters / 1000)
    transmitterHeight = Float(plan.transmitterHeightMeters)
    receiverHeight = Float(plan.receiverHeightMeters)
    sphere = SphereLoss(
      frequencyHertz: plan.frequencyHertz, polarization: plan.polarization, stepKilometers: step,
      earthRadius: earthRadius)
    length = sampleCount + 9
    let kilometers = (0..<length).map { Double($0) * stepMeters / 1000 }
    var tables: [Float] = kilometers.map { Float($0) }
    tables += kilometers.map { $0 > 0 ? Float(1 / $0) : 0 }
    tables += kilometers.map { Float($0.squareRoot()) }
    tables += kilometers.map { $0 > 0 ? Float(1 / $0.squareRoot()) : 0 }
    tables += kilometers.map { Float(500 / earthRadius * $0 * $0) }
    tables += tables[(3 * length)..<(4 * length)].reversed()
    self.tables = tables
    inverseSquares = (0..<length).map { $0 > 0 ? 1 / (Double($0) * Double($0)) : 0 }
    blockTables = UnsafeRayBlocks.tables(sampleCount: sampleCount, stepKilometers: stepMeters / 1000)
    blockSlopes = [Float](repeating: 0, count: UnsafeRayBlocks.count(sampleCount: sampleCount))
    lines = [Float](repeating: 1, count: (Self.listCount + (hasHorizons ? RayHorizon.count : 0)) * length)
    hull = [Int32](repeating: 0, count: length)
  }

  /// The ground at a sample, m above sea level.
  func height(_ sample: Int) -> Float { base + lines[sample] }

  /// Takes the heights of a ray of the same samples, for an earth of another radius.
  mutating func take(_ other: RayProfile) {
    (end, base) = (other.end, other.base)
    for index in 0..<end { lines[index] = other.lines[index] }
    obstacles = other.obstacles
    flatten()
  }

  /// Takes the heights of a ray of the same samples, and what stands on them.
  mutating func take(_ other: RayProfile, covered patch: TerrainPatch, _ course: RayCourse) {
    (end, base) = (other.end, other.base)
    for index in 0..<end { lines[index] = other.lines[index] }
    if obstacles.count < length { obstacles = [Float](repeating: 0, count: length) }
    _ = patch.sample(patch.surfaceHeights, course.row, course.column, count: count, into: &obstacles)
    for index in 0..<end { obstacles[index] = Swift.max(obstacles[index] - base, lines[index]) }
    flatten()
  }

  /// Takes heights from the posts, bilinear.
  mutating func sample(_ patch: TerrainPatch, _ course: RayCourse) {
    end = patch.sample(patch.heights, course.row, course.column, count: count, into: &lines)
    base = end > 0 ? lines[0] : 0
    // Relative to the transmitter's ground, so that digits are spent on what differs.
    let base = base
    lines.withUnsafeMutableBufferPointer { lines in
      for index in 0..<end { lines[index] -= base }
    }
    flatten()
  }

  /// Looks along the ray.
  mutating func pass() { UnsafeRayPass.run(&self) }

  /// Makes of heights what does not depend on the receiver.
  private mutating func flatten() {
    let (length, end, antenna, obstacles) = (length, end, transmitterHeight, obstacles)
    tables.withUnsafeBufferPointer { tables in
      lines.withUnsafeMutableBufferPointer { lines in
        for index in 0..<end {
          let height = lines[index] - tables[4 * length + index]
          lines[8 * length + index] = height
          lines[length + index] = height
        }
        // An antenna's own place does not stand in its way.
        for index in stride(from: 1, to: Swift.min(end, obstacles.count), by: 1) {
          lines[length + index] = obstacles[index] - tables[4 * length + index]
        }
        for index in 0..<end {
          let height = lines[length + index]
          lines[5 * length + index] = (height - antenna) * tables[3 * length + index]
          lines[6 * length + index] = (height - antenna) * tables[length + index]
        }
        UnsafeRayBlocks.take(
          UnsafeBufferPointer(rebasing: lines[(6 * length)..<(6 * length + end)]), into: &blockSlopes)
      }
    }
  }
}
