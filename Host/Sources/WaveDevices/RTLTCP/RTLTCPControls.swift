import WaveFormats
import WaveWire

/// What can be set at a receiver behind rtl_tcp, as people see it.
enum RTLTCPControls {
  static let gain: UInt8 = 1
  static let correction: UInt8 = 2
  static let converterGain: UInt8 = 3
  static let biasTee: UInt8 = 4
  /// Most parts in a million that a crystal is wrong by.
  static let correctionLimit = 200.0

  /// The controls as they are set; no gain where the tuner has none to set.
  static func list(_ settings: RTLTCPSettings, tuner: RTLTCPTuner) -> SourceControls {
    var controls: [SourceControl] = []
    if tuner.gains.count > 1 {
      let names = ["Automatic"] + tuner.gains.map { "\(Double($0) / 10) dB" }
      let place = settings.tunerGain.flatMap { tuner.gains.firstIndex(of: tuner.gain(nearestTo: $0)) }
      controls.append(
        SourceControl(
          id: gain, name: Array("Tuner gain".utf8), kind: .choice(names: names.map { Array($0.utf8) }),
          value: place.map { Double($0 + 1) } ?? 0))
    }
    controls.append(
      SourceControl(
        id: correction, name: Array("Frequency correction".utf8),
        kind: .number(low: -correctionLimit, high: correctionLimit, step: 1, unit: Array("ppm".utf8)),
        value: Double(settings.correction)))
    controls.append(
      SourceControl(
        id: converterGain, name: Array("RTL AGC".utf8), kind: .toggle(confirmation: []),
        value: settings.isConverterGainOn ? 1 : 0))
    controls.append(
      SourceControl(
        id: biasTee, name: Array("Bias tee".utf8),
        kind: .toggle(confirmation: Array("Tap again: power the antenna".utf8)),
        value: settings.isBiasTeeOn ? 1 : 0))
    return SourceControls(source: 0, controls: controls)
  }

  /// Sets one of them; what is out of range or unknown changes nothing.
  static func adjust(_ settings: inout RTLTCPSettings, tuner: RTLTCPTuner, control: UInt8, value: Double) {
    switch control {
    case gain:
      guard value >= 0, value <= Double(tuner.gains.count) else { return }
      let place = Int(value.rounded())
      settings.tunerGain = place == 0 ? nil : tuner.gains[place - 1]
    case correction:
      guard abs(value) <= correctionLimit else { return }
      settings.correction = Int32(value.rounded())
    case converterGain: settings.isConverterGainOn = value != 0
    case biasTee: settings.isBiasTeeOn = value != 0
    default: return
    }
  }
}
