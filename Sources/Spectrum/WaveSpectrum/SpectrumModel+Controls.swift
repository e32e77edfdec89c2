import WaveDisplay
package import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

extension SpectrumModel {
  /// Playback speeds.
  static let speeds: [Double] = [0, 1, 5, 20, 60, 300]

  package mutating func handle(_ action: SpectrumAction, _ input: ControlInput, at now: Int64) {
    if case .set = input, action != confirming { confirming = nil }
    switch (action, input) {
    case (.chooseView, .set(let value)):
      setMode(value == 1 ? .waterfall : value == 2 ? .meter : .spectrum, at: now)
    case (.setBand, .drag(let phase, let fraction, let distance)):
      return dragThumb(phase, fraction: fraction, distance: distance, at: now)
    case (.setBand, .step(let thumb, let steps)):
      guard source != nil else { return }
      let edge = thumb == 1 ? band.high : band.low
      setEdge(isHigh: thumb == 1, hertz: edge + Double(steps) * stepHertz, at: now)
      wheelDue = now + 250_000
    case (.setLowFrequency, .text(let text)): return setEdge(isHigh: false, text: text, at: now)
    case (.setHighFrequency, .text(let text)): return setEdge(isHigh: true, text: text, at: now)
    case (.setDisplayGain, .text(let text)):
      guard let (value, _) = NumberText.prefix(of: text) else { return alertText = Texts.badGain }
      alertText = []
      setDisplayGain(value)
      levelsChanged(at: now)
    case (.holdMaximum, .set(let value)): setHolding(value != 0, at: now)
    case (.setPeriod, .set(let value)):
      guard TimeView.periods.indices.contains(value) else { return }
      changeTime(.setPeriod(TimeView.periods[value], anchor: 0), at: now)
    case (.setSpeed, .set(let value)):
      guard Self.speeds.indices.contains(value), let source else { return }
      send(.command(.speed(source: source.source, factor: Self.speeds[value])))
    case (.seek, .drag(let phase, let fraction, _)): return seek(phase, fraction: fraction)
    case (.seek, .step(_, let steps)): return seek(steps: steps, at: now)
    case (.chooseSource, .set(let value)):
      guard sources.indices.contains(value), value != sourceIndex else { return }
      sourceIndex = value
      open(at: now)
    case (.takeControl, .set): takeControl()
    case (.adjustReceiver(let source, let setting), _):
      adjustReceiver(source: source, setting: setting, input)
    default: return
    }
    redraw()
  }

  package mutating func pressed(_ control: ShellControl, at now: Int64) { confirming = nil }

  package mutating func pressChip(at now: Int64) { changeTime(.resume, at: now) }

  /// The track of the frequency slider: where the band may lie, and what is seen.
  var track: Band {
    Band(low: Swift.min(limits.low, band.low), high: Swift.max(limits.high, band.high))
  }

  private mutating func dragThumb(
    _ phase: Touch.Phase, fraction: Double, distance: Double, at now: Int64
  ) {
    switch phase {
    case .began:
      let track = track
      let low = (band.low - track.low) / track.width
      let high = (band.high - track.low) / track.width
      // Where both thumbs lie together, the side decides.
      let isHigh =
        (fraction - high).magnitude < (fraction - low).magnitude || (low == high && fraction > high)
      thumb = ThumbGrab(
        isHigh: isHigh, fraction: fraction, track: track, hertz: isHigh ? band.high : band.low)
    case .moved:
      guard var grab = thumb else { return }
      // Coarse on the track, ever finer away from it.
      let fineness = 1 / (1 + Swift.max(0, distance - 30) / 25)
      grab.hertz += (fraction - grab.fraction) * grab.track.width * fineness
      grab.fraction = fraction
      thumb = grab
      setEdge(isHigh: grab.isHigh, hertz: grab.hertz, at: now)
    case .ended, .cancelled:
      thumb = nil
      tune(at: now)
    }
    redraw()
  }

  private mutating func seek(_ phase: Touch.Phase, fraction: Double) {
    guard let source, source.durationSeconds > 0 else { return }
    let fraction = Swift.max(0, Swift.min(1, fraction))
    seekFraction = phase == .ended || phase == .cancelled ? nil : fraction
    guard phase == .ended else { return }
    send(.command(.seek(source: source.source, seconds: fraction * source.durationSeconds)))
  }

  private mutating func seek(steps: Int, at now: Int64) {
    guard let source, source.durationSeconds > 0 else { return }
    let position = (positionFraction(at: now) ?? 0) * source.durationSeconds
    let seconds = Swift.max(
      0, Swift.min(source.durationSeconds, position + Double(steps) * source.durationSeconds / 100))
    send(.command(.seek(source: source.source, seconds: seconds)))
  }

  /// Sets an edge of the band to a frequency that was typed.
  private mutating func setEdge(isHigh: Bool, text: [UInt8], at now: Int64) {
    guard let hertz = FrequencyText.hertz(from: text, factor: fieldPrefix.factor) else {
      return alertText = Texts.badFrequency
    }
    let limits = limits
    guard hertz >= limits.low - 0.5 * stepHertz, hertz <= limits.high + 0.5 * stepHertz else {
      return alertText = Texts.outside(
        frequencyText(limits.low, stepHertz: 1e4), frequencyText(limits.high, stepHertz: 1e4))
    }
    // A low edge above the high one moves the whole band there.
    if isHigh ? hertz <= band.low : hertz >= band.high {
      band = band.moved(by: hertz - (isHigh ? band.high : band.low))
      changeTime(.changeView, at: now)
    } else {
      setEdge(isHigh: isHigh, hertz: hertz, at: now)
    }
    band = band.clamped(to: limits, minimum: minimumWidth)
    alertText = []
    tune(at: now)
    redraw()
  }

  /// Steps of the frequency slider: the device's own.
  var stepHertz: Double { Swift.max(1e-3, source?.stepHertz ?? 1) }

  private mutating func setEdge(isHigh: Bool, hertz: Double, at now: Int64) {
    let snapped = (hertz / stepHertz).rounded() * stepHertz
    if isHigh {
      band.high = Swift.max(band.low + minimumWidth, Swift.min(limits.high, snapped))
    } else {
      band.low = Swift.min(band.high - minimumWidth, Swift.max(limits.low, snapped))
    }
    // Coarse bins beside the end of what there is: the other edge gives way.
    band = band.clamped(to: limits, minimum: minimumWidth)
    changeTime(.changeView, at: now)
  }

  /// The unit of the frequency fields.
  var fieldPrefix: FrequencyText.Prefix { frequencyUnit(forHertz: band.high) }

  /// How far a recording has come, from 0 to 1.
  func positionFraction(at now: Int64) -> Double? {
    if let seekFraction { return seekFraction }
    return recordedMicroseconds(at: serverTime(now)).map(recordedShare)
  }

  /// How far into the recording a moment of it is, from 0 to 1.
  @inline(never)
  func recordedShare(_ microseconds: Int64) -> Double {
    guard let source, source.durationSeconds > 0 else { return 0 }
    let seconds = Double(microseconds - source.startMicroseconds) / 1e6
    return Swift.max(0, Swift.min(1, seconds / source.durationSeconds))
  }
}
