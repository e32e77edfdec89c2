internal import WaveUnits

/// A finite impulse response filter: each output is a weighted sum of the most recent samples.
///
/// At the start and after a gap, the filter behaves as if it had always received the value of the next
/// sample. A missing sample (NaN or infinite) stays missing.
public struct FIRFilter: Sendable {
  /// The maximum number of taps; each sample costs one multiplication per tap.
  public static let tapMax = 4095

  /// The weights of the samples, newest sample first.
  public let taps: [Double]
  private var window: SampleWindow
  private var isSettled = false

  /// Creates a filter with the given weights.
  ///
  /// - Throws: ``FilterError/window(samples:limit:)`` for no taps or more than ``tapMax``.
  public init(taps: [Double]) throws(FilterError) {
    guard (1...Self.tapMax).contains(taps.count) else {
      throw .window(samples: taps.count, limit: Self.tapMax)
    }
    self.taps = taps
    window = SampleWindow(limit: taps.count)
  }

  /// Designs a linear-phase filter by the window method, with a Hamming window and −6 dB at the corners.
  ///
  /// The result equals that of `scipy.signal.firwin`.
  /// - Parameters:
  ///   - band: The pass band.
  ///   - tapCount: The number of taps; an even number is raised to the next odd one, because an even number
  ///     of taps cannot pass half the sample rate.
  ///   - rateHertz: The sample rate.
  /// - Throws: ``FilterError`` for a rate, corner or number of taps outside its range.
  public init(_ band: FilterDesign.Band, tapCount: Int, rateHertz: Double) throws(FilterError) {
    let edges = try band.edges(rateHertz: rateHertz)
    guard (1...Self.tapMax).contains(tapCount | 1) else {
      throw .window(samples: tapCount, limit: Self.tapMax)
    }
    let count = tapCount | 1
    let taps = (0..<count).map { index in
      let offset = Double(index) - Double(count - 1) / 2
      let cosine = count == 1 ? -1 : Trigonometry.sineCosine(turns: index, over: count - 1).cosine
      let window = 0.54 - 0.46 * cosine
      return window * edges.reduce(0) { $0 + $1.sign * Self.sinc(offset, turns: $1.hertz / rateHertz) }
    }
    // The gain is 1 at the reference frequency: zero, the middle of the band, or half the rate.
    let anchor: Double =
      switch band {
      case .lowPass, .bandStop: 0
      case .highPass: 0.5
      case .bandPass(let low, let high): (low + high) / 2 / rateHertz
      }
    var gain = 0.0
    for (index, tap) in taps.enumerated() {
      gain += tap * Trigonometry.sineCosine(turns: anchor * (Double(index) - Double(count - 1) / 2)).cosine
    }
    try self.init(taps: taps.map { $0 / gain })
  }

  /// Returns a filter that computes the derivative per second: the slope of a least-squares line through five
  /// samples.
  ///
  /// Source: A. Savitzky and M. J. E. Golay, 1964, DOI 10.1021/ac60214a047.
  public static func derivative(rateHertz: Double) throws(FilterError) -> FIRFilter {
    guard rateHertz > 0, rateHertz.isFinite else { throw .sampleRate(rateHertz) }
    return try FIRFilter(taps: [0.2, 0.1, 0, -0.1, -0.2].map { $0 * rateHertz })
  }

  /// Returns the impulse response of an ideal low-pass filter at an offset in samples from its centre.
  private static func sinc(_ offset: Double, turns: Double) -> Double {
    guard offset != 0 else { return 2 * turns }
    return Trigonometry.sineCosine(turns: turns * offset).sine / (offset * .pi)
  }

  /// Filters samples in place; O(samples × taps), without allocation.
  public mutating func process(_ samples: inout MutableSpan<Double>) {
    for index in samples.indices {
      let value = samples[index]
      guard value.isFinite else {
        samples[index] = .nan
        reset()
        continue
      }
      if !isSettled {
        for _ in taps.indices { _ = window.push(value) }
        isSettled = true
      }
      _ = window.push(value)
      var sum = 0.0
      for (age, tap) in taps.enumerated() { sum += tap * window[age: age] }
      samples[index] = sum
    }
  }

  /// Resets the filter by discarding all samples.
  public mutating func reset() {
    window.removeAll()
    isSettled = false
  }

  /// The delay in samples if the taps are symmetric.
  public var delaySamples: Double { Double(taps.count - 1) / 2 }
}
