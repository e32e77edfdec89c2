import ArgumentParser
import WaveReceivers
import WaveSignal

/// `waveglass measure`: measures the noise, band power and peaks of a recording.
struct MeasureCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure a recording: noise, band power, peaks.",
    discussion: """
      Levels of samples are in dBFS: a complex sample of magnitude 1 is 0 dBFS. Levels of rtl_power logs are \
      in dB, \
      uncalibrated. With --offset they are in dBm.

      EXAMPLES
        waveglass measure recording.csv.gz
        waveglass measure band.cu8 --rate 2.4M --frequency 99.5M --fft 8192 --window flat-top
        waveglass measure band.cu8 --rate 2.4M --json
      """)

  @Argument(help: ArgumentHelp("A recording.", valueName: "file"))
  var file: String

  @OptionGroup var samples: SampleOptions

  @Option(
    help: ArgumentHelp("Points of the transform, a power of two from 64 to 1048576.", valueName: "points"))
  var fft: Int?

  @Option(
    help: ArgumentHelp("Window: \(MeasureCommand.windowNames).", valueName: "name"),
    transform: MeasureCommand.window(named:))
  var window: WindowFunction?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Decibels to add to the file's levels to get dBm.", valueName: "decibels"))
  var offset: Double?

  @Option(
    help: ArgumentHelp(
      """
      With captures at several frequencies, measure those at the frequency of this one, counted from 0; by \
      default those with the most samples.
      """,
      valueName: "number"))
  var capture: Int?

  @OptionGroup var form: OutputOptions

  func validate() throws {
    try require(
      fft, where: FFT.isValid(count:), "--fft must be a power of two from 64 to 1048576, such as 4096.")
    try require("--offset", offset, in: -300...300, "decibels, such as -47.5")
  }

  func perform() throws(CommandFailure) {
    var settings = samples.settings
    settings.fftCount = fft
    settings.capture = capture
    if let window { settings.window = window }
    settings.offsetDecibels = offset
    try ReceiverError.asFailure(
      ofFile: file, SourceOpening.refuseSignals(path: file, format: settings.format))
    let measurement = try ReceiverError.asFailure(
      ofFile: file, MeasureFile.measure(path: file, settings: settings))
    try form.write(measurement, lines: Self.lines(measurement))
  }

  static func lines(_ measurement: FileMeasurement) -> [String] {
    let unit = measurement.unit
    func level(_ value: Double?) -> String? { value.map { "\(Output.number($0, 2)) \(unit)" } }
    func frequency(_ hertz: Double?, _ part: Double?) -> String? {
      hertz.map(Output.frequency) ?? part.map { "\(Output.number($0, 8)) of the rate" }
    }
    let parts = measurement.ofRate
    let low = frequency(measurement.lowHertz, parts?.low)
    let high = frequency(measurement.highHertz, parts?.high)
    var lines = Output.table([
      ("band", low.flatMap { low in high.map { "\(low) to \($0)" } }),
      ("rate", parts.map { _ in "unknown; give --rate, such as --rate 2.4M" }),
      ("rate", measurement.rateFrom == .name ? measurement.rateHertz.map(Self.named) : nil),
      ("resolution", frequency(measurement.rbwHertz, parts?.rbw).map { "\($0) (3 dB)" }),
      ("noise bandwidth", frequency(measurement.enbwHertz, parts?.enbw)),
      ("noise floor", level(measurement.noiseFloor).map { "\($0) in one bin" }),
      ("noise density", measurement.noiseDensity.map { "\(Output.number($0, 2)) \(unit)/Hz" }),
      ("band power", level(measurement.bandPower)),
      ("averaged", "\(measurement.averages) spectra"),
      ("transform", measurement.fftCount.map { "\($0) points, \(measurement.window ?? "")" }),
      ("clipped", measurement.clippedShare.map { "\(Output.number($0 * 100, 4)) % of the components" }),
      ("DC offset", level(measurement.dcOffset?.level)),
      ("images", measurement.imageLevel.map { "\(Output.number($0, 2)) dB relative to their signals" }),
      ("note", measurement.warning),
    ])
    lines.append(measurement.peaks.isEmpty ? "no peaks" : "peaks, strongest first")
    for peak in measurement.peaks {
      let place = frequency(peak.frequencyHertz, peak.frequencyOfRate) ?? ""
      lines.append("  \(place)  \(level(peak.level) ?? "")")
    }
    return lines
  }

  private static func named(_ hertz: Double) -> String {
    "\(Output.frequency(hertz)), from the file's name; --rate sets another"
  }

  private static let windowNames = WindowFunction.allCases.map { "\($0.name)" }.joined(separator: ", ")

  private static func window(named name: String) throws -> WindowFunction {
    try require(WindowFunction(name: Array(name.utf8)), "Unknown window \(name). Choose from \(windowNames).")
  }
}
