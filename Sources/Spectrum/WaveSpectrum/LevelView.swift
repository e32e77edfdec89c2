/// The visible level ranges: one for the plot, which also determines the waterfall's colours, and one for the
/// meter's bar.
///
/// The plot's levels follow the strongest signal until the user changes them.
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
    /// Follows the strongest signal, whose level in decibels is that of the newest row, at a client time in
    /// microseconds.
    case follow(Double, at: Int64)
    /// Shows the source's span again with the strongest signal inside, and follows it from now on; a level
    /// that is not known is nil.
    case fit(Double?)
  }

  /// The part of the levels, at either end, from which the strongest signal is brought back.
  private static let edge = 0.1
  /// The place of the strongest signal after a move, as a fraction of the levels from the top.
  private static let place = 0.2
  /// The shortest time between two moves, in microseconds.
  private static let pauseMicroseconds: Int64 = 2_000_000

  /// The levels of the plot from its top edge to its bottom edge.
  private(set) var levels = LevelWindow(top: 0, span: 100)
  /// The levels of the meter's bar.
  private(set) var meterLevels = LevelWindow(top: 0, span: 100)
  /// Whether the plot's levels follow the strongest signal, because the user has not changed them.
  private(set) var isFollowing = true
  /// The source's levels.
  private var base = LevelWindow(top: 0, span: 100)
  /// The levels of the plot before the user has changed them, of which a part always stays in view.
  private(set) var home = LevelWindow(top: 0, span: 100)
  /// When the levels last followed a signal; nil if they have not.
  private var moved: Int64?

  /// Changes the levels of the meter's bar or of the plot.
  ///
  /// - Returns: Whether the levels have changed otherwise than by a source.
  mutating func handle(_ input: Input, isMeter: Bool) -> Bool {
    let shown = isMeter ? meterLevels : levels
    switch input {
    case .open(let base, let keepsMeter):
      (levels, self.base, home, isFollowing, moved) = (base, base, base, true, nil)
      if !keepsMeter { meterLevels = Self.aboveMeter(base) }
      return false
    case .move(let fraction): show(shown.moved(by: fraction * shown.span), isMeter: isMeter)
    case .scale(let factor, let level): show(shown.scaled(by: factor, about: level), isMeter: isMeter)
    case .setSpan(let span): show(levels.scaled(by: span / levels.span, about: levels.bottom), isMeter: false)
    case .follow(let level, let now): return follow(level, at: now)
    case .fit(let level):
      (levels, home, isFollowing, moved) = (base, base, true, nil)
      if let level { bring(level) }
    }
    return true
  }

  private mutating func follow(_ level: Double, at now: Int64) -> Bool {
    let fraction = Double(levels.fraction(ofLevel: level))
    guard isFollowing, !(Self.edge...1 - Self.edge).contains(fraction),
      moved.map({ now - $0 >= Self.pauseMicroseconds }) ?? true
    else { return false }
    moved = now
    bring(level)
    return true
  }

  /// Changes the levels so that a level has its place below the top.
  ///
  /// The source's lowest level stays where it is, unless the span would differ too much from the source's.
  private mutating func bring(_ level: Double) {
    let span = (level - base.bottom) / (1 - Self.place)
    levels =
      (0.5 * base.span...1.5 * base.span).contains(span)
      ? LevelWindow(top: base.bottom + span, span: span)
      : base.moved(by: level + Self.place * base.span - base.top)
    home = levels
  }

  private mutating func show(_ window: LevelWindow, isMeter: Bool) {
    if isMeter {
      meterLevels = window.near(Self.aboveMeter(base))
    } else {
      (levels, isFollowing) = (window.near(home), false)
    }
  }

  private static func aboveMeter(_ base: LevelWindow) -> LevelWindow {
    LevelWindow(top: base.top + 20, span: base.span + 20)
  }
}
