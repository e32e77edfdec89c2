/// Runs samples through sections one after the other, remembering between blocks what the next samples need.
///
/// Causal: an output depends on samples up to it alone, so that blocks of any lengths give the same as one
/// long block. A sample that is missing (NaN) stays missing, and the filter begins anew after it, as if the
/// next sample's value had been there for ever: a loss rings as little as a start does. Infinite samples
/// count as missing.
public struct BiquadCascade: Sendable {
  /// The sections, in the order in which samples go through them.
  public let sections: [Biquad]
  private var states: [State]
  private var isSettled = false

  private struct State: Sendable {
    var first = 0.0
    var second = 0.0
  }

  /// What the filter takes to have been before its first sample.
  public enum Beginning: Sendable {
    /// Zero, as `scipy.signal.sosfilt` without `zi`.
    case silence
    /// The first sample's value: a constant comes out without a swing, as with `zi = sosfilt_zi * x[0]`.
    case steady
  }

  private let beginning: Beginning

  /// Starts with sections, in the order in which samples go through them.
  public init(_ sections: [Biquad], beginning: Beginning = .steady) {
    self.sections = sections
    self.beginning = beginning
    states = Array(repeating: State(), count: sections.count)
  }

  /// Filters samples in place.
  ///
  /// - Complexity: O(samples × sections), no allocation. Direct form II transposed, as in SciPy.
  public mutating func process(_ samples: inout MutableSpan<Double>) {
    for index in samples.indices {
      var value = samples[index]
      guard value.isFinite else {
        samples[index] = .nan
        isSettled = false
        continue
      }
      if !isSettled { settle(at: value) }
      for (place, section) in sections.enumerated() {
        let output = section.b0 * value + states[place].first
        states[place].first = section.b1 * value - section.a1 * output + states[place].second
        states[place].second = section.b2 * value - section.a2 * output
        value = output
      }
      samples[index] = value
    }
  }

  /// Forgets all samples: the next one is the first.
  public mutating func reset() { isSettled = false }

  private mutating func settle(at first: Double) {
    isSettled = true
    var value = beginning == .steady ? first : 0
    for (place, section) in sections.enumerated() {
      let output = value * section.steadyGain
      states[place].second = section.b2 * value - section.a2 * output
      states[place].first = section.b1 * value - section.a1 * output + states[place].second
      value = output
    }
  }

  /// Delay of a narrow band about a frequency, in seconds; NaN or infinite where nothing passes.
  public func groupDelaySeconds(hertz: Double, rateHertz: Double) -> Double {
    sections.reduce(0) { $0 + $1.groupDelaySamples(hertz: hertz, rateHertz: rateHertz) } / rateHertz
  }
}
