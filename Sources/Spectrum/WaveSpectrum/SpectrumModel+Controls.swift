import WaveDisplay
public import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

extension SpectrumModel {
  package mutating func handle(_ action: SpectrumAction, _ input: ControlInput, at now: Int64) {
    if case .set = input { cancelConfirmation(unlessOf: action) }
    switch (action, input) {
    case (.chooseView, .set(let value)):
      setMode(value == 1 ? .waterfall : value == 2 ? .meter : .spectrum, at: now)
    case (.setBand, .drag(let phase, let fraction, let distance)):
      return dragThumb(phase, fraction: fraction, distance: distance, at: now)
    case (.setBand, .step(let thumb, let steps)):
      guard sources.hasShown else { return }
      let edge = thumb == 1 ? band.high : band.low
      let hertz = edge + Double(steps) * range.stepHertz
      change(.band(.setEdge(isHigh: thumb == 1, hertz: hertz, isTyped: false)), at: now)
      endStep(isClamped: true, at: now)
    case (.setLowFrequency, .text(let text)), (.setHighFrequency, .text(let text)):
      return setEdge(isHigh: action == .setHighFrequency, text: text, at: now)
    case (.setDisplayGain, .text(let text)):
      guard let (value, _) = NumberText.prefix(of: text) else { return alertText = Texts.badGain }
      alertText = []
      change(.levels(.setSpan(baseLevels.span(magnifiedBy: value))), at: now)
    case (.holdMaximum, .set(let value)): setHolding(value != 0, at: now)
    case (.setPeriod, .set(let value)):
      guard TimeView.periods.indices.contains(value) else { return }
      change(.setPeriod(TimeView.periods[value], anchor: 0), at: now)
    case (.setSpeed, .set(let value)):
      guard Playback.speeds.indices.contains(value), let source = sources.number else { return }
      send(.command(.speed(source: source, factor: Playback.speeds[value])))
    case (.seek, _): return seek(input, at: now)
    case (.chooseSource, .set(let value)): return chooseSource(value, at: now)
    case (.takeControl, .set):
      if let source = receiverSource { send(.command(.takeControl(source: source))) }
    case (.adjustReceiver(let source, let setting), _):
      adjustReceiver(source: source, setting: setting, input)
    default: return
    }
    redraw()
  }

  package mutating func pressed(_ control: ShellControl, at now: Int64) { cancelConfirmation(unlessOf: nil) }

  package mutating func pressChip(at now: Int64) { changeTime(.resume, at: now) }

  /// Shows a band as if the user had dragged it there, clamped to the limits of the source.
  ///
  /// - Parameters:
  ///   - band: The band to show; ignored if there is no source.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  public mutating func show(_ band: Band, at now: Int64) -> [Effect] {
    sources.hasShown ? perform(at: now) { $0.change(.band(.show(band)), at: now) } : []
  }

  /// Sets an edge of the band to a typed frequency.
  private mutating func setEdge(isHigh: Bool, text: [UInt8], at now: Int64) {
    let (plot, range) = (plot, range)
    let factor = plot.frequencyUnit(forHertz: band.high).factor
    guard let hertz = FrequencyText.hertz(from: text, factor: factor) else {
      return alertText = Texts.badFrequency
    }
    let limits = range.limits
    guard hertz >= limits.low - 0.5 * range.stepHertz, hertz <= limits.high + 0.5 * range.stepHertz
    else {
      return alertText = Texts.outside(
        plot.frequencyText(limits.low, stepHertz: 1e4), plot.frequencyText(limits.high, stepHertz: 1e4))
    }
    change(.band(.setEdge(isHigh: isHigh, hertz: hertz, isTyped: true)), at: now)
    alertText = []
    tune(at: now)
    redraw()
  }
}
