import WaveUnits

/// The ground along one ray, and what each of its samples sees of it.
///
/// The earth is flattened once: heights less d²/2a, so that rays are straight lines. Distances are in km and
/// heights in m, as in the Recommendation's formulas.
struct RayProfile: Sendable {
  let count: Int
  let step: Float
  let transmitterHeight: Float
  let receiverHeight: Float
  let sphere: SphereLoss
  /// From one list to the next in `tables` and `lines`: eight are computed at once, and so some behind the
  /// last; then some that are before the next list's first.
  let length: Int
  /// By sample, from 0 at the transmitter: each `RayTable`.
  let tables: [Float]
  /// Whether the pass tells horizons.
  let hasHorizons: Bool
  /// Where antennas above smooth ground are asked for.
  let heights: Heights

  /// Where antennas above smooth ground are asked for.
  enum Heights {
    case nowhere
    /// Where a smooth earth can be in the way.
    case besideSphere
    case everywhere
  }

  /// A slope to the transmitter's horizon of a sample that is seen.
  static var isSeen: Float { -.greatestFiniteMagnitude }

  /// By sample: each `RayList`.
  var lines: [Float]
  /// For `UnsafeRayBlocks` of slopes.
  var blocks: [Float]
  /// The samples of the upper hull, for `UnsafeRayHorizons`.
  var hull: [UnsafeRayHull.Vertex]
  /// For `UnsafeRaySpheres`.
  private var links: [SphereLoss.Link]
  /// What rays meet, above the transmitter's ground; empty where that is the ground.
  var obstacles: [Float] = []
  /// How far each sample's ground is above what a learned model compares it with, m; empty for other models.
  var ground: [Float] = []
  /// The first sample whose loss is wanted.
  var first = 1
  /// Samples from here on have no ground.
  var end = 0
  /// Samples from here on are all seen.
  private(set) var hiddenEnd = 0
  /// The ground below the transmitter, m above sea level.
  var base: Float = 0

  /// Prepares rays over an earth of a radius.
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
    // Nothing is like the ray before the first one.
    for index in 0..<length { lines[RayList.transmitter.rawValue * length + index] = .nan }
    // Before the transmitter nothing is met.
    for place in 1...UnsafeRayHorizons.near { lines[RayList.met.rawValue * length - place] = -.infinity }
    links = [SphereLoss.Link](repeating: SphereLoss.Link(), count: UnsafeRaySpheres.capacity)
    hull = [UnsafeRayHull.Vertex](repeating: UnsafeRayHull.Vertex(), count: length)
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
    // An antenna's own place does not stand in its way.
    if end > 0 { obstacles[0] = lines[0] }
    flatten()
  }

  /// Takes the heights of a ray of the same samples, with clutter of one height on them, but for water.
  mutating func take(_ other: RayProfile, clutterMeters clutter: Float) {
    (end, base) = (other.end, other.base)
    if obstacles.count < length { obstacles = [Float](repeating: 0, count: length) }
    for index in 0..<end {
      let height = other.lines[index]
      lines[index] = height
      obstacles[index] = height == -base ? height : height + clutter
    }
    // An antenna's own place does not stand in its way.
    if end > 0 { obstacles[0] = lines[0] }
    flatten()
  }

  /// Takes heights from the posts, bilinear.
  mutating func sample(_ patch: TerrainPatch, _ course: RayCourse) {
    end = patch.sample(patch.heights, course.row, course.column, count: count, into: &lines)
    base = end > 0 ? lines[0] : 0
    flatten(base: base)
  }

  /// Looks along the ray.
  mutating func pass() {
    UnsafeRayPass.run(&self)
    if heights != .nowhere { bend(over: nil) }
  }

  /// Computes what the smooth earth costs more than an edge.
  ///
  /// - Parameter other: The ray whose straight line through the ground it is above; nil for this one's own.
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
          func fill(_ smooth: UnsafeRayLines) {
            UnsafeRaySpheres(sphere: sphere, ray: own, smooth: smooth, lines: line, links: links)
              .fill(from: first, to: end)
          }
          guard let other else { return fill(own) }
          other.withLines { fill($0) }
        }
      }
    }
  }

  /// Makes of heights what does not depend on what lies between, relative to the transmitter's ground.
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
