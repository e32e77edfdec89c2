/// Interpolates between a sweep's rays, for eight posts at once.
struct UnsafeRayBlend {
  typealias Eight = SIMD8<Float>

  /// The loss beyond free space in units of 0.01 dB, ray by ray, followed by one extra value;
  /// `CoverageMap.nothing` where there is none.
  let excess: UnsafePointer<Int16>
  let rayCount: Int
  let sampleCount: Int
  /// The distance between computed rays, as a number of rays, which is a power of 2.
  let raysApart: Int

  /// Returns the loss beyond free space between rays and samples, interpolated bilinearly, in units of 0.01
  /// dB.
  ///
  /// - Parameters:
  ///   - ray: Ray numbers clockwise from north, with fractions, up to a full turn.
  ///   - sample: Sample offsets from the first one, at most the number of samples.
  /// - Returns: The losses, and a mask of the lanes without a loss.
  @inline(__always)
  func loss(ray: Eight, sample: Eight) -> (loss: Eight, isMissing: SIMDMask<SIMD8<Int32>>) {
    // All comparisons use floats, because the compiler turns comparisons of integer vectors into loops.
    let low = FastMath.least(
      FastMath.whole(FastMath.parts(sample).whole), Float(Swift.max(0, sampleCount - 2)))
    let far: Eight = sample - low
    // Nearer to the transmitter, fewer rays have losses.
    var apart = Eight(repeating: Float(raysApart))
    if FastMath.any(low .< Float(sampleCount >> 1) - 1) {
      for power in 1...4 {
        let wide = FastMath.greatest(apart, Float(1 << power))
        apart.replace(with: wide, where: low .< Float(sampleCount >> power) - 1)
      }
    }
    // The inverse of `apart`, which is a power of 2.
    let inverse = unsafeBitCast(0x7f00_0000 &- unsafeBitCast(apart, to: SIMD8<Int32>.self), to: Eight.self)
    let (place, right) = FastMath.parts(ray * inverse)
    let count = Float(rayCount)
    var left: Eight = FastMath.whole(place) * apart
    left.replace(with: left - count, where: left .>= count)
    var next: Eight = left + apart
    next.replace(with: next - count, where: next .>= count)
    let (a, b) = pairs(left, low)
    let (c, d) = pairs(next, low)
    let near: Eight = a + (b - a) * far
    let beside: Eight = c + (d - c) * far
    let least = FastMath.least(FastMath.least(a, b), FastMath.least(c, d))
    return (near + (beside - near) * right, least .< Float(CoverageMap.nothing) + 0.5)
  }

  /// Returns the losses of eight rays at the given samples and at the next ones.
  @inline(__always)
  private func pairs(_ ray: Eight, _ sample: Eight) -> (near: Eight, far: Eight) {
    let places: SIMD8<Int32> =
      FastMath.nearest(ray) &* Int32(truncatingIfNeeded: sampleCount) &+ FastMath.nearest(sample)
    func pair(_ lane: Int) -> Int32 {
      UnsafeRawPointer(excess + Int(places[lane])).loadUnaligned(as: Int32.self)
    }
    let both = SIMD8<Int32>(pair(0), pair(1), pair(2), pair(3), pair(4), pair(5), pair(6), pair(7))
    return (FastMath.whole((both &<< 16) &>> 16), FastMath.whole(both &>> 16))
  }
}
