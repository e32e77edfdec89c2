import WaveSensorsWire
import WaveUnits

/// The decibels at the top and at the bottom of a spectrum, which follow the data until fingers move them.
struct SpectrumLevels: Equatable, Sendable {
  /// Decibels from top to bottom at most, where they follow the data.
  private static let rangeDecibels = 120.0
  /// Levels that have become few are followed after this time.
  private static let patienceMicroseconds: Int64 = 5_000_000

  private(set) var top = 0.0
  private(set) var bottom = -80.0
  private(set) var isAutomatic = true
  private var narrowSince: Int64?

  /// Decibels from top to bottom.
  var span: Double { top - bottom }

  /// Follows the data from now on; at once where the values have another meaning now.
  mutating func follow(anew: Bool = false) {
    isAutomatic = true
    if anew { (top, bottom) = (0, 0) }
  }

  /// Follows the data: at once where they leave the panel, and only after a while where they have become few.
  ///
  /// The lowest level is above the highest one where there is none.
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

  /// Scales the levels about a share of the height, and moves them by one.
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
