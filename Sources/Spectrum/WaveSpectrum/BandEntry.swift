import WaveUnits

/// Checks a typed frequency, and converts it to a change of the band.
struct BandEntry {
  /// The quantity that is typed.
  enum Quantity: Sendable {
    case lowFrequency
    case highFrequency
    case center
    case span
  }

  /// The result of an entry.
  enum Outcome: Equatable {
    /// The band must be changed.
    case accepted(BandView.Input)
    /// The text must be shown to the user.
    case refused([UInt8])
  }

  /// The plot whose band is changed.
  let plot: Plot
  /// The limits of the band.
  let range: BandRange

  /// Returns the result of typing a text.
  ///
  /// A centre near a limit makes the band narrower, so that the centre stays where it was typed.
  func outcome(of quantity: Quantity, text: [UInt8]) -> Outcome {
    let (band, limits, least) = (plot.band, range.limits, range.minimumWidth)
    let factor = plot.frequencyUnit(forHertz: band.high).factor
    guard let hertz = FrequencyText.hertz(from: text, factor: factor) else {
      return .refused(Texts.badFrequency)
    }
    if quantity == .lowFrequency || quantity == .highFrequency {
      let slack = 0.5 * range.stepHertz
      guard hertz >= limits.low - slack, hertz <= limits.high + slack else { return refused(limits) }
      return .accepted(.setEdge(isHigh: quantity == .highFrequency, hertz: hertz, isTyped: true))
    }
    let isSpan = quantity == .span
    let allowed =
      isSpan
      ? Band(low: least, high: limits.width)
      : Band(low: limits.low + least / 2, high: limits.high - least / 2)
    // Limits are shown rounded, and are accepted as they are shown.
    let slack = 0.5 * Self.shownStepHertz(of: hertz)
    guard hertz >= allowed.low - slack, hertz <= allowed.high + slack else { return refused(allowed) }
    let accepted = Swift.max(allowed.low, Swift.min(allowed.high, hertz))
    let center = isSpan ? (band.low + band.high) / 2 : accepted
    let room = 2 * Swift.min(center - limits.low, limits.high - center)
    let width = isSpan ? accepted : Swift.min(band.width, room)
    return .accepted(.show(Band(low: center - width / 2, high: center + width / 2)))
  }

  /// The precision with which a limit is shown: a thousandth, but at most 10 kHz.
  private static func shownStepHertz(of hertz: Double) -> Double {
    Swift.max(1e-3, Swift.min(1e4, hertz.magnitude / 1000))
  }

  private func refused(_ allowed: Band) -> Outcome {
    .refused(
      Texts.outside(
        plot.frequencyText(allowed.low, stepHertz: Self.shownStepHertz(of: allowed.low)),
        plot.frequencyText(allowed.high, stepHertz: Self.shownStepHertz(of: allowed.high))))
  }
}
