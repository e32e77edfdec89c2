import WaveUnits

/// The ground along a ray, and the line of sight of each of its samples.
///
/// The earth is flattened once, by subtracting d²/2a from heights, so that rays are straight lines. Distances
/// are in km and heights in m, as in the Recommendation's formulas.
struct RayProfile: Sendable {
  let count: Int
  let step: Float
  let transmitterHeight: Float
  let receiverHeight: Float
  let sphere: SphereLoss
  /// The length of each list in `tables` and `lines`.
  ///
  /// Eight values are computed at a time, so each list has padding after the last sample.
  let length: Int
  /// The values of each `RayTable` by sample, where sample 0 is the transmitter.
  let tables: [Float]
  /// Whether `pass()` determines horizons.
  let hasHorizons: Bool
  /// The samples for which antenna heights above smooth ground are needed.
  let heights: Heights

  /// The samples for which antenna heights above smooth ground are needed.
  enum Heights {
    case nowhere
    /// Samples at which a smooth earth can obstruct the path.
    case besideSphere
    case everywhere
  }

  /// The value that replaces the slope to the transmitter's horizon for a sample in line of sight.
  static var isSeen: Float { -.greatestFiniteMagnitude }

  /// The values of each `RayList` by sample.
  var lines: [Float]
  /// The memory in which `UnsafeRayBlocks` stores the maxima of slopes.
  var blocks: [Float]
  /// The samples of the upper hull, for `UnsafeRayHorizons`.
  var hull: [UnsafeRayHull.Vertex]
  /// The memory for `UnsafeRaySpheres`.
  private var links: [SphereLoss.Link]
  /// The heights of the obstacles above the ground at the transmitter; empty if there is only bare ground.
  var obstacles: [Float] = []
  /// The height of each sample's ground relative to the learned model's reference, in metres; empty for other
  /// models.
  var ground: [Float] = []
  /// The index of the first sample whose loss is needed.
  var first = 1
  /// The index of the first sample without ground.
  var end = 0
  /// The index after the last sample without line of sight.
  private(set) var hiddenEnd = 0
  /// The height of the ground at the transmitter, in metres above sea level.
  var base: Float = 0

  /// Creates a ray over an earth with a given radius.
  init(
    _ plan: CoveragePlan, sampleCount: Int, stepMeters: Double,
    earthRadius: Double = P1812.medianEarthRadius, heights: Heights, hasHorizons: Bool = false
  ) {
    self.hasHorizons = hasHorizons
    self.heights = heights
    count = sampleCount
    step = Float(stepMeters / 1000)
    transmitterHeight = Float(plan.transmitterHeightMeters)
    receiverHeight = Float(plan.receiverHeightMeters)
    let sphere = SphereLoss(
      frequencyHertz: plan.frequencyHertz, polarization: plan.polarization, stepKilometers: step,
      earthRadius: earthRadius)
    self.sphere = sphere
    length = sampleCount + 9 + UnsafeRayHorizons.near
    let kilometers = (0..<length).map { Double($0) * stepMeters / 1000 }
    var tables: [Float] = kilometers.map { Float($0) }
    tables += kilometers.map { $0 > 0 ? Float(1 / $0) : 0 }
    tables += kilometers.map { Float($0.squareRoot()) }
    tables += kilometers.map { $0 > 0 ? Float(1 / $0.squareRoot()) : 0 }
    tables += kilometers.map { Float(500 / earthRadius * $0 * $0) }
    tables += kilometers.map { Float(500 / earthRadius * $0) }
    tables += kilometers.map { sphere.clearProduct(kilometers: $0) }
    self.tables = tables
    blocks = [Float](repeating: 0, count: UnsafeRayBlocks.room(length: length))
    lines = [Float](repeating: 1, count: RayList.count(hasHorizons: hasHorizons) * length)
    // The first ray has no previous ray whose results it can reuse, and NaN differs from every value.
    for index in 0..<length { lines[RayList.transmitter.rawValue * length + index] = .nan }
    // There are no obstacles before the transmitter.
    for place in 1...UnsafeRayHorizons.near { lines[RayList.obstacle.rawValue * length - place] = -.infinity }
    links = [SphereLoss.Link](repeating: SphereLoss.Link(), count: UnsafeRaySpheres.capacity)
    hull = [UnsafeRayHull.Vertex](repeating: UnsafeRayHull.Vertex(), count: length)
  }

  /// Returns the height of the ground at a sample, in metres above sea level.
  func height(_ sample: Int) -> Float { base + lines[sample] }

  /// Copies the heights of a ray with the same samples, for an earth with a different radius.
  mutating func copyHeights(of other: RayProfile) {
    (end, base) = (other.end, other.base)
    for index in 0..<end { lines[index] = other.lines[index] }
    obstacles = other.obstacles
    flatten()
  }

  /// Copies the heights of a ray with the same samples, and adds the trees and buildings of a surface model.
  mutating func copyHeights(of other: RayProfile, covered patch: TerrainPatch, _ course: RayCourse) {
    (end, base) = (other.end, other.base)
    for index in 0..<end { lines[index] = other.lines[index] }
    if obstacles.count < length { obstacles = [Float](repeating: 0, count: length) }
    _ = patch.sample(patch.surfaceHeights, course.row, course.column, count: count, into: &obstacles)
    for index in 0..<end { obstacles[index] = Swift.max(obstacles[index] - base, lines[index]) }
    // Obstacles at the transmitter's own position do not obstruct it.
    if end > 0 { obstacles[0] = lines[0] }
    flatten()
  }

  /// Copies the heights of a ray with the same samples, and adds clutter of uniform height except on water.
  mutating func copyHeights(of other: RayProfile, clutterMeters clutter: Float) {
    (end, base) = (other.end, other.base)
    if obstacles.count < length { obstacles = [Float](repeating: 0, count: length) }
    for index in 0..<end {
      let height = other.lines[index]
      lines[index] = height
      obstacles[index] = height == -base ? height : height + clutter
    }
    // Obstacles at the transmitter's own position do not obstruct it.
    if end > 0 { obstacles[0] = lines[0] }
    flatten()
  }

  /// Samples heights from the posts, interpolating bilinearly.
  mutating func sample(_ patch: TerrainPatch, _ course: RayCourse) {
    end = patch.sample(patch.heights, course.row, course.column, count: count, into: &lines)
    base = end > 0 ? lines[0] : 0
    flatten(base: base)
  }

  /// Computes the lines of sight along the ray.
  mutating func pass() {
    UnsafeRayPass.run(&self)
    if heights != .nowhere { bend(over: nil) }
  }

  /// Computes the amount by which the spherical-earth loss exceeds the loss of Bullington's edge.
  ///
  /// - Parameter other: The ray whose regression line through the ground is used; nil for this ray.
  mutating func bend(over other: RayProfile?) {
    let (first, end) = (first, end)
    links.withUnsafeMutableBufferPointer { links in
      guard let links = links.baseAddress else { return }
      lines.withUnsafeMutableBufferPointer { lines in
        tables.withUnsafeBufferPointer { tables in
          guard let line = lines.baseAddress, let table = tables.baseAddress else { return }
          let own = UnsafeRayLines(
            lines: line, tables: table, length: length, transmitterHeight: transmitterHeight,
            lift: receiverHeight - transmitterHeight, sphere: sphere)
          let lists = UnsafeMutableRayLines(lines: line, tables: table, length: length)
          func fill(_ smooth: UnsafeRayLines) {
            UnsafeRaySpheres(sphere: sphere, ray: own, smooth: smooth, lines: lists, links: links)
              .fill(from: first, to: end)
          }
          guard let other else { return fill(own) }
          other.withLines { fill($0) }
        }
      }
    }
  }

  /// Prepares the values that depend only on individual samples, relative to the ground at the transmitter.
  private mutating func flatten(base: Float = 0) {
    let (length, end, lift) = (length, end, receiverHeight - transmitterHeight)
    let (antenna, obstacles) = (transmitterHeight, obstacles)
    hiddenEnd = tables.withUnsafeBufferPointer { tables in
      obstacles.withUnsafeBufferPointer { obstacles in
        lines.withUnsafeMutableBufferPointer { lines in
          guard let line = lines.baseAddress, let table = tables.baseAddress else { return 0 }
          let lines = UnsafeMutableRayLines(lines: line, tables: table, length: length)
          return UnsafeRayGround(lines: lines, end: end)
            .flatten(
              base: base, obstacles: obstacles.isEmpty ? nil : obstacles.baseAddress, antenna: antenna,
              lift: lift)
        }
      }
    }
  }
}
