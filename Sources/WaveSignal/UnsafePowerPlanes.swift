/// The three detectors of a row, gathering powers bin by bin.
struct PowerPlanes: ~Copyable, Sendable {
  private let floats: AlignedFloats
  private let count: Int
  /// Sums handed on by the plane of floats before their rounding adds up.
  private var totals: [Double]
  private var sumCount = 0

  /// Makes empty planes for a number of bins that is a multiple of 16.
  init(count: Int) {
    self.count = count
    floats = AlignedFloats(count: 3 * (count + AlignedFloats.stagger))
    totals = [Double](repeating: 0, count: count)
    min.update(repeating: .infinity, count: count)
  }

  private var max: UnsafeMutablePointer<Float> { floats.base }
  private var min: UnsafeMutablePointer<Float> { floats.base + (count + AlignedFloats.stagger) }
  private var sum: UnsafeMutablePointer<Float> { floats.base + 2 * (count + AlignedFloats.stagger) }

  /// Where a transform puts its bins.
  var output: PowerOutput { PowerOutput(max: max.vectors, min: min.vectors, sum: sum.vectors) }

  /// Counts one transform that has been put.
  mutating func finishTransform() {
    sumCount &+= 1
    // Of 32 additions in single precision the rounding stays below 2e-6.
    if sumCount == 32 { handOnSums() }
  }

  private mutating func handOnSums() {
    let sum = sum
    for bin in 0..<count { totals[bin] += Double(sum[bin]) }
    sum.update(repeating: 0, count: count)
    sumCount = 0
  }

  /// Writes bins from `first` on into the planes of a row, scaled, and empties itself.
  ///
  /// The bins go round: after the last comes bin 0. The row's planes have the same number of elements.
  mutating func finish(
    first: Int, scale: Float, transformCount: Int, max rowMax: inout [Float], mean rowMean: inout [Float],
    min rowMin: inout [Float]
  ) {
    handOnSums()
    let meanScale = Double(scale) / Double(transformCount)
    let (max, min) = (max, min)
    var bin = first
    for index in rowMax.indices {
      rowMax[index] = max[bin] * scale
      rowMean[index] = Float(totals[bin] * meanScale)
      rowMin[index] = min[bin] * scale
      bin &+= 1
      if bin == count { bin = 0 }
    }
    for bin in 0..<count { totals[bin] = 0 }
    max.update(repeating: 0, count: count)
    min.update(repeating: .infinity, count: count)
  }
}
