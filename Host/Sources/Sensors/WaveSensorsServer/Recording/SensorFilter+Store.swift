import WaveStreams
import WaveSignal
import WaveStore

extension SensorFilter {
  /// The filter in the format used by recordings; its delay is stored separately.
  var stage: StoreFilters.Stage {
    switch self {
    case .lowPass(let hertz, let order): Self.stage(.butterworth, .lowPass(hertz: hertz), order)
    case .highPass(let hertz, let order): Self.stage(.butterworth, .highPass(hertz: hertz), order)
    case .bandPass(let low, let high, let order):
      Self.stage(.butterworth, .bandPass(lowHertz: low, highHertz: high), order)
    case .notch(let hertz, let quality):
      StoreFilters.Stage(kind: .notch, lowHertz: hertz, parameter: quality)
    case .design(let design): Self.stage(design.shape, design.band, design.order)
    }
  }

  private static func stage(
    _ shape: FilterDesign.Shape, _ band: FilterDesign.Band, _ order: Int
  ) -> StoreFilters.Stage {
    var stage = StoreFilters.Stage(kind: .lowPass, order: UInt16(clamping: order))
    switch shape {
    case .butterworth: stage.shape = .butterworth
    case .chebyshev(let ripple): (stage.shape, stage.parameter) = (.chebyshev, ripple)
    case .bessel: stage.shape = .bessel
    }
    switch band {
    case .lowPass(let hertz): stage.lowHertz = hertz
    case .highPass(let hertz): (stage.kind, stage.lowHertz) = (.highPass, hertz)
    case .bandPass(let low, let high):
      (stage.kind, stage.lowHertz, stage.highHertz) = (.bandPass, low, high)
    case .bandStop(let low, let high):
      (stage.kind, stage.lowHertz, stage.highHertz) = (.bandStop, low, high)
    }
    return stage
  }

  /// Creates a filter from the format used by recordings; nil if this version does not support it.
  ///
  /// The filter can still be unsuitable for a sample rate.
  init?(_ stage: StoreFilters.Stage) {
    let band: FilterDesign.Band
    switch stage.kind {
    case .notch:
      guard stage.parameter.isFinite else { return nil }
      self = .notch(hertz: stage.lowHertz, quality: stage.parameter)
      return
    case .lowPass: band = .lowPass(hertz: stage.lowHertz)
    case .highPass: band = .highPass(hertz: stage.lowHertz)
    case .bandPass: band = .bandPass(lowHertz: stage.lowHertz, highHertz: stage.highHertz)
    case .bandStop: band = .bandStop(lowHertz: stage.lowHertz, highHertz: stage.highHertz)
    default: return nil
    }
    let order = Int(stage.order)
    switch (stage.shape, band) {
    case (.butterworth, .lowPass(let hertz)): self = .lowPass(hertz: hertz, order: order)
    case (.butterworth, .highPass(let hertz)): self = .highPass(hertz: hertz, order: order)
    case (.butterworth, .bandPass(let low, let high)):
      self = .bandPass(lowHertz: low, highHertz: high, order: order)
    case (.butterworth, _): self = .design(FilterDesign(.butterworth, band, order: order))
    case (.chebyshev, _):
      self = .design(FilterDesign(.chebyshev(rippleDecibels: stage.parameter), band, order: order))
    case (.bessel, _): self = .design(FilterDesign(.bessel, band, order: order))
    default: return nil
    }
  }
}
