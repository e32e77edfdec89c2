internal import WaveUnits

/// A filter without feedback: each output is a weighted sum of the last samples.
///
/// Before the first sample, and after a gap, the first value is taken to have been there for ever. A sample
/// that is missing (NaN or infinite) stays missing.
public struct FIRFilter: Sendable {
  /// Most taps that are accepted: a sample costs as many multiplications.
  public static let tapMax = 4095

  /// Weights, that of the newest sample first.
  public let taps: [Double]
  private var window: SampleWindow
  private var isSettled = false

  /// Takes weights as they are.
  ///
  /// - Throws: ``FilterError/window(samples:limit:)`` for none or more than ``tapMax``.
  public init(taps: [Double]) throws(FilterError) {
    guard (1...Self.tapMax).contains(taps.count) else {
      throw .window(samples: taps.count, limit: Self.tapMax)
    }
    self.taps = taps
    window = SampleWindow(limit: taps.count)
  }

  /// Designs a filter by a sinc function under a Hamming window; −6 dB at the corners, all delayed alike.
  ///
  /// Equals `scipy.signal.firwin`.
  /// - Parameters:
  ///   - band: What passes.
  ///   - tapCount: How many taps; an even number becomes the next odd one, without which half the rate cannot
  ///     pass.
  ///   - rateHertz: The sample rate.
  /// - Throws: ``FilterError`` for a rate, corner or number of taps outside its range.
  public init(_ band: FilterDesign.Band, tapCount: Int, rateHertz: Double) throws(FilterError) {
    let edges = try band.edges(rateHertz: rateHertz)
    guard (1...Self.tapMax).contains(tapCount | 1) else {
      throw .window(samples: tapCount, limit: Self.tapMax)
    }
    let count = tapCount | 1
    var taps = (0..<count).map { index in
      let offset = Double(index) - Double(count - 1) / 2
      let cosine = count == 1 ? -1 : Trigonometry.sineCosine(turns: index, over: count - 1).cosine
      let window = 0.54 - 0.46 * cosine
      return window * edges.reduce(0) { $0 + $1.sign * Self.sinc(offset, turns: $1.hertz / rateHertz) }
    }
    // The response is 1 where it matters: at zero, in the middle of the band, or at half the rate.
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
    for index in taps.indices { taps[index] /= gain }
    try self.init(taps: taps)
  }

  /// The slope in units a second: the straight line of least squares through five samples.
  ///
  /// Source: A. Savitzky and M. J. E. Golay, 1964, DOI 10.1021/ac60214a047.
  public static func derivative(rateHertz: Double) throws(FilterError) -> FIRFilter {
    guard rateHertz > 0, rateHertz.isFinite else { throw .sampleRate(rateHertz) }
    return try FIRFilter(taps: [0.2, 0.1, 0, -0.1, -0.2].map { $0 * rateHertz })
  }

  /// An ideal low-pass's response at a distance from its middle.
  private static func sinc(_ offset: Double, turns: Double) -> Double {
    guard offset != 0 else { return 2 * turns }
    return Trigonometry.sineCosine(turns: turns * offset).sine / (offset * .pi)
  }

  /// Replaces samples, in place; O(samples × taps), no allocation.
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

  /// Forgets all samples.
  public mutating func reset() {
    window.removeAll()
    isSettled = false
  }

  /// By how much a shape is late, in samples, where the taps are the same from both ends.
  public var delaySamples: Double { Double(taps.count - 1) / 2 }
}
