/// One line of an rtl_power log, which contains the part of the band received at one tuning.
///
/// rtl_power writes `date, time, low, high, step, samples, level, level …`, and writes each line's last level
/// twice. It crops the edges of a transform of even length around the tuned frequency: `low` and `high` are
/// symmetric about that frequency, but the levels are not. With n levels, not counting the repeated one,
/// level n/2 is centred on (low + high) / 2, which is where the DC spike appears in real logs. hackrf_sweep
/// writes an odd number of levels and does not repeat the last; the same rule places its levels in the middle
/// of their steps.
struct RTLPowerHop: Equatable, Sendable {
  /// The lower edge as logged, which identifies the hop.
  var lowHertz: Double
  /// The centre of the first level's bin in hertz.
  var firstHertz: Double
  /// The spacing of levels in hertz, with most of the log's rounding removed.
  var stepHertz: Double
  /// The number of levels in the line, including a repeated last level.
  var written: Int
  /// The number of levels in the line, excluding a repeated last level.
  var count: Int

  /// Creates a hop with the frequencies of a line's levels; nil if the level count does not match the edges
  /// and step.
  ///
  /// - Parameters:
  ///   - lowHertz: The lower edge as logged.
  ///   - highHertz: The upper edge as logged.
  ///   - stepHertz: The step as logged.
  ///   - written: The number of levels in the line, at least one.
  ///   - isLastDoubled: Whether the last two levels are equal.
  init?(lowHertz: Double, highHertz: Double, stepHertz: Double, written: Int, isLastDoubled: Bool) {
    let span = highHertz - lowHertz
    // The log rounds steps to 0.01 Hz and edges to 1 Hz.
    func fits(_ steps: Int) -> Bool {
      steps > 0 && abs(span / Double(steps) - stepHertz) <= 0.0051 + 2 / Double(steps)
    }
    func distance(_ steps: Int) -> Double { steps > 0 ? abs(span / Double(steps) - stepHertz) : .infinity }

    var count = written
    if isLastDoubled, written > 1, fits(written - 1) || fits(written - 2) || fits(written - 3) {
      // Without the repeated level, the number of levels equals the number of steps only if nothing was
      // cropped. If all logged levels fit exactly, none is repeated, unless the steps are too fine to decide
      // this.
      let isDistinguishable = stepHertz / Double(written) > 0.02
      if !(isDistinguishable && fits(written) && distance(written) <= distance(written - 1)) {
        count = written - 1
      }
    }
    let candidates = count < written ? [count, count - 1, count - 2] : [count, count - 1]
    var steps: Int?
    for candidate in candidates where fits(candidate) {
      guard let best = steps else {
        steps = candidate
        continue
      }
      if distance(candidate) < distance(best) { steps = candidate }
    }
    guard let steps else { return nil }
    let middle = lowHertz + span / 2
    self.lowHertz = lowHertz
    // Use the value with the smaller rounding error: the step, or the span divided by the number of steps.
    self.stepHertz = steps < 200 ? stepHertz : span / Double(steps)
    self.written = written
    self.count = count
    let isInclusive = count == written && steps == count - 1
    firstHertz = isInclusive ? lowHertz : middle - Double(count / 2) * self.stepHertz
  }
}
