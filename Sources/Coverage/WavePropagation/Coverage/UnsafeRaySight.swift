/// Finds the obstacle that matters most for each receiver in line of sight.
///
/// Even an obstacle below the ray causes a loss if it is close enough to the ray.
///
/// The hull is not sufficient, because ground below it can matter more near the antennas, where the ray's
/// zone is narrow. A sample's parameter is the product of two factors: its slope minus the chord's slope,
/// which is 0 or less, and √(d₁/d₂), which grows along the ray. No parameter in a block exceeds the product
/// of the block's greatest first factor and the second factor of its first sample.
struct UnsafeRaySight {
  typealias Eight = SIMD8<Float>

  let lines: UnsafeMutableRayLines
  /// The block maxima of the slopes from the transmitter.
  let slopes: UnsafeRayBlocks
  let scale: Float

  /// A value of Bullington's parameter at which an edge causes no loss.
  static var clear: Float { -0.79 }

  /// Computes Bullington's parameters of receivers in line of sight.
  ///
  /// - Parameters:
  ///   - first: The index of the first receiver that needs the parameter.
  ///   - end: The index of the first sample without ground.
  ///   - hasHorizons: Whether to store that these receivers have no horizon.
  func fill(from first: Int, end: Int, hasHorizons: Bool) {
    let (weighted, roots) = (lines.pointer(.weighted), lines.pointer(.root))
    // The best sample is usually near that of the previous eight receivers.
    var best = 0
    for index in stride(from: first & ~7, to: end, by: 8) {
      let isSeen =
        (lines.list(.steepest, index) .== RayProfile.isSeen) .& lines.isAmong(first, end, index)
      guard FastMath.any(isSeen) else { continue }
      let chord = lines.list(.chord, index)
      let least: Eight = lines.table(.inverseRoot, index) * (Self.clear / scale)
      let most = slopes.greatest(
        // Receivers out of sight start at infinity, which no value exceeds.
        before: index, least: Eight(repeating: .infinity).replacing(with: least, where: isSeen),
        best: &best,
        value: { sample in
          let above: Eight = weighted[sample] - chord * roots[sample]
          return above * lines.table(.inverseRoot, index &- sample)
        },
        bound: { slope, first, _ in
          let above: Eight = slope - chord
          return above * roots[first] * lines.table(.inverseRoot, index &- first)
        })
      lines.store(most * lines.table(.root, index) * scale, .receiverSlope, index)
      if hasHorizons { lines.store(Eight(), .near, index) }
    }
  }
}
