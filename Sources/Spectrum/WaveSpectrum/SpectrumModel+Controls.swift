import WaveDisplay
package import WaveInteraction
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
      setEdge(isHigh: thumb == 1, hertz: edge + Double(steps) * range.stepHertz, at: now)
      tuneLater(at: now)
    case (.setLowFrequency, .text(let text)): return setEdge(isHigh: false, text: text, at: now)
    case (.setHighFrequency, .text(let text)): return setEdge(isHigh: true, text: text, at: now)
    case (.setDisplayGain, .text(let text)):
      guard let (value, _) = NumberText.prefix(of: text) else { return alertText = Texts.badGain }
      alertText = []
      changeLevels(.setSpan(baseLevels.span(magnifiedBy: value)), at: now)
    case (.holdMaximum, .set(let value)): setHolding(value != 0, at: now)
    case (.setPeriod, .set(let value)):
      guard TimeView.periods.indices.contains(value) else { return }
      setPeriod(TimeView.periods[value], anchor: 0, at: now)
    case (.setSpeed, .set(let value)):
      guard Playback.speeds.indices.contains(value), let source = sources.number else { return }
      send(.command(.speed(source: source, factor: Playback.speeds[value])))
    case (.seek, .drag(let phase, let fraction, _)): return seek(phase, fraction: fraction)
    case (.seek, .step(_, let steps)): return seek(steps: steps, at: now)
    case (.chooseSource, .set(let value)):
      return chooseSource(value, at: now)
    case (.takeControl, .set): takeControl()
    case (.adjustReceiver(let source, let setting), _):
      adjustReceiver(source: source, setting: setting, input)
    default: return
    }
    redraw()
  }

  package mutating func pressed(_ control: ShellControl, at now: Int64) {
    cancelConfirmation(unlessOf: nil)
  }

  package mutating func pressChip(at now: Int64) { changeTime(.resume, at: now) }

  private mutating func seek(steps: Int, at now: Int64) {
    guard let source, source.durationSeconds > 0 else { return }
    let position = (positionFraction(at: now) ?? 0) * source.durationSeconds
    let seconds = Swift.max(
      0, Swift.min(source.durationSeconds, position + Double(steps) * source.durationSeconds / 100))
    send(.command(.seek(source: source.source, seconds: seconds)))
  }

  /// Sets an edge of the band to a frequency that was typed.
  private mutating func setEdge(isHigh: Bool, text: [UInt8], at now: Int64) {
    let (plot, range) = (plot, range)
    let factor = plot.frequencyUnit(forHertz: band.high).factor
    guard let hertz = FrequencyText.hertz(from: text, factor: factor) else {
      return alertText = Texts.badFrequency
    }
    let limits = range.limits
    guard hertz >= limits.low - 0.5 * range.stepHertz, hertz <= limits.high + 0.5 * range.stepHertz else {
      return alertText = Texts.outside(
        plot.frequencyText(limits.low, stepHertz: 1e4), plot.frequencyText(limits.high, stepHertz: 1e4))
    }
    setEdge(isHigh: isHigh, hertz: hertz, isTyped: true, at: now)
    alertText = []
    tune(at: now)
    redraw()
  }
}
