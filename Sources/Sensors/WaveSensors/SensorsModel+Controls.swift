import WaveDisplay
package import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

extension SensorsModel {
  package mutating func handle(_ action: SensorsAction, _ input: ControlInput, at now: Int64) {
    switch action {
    case .adjust, .chooseSource, .seek: setSource(action, input, at: now)
    case .editMark(let mark): editMark(mark, input, at: now)
    case .mixture(let action): editMixture(action, input)
    case .testbed(let action): setTestbed(action, input, at: now)
    default: if case .set(let value) = input { set(action, to: value, at: now) }
    }
  }

  private mutating func set(_ action: SensorsAction, to value: Int, at now: Int64) {
    let input: StreamView.Input
    let number = UInt8(truncatingIfNeeded: value)
    switch action {
    case .setLayout:
      let choices = view.streams.choices(of: source)
      input = .streams(.layout(choices[Swift.max(0, Swift.min(choices.count - 1, value))]))
    case .setMotion: input = .time(.move(Motion(rawValue: number) ?? .scroll))
    case .setWindow:
      guard TimeAxis.windows.indices.contains(value) else { return }
      input = .time(.zoom(TimeAxis.windows[value], anchor: 1))
    case .setSlope: input = .trigger(.slope(isFalling: value == 1))
    case .setHoldOff: input = .trigger(.holdOff(value))
    case .measure: return measure(value != 0)
    case .showAlarms: input = .alarms(value != 0)
    case .fitLanes: input = .streams(.automatic(value != 0))
    case .linkLanes: input = .streams(.link(value != 0))
    case .showStream(let channel): input = .streams(.show(channel, value != 0))
    case .setPaperForm: input = .paper(.form(Paper.Form(rawValue: number) ?? .threeByFour))
    case .setPaperSpeed: input = .paper(.speed(value))
    case .setPaperGain: input = .paper(.gain(value))
    case .fitCard: input = .paper(.fitCard(value != 0))
    case .chooseRecording:
      guard let command = sources.pick(value) else { return }
      isDrawerOpen = false
      send(.command(command))
      input = .time(.goLive)
    case .setPlaybackSpeed, .takeControl:
      guard let source else { return }
      if action == .takeControl { return send(.command(.takeControl(source: source.source))) }
      guard SourceCatalog.speeds.indices.contains(value) else { return }
      return send(.command(.speed(source: source.source, factor: SourceCatalog.speeds[value])))
    case .spectrum(let action): return setSpectrum(action.input(value, view.streams), at: now)
    case .seek, .adjust, .editMark, .mixture, .testbed, .chooseSource: return
    }
    change(input, at: now)
  }

  package mutating func pressChip(at now: Int64) { change(.time(.goLive), at: now) }
}

extension SensorsAction.Spectrum {
  /// Returns the spectrum panel's input for a new value of this action's control.
  fileprivate func input(_ value: Int, _ streams: Streams) -> SpectrumPanel.Input {
    switch self {
    case .show: .show(value > 0 ? streams.visible.first : nil)
    case .chooseStream: .show(value)
    case .setResolution: .resolution(value)
    case .setScale: .scale(value == 1 ? .density : .level)
    case .setWindow: .window(value)
    }
  }
}
