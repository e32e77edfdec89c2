import WaveSpectrumWire
import WaveUnits

/// A range of displayed levels in decibels.
public struct LevelWindow: Equatable, Sendable {
  /// The reference level, at the top of the plot.
  public let top: Double
  /// The number of decibels from top to bottom, above zero.
  public let span: Double

  /// The level at the bottom of the plot.
  public var bottom: Double { top - span }

  /// Returns the span of these levels at a display gain in decibels.
  ///
  /// Gains are limited to between -12 and 40 dB.
  func span(magnifiedBy decibels: Double) -> Double {
    span / Decibels.power(fromDecibels: Swift.max(-12, Swift.min(40, decibels)) / 20 * 10)
  }

  /// Returns the display gain, in decibels, at which these levels have the span of a window.
  func gainDecibels(of window: LevelWindow) -> Double {
    20 * (Decibels.decibels(fromPower: span / window.span) / 10)
  }

  /// Returns a level's distance from the top as a fraction of the span, so that 1 is the bottom.
  func fraction(ofLevel level: Double) -> Float { Float((top - level) / span) }

  /// Returns the levels with `factor` times the span and `anchor` in the same position, limited to valid
  /// levels.
  func scaled(by factor: Double, about anchor: Double) -> LevelWindow {
    let span = Swift.max(2, Swift.min(240, self.span * factor))
    return LevelWindow(top: anchor + (top - anchor) * span / self.span, span: span).clamped
  }

  /// Returns the levels shifted upwards by a number of decibels, limited to valid levels.
  func moved(by decibels: Double) -> LevelWindow { LevelWindow(top: top + decibels, span: span).clamped }

  /// Returns the levels, shifted if needed so that at least a tenth of them is among `others`.
  func near(_ others: LevelWindow) -> LevelWindow {
    let part = 0.1 * span
    return LevelWindow(
      top: Swift.max(others.bottom + part, Swift.min(others.top + span - part, top)), span: span)
  }

  private var clamped: LevelWindow { LevelWindow(top: Swift.max(-240, Swift.min(200, top)), span: span) }
}

extension LevelWindow {
  /// Creates the range of a source's levels without display gain.
  ///
  /// If there is no source, the span is 100 dB.
  init(_ source: SourceInfo?) {
    top = Double(source?.levelHigh ?? 0)
    span = source.map { Swift.max(10, Double($0.levelHigh - $0.levelLow)) } ?? 100
  }
}
