import WaveDisplay
package import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// Numbers of the controls in the drawer.
enum ControlID {
  static let mode: UInt8 = 1
  static let band: UInt8 = 2
  static let bandLow: UInt8 = 3
  static let bandHigh: UInt8 = 4
  static let gain: UInt8 = 5
  static let hold: UInt8 = 6
  static let period: UInt8 = 7
  static let speed: UInt8 = 8
  static let position: UInt8 = 9
  static let source: UInt8 = 10
  static let name: UInt8 = 11
  static let detail: UInt8 = 12
  static let resolution: UInt8 = 13
  static let gestures: UInt8 = 14
  static let levels: UInt8 = 15
  static let receiver: UInt8 = 16
  static let steering: UInt8 = 30
  static let takeControl: UInt8 = 31
}

extension SpectrumModel {
  /// Periods of the waterfall in seconds.
  static let periods: [Double] = [5, 10, 20, 30, 45, 60, 90, 120, 180, 240, 360, 540, 720]
  /// Playback speeds.
  static let speeds: [Double] = [0, 1, 5, 20, 60, 300]

  package mutating func control(_ id: UInt8, _ value: Int, at now: Int64) {
    if id != confirming { confirming = nil }
    switch id {
    case ControlID.mode:
      setMode(value == 1 ? .waterfall : value == 2 ? .meter : .spectrum, at: now)
    case ControlID.hold: setHolding(value != 0, at: now)
    case ControlID.period:
      guard Self.periods.indices.contains(value) else { return }
      setPeriod(Self.periods[value], anchor: 0, at: now)
    case ControlID.speed:
      guard Self.speeds.indices.contains(value), let source else { return }
      send(.command(.speed(source: source.source, factor: Self.speeds[value])))
    case ControlID.source:
      guard sources.indices.contains(value), value != sourceIndex else { return }
      sourceIndex = value
      open(at: now)
    case ControlID.takeControl: takeControl()
    case Self.receiverControl...: touchReceiver(id, .press(value))
    default: return
    }
    redraw()
  }

  package mutating func pressChip(at now: Int64) { resume(at: now) }

  /// The track of the frequency slider: where the band may lie, and what is seen.
  var track: Band {
    Band(low: Swift.min(limits.low, band.low), high: Swift.max(limits.high, band.high))
  }

  package mutating func controlTouch(
    _ id: UInt8, _ phase: Touch.Phase, fraction: Double, distance: Double, at now: Int64
  ) {
    if id == ControlID.position { return seek(phase, fraction: fraction) }
    if id >= Self.receiverControl {
      return touchReceiver(id, .fraction(fraction))
    }
    guard id == ControlID.band else { return }
    switch phase {
    case .began:
      let track = track
      let low = (band.low - track.low) / track.width
      let high = (band.high - track.low) / track.width
      // Where both thumbs lie together, the side decides.
      let isHigh =
        (fraction - high).magnitude < (fraction - low).magnitude || (low == high && fraction > high)
      thumb = ThumbGrab(
        id: id, isHigh: isHigh, fraction: fraction, track: track, hertz: isHigh ? band.high : band.low)
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

  package mutating func controlStep(_ id: UInt8, thumb: Int, steps: Int, at now: Int64) {
    if id >= Self.receiverControl {
      return touchReceiver(id, .steps(steps))
    }
    guard let source else { return }
    if id == ControlID.position, source.durationSeconds > 0 {
      let position = (positionFraction(at: now) ?? 0) * source.durationSeconds
      let seconds = Swift.max(
        0, Swift.min(source.durationSeconds, position + Double(steps) * source.durationSeconds / 100))
      send(.command(.seek(source: source.source, seconds: seconds)))
    }
    guard id == ControlID.band else { return }
    let edge = thumb == 1 ? band.high : band.low
    setEdge(isHigh: thumb == 1, hertz: edge + Double(steps) * stepHertz, at: now)
    wheelDue = now + 250_000
    redraw()
  }

  package mutating func controlText(_ id: UInt8, _ text: [UInt8], at now: Int64) {
    switch id {
    case ControlID.bandLow, ControlID.bandHigh:
      guard let hertz = FrequencyText.hertz(from: text, factor: fieldPrefix.factor) else {
        return alertText = Texts.badFrequency
      }
      let isHigh = id == ControlID.bandHigh
      let limits = limits
      guard hertz >= limits.low - 0.5 * stepHertz, hertz <= limits.high + 0.5 * stepHertz else {
        return alertText = Texts.outside(
          frequencyText(limits.low, stepHertz: 1e4), frequencyText(limits.high, stepHertz: 1e4))
      }
      // A low edge above the high one moves the whole band there.
      if isHigh ? hertz <= band.low : hertz >= band.high {
        band = band.moved(by: hertz - (isHigh ? band.high : band.low))
        bandChanged(at: now)
      } else {
        setEdge(isHigh: isHigh, hertz: hertz, at: now)
      }
      band = band.clamped(to: limits, minimum: minimumWidth)
      alertText = []
      tune(at: now)
    case ControlID.gain:
      guard let (value, _) = NumberText.prefix(of: text) else { return alertText = Texts.badGain }
      alertText = []
      setDisplayGain(value)
      levelsChanged(at: now)
    case Self.receiverControl...: touchReceiver(id, .text(text))
    default: return
    }
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
    bandChanged(at: now)
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
