extension RayProfile {
  /// Computes P.1812's loss beyond free space at each sample but the transmitter's own, in 0.01 dB.
  ///
  /// - Parameters:
  ///   - combination: The link.
  ///   - bent: The same ray where air bends most; used where the link asks for it.
  ///   - excess: One for each sample but the transmitter's own.
  mutating func losses(
    by combination: P1812Combination, bent: inout RayProfile,
    into excess: UnsafeMutableBufferPointer<Int16>
  ) {
    UnsafeRayPass.run(&self)
    if combination.needsBent {
      bent.take(self)
      UnsafeRayPass.run(&bent)
    }
    let limit = Swift.min(end, count + 1)
    for index in stride(from: Swift.max(1, limit), through: count, by: 1) {
      excess[index - 1] = CoverageMap.nothing
    }
    let lift = receiverHeight - transmitterHeight
    let (length, sphere, other) = (length, sphere, bent.sphere)
    lines.withUnsafeBufferPointer { lines in
      bent.lines.withUnsafeBufferPointer { bentLines in
        tables.withUnsafeBufferPointer { tables in
          for index in stride(from: 1, to: limit, by: 8) {
            let distance = tables.eight(index)
            let (transmitter, receiver) = (lines.eight(3 * length + index), lines.eight(4 * length + index))
            let median: SIMD8<Float> =
              SphereLoss.obstructed(lines.eight(2 * length + index), distance)
              + sphere.excess(transmitter, receiver, distance)
            var most = median
            if combination.needsBent {
              most =
                SphereLoss.obstructed(bentLines.eight(2 * length + index), distance)
                + other.excess(transmitter, receiver, distance)
            }
            let horizon = RayHorizons(
              near: lines.eight(6 * length + index), far: lines.eight(7 * length + index),
              transmitterSlope: lines.eight(8 * length + index),
              receiverSlope: lines.eight(9 * length + index),
              transmitter: lines.eight(10 * length + index), receiver: lines.eight(11 * length + index),
              roughness: lines.eight(12 * length + index))
            let rise: SIMD8<Float> = (lines.eight(index) + lift) * 0.001
            let square: SIMD8<Float> = distance * distance + rise * rise
            let loss = combination.excess(
              index, median: median, bent: most, horizon, distance: distance, square: square)
            // In this order what is no number becomes one.
            let rounded = FastMath.least(FastMath.greatest(SIMD8(repeating: -20_000), loss * 100), 20_000)
            for lane in 0..<Swift.min(8, limit - index) {
              excess[index + lane - 1] = Int16(rounded[lane].rounded())
            }
          }
        }
      }
    }
    // Nothing is between the transmitter and the first sample.
    if limit > 1 { excess[0] = 0 }
  }
}
