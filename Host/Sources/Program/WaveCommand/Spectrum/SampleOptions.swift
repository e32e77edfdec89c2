import ArgumentParser
import WaveReceivers
import WaveSignal
import WaveSpectra
import WaveSystem

/// Options for properties that a file of raw IQ samples does not specify.
struct SampleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Format of raw samples if the file's name does not specify it: \(IQFormat.names).",
      valueName: "format"),
    transform: SampleOptions.format(named:))
  var format: IQFormat?

  @Option(
    help: ArgumentHelp(
      "Samples per second, such as 2.4M; unknown unless this option, the file or its name gives it.",
      valueName: "hertz"))
  var rate: SINumber?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frequency at 0 Hz in the samples, such as 99.5M.", valueName: "hertz"))
  var frequency: SINumber?

  @Option(help: ArgumentHelp("Which of several interleaved channels to use, from 0.", valueName: "number"))
  var channel = 0

  func validate() throws {
    try require(rate, where: { $0.value > 0 }, "The rate must be above zero, for example 2.4M.")
  }

  private static func format(named name: String) throws -> IQFormat {
    try require(IQFormat(name: name), "Unknown format \(name). Choose from \(IQFormat.names).")
  }

  /// The settings that these options specify, with defaults for options that are not given.
  var settings: SampleSettings {
    var settings = SampleSettings()
    if let rate { settings.rateHertz = rate.value }
    settings.channel = channel
    settings.format = format
    if let frequency { settings.centerHertz = frequency.value }
    return settings
  }
}
