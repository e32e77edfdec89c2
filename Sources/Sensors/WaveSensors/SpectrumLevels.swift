import WaveSensorsWire
import WaveUnits

/// The levels at the top and bottom of a spectrum, in decibels.
///
/// They follow the data until the user moves them.
struct SpectrumLevels: Equatable, Sendable {
  /// The maximum range in decibels while the levels follow the data.
  private static let rangeDecibels = 120.0
  /// The time after which the levels move closer if the data fills only part of their range.
  private static let patienceMicroseconds: Int64 = 5_000_000

  private(set) var top = 0.0
  private(set) var bottom = -80.0
  private(set) var isAutomatic = true
  private var narrowSince: Int64?

  /// The range from bottom to top, in decibels.
  var span: Double { top - bottom }

  /// Starts following the data; if `isReset` is set, the levels are reset because the values have a new
  /// meaning.
  mutating func follow(isReset: Bool = false) {
    isAutomatic = true
    if isReset { (top, bottom) = (0, 0) }
  }

  /// Adapts the levels to the data.
  ///
  /// This happens immediately if the data leaves the panel, but only after a delay if its range has become
  /// small.
  ///
  /// If there is no data, `low` is greater than `high`.
  mutating func follow(low: Double, high: Double, at now: Int64) {
    guard isAutomatic, low <= high else { return }
    let nextTop = ((high + 4) / 10).rounded(.up) * 10
    let nextBottom = Swift.max(nextTop - Self.rangeDecibels, (low / 10).rounded(.down) * 10)
    let isOutside = high > top || nextBottom < bottom - 10
    let isNarrow = nextTop <= top - 20 || nextBottom >= bottom + 20
    let since = narrowSince ?? now
    narrowSince = isNarrow ? since : nil
    guard span <= 0 || isOutside || isNarrow && now - since >= Self.patienceMicroseconds else { return }
    top = nextTop
    bottom = Swift.min(nextBottom, nextTop - 20)
    narrowSince = nil
  }

  /// Zooms around a position and then moves the levels; `share` and `moved` are fractions of the panel's
  /// height.
  mutating func zoom(by factor: Double, at share: Double, movedBy moved: Double) {
    guard factor.isFinite, factor > 0, factor != 1 || moved != 0 else { return }
    if (factor - 1).magnitude > 0.003 || moved.magnitude > 0.003 { isAutomatic = false }
    guard !isAutomatic else { return }
    let next = Swift.max(5, Swift.min(240, span / factor))
    top = Swift.max(
      -400, Swift.min(400, top - (span - next) * Swift.max(0, Swift.min(1, share)) + moved * next))
    bottom = top - next
  }
}
