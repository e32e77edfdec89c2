import WaveRadioFormats

/// The settings of a receiver behind rtl_tcp.
struct RTLTCPSettings: Equatable, Sendable {
  /// The rate in samples a second.
  var rateHertz: UInt32 = 2_400_000
  /// The centre frequency, in hertz.
  var frequencyHertz: UInt32 = 100_000_000
  /// The gain of the tuner in tenths of a decibel; nil for automatic gain.
  var tunerGain: Int32?
  /// The correction of the crystal in parts in a million.
  var correction: Int32 = 0
  /// Whether the antenna is powered.
  var isBiasTeeOn = false
  /// Whether the converter controls its own gain.
  var isConverterGainOn = false

  /// The commands that change a receiver from other settings to these; all of them if the settings are
  /// unknown.
  ///
  /// The bias tee is included only if it is or was on: old servers do not know the command.
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
}
