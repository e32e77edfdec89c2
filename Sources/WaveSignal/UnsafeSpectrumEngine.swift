import WaveUnits

/// The kernels and storage behind an analyzer: samples waiting for their window, the transform, the three planes.
struct SpectrumEngine: ~Copyable, Sendable {
  /// Points of the complex transform: half of those asked for when the samples are real, taken in pairs.
  private let pointCount: Int
  private let isReal: Bool
  private let windowCount: Int
  private let hopCount: Int
  private let scale: Float

  private let plan: TransformPlan
  private let coefficients: SplitComplex
  private let work: SplitComplex
  private let pending: SplitComplex
  private var pendingCount = 0
  private var pendingStart = 0
  /// Half a pair of real samples that waits for the other half.
  private var oddSample: Float?

  private let binCount: Int
  private let maximum: AlignedFloats
  private let minimum: AlignedFloats
  private let sum: AlignedFloats
  private var total: [Double]
  /// Transforms in `sum`, moved on to `total` before their rounding adds up.
  private var sumCount = 0

  init(configuration: AnalyzerConfiguration, window: Window) {
    isReal = configuration.isReal
    let pairing = isReal ? 2 : 1
    pointCount = configuration.fftCount / pairing
    windowCount = (configuration.windowCount + pairing - 1) / pairing
    hopCount = configuration.hopCount / pairing
    scale = Float(1 / (window.sum * window.sum))
    plan = TransformPlan(count: pointCount)
    work = SplitComplex(count: pointCount)
    coefficients = SplitComplex(count: pointCount)
    for (index, coefficient) in window.coefficients.enumerated() {
      if isReal {
        (index % 2 == 0 ? coefficients.re : coefficients.im)[index / 2] = coefficient
      } else {
        coefficients.re[index] = coefficient
        coefficients.im[index] = coefficient
      }
    }
    pending = SplitComplex(count: 4 * pointCount)
    binCount = configuration.axis.count
    maximum = AlignedFloats(count: binCount, repeating: 0)
    minimum = AlignedFloats(count: binCount, repeating: .infinity)
    sum = AlignedFloats(count: binCount)
    total = [Double](repeating: 0, count: binCount)
  }

  /// Takes as many samples as there is room for.
  mutating func take(_ bytes: RawSpan, format: IQFormat, faults: inout SampleFaults) -> Int {
    let size = format.bytesPerComponent
    let room = pending.count - pendingStart - pendingCount - pointCount
    return bytes.withUnsafeBytes { raw in
      guard var base = raw.baseAddress else { return 0 }
      var components = raw.count / size
      var taken = 0
      if let first = oddSample, components > 0 {
        let position = pendingStart + pendingCount
        pending.re[position] = first
        pending.im[position] = format.component(at: base, faults: &faults)
        pendingCount += 1
        oddSample = nil
        base += size
        components -= 1
        taken = 1
      }
      let pairs = Swift.min(room - taken, components / 2)
      let position = pendingStart + pendingCount
      faults += format.convert(
        base, pairCount: pairs, first: pending.re + position, second: pending.im + position)
      pendingCount += pairs
      guard isReal else { return pairs }
      taken += 2 * pairs
      if components == 2 * pairs + 1 {
        oddSample = format.component(at: base + 2 * pairs * size, faults: &faults)
        taken += 1
      }
      return taken
    }
  }

  /// Transforms every window that is complete; gives their number.
  mutating func transformPending() -> Int {
    var transforms = 0
    while pendingCount >= windowCount {
      let (re, im) = (pending.re + pendingStart, pending.im + pendingStart)
      for index in 0..<pointCount {
        work.re[index] = re[index] * coefficients.re[index]
        work.im[index] = im[index] * coefficients.im[index]
      }
      plan.transform(work)
      accumulate()
      transforms += 1
      pendingStart += hopCount
      pendingCount -= hopCount
    }
    if pending.count - pendingStart - pendingCount < 2 * pointCount {
      pending.re.update(from: pending.re + pendingStart, count: pendingCount)
      pending.im.update(from: pending.im + pendingStart, count: pendingCount)
      pendingStart = 0
    }
    return transforms
  }

  mutating func discardPending() {
    pendingStart = 0
    pendingCount = 0
    oddSample = nil
  }

  private mutating func accumulate() {
    for bin in 0..<binCount {
      let power = isReal ? realPower(bin: bin) : work.re[bin] * work.re[bin] + work.im[bin] * work.im[bin]
      maximum.base[bin] = Swift.max(maximum.base[bin], power)
      minimum.base[bin] = Swift.min(minimum.base[bin], power)
      sum.base[bin] += power
    }
    sumCount += 1
    if sumCount == 32 { moveSum() }
  }

  private mutating func moveSum() {
    for bin in 0..<binCount { total[bin] += Double(sum.base[bin]) }
    sum.fill(0)
    sumCount = 0
  }

  /// One side's power of real samples, from the transform of the pairs.
  private func realPower(bin: Int) -> Float {
    let (low, high) = (bin % pointCount, (pointCount - bin) % pointCount)
    let evenRe = (work.re[low] + work.re[high]) / 2
    let evenIm = (work.im[low] - work.im[high]) / 2
    let oddRe = (work.im[low] + work.im[high]) / 2
    let oddIm = (work.re[high] - work.re[low]) / 2
    let turn = Trigonometry.sineCosine(turns: -bin, over: 2 * pointCount)
    let (cosine, sine) = (Float(turn.cosine), Float(turn.sine))
    let re = evenRe + oddRe * cosine - oddIm * sine
    let im = evenIm + oddRe * sine + oddIm * cosine
    return (re * re + im * im) * (bin == 0 || bin == pointCount ? 2 : 4)
  }

  /// Writes the row, lowest frequency first, and starts the next.
  mutating func finish(transformCount: Int, max: inout [Float], mean: inout [Float], min: inout [Float]) {
    moveSum()
    resize(&max)
    resize(&mean)
    resize(&min)
    let shift = isReal ? 0 : binCount / 2
    for bin in 0..<binCount {
      let source = isReal ? bin : (bin + shift) % binCount
      max[bin] = maximum.base[source] * scale
      min[bin] = minimum.base[source] * scale
      mean[bin] = Float(total[source] / Double(transformCount)) * scale
      total[source] = 0
    }
    maximum.fill(0)
    minimum.fill(.infinity)
  }

  private func resize(_ plane: inout [Float]) {
    if plane.count != binCount { plane = [Float](repeating: 0, count: binCount) }
  }
}
