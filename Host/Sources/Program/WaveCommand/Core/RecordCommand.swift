import ArgumentParser
import Foundation
import WaveReceivers
import WaveSensorSources
import WaveSystem
import WaveUnits
import WaveWire

/// `waveglass record`: records samples as a pair of SigMF files, or sensors as one file.
struct RecordCommand: AsyncReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record samples byte for byte as SigMF, or sensors.",
    discussion: """
      A SOURCE is demo: (a simulated receiver), file:PATH or a plain path. Two files are written: the \
      samples (.sigmf-data) and their description (.sigmf-meta). Without --seconds or --samples, the \
      recording ends with the source or with Ctrl-C. However it ends, even if the disk is full or the \
      process is killed, the pair is readable. Lost samples are reported and marked in the file.

      Sensors (demo:ecg, lines:, mqtt:, phyphox:; see waveglass serve --help) are recorded to one Waveglass \
      file (.wgs): all streams at their full rates, with gaps, times and marks. If the process is killed, at \
      most one second is lost.

      EXAMPLES
        waveglass record demo: -o band.sigmf-data --seconds 10
        waveglass record demo:ecg -o ecg.wgs --seconds 60
        waveglass record band.cu8 --rate 2.4M --frequency 99.5M -o band
      """)

  @Argument(help: ArgumentHelp("What to record: demo:, file:PATH, or a path.", valueName: "source"))
  var source: String

  @Option(
    name: [.short, .long], help: ArgumentHelp("Pair to write, with or without extension.", valueName: "path")
  )
  var output: String

  @Option(help: ArgumentHelp("Seconds of samples to record.", valueName: "seconds"))
  var seconds: Double?

  @Option(help: ArgumentHelp("Samples to record.", valueName: "count"))
  var samples: SINumber?

  @Flag(help: "Replace an existing recording with this name.")
  var force = false

  @OptionGroup var file: SampleOptions

  func validate() throws {
    try require(seconds == nil || samples == nil, "Give --seconds or --samples, not both.")
    try require(
      seconds, where: { $0 > 0 && $0 <= 1e9 }, "The length must be above zero seconds, for example 10.")
    try require(
      samples?.value, where: { $0 >= 1 && $0 <= 1e18 && $0.rounded() == $0 },
      "The number of samples must be whole and above zero, for example 2.4M.")
  }

  func perform() async throws(CommandFailure) { Output.write([try await record()]) }

  /// Records the source and returns a line that describes the recording.
  private func record() async throws(CommandFailure) -> String {
    if let sensors = try sensors() { return try await sensors.run() }
    let paths = try CommandFailure.converting(
      { (error: ReceiverError) in CommandFailure(.usage, error.description) }, RecordingPaths(output))
    let opened: any SampleSource
    do throws(SourceFailure) {
      opened = try await SourceOpening.samples(
        source, rateHertz: file.rate?.value, centerHertz: file.frequency?.value, format: file.format)
    } catch { throw CommandFailure(error, argument: source) }
    let properties = await opened.properties
    let rate = properties.rateHertz
    guard seconds == nil || properties.recorded?.isRateKnown != false else {
      throw CommandFailure(
        .usage, "\(source): its sample rate is unknown. Give --rate, or --samples instead of --seconds")
    }
    let limit =
      samples.map { Int(saturating: $0.value) }
      ?? seconds.map { max(1, Int(saturating: min(1e18, ($0 * rate).rounded()))) }
    let recorder = SampleRecorder(
      source: opened, settings: RecordingSettings(paths: paths, isReplacing: force, sampleLimit: limit))
    let line = StatusLine()
    StopSignals.ignoreWriteSignals()
    let result = await StopSignals.result(line) { () async throws(RecordingEnd) in
      try await recorder.run { event in
        switch event {
        case .progress(let progress): line.show(Self.text(progress))
        case .notice(let notice): line.say(String(decoding: notice.text, as: UTF8.self))
        }
      }
    }
    switch result {
    case .success(let progress): return "\(paths.dataPath): \(Self.summary(progress))"
    case .failure(.noSamples):
      throw CommandFailure(.unavailable, "\(source): sent no samples; nothing was recorded")
    case .failure(.notBegun(let error)): throw CommandFailure(.cannotCreate, error.description)
    case .failure(.stopped(let error, let progress)):
      let kept =
        progress.sampleCount > 0 ? "recorded until then: \(Self.summary(progress))" : "nothing was recorded"
      throw CommandFailure(.inputOutput, "\(error.description); \(kept)")
    }
  }

  /// Returns the command that records the source if it is a sensor; otherwise nil.
  private func sensors() throws(CommandFailure) -> SensorRecordCommand? {
    guard let parsed = try? SourceArgument(source) else { return nil }
    let isFile = parsed.scheme == .file && SignalFile.isRecording(path: parsed.path)
    guard SensorFactory.isSensors(parsed) || isFile else { return nil }
    guard !isFile else {
      throw CommandFailure(
        .usage, "\(source): is already a recording. Convert it to another format with waveglass convert")
    }
    guard samples == nil, file.rate == nil, file.frequency == nil else {
      throw CommandFailure(
        .usage, "sensors take only --seconds; their rate is set in the source, for example lines:-?rate=250")
    }
    return SensorRecordCommand(source: source, output: output, seconds: seconds, isReplacing: force)
  }

  static func summary(_ progress: RecordingProgress) -> String {
    let length = "\(Output.number(progress.seconds, 3)) s, \(progress.sampleCount) samples"
    return length + ", " + (progress.gapCount == 0 ? "none lost" : losses(progress))
  }

  private static func losses(_ progress: RecordingProgress) -> String {
    "\(progress.lostCount) lost in \(progress.gapCount) gap\(progress.gapCount == 1 ? "" : "s")"
  }

  static func text(_ progress: RecordingProgress) -> String {
    var parts = [
      String(format: "%.1f s", progress.seconds), String(format: "%.1f MB", Double(progress.byteCount) / 1e6),
    ]
    parts.append(progress.gapCount == 0 ? "none lost" : losses(progress))
    if let left = progress.secondsLeft { parts.append("disk full in \(duration(left))") }
    return parts.joined(separator: "  ")
  }

  /// Formats a duration in its two largest units.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(saturating: min(1e15, max(0, seconds)))
    let units = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
    guard let first = units.firstIndex(where: { whole >= $0.1 }) else { return "0 s" }
    let large = "\(whole / units[first].1) \(units[first].0)"
    guard first + 1 < units.count else { return large }
    return large + " \(whole % units[first].1 / units[first + 1].1) \(units[first + 1].0)"
  }
}
