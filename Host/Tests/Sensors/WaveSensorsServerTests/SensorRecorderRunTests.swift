import Foundation
import Synchronization
import Testing
import WaveSensorSources
import WaveSensorsWire
import WaveStore
import WaveStreams
import WaveWire

@testable import WaveSensorsServer

/// Recordings without a screen: how they end, and what is said of them.
@Suite struct SensorRecorderRunTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".wgs")
    .path

  private static func source(name: String = "test") -> SensorSourceHostTests.Scripted {
    var info = SensorSourceHostTests.ecg
    info.flags = []
    info.name = Array(name.utf8)
    return SensorSourceHostTests.Scripted(info)
  }

  @Test(.timeLimit(.minutes(10))) func aRecordingEndsWithItsSource() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = Self.source()
    source.give(4, [1, 2, 3, 4, 5, 6])
    source.give(10, [7, 8])
    source.event.yield(.notice(Notice(severity: .warning, text: Array("careful".utf8))))
    source.event.finish()
    let said = Mutex<[String]>([])
    let summary = try await SensorRecorder(source: source, path: path).run { event in
      if case .notice(let text) = event { said.withLock { $0.append(text) } }
    }
    #expect(summary.path == path && summary.frameCount == 4 && summary.missingCount == 3)
    #expect(summary.unwrittenCount == 0 && summary.seconds == 4 / 500.0)
    let file = try SignalFile(path: path)
    #expect(summary.byteCount == UInt64(file.byteCount) && file.groups.map(\.sampleCount) == [7])
    #expect(try file.read(group: 0, from: 0, count: 3) == [[1, 2, 3], [4, 5, 6]])
    #expect(said.withLock { $0 }.first == "careful")
  }

  @Test(.timeLimit(.minutes(10))) func withoutSamplesThereIsNoFile() async {
    let source = Self.source()
    source.event.finish()
    await #expect(throws: SensorRecorder.Failure.noSamples) {
      try await SensorRecorder(source: source, path: path).run { _ in }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(.timeLimit(.minutes(10))) func aFileThatIsThereIsLeftAlone() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data([1, 2]).write(to: URL(filePath: path))
    do {
      _ = try await SensorRecorder(source: Self.source(), path: path).run { _ in }
      Issue.record("recorded")
    } catch {
      guard case .notBegun(let text) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(text.contains("already exists"))
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2]))
    let nowhere = path + "/no/where.wgs"
    await #expect(throws: SensorRecorder.Failure.self) {
      try await SensorRecorder(source: Self.source(), path: nowhere).run { _ in }
    }
  }

  /// A recording that is complete does not wait for its source.
  @Test(.timeLimit(.minutes(10))) func aRecordingEndsAtItsLimit() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = Self.source()
    source.give(0, (0..<40).map { Double($0) })
    let summary = try await SensorRecorder(source: source, path: path, secondsLimit: 0.03).run { _ in }
    #expect(summary.frameCount == 15 && summary.missingCount == 0 && summary.seconds == 0.03)
    let file = try SignalFile(path: path)
    #expect(
      try file.read(group: 0, from: 0, count: 15) == [
        (0..<15).map { Double($0) }, (20..<35).map { Double($0) },
      ])
    #expect(!file.warnings.contains { $0.contains("interrupted") })
  }

  /// Names become the names of files: letters and digits, of the first sixty bytes.
  @Test(arguments: [
    ("Heart rate", "Heart-rate"), ("a/b\\c", "a-b-c"), ("..", "sensors"), ("09azAZ", "09azAZ"),
    ("[`{@/:x", "x"), (String(repeating: "n", count: 61), String(repeating: "n", count: 60)),
    ("-\u{E9}t\u{E9}-", "t"),
  ])
  func namesOfFilesAreOfLettersAndDigits(name: String, plain: String) {
    #expect(RecordingFolder.plain(Array(name.utf8)) == plain)
  }

  /// The controls say whether, how long and how much is recorded, and what was lost.
  @Test func controlsShowTheProgress() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let info = Self.source().info
    var recorder = SensorSourceHost.Recorder()
    func controls(_ info: StreamSource = info, mayRecord: Bool = true, after: Int64 = 0) -> [String] {
      SensorSourceHost.recordingControls(
        recorder, mayRecord: mayRecord, info, at: (recorder.current?.progress.begunMicroseconds ?? 0) + after
      ).map { "\($0.id) \(String(decoding: $0.name, as: UTF8.self)) \($0.value)" }
    }
    #expect(controls() == ["203 Record 0.0"] && controls(mayRecord: false).isEmpty)
    #expect(controls(SensorSourceHostTests.ecg).isEmpty)
    var empty = info
    empty.groups = []
    #expect(controls(empty).isEmpty)
    let recording = try await StreamRecording(path: path, info: info, channelCounts: [2], waitingLimit: 3)
    recorder.current = recording
    let first = ["203 Record 1.0", "204 Recorded 0.0", "205 On the disk 0.0"]
    #expect(controls() == first && controls(after: 999_999) == first && controls(after: -5_000_000) == first)
    #expect(controls(after: 2_000_000)[1] == "204 Recorded 2.0")
    let block = SampleBlock(sequence: 0, channelCount: 2, samples: [1, 2, 3, 4], arrivalMicroseconds: 0)
    recording.append(try #require(block), group: 0)
    #expect(controls() == first + ["206 Not written 2.0"])
    recorder.held = [(0, try #require(block))]
    recorder.heldCount = 4
    recorder.isWanted = true
    recorder.sourceRestarted()
    #expect(recorder.held.isEmpty && recorder.heldCount == 0 && recorder.isWanted)
    recorder.withdraw()
    #expect(!recorder.isWanted)
    recording.append(try #require(block), group: 0)
    #expect(recording.progress.unwrittenCount == 2)
    await recording.run()
  }
}
