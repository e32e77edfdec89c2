/// One line of an rtl_power log: a part of the band seen at one tuning.
///
/// rtl_power writes `date, time, low, high, step, samples, level, level …` with each line's last level twice.
/// Its source cuts the edges of a transform of even length around the tuned frequency, so `low` and `high`
/// lie symmetrically around it while the levels do not: with n true levels, level n/2 is centred on (low +
/// high) / 2. The doubled DC bin of real logs lies exactly there. hackrf_sweep writes an odd number of levels
/// and no extra one, and the same rule puts them in the middle of their steps.
struct RTLPowerHop: Equatable, Sendable {
  /// Lower edge as written, which names the hop.
  var lowHertz: Double
  /// Centre of the first level's bin in hertz.
  var firstHertz: Double
  /// Distance between levels in hertz, freed of most of the log's rounding.
  var stepHertz: Double
  /// Levels in the line, a doubled one included.
  var written: Int
  /// Levels that are true.
  var count: Int

  /// Lays out a line's levels; nil where they do not fill the frequencies.
  ///
  /// - Parameters:
  ///   - lowHertz: Lower edge as written.
  ///   - highHertz: Upper edge as written.
  ///   - stepHertz: Step as written.
  ///   - written: Levels in the line, at least one.
  ///   - isLastDoubled: Whether the last two are equal.
  init?(lowHertz: Double, highHertz: Double, stepHertz: Double, written: Int, isLastDoubled: Bool) {
    let span = highHertz - lowHertz
    // Steps are rounded to 0.01 Hz and edges to 1 Hz in the log.
    func fits(_ steps: Int) -> Bool {
      steps > 0 && abs(span / Double(steps) - stepHertz) <= 0.0051 + 2 / Double(steps)
    }
    func distance(_ steps: Int) -> Double { steps > 0 ? abs(span / Double(steps) - stepHertz) : .infinity }

    var count = written
    if isLastDoubled, written > 1, fits(written - 1) || fits(written - 2) || fits(written - 3) {
      // Without the doubled level the count is that of the steps only if nothing was cropped; an exact fit of
      // all levels as written says that none is doubled, unless the steps are too fine to tell.
      let isTellable = stepHertz / Double(written) > 0.02
      if !(isTellable && fits(written) && distance(written) <= distance(written - 1)) { count = written - 1 }
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
    // Whichever rounding hurts less: that of the step, or that of the edges spread over all steps.
    self.stepHertz = steps < 200 ? stepHertz : span / Double(steps)
    self.written = written
    self.count = count
    let isInclusive = count == written && steps == count - 1
    firstHertz = isInclusive ? lowHertz : middle - Double(count / 2) * self.stepHertz
  }
}
