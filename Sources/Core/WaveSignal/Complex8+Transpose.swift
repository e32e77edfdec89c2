extension Complex8 {
  /// Transposes an 8 × 8 block: lane `i` of vector `j` becomes lane `j` of vector `i`.
  @inline(__always) static func transposed(_ a: Complex8x8) -> Complex8x8 {
    let re = transposed(a.0.re, a.1.re, a.2.re, a.3.re, a.4.re, a.5.re, a.6.re, a.7.re)
    let im = transposed(a.0.im, a.1.im, a.2.im, a.3.im, a.4.im, a.5.im, a.6.im, a.7.im)
    return (
      Complex8(re.0, im.0), Complex8(re.1, im.1), Complex8(re.2, im.2), Complex8(re.3, im.3),
      Complex8(re.4, im.4), Complex8(re.5, im.5), Complex8(re.6, im.6), Complex8(re.7, im.7)
    )
  }

  /// Transposes real vectors.
  ///
  /// Halves are shuffled first, because their shuffles can be combined with loads. Pairs and then single
  /// lanes within the halves follow.
  @inline(__always) private static func transposed(
    _ a0: Float8, _ a1: Float8, _ a2: Float8, _ a3: Float8, _ a4: Float8, _ a5: Float8, _ a6: Float8,
    _ a7: Float8
  ) -> (Float8, Float8, Float8, Float8, Float8, Float8, Float8, Float8) {
    let (low0, high0) = (a0.lowerHalves(a4), a0.upperHalves(a4))
    let (low1, high1) = (a1.lowerHalves(a5), a1.upperHalves(a5))
    let (low2, high2) = (a2.lowerHalves(a6), a2.upperHalves(a6))
    let (low3, high3) = (a3.lowerHalves(a7), a3.upperHalves(a7))
    let (t0, t1, t2, t3) = (
      low0.lowTurns(low1), low0.highTurns(low1), low2.lowTurns(low3), low2.highTurns(low3)
    )
    let (t4, t5) = (high0.lowTurns(high1), high0.highTurns(high1))
    let (t6, t7) = (high2.lowTurns(high3), high2.highTurns(high3))
    return (
      t0.lowPairs(t2), t0.highPairs(t2), t1.lowPairs(t3), t1.highPairs(t3),
      t4.lowPairs(t6), t4.highPairs(t6), t5.lowPairs(t7), t5.highPairs(t7)
    )
  }
}
