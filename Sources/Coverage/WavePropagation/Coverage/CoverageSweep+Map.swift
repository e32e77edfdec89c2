import WaveUnits

extension CoverageSweep {
  /// Returns the loss at each post within the radius, based on the rays computed so far.
  ///
  /// - Returns: A map of the patch's posts, which is empty until `hasMap` is true, and has no loss where a
  ///   ray had no ground.
  /// - Complexity: O(posts), one array.
  public func map() -> CoverageMap {
    var map = CoverageMap(patch.lattice)
    guard hasMap else { return map }
    let center = plan.transmitter
    let (rows, columns) = (patch.rowCount, patch.columnCount)
    let column = Float(patch.column(ofLongitude: center.longitudeDegrees))
    let limit = Float(plan.radiusMeters)
    let free = FreeSpaceTerm(plan)
    let lift = ray.receiverHeight - ray.base - ray.transmitterHeight
    let perStep = Float(1 / stepMeters)
    let raysPerTurn = Float(rayCount)
    map.losses.withUnsafeMutableBufferPointer { losses in
      patch.heights.withUnsafeBufferPointer { heights in
        excess.withUnsafeBufferPointer { excess in
          guard let excess = excess.baseAddress, let first = heights.baseAddress else { return }
          let posts = UnsafePosts(heights: first, rowCount: rows, columnCount: columns)
          let blend = UnsafeRayBlend(
            excess: excess, rayCount: rayCount, sampleCount: sampleCount,
            raysApart: raysApart)
          for row in 0..<rows {
            let north = patch.place(row: row, column: 0).latitudeDegrees - center.latitudeDegrees
            // Gauss's mid-latitude approximation: within a metre of the geodesic at 100 km.
            let scale = LocalScale(center.latitudeDegrees + north / 2)
            let y = Float(north * scale.northMetersPerDegree)
            guard y.magnitude <= limit else { continue }
            let across = Float(scale.eastMetersPerDegree * patch.longitudeStepDegrees)
            let turn = Float(scale.sine * patch.longitudeStepDegrees / 720)
            let reach = (limit * limit - y * y).squareRoot() / across
            let first = Swift.max(0, Int(saturating: (column - reach).rounded(.up)))
            let last = Swift.min(columns - 1, Int(saturating: (column + reach).rounded(.down)))
            for index in Swift.stride(from: first, through: last, by: 8) {
              let count = Swift.min(8, last - index + 1)
              let east: FastMath.Eight = FastMath.Eight(0, 1, 2, 3, 4, 5, 6, 7) + (Float(index) - column)
              let x: FastMath.Eight = east * across
              let square: FastMath.Eight = x * x + y * y
              var turns: FastMath.Eight = FastMath.turns(x, FastMath.Eight(repeating: y)) - east * turn
              turns += FastMath.Eight().replacing(with: 1, where: turns .< 0)
              // The first sample is one step from the transmitter, where the loss beyond free space is zero.
              let steps: FastMath.Eight = FastMath.root(square) * perStep
              let sample = FastMath.least(FastMath.greatest(steps - 1, 0), Float(sampleCount - 1))
              let (atSample, isMissing) = blend.loss(ray: turns * raysPerTurn, sample: sample)
              let beyond: FastMath.Eight = atSample * FastMath.least(steps, 1)
              let rise: FastMath.Eight = posts.side(row, index, count) + lift
              let loss: FastMath.Eight = free.loss(square + rise * rise) + beyond
              let held = FastMath.least(FastMath.greatest(loss, 0), 32_000)
              let value = held.replacing(with: Float(CoverageMap.nothing), where: isMissing)
              let post = row * columns + index
              losses.store(FastMath.short(value), at: post, before: post + count)
            }
          }
        }
      }
    }
    return map
  }
}

/// The free-space loss in units of 0.01 dB for many distances at one frequency.
///
/// Source: Recommendation ITU-R P.525-4.
struct FreeSpaceTerm {
  private let constant: Float

  init(_ plan: CoveragePlan) {
    constant = Float(100 * (20 * Logarithm.decimal(plan.frequencyHertz) - 147.552_216_778))
  }

  /// Returns the losses for the squares of distances in m²; distances below 1 m count as 1 m.
  @inline(__always)
  func loss(_ square: FastMath.Eight) -> FastMath.Eight {
    constant + 301.029_995_7 * FastMath.log2(FastMath.greatest(square, 1))
  }
}
