/// The levels on the screen: those of the plot, whose colours a waterfall has, and those of the meter's bar.
struct LevelView: Equatable, Sendable {
  /// An input.
  enum Input: Equatable, Sendable {
    /// Shows the levels of a source. The meter's stay, or are above them, since a band has the power of many
    /// bins.
    case open(LevelWindow, keepsMeter: Bool)
    /// Moves what is shown up by a fraction of its span.
    case move(Double)
    /// Multiplies the span by a factor, with a level staying in place.
    case scale(Double, about: Double)
    /// Sets the plot's span in decibels, the lowest levels staying in view.
    case setSpan(Double)
  }

  /// Levels from the top edge to the bottom one.
  private(set) var levels = LevelWindow(top: 0, span: 100)
  /// Levels of the meter's bar.
  private(set) var meterLevels = LevelWindow(top: 0, span: 100)

  /// Handles an input, for the meter's bar or for the plot.
  ///
  /// - Returns: Whether it was the user who changed the levels.
  mutating func handle(_ input: Input, isMeter: Bool) -> Bool {
    let shown = isMeter ? meterLevels : levels
    switch input {
    case .open(let base, let keepsMeter):
      levels = base
      if !keepsMeter { meterLevels = LevelWindow(top: base.top + 20, span: base.span + 20) }
      return false
    case .move(let fraction): show(shown.moved(by: fraction * shown.span), isMeter: isMeter)
    case .scale(let factor, let level):
      show(shown.scaled(by: factor, about: level), isMeter: isMeter)
    case .setSpan(let span): levels = levels.scaled(by: span / levels.span, about: levels.bottom)
    }
    return true
  }

  private mutating func show(_ window: LevelWindow, isMeter: Bool) {
    if isMeter { meterLevels = window } else { levels = window }
  }
}
