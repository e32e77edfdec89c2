import WaveRadioFormats

/// What a receiver behind rtl_tcp is to be set to.
struct RTLTCPSettings: Equatable, Sendable {
  /// Samples in a second.
  var rateHertz: UInt32 = 2_400_000
  /// Frequency at the centre, in hertz.
  var frequencyHertz: UInt32 = 100_000_000
  /// Gain of the tuner in tenths of a decibel; nil lets it choose.
  var tunerGain: Int32?
  /// Correction of the crystal in parts in a million.
  var correction: Int32 = 0
  /// Whether the antenna is powered.
  var isBiasTeeOn = false
  /// Whether the converter controls its own gain.
  var isConverterGainOn = false

  /// The commands that bring a receiver from what it is to this; from nothing known, all of them.
  ///
  /// The bias tee is spoken of only where it is or was on: old servers do not know the command.
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
