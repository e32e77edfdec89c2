import WaveUnits

/// Tables of one transform length and the transform itself.
struct TransformPlan: ~Copyable, Sendable {
  let count: Int
  private let twiddles: SplitComplex

  init(count: Int) {
    self.count = count
    twiddles = SplitComplex(count: count / 2)
    for index in 0..<count / 2 {
      let value = Trigonometry.sineCosine(turns: -index, over: count)
      twiddles.re[index] = Float(value.cosine)
      twiddles.im[index] = Float(value.sine)
    }
  }

  /// Transforms in place, natural order in and out.
  func transform(_ data: borrowing SplitComplex) {
    let (re, im) = (data.re, data.im)
    var length = count
    while length > 1 {
      let half = length / 2
      for start in stride(from: 0, to: count, by: length) {
        for index in 0..<half {
          let (upper, lower) = (start + index, start + index + half)
          let (cosine, sine) = (twiddles.re[index * (count / length)], twiddles.im[index * (count / length)])
          let (differenceRe, differenceIm) = (re[upper] - re[lower], im[upper] - im[lower])
          re[upper] += re[lower]
          im[upper] += im[lower]
          re[lower] = differenceRe * cosine - differenceIm * sine
          im[lower] = differenceRe * sine + differenceIm * cosine
        }
      }
      length = half
    }
    let shift = UInt32(count.leadingZeroBitCount &- (Int.bitWidth - 32) &+ 1)
    for index in 0..<count {
      var bits = UInt32(truncatingIfNeeded: index)
      bits = (bits & 0x5555_5555) << 1 | (bits >> 1) & 0x5555_5555
      bits = (bits & 0x3333_3333) << 2 | (bits >> 2) & 0x3333_3333
      bits = (bits & 0x0F0F_0F0F) << 4 | (bits >> 4) & 0x0F0F_0F0F
      let mirrored = Int(bits.byteSwapped >> shift)
      if index < mirrored {
        swap(&re[index], &re[mirrored])
        swap(&im[index], &im[mirrored])
      }
    }
  }
}
