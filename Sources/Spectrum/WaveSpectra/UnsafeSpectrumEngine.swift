import WaveSignal

/// The storage and processing steps of an analyzer: pending samples, the transform, and the planes.
struct SpectrumEngine: ~Copyable, Sendable {
  /// The number of points in the complex transform.
  ///
  /// For real samples, which are transformed in pairs, it is half of `fftCount`.
  private let pointCount: Int
  private let isReal: Bool
  private let windowCount: Int
  private let hopCount: Int
  private let scale: Float

  private let transform: PowerTransform
  private let coefficients: SplitComplex
  private var planes: PowerPlanes

  /// The pending samples, starting with the oldest that a window still needs.
  ///
  /// The storage after them contains finite numbers, which are multiplied by zeros if the window is shorter
  /// than the transform.
  private let pending: SplitComplex
  private let capacity: Int
  private var pendingStart = 0
  private var pendingCount = 0
  /// The first sample of an incomplete pair of real samples, or nil.
  private var oddSample: Float?

  init(configuration: AnalyzerConfiguration, window: Window) {
    isReal = configuration.isReal
    let samplesPerPoint = isReal ? 2 : 1
    pointCount = configuration.fftCount / samplesPerPoint
    windowCount = (configuration.windowCount + samplesPerPoint - 1) / samplesPerPoint
    hopCount = configuration.hopCount / samplesPerPoint
    scale = Float(1 / (window.sum * window.sum))

    transform = PowerTransform(pointCount: pointCount, isReal: isReal)
    planes = PowerPlanes(binCount: isReal ? pointCount + 16 : pointCount)
    coefficients = SplitComplex(count: pointCount)
    let (re, im) = (coefficients.re, coefficients.im)
    for (index, coefficient) in window.coefficients.enumerated() {
      if isReal {
        (index % 2 == 0 ? re : im)[index / 2] = coefficient
      } else {
        re[index] = coefficient
      }
    }
    capacity = Swift.max(2 * pointCount, 16_384)
    pending = SplitComplex(count: capacity + pointCount)
  }

  /// Appends as many samples as fit, at least one unless `bytes` is empty, and returns their number.
  mutating func append(_ bytes: RawSpan, format: IQFormat, faults: inout SampleFaults) -> Int {
    let end = pendingStart + pendingCount
    let room = capacity - end
    let (re, im) = (pending.re + end, pending.im + end)
    guard isReal else {
      let count = Swift.min(room, bytes.byteCount / (2 * format.bytesPerComponent))
      faults += format.convertPairs(bytes, count: count, re, im)
      pendingCount += count
      return count
    }
    if let first = oddSample {
      faults += format.convertOne(bytes, into: im)
      re[0] = first
      oddSample = nil
      pendingCount += 1
      return 1
    }
    let count = Swift.min(2 * room, bytes.byteCount / format.bytesPerComponent)
    faults += format.convertPairs(bytes, count: count / 2, re, im)
    pendingCount += count / 2
    if count % 2 == 1 {
      var first: Float = 0
      let rest = bytes.extracting(droppingFirst: (count - 1) * format.bytesPerComponent)
      faults += format.convertOne(rest, into: &first)
      oddSample = first
    }
    return count
  }

  /// Transforms all complete windows and returns their number.
  mutating func transformPending() -> Int {
    var transformCount = 0
    while pendingCount >= windowCount {
      transform.transform(
        pending.re + pendingStart, pending.im + pendingStart, under: coefficients, into: planes.output)
      planes.finishTransform()
      transformCount += 1
      pendingStart += hopCount
      pendingCount -= hopCount
    }
    if pendingStart + windowCount > capacity {
      pending.re.update(from: pending.re + pendingStart, count: pendingCount)
      pending.im.update(from: pending.im + pendingStart, count: pendingCount)
      pendingStart = 0
    }
    return transformCount
  }

  /// Discards the pending samples.
  mutating func discardPending() {
    pendingStart = 0
    pendingCount = 0
    oddSample = nil
  }

  /// Writes a row, lowest frequency first, and starts the next one.
  ///
  /// Planes of the wrong length are reallocated.
  mutating func finish(transformCount: Int, max: inout [Float], mean: inout [Float], min: inout [Float]) {
    let binCount = isReal ? pointCount + 1 : pointCount
    if max.count != binCount { max = [Float](repeating: 0, count: binCount) }
    if mean.count != binCount { mean = [Float](repeating: 0, count: binCount) }
    if min.count != binCount { min = [Float](repeating: 0, count: binCount) }
    planes.finish(
      first: isReal ? 0 : pointCount / 2, scale: scale, transformCount: transformCount,
      max: &max, mean: &mean, min: &min)
    guard isReal else { return }
    for bin in [0, pointCount] {
      max[bin] /= 2
      mean[bin] /= 2
      min[bin] /= 2
    }
  }
}
