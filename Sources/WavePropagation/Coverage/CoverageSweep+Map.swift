import WaveUnits

extension CoverageSweep {
  /// Gives the loss at each post within the radius, from the rays that are computed.
  ///
  /// - Returns: A map of the patch's posts; nothing at all before `hasMap`, and nothing where a ray had no ground.
  /// - Complexity: O(posts), one array.
  public func map() -> CoverageMap {
    var map = CoverageMap(patch)
    guard hasMap else { return map }
    let center = plan.transmitter
    let (rows, columns) = (patch.rowCount, patch.columnCount)
    let column = Float(patch.column(ofLongitude: center.longitudeDegrees))
    let limit = Float(plan.radiusMeters)
    let free = FreeSpaceTerm(plan)
    let base = ray.base + ray.transmitterHeight
    let perStep = Float(1 / stepMeters)
    let raysPerTurn = Float(rayCount)
    map.losses.withUnsafeMutableBufferPointer { losses in
      excess.withUnsafeBufferPointer { excess in
        for row in 0..<rows {
          let north = patch.place(row: row, column: 0).latitudeDegrees - center.latitudeDegrees
          // Gauss's middle latitude: within a metre of the geodesic at 100 km.
          let scale = LocalScale(center.latitudeDegrees + north / 2)
          let y = Float(north * scale.northMetersPerDegree)
          guard y.magnitude <= limit else { continue }
          let across = Float(scale.eastMetersPerDegree * patch.longitudeStepDegrees)
          let turn = Float(scale.sine * patch.longitudeStepDegrees / 720)
          let reach = (limit * limit - y * y).squareRoot() / across
          let first = Swift.max(0, Int((column - reach).rounded(.up)))
          let last = Swift.min(columns - 1, Int((column + reach).rounded(.down)))
          guard first <= last else { continue }
          for index in first...last {
            let east = Float(index) - column
            let x = east * across
            let meters = (x * x + y * y).squareRoot()
            var turns = FastMath.turns(x, y) - east * turn
            if turns < 0 { turns += 1 }
            let value = blended(excess, turns * raysPerTurn, meters * perStep)
            guard value > -30_000 else { continue }
            let rise = patch.heights[row * columns + index] + ray.receiverHeight - base
            let loss = free.loss(meters, rise) + value
            losses[row * columns + index] = Int16(Swift.max(0, Swift.min(32_000, loss.rounded())))
          }
        }
      }
    }
    return map
  }

  /// The loss beyond free space between rays and samples, 0.01 dB; -32768 where there is none.
  @inline(__always)
  private func blended(_ excess: UnsafeBufferPointer<Int16>, _ ray: Float, _ sample: Float) -> Float {
    let coarse = ray / Float(stride)
    var left = Int(coarse)
    let right = coarse - Float(left)
    left *= stride
    if left >= rayCount { left -= rayCount }
    var next = left + stride
    if next >= rayCount { next -= rayCount }
    // The first sample is one step from the transmitter.
    let position = Swift.max(0, Swift.min(Float(sampleCount - 1), sample - 1))
    let low = Swift.min(Int(position), Swift.max(0, sampleCount - 2))
    let high = Swift.min(low + 1, sampleCount - 1)
    let far = position - Float(low)
    let (a, b) = (excess[left * sampleCount + low], excess[left * sampleCount + high])
    let (c, d) = (excess[next * sampleCount + low], excess[next * sampleCount + high])
    guard Swift.min(Swift.min(a, b), Swift.min(c, d)) != CoverageMap.nothing else { return -32_768 }
    let near = Float(a) + (Float(b) - Float(a)) * far
    let beside = Float(c) + (Float(d) - Float(c)) * far
    return near + (beside - near) * right
  }
}

/// Loss in free space, in 0.01 dB, for many distances at one frequency.
///
/// Source: Recommendation ITU-R P.525-4.
struct FreeSpaceTerm {
  private let constant: Float

  init(_ plan: CoveragePlan) {
    constant = Float(100 * (20 * Logarithm.decimal(plan.frequencyHertz) - 147.552_216_778))
  }

  /// Over so many metres on the ground and so many up; never below 0, and as at 1 m where it is nearer.
  @inline(__always)
  func loss(_ meters: Float, _ rise: Float) -> Float {
    constant + 301.029_995_7 * FastMath.log2(Swift.max(1, meters * meters + rise * rise))
  }
}

extension CoverageMap {
  init(_ patch: TerrainPatch) {
    northWest = patch.northWest
    latitudeStepDegrees = patch.latitudeStepDegrees
    longitudeStepDegrees = patch.longitudeStepDegrees
    rowCount = patch.rowCount
    columnCount = patch.columnCount
    losses = [Int16](repeating: Self.nothing, count: patch.rowCount * patch.columnCount)
  }
}

extension FastMath {
  /// The bearing of a point, in turns clockwise from north, -½ to ½.
  @inline(__always)
  static func turns(_ east: Float, _ north: Float) -> Float {
    let (x, y) = (east.magnitude, north.magnitude)
    let (low, high) = x < y ? (x, y) : (y, x)
    guard high > 0 else { return 0 }
    // Folded to an eighth of a turn by tan(a - π/8), so that the series is short.
    let t = low / high
    let folded = (t - 0.414_213_56) / (1 + t * 0.414_213_56)
    let s = folded * folded
    let series =
      folded
      * (1 - s * (0.333_333_33 - s * (0.2 - s * (0.142_857_15 - s * (0.111_111_11 - s * 0.090_909_09)))))
    var turns = 0.0625 + series * 0.159_154_94
    if x > y { turns = 0.25 - turns }
    if north < 0 { turns = 0.5 - turns }
    return east < 0 ? -turns : turns
  }
}
