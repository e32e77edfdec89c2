import WaveRadioFormats
import WaveSpectra

/// The settings of a receiver behind rtl_tcp.
struct RTLTCPSettings: Equatable, Sendable {
  /// The sample rate in hertz.
  var rateHertz: UInt32 = 2_400_000
  /// The centre frequency in hertz.
  var frequencyHertz: UInt32 = 100_000_000
  /// The tuner's gain in tenths of a decibel; nil for automatic gain.
  var tunerGain: Int32?
  /// The frequency correction for the crystal, in parts per million.
  var correction: Int32 = 0
  /// Whether power is supplied to the antenna.
  var isBiasTeeOn = false
  /// Whether the converter's automatic gain control is on.
  var isConverterGainOn = false

  /// Returns the commands that change a receiver from earlier settings to these, or all commands if the
  /// earlier settings are unknown.
  ///
  /// The bias-tee command is included only if the bias tee is or was on, because old servers do not support
  /// it.
  func commands(from before: RTLTCPSettings?) -> [RTLTCPCommand] {
    var commands: [RTLTCPCommand] = []
    if before?.rateHertz != rateHertz { commands.append(.sampleRate(rateHertz)) }
    if before?.correction != correction { commands.append(.correction(correction)) }
    if before == nil || before?.tunerGain != tunerGain {
      if (before?.tunerGain == nil) != (tunerGain == nil) || before == nil {
        commands.append(.tunerGainMode(isManual: tunerGain != nil))
      }
      if let tunerGain { commands.append(.tunerGain(tunerGain)) }
    }
    if before?.isConverterGainOn != isConverterGainOn {
      commands.append(.converterGainControl(isConverterGainOn))
    }
    if isBiasTeeOn != (before?.isBiasTeeOn ?? false) { commands.append(.biasTee(isBiasTeeOn)) }
    if before?.frequencyHertz != frequencyHertz || before?.correction != correction {
      commands.append(.frequency(frequencyHertz))
    }
    return commands
  }
  /// Returns the properties of the samples that a receiver with these settings sends.
  func properties(name: String = "") -> SampleProperties {
    SampleProperties(
      format: .cu8, rateHertz: Double(rateHertz), centerHertz: Double(frequencyHertz), name: name)
  }
}
