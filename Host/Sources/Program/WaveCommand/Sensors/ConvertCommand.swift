import ArgumentParser
import WaveSensorSources
import WaveSystem
import WaveUnits

/// `waveglass convert`: converts a sensor recording to another format.
struct ConvertCommand: AsyncReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a recording of sensors in another format.",
    discussion: """
      Input formats are WFDB (.hea), EDF, BDF, DICOM waveforms and CSV. The extension determines the output \
      format: .csv, .edf, .bdf, .hea or .dat (WFDB), .dcm (DICOM ECG). Integer samples are preserved if the \
      format can represent them; rounded, omitted and split data is reported. The subject's identity is not \
      copied. Files are replaced only when complete.

      Gaps are filled with missing samples, up to --fill per channel. Beyond that, tables and EDF+ skip long \
      gaps, so times jump; WFDB and DICOM cannot represent gaps, so the conversion fails.

      EXAMPLES
        waveglass convert 100.hea 100.edf
        waveglass convert ecg.dcm ecg.csv
        waveglass convert log.csv log.hea --rate 250
      """)

  @Argument(help: ArgumentHelp("A recording of sensors.", valueName: "in"))
  var input: String

  @Argument(help: ArgumentHelp("The file to write.", valueName: "out"))
  var output: String

  @Option(help: ArgumentHelp("Samples per second, for a table without times.", valueName: "hertz"))
  var rate: SINumber?

  @Option(
    help: ArgumentHelp(
      "Maximum number of missing samples per channel to fill gaps with; default 10M.",
      valueName: "count"))
  var fill: SINumber?

  @Flag(help: "Replace existing files with this name.")
  var force = false

  func validate() throws {
    try require(
      SignalConversion.Target(path: output) != nil,
      "\(output): unknown file extension. Use .csv, .edf, .bdf, .hea, .dat or .dcm.")
    try require(
      rate, where: { $0.value > 0 && $0.value <= 1e9 }, "The rate must be above zero, for example 250.")
    try require(
      fill, where: { $0.value >= 0 && $0.value <= 1e15 },
      "--fill must be a number of samples, such as 10M.")
  }

  func perform() async throws(CommandFailure) { Output.write(try await convert()) }

  /// Converts the recording and returns the paths of the files that were written.
  private func convert() async throws(CommandFailure) -> [String] {
    let line = StatusLine()
    StopSignals.ignoreWriteSignals()
    let (input, output, rate, force) = (input, output, rate?.value, force)
    let fill = fill.map { Int64(saturating: $0.value) } ?? SignalConversion.fillLimit
    let result = await StopSignals.result(line) { () async throws(Problem) in
      @Sendable func show(_ part: Double, _ what: String) -> Bool {
        let percent = Int(saturating: part * 100)
        line.show("\(what) \(percent) %", mark: percent)
        return !Task.isCancelled
      }
      let file = try Problem.converting(
        { Task.isCancelled ? Problem.conversion(.cancelled) : .opening($0) },
        SignalFile(path: input, rateHertz: rate) { show($0, "reading") })
      for warning in file.warnings { line.say("\(input): \(warning)") }
      return try Problem.converting(
        Problem.conversion,
        SignalConversion.convert(file, to: output, isReplacing: force, fillLimit: fill) {
          show($0, "converting")
        })
    }
    switch result {
    case .success(let report):
      for note in report.notes { line.say("\(note)") }
      return report.paths
    case .failure(.opening(let error)): throw CommandFailure(error, path: input)
    case .failure(.conversion(.source(let error))):
      throw CommandFailure(.inputOutput, error.description)
    case .failure(.conversion(.refused(let error))):
      throw CommandFailure(.data, error.description)
    case .failure(.conversion(.output(let error))): throw CommandFailure(error)
    case .failure(.conversion(.cancelled)):
      throw CommandFailure(.unavailable, "stopped before it was finished; nothing was written")
    }
  }

  /// The reason why the conversion failed.
  private enum Problem: Error {
    case opening(SensorSourceError)
    case conversion(SignalConversion.Failure)
  }
}
