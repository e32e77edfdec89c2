/// The three detectors of a row, gathering powers bin by bin.
struct PowerPlanes: ~Copyable, Sendable {
  private let floats: AlignedFloats
  private let binCount: Int
  /// Sums of powers, taken over from the vectors before their rounding adds up.
  private var totals: [Double]
  private var sumCount = 0

  /// Makes empty detectors for a number of bins that is a multiple of 8.
  init(binCount: Int) {
    self.binCount = binCount
    floats = AlignedFloats(count: 3 * binCount)
    totals = [Double](repeating: 0, count: binCount)
    vectors.update(repeating: DetectedPowers(), count: binCount / 8)
  }

  private var vectors: UnsafeMutablePointer<DetectedPowers> {
    UnsafeMutableRawPointer(floats.base).assumingMemoryBound(to: DetectedPowers.self)
  }

  /// Where a transform puts its bins.
  var output: PowerOutput { PowerOutput(planes: vectors) }

  /// Counts one transform that has been put.
  mutating func finishTransform() {
    sumCount &+= 1
    // Of 32 additions in single precision the rounding stays below 2e-6.
    if sumCount == 32 { takeSums() }
  }

  private mutating func takeSums() {
    let sums = floats.base + 16
    for vector in 0..<binCount / 8 {
      for lane in 0..<8 { totals[8 &* vector &+ lane] += Double(sums[24 &* vector &+ lane]) }
      vectors[vector].sum = Float8()
    }
    sumCount = 0
  }

  /// Writes bins from `first` on into the planes of a row, scaled, and empties itself.
  ///
  /// The bins go round: after the last comes bin 0. `first` is a multiple of 8, and the row's planes have
  /// the same number of elements, at most as many as there are bins.
  mutating func finish(
    first: Int, scale: Float, transformCount: Int, max: inout [Float], mean: inout [Float], min: inout [Float]
  ) {
    takeSums()
    let meanScale = Double(scale) / Double(transformCount)
    for index in max.indices {
      var bin = first &+ index
      if bin >= binCount { bin &-= binCount }
      let place = floats.base + (bin &>> 3 &* 24 &+ bin & 7)
      max[index] = place[0] * scale
      mean[index] = Float(totals[bin] * meanScale)
      min[index] = place[8] * scale
    }
    for bin in 0..<binCount { totals[bin] = 0 }
    vectors.update(repeating: DetectedPowers(), count: binCount / 8)
  }
}
