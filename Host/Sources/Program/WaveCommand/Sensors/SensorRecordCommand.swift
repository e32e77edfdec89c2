import WaveSensorSources
import WaveSystem
import WaveSensorsServer

/// Implements `waveglass record` for sensors: records all streams of a source to one file.
struct SensorRecordCommand {
  let source: String
  let output: String
  let seconds: Double?
  let isReplacing: Bool

  /// Records the source and returns a line that describes the recording.
  func run() async throws(CommandFailure) -> String {
    let path = output.hasSuffix(".wgs") ? output : output + ".wgs"
    guard path.split(separator: "/").last.map({ $0.count > 4 }) == true, !output.hasSuffix("/") else {
      throw CommandFailure(.usage, "\(output): no name for the recording. Give one, for example ecg.wgs")
    }
    let opened: OpenedSource
    do throws(SourceFailure) { opened = try await SourceOpening.open(source) } catch {
      throw CommandFailure(error, argument: source)
    }
    guard let sensor = opened.sensor else { throw CommandFailure(.usage, "\(source): is not a sensor") }
    if isReplacing, FileStamp(path: path) != nil { FileReplacement.remove(path) }
    let line = StatusLine()
    StopSignals.ignoreWriteSignals()
    if let instruction = sensor.instruction { line.say(instruction.text) }
    let recorder = SensorRecorder(source: sensor, path: path, secondsLimit: seconds)
    let result = await StopSignals.result(line) { () async throws(SensorRecorder.Failure) in
      try await recorder.run { event in
        switch event {
        case .progress(let summary): line.show(Self.text(summary))
        case .notice(let text): line.say(text)
        }
      }
    }
    switch result {
    case .success(let summary): return "\(summary.path): \(Self.text(summary))"
    case .failure(.noSamples):
      throw CommandFailure(.unavailable, "\(source): sent no samples; nothing was recorded")
    case .failure(.notBegun(let reason)): throw CommandFailure(.cannotCreate, reason)
    case .failure(.stopped(let reason, let summary)):
      throw CommandFailure(.inputOutput, "\(reason); recorded until then: \(Self.text(summary))")
    }
  }

  static func text(_ summary: SensorRecorder.Summary) -> String {
    var parts = [
      "\(Output.number(summary.seconds, 3)) s", "\(summary.frameCount) frames",
      "\(Output.number(Double(summary.byteCount) / 1e6, 1)) MB",
    ]
    parts.append(summary.missingCount == 0 ? "none missing" : "\(summary.missingCount) missing")
    if summary.unwrittenCount > 0 { parts.append("\(summary.unwrittenCount) not written") }
    return parts.joined(separator: ", ")
  }
}
