/// A cascade of biquad sections that keeps its state between blocks of samples.
///
/// The filter is causal: an output depends only on the current and earlier samples, so blocks of any length
/// give the same result as one long block. A missing sample (NaN) stays missing. After it, the filter
/// restarts as if it had always received the value of the next sample, so a gap causes no more ringing than
/// the start of a recording. Infinite samples count as missing.
public struct BiquadCascade: Sendable {
  /// The sections in processing order.
  public let sections: [Biquad]
  private var states: [State]
  private var isSettled = false

  private struct State: Sendable {
    var first = 0.0
    var second = 0.0
  }

  /// The assumed input before the first sample.
  public enum Beginning: Sendable {
    /// Zero, as in `scipy.signal.sosfilt` without `zi`.
    case silence
    /// The first sample's value, as with `zi = sosfilt_zi * x[0]`: a constant signal passes without a
    /// transient.
    case steady
  }

  private let beginning: Beginning

  /// Creates a filter from its sections, in processing order.
  public init(_ sections: [Biquad], beginning: Beginning = .steady) {
    self.sections = sections
    self.beginning = beginning
    states = Array(repeating: State(), count: sections.count)
  }

  /// Filters samples in place.
  ///
  /// - Complexity: O(samples × sections), without allocation. Direct form II transposed, as in SciPy.
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

  /// Resets the filter: the next sample is treated as the first.
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

  /// Returns the group delay at a frequency in seconds; NaN or infinite if the response is zero.
  public func groupDelaySeconds(hertz: Double, rateHertz: Double) -> Double {
    sections.reduce(0) { $0 + $1.groupDelaySamples(hertz: hertz, rateHertz: rateHertz) } / rateHertz
  }
}
