import WaveSensorSources
import WaveSystem
import WaveSensorsServer
import WaveServer

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
      throw CommandFailure(
        code: .usage, message: "\(output): no name for the recording. Give one, for example ecg.wgs")
    }
    let opened: OpenedSource
    do throws(SourceFailure) { opened = try await SourceOpening.open(source) } catch {
      throw CommandFailure(error, argument: source)
    }
    guard case .sensor(let sensor) = opened else {
      throw CommandFailure(code: .usage, message: "\(source): is not a sensor")
    }
    if isReplacing, FileStamp(path: path) != nil { FileReplacement.remove(path) }
    let line = StatusLine()
    StopSignals.ignoreWriteSignals()
    if let instruction = sensor.instruction { line.say("waveglass: " + instruction.text) }
    let limit = seconds
    let task = Task { () -> Result<SensorRecorder.Summary, SensorRecorder.Failure> in
      do throws(SensorRecorder.Failure) {
        return .success(
          try await SensorRecorder(source: sensor, path: path, secondsLimit: limit).run { event in
            switch event {
            case .progress(let summary): line.show(Self.text(summary))
            case .notice(let text): line.say("waveglass: " + text)
            }
          })
      } catch { return .failure(error) }
    }
    let signals = StopSignals { task.cancel() }
    let result = await task.value
    signals.stop()
    line.clear()
    switch result {
    case .success(let summary): return "\(summary.path): \(Self.text(summary))"
    case .failure(.noSamples):
      throw CommandFailure(code: .unavailable, message: "\(source): sent no samples; nothing was recorded")
    case .failure(.notBegun(let reason)): throw CommandFailure(code: .cannotCreate, message: reason)
    case .failure(.stopped(let reason, let summary)):
      throw CommandFailure(
        code: .inputOutput, message: "\(reason); recorded until then: \(Self.text(summary))")
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
