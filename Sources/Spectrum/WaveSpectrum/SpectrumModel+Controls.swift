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
    case (.setLowFrequency, .text(let text)): return enter(text, as: .lowFrequency, at: now)
    case (.setHighFrequency, .text(let text)): return enter(text, as: .highFrequency, at: now)
    case (.setCenter, .text(let text)): return enter(text, as: .center, at: now)
    case (.setSpan, .text(let text)): return enter(text, as: .span, at: now)
    case (.setDisplayGain, .text(let text)):
      guard let (value, _) = NumberText.prefix(of: text) else { return alertText = Texts.badGain }
      alertText = []
      change(.levels(.setSpan(view.levelView.home.span(magnifiedBy: value))), at: now)
    case (.fitLevels, .set): change(.levels(.fit(reception.trace?.highestDecibels)), at: now)
    case (.holdMaximum, .set(let value)): setHolding(value != 0, at: now)
    case (.resetHold, .set): setHolding(true, at: now)
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

  /// Changes the band to a typed frequency.
  private mutating func enter(_ text: [UInt8], as quantity: BandEntry.Quantity, at now: Int64) {
    switch BandEntry(plot: plot, range: range).outcome(of: quantity, text: text) {
    case .refused(let reason): alertText = reason
    case .accepted(let input):
      change(.band(input), at: now)
      alertText = []
      tune(at: now)
      redraw()
    }
  }
}
