/// The visible level ranges: one for the plot, which also determines the waterfall's colours, and one for the
/// meter's bar.
struct LevelView: Equatable, Sendable {
  /// An input that changes the levels.
  enum Input: Equatable, Sendable {
    /// Shows the levels of a source.
    ///
    /// The meter's levels are kept if `keepsMeter` is true, and otherwise set higher than the source's
    /// levels, because the power of a band is the sum of many bins.
    case open(LevelWindow, keepsMeter: Bool)
    /// Moves the levels upwards by a fraction of their span.
    case move(Double)
    /// Multiplies the span by a factor; the level `about` stays in place.
    case scale(Double, about: Double)
    /// Sets the plot's span in decibels, keeping the bottom level in place.
    case setSpan(Double)
  }

  /// The levels of the plot from its top edge to its bottom edge.
  private(set) var levels = LevelWindow(top: 0, span: 100)
  /// The levels of the meter's bar.
  private(set) var meterLevels = LevelWindow(top: 0, span: 100)

  /// Changes the levels of the meter's bar or of the plot.
  ///
  /// - Returns: Whether the user changed the levels.
  mutating func handle(_ input: Input, isMeter: Bool) -> Bool {
    let shown = isMeter ? meterLevels : levels
    switch input {
    case .open(let base, let keepsMeter):
      levels = base
      if !keepsMeter { meterLevels = LevelWindow(top: base.top + 20, span: base.span + 20) }
      return false
    case .move(let fraction): show(shown.moved(by: fraction * shown.span), isMeter: isMeter)
    case .scale(let factor, let level): show(shown.scaled(by: factor, about: level), isMeter: isMeter)
    case .setSpan(let span): levels = levels.scaled(by: span / levels.span, about: levels.bottom)
    }
    return true
  }

  private mutating func show(_ window: LevelWindow, isMeter: Bool) {
    if isMeter { meterLevels = window } else { levels = window }
  }
}
