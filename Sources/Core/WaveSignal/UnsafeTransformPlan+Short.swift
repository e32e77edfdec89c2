/// The transform of 32 points, for the shortest real transform; the regular stages need at least 64 points.
extension TransformPlan {
  /// Transforms eight interleaved sequences of four points and joins them.
  /// - Complexity: O(1), without allocation.
  @inline(__always)
  func transformShort<Input: TransformInput>(_ input: Input, into output: some TransformOutput) {
    let parts = butterfly4(
      input.points(at: 0), input.points(at: 1), input.points(at: 2), input.points(at: 3))
    // Each vector contains four bins of a lane's sequence; its upper half is not used.
    let lanes = Complex8.transposed(
      (parts.0, parts.1, parts.2, parts.3, parts.0, parts.1, parts.2, parts.3))
    let bins = butterfly8(turned(swapped(lanes, if: Input.isSwapped), by: laneFactors.vectors))
    output.store(bins.0.lowerHalves(bins.1), at: 0)
    output.store(bins.2.lowerHalves(bins.3), at: 1)
    output.store(bins.4.lowerHalves(bins.5), at: 2)
    output.store(bins.6.lowerHalves(bins.7), at: 3)
  }
}

extension Complex8 {
  /// Returns the lower halves of both vectors, joined into one vector.
  @inline(__always) fileprivate func lowerHalves(_ other: Self) -> Self {
    Self(re.lowerHalves(other.re), im.lowerHalves(other.im))
  }
}
