import WaveRadioFormats
import WaveUnits
import WaveWire

/// The controls with which the user adjusts a receiver behind rtl_tcp.
enum RTLTCPControls {
  static let gain: UInt8 = 1
  static let correction: UInt8 = 2
  static let converterGain: UInt8 = 3
  static let biasTee: UInt8 = 4
  /// The maximum frequency correction for the crystal, in parts per million.
  static let correctionLimit = 200.0

  /// Returns the controls with their current values, without a gain control if the tuner's gain is fixed.
  static func list(_ settings: RTLTCPSettings, tuner: RTLTCPTuner) -> SourceControls {
    let names = ["Automatic"] + tuner.gains.map { "\(Double($0) / 10) dB" }
    let place = settings.tunerGain.flatMap { tuner.gains.firstIndex(of: tuner.gain(nearestTo: $0)) }
    let gains = SourceControl.choice(
      id: gain, name: Array("Tuner gain".utf8), names: names.map { Array($0.utf8) },
      selected: place.map { $0 + 1 } ?? 0)
    let others: [SourceControl] = [
      SourceControl(
        id: correction, kind: .number, value: Double(settings.correction), low: -correctionLimit,
        high: correctionLimit, step: 1, name: Array("Frequency correction".utf8), texts: [Array("ppm".utf8)]),
      .toggle(id: converterGain, name: Array("RTL AGC".utf8), isOn: settings.isConverterGainOn),
      .toggle(
        id: biasTee, name: Array("Bias tee".utf8), isOn: settings.isBiasTeeOn,
        confirmation: Array("Tap again: power the antenna".utf8)),
    ]
    return SourceControls(source: 0, controls: tuner.gains.count > 1 ? [gains] + others : others)
  }

  /// Changes one setting.
  ///
  /// Values out of range and unknown controls are ignored.
  static func adjust(_ settings: inout RTLTCPSettings, tuner: RTLTCPTuner, control: UInt8, value: Double) {
    switch control {
    case gain:
      guard value >= 0, value <= Double(tuner.gains.count) else { return }
      let place = Int(saturating: value.rounded())
      settings.tunerGain = place == 0 ? nil : tuner.gains[place - 1]
    case correction:
      guard abs(value) <= correctionLimit else { return }
      settings.correction = Int32(saturating: value.rounded())
    case converterGain: settings.isConverterGainOn = value != 0
    case biasTee: settings.isBiasTeeOn = value != 0
    default: return
    }
  }
}
