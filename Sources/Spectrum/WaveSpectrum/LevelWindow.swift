import WaveSpectrumWire
import WaveUnits

/// A range of levels in decibels, as seen.
public struct LevelWindow: Equatable, Sendable {
  /// Reference level: the top of the plot.
  public let top: Double
  /// Decibels from top to bottom, above zero.
  public let span: Double

  /// A range of levels.
  public init(top: Double, span: Double) {
    self.top = top
    self.span = span
  }

  /// The levels of a source before any display gain; without one, 100 dB.
  init(_ source: SourceInfo?) {
    top = Double(source?.levelHigh ?? 0)
    span = source.map { Swift.max(10, Double($0.levelHigh - $0.levelLow)) } ?? 100
  }

  /// The bottom of the plot.
  public var bottom: Double { top - span }

  /// The span of these levels if they are magnified by a display gain, from -12 to 40 dB.
  func span(magnifiedBy decibels: Double) -> Double {
    span / Decibels.power(fromDecibels: Swift.max(-12, Swift.min(40, decibels)) / 20 * 10)
  }

  /// The display gain in decibels that has magnified these levels to a window.
  func gainDecibels(of window: LevelWindow) -> Double {
    20 * (Decibels.decibels(fromPower: span / window.span) / 10)
  }

  /// How far down from the top a level is, 1 being the bottom.
  func fraction(ofLevel level: Double) -> Float { Float((top - level) / span) }

  /// `factor` times the span, with the level `anchor` staying where it is, within sense.
  func scaled(by factor: Double, about anchor: Double) -> LevelWindow {
    let span = Swift.max(2, Swift.min(240, self.span * factor))
    return LevelWindow(top: anchor + (top - anchor) * span / self.span, span: span).clamped
  }

  /// The window moved up by decibels, within sense.
  func moved(by decibels: Double) -> LevelWindow { LevelWindow(top: top + decibels, span: span).clamped }

  private var clamped: LevelWindow {
    LevelWindow(top: Swift.max(-240, Swift.min(200, top)), span: span)
  }
}
