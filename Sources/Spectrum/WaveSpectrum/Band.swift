/// A range of frequencies in hertz.
public struct Band: Equatable, Sendable {
  /// Lower edge.
  public var low: Double
  /// Upper edge, above `low`.
  public var high: Double

  /// A range of frequencies.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Width in hertz.
  public var width: Double { high - low }
  /// Middle in hertz.
  public var center: Double { (low + high) / 2 }

  /// The band moved up by hertz.
  func moved(by hertz: Double) -> Band { Band(low: low + hertz, high: high + hertz) }

  /// The band `factor` times as wide, with the frequency `anchor` staying where it is.
  func scaled(by factor: Double, about anchor: Double) -> Band {
    Band(low: anchor + (low - anchor) * factor, high: anchor + (high - anchor) * factor)
  }

  /// The nearest band that lies in `limits` and is at least `minimum` wide; keeps its width where it can.
  func clamped(to limits: Band, minimum: Double) -> Band {
    let width = Swift.min(limits.width, Swift.max(minimum, self.width))
    let low = Swift.max(limits.low, Swift.min(limits.high - width, center - width / 2))
    return Band(low: low, high: low + width)
  }
}

/// A range of levels in decibels, as seen.
public struct LevelWindow: Equatable, Sendable {
  /// Reference level: the top of the plot.
  public var top: Double
  /// Decibels from top to bottom, above zero.
  public var span: Double

  /// A range of levels.
  public init(top: Double, span: Double) {
    self.top = top
    self.span = span
  }

  /// The bottom of the plot.
  public var bottom: Double { top - span }

  /// `factor` times the span, with the level `anchor` staying where it is, within sense.
  func scaled(by factor: Double, about anchor: Double) -> LevelWindow {
    let span = Swift.max(2, Swift.min(240, self.span * factor))
    return LevelWindow(top: anchor + (top - anchor) * span / self.span, span: span).clamped
  }

  /// The window moved up by decibels, within sense.
  func moved(by decibels: Double) -> LevelWindow {
    LevelWindow(top: top + decibels, span: span).clamped
  }

  private var clamped: LevelWindow {
    LevelWindow(top: Swift.max(-240, Swift.min(200, top)), span: span)
  }
}
