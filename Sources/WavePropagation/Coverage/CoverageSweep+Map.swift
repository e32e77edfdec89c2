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
    let lift = ray.receiverHeight - ray.base - ray.transmitterHeight
    let perStep = Float(1 / stepMeters)
    let raysPerTurn = Float(rayCount)
    let spacings = raySpacings()
    map.losses.withUnsafeMutableBufferPointer { losses in
      spacings.withUnsafeBufferPointer { spacings in
        excess.withUnsafeBufferPointer { excess in
          patch.heights.withUnsafeBufferPointer { heights in
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
              var index = first
              while index <= last {
                let count = Swift.min(8, last - index + 1)
                let east: FastMath.Eight = FastMath.Eight(0, 1, 2, 3, 4, 5, 6, 7) + (Float(index) - column)
                let x: FastMath.Eight = east * across
                let square: FastMath.Eight = x * x + y * y
                var turns: FastMath.Eight = FastMath.turns(x, FastMath.Eight(repeating: y)) - east * turn
                turns += FastMath.Eight().replacing(with: 1, where: turns .< 0)
                let ray = turns * raysPerTurn
                // The first sample is one step from the transmitter.
                let sample = FastMath.least(
                  FastMath.greatest(FastMath.root(square) * perStep - 1, 0), Float(sampleCount - 1))
                var rise = FastMath.Eight()
                for lane in 0..<count { rise[lane] = heights[row * columns + index + lane] }
                rise += lift
                let loss = free.loss(square + rise * rise)
                for lane in 0..<count {
                  let value = blended(excess, spacings, ray[lane], sample[lane])
                  guard value > -30_000 else { continue }
                  losses[row * columns + index + lane] = Int16(
                    Swift.max(0, Swift.min(32_000, loss[lane] + value + 0.5)))
                }
                index += 8
              }
            }
          }
        }
      }
    }
    return map
  }

  /// The loss beyond free space between computed rays and samples, 0.01 dB; -32768 where there is none.
  @inline(__always)
  private func blended(
    _ excess: UnsafeBufferPointer<Int16>, _ spacings: UnsafeBufferPointer<UInt8>, _ ray: Float,
    _ sample: Float
  ) -> Float {
    let low = Swift.min(Int(sample), Swift.max(0, sampleCount - 2))
    let power = Int(spacings[low])
    var left = (Int(ray) >> power) << power
    let right = (ray - Float(left)) * Float(bitPattern: UInt32(127 &- power) << 23)
    if left >= rayCount { left -= rayCount }
    var next = left + (1 << power)
    if next >= rayCount { next -= rayCount }
    let high = Swift.min(low + 1, sampleCount - 1)
    let far = sample - Float(low)
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

  /// Over distances by their squares, m²; as at 1 m where it is nearer.
  @inline(__always)
  func loss(_ square: FastMath.Eight) -> FastMath.Eight {
    constant + 301.029_995_7 * FastMath.log2(FastMath.greatest(square, 1))
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
