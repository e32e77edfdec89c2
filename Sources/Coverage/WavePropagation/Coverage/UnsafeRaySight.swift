/// What is below rays that are seen: it costs something where it comes near them.
///
/// The hull does not tell: ground below it counts more where the ray's zone is narrow, beside the antennas. A
/// sample's parameter is its slope less the chord's, which is nothing or less, by √(d₁/d₂), which grows along
/// the ray: none in a block is above the steepest slope by the first sample's root.
struct UnsafeRaySight {
  typealias Eight = SIMD8<Float>

  let lines: UnsafeMutableRayLines
  /// The steepest slopes from the transmitter.
  let slopes: UnsafeRayBlocks
  let scale: Float

  /// A parameter at which an edge costs nothing.
  static var clear: Float { -0.79 }

  /// Fills Bullington's parameters of receivers that are seen.
  ///
  /// - Parameters:
  ///   - first: The first one for which it is wanted.
  ///   - end: Samples from here on have no ground.
  ///   - hasHorizons: Whether it is to be told that they have none.
  func fill(from first: Int, end: Int, hasHorizons: Bool) {
    let (weighted, roots) = (lines.pointer(.weighted), lines.pointer(.root))
    // Where the best sample was for the eight before is where it is now, or not far.
    var best = 0
    for index in stride(from: first & ~7, to: end, by: 8) {
      let isSeen =
        (lines.list(.steepest, index) .== RayProfile.isSeen) .& lines.isAmong(first, end, index)
      guard FastMath.any(isSeen) else { continue }
      let chord = lines.list(.chord, index)
      let least: Eight = lines.table(.inverseRoot, index) * (Self.clear / scale)
      let most = slopes.greatest(
        // Nothing is above what is endless.
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
      lines.put(most * lines.table(.root, index) * scale, .found, index)
      if hasHorizons { lines.put(Eight(), .near, index) }
    }
  }
}
