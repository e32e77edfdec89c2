import Foundation
import HostTestSupport
import Testing
import WaveSystem
import WaveSignal
@testable import WaveReceivers

@Suite struct RecordingPairTests {
  private let folder: Samples
  private let base: String

  init() throws {
    folder = try Samples()
    base = String(try folder.write([], "empty").dropLast(5))
  }

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  private func record(
    _ source: any SampleSource, to name: String, force: Bool = false
  ) async throws -> RecordingProgress {
    let settings = RecordingSettings(paths: try RecordingPaths(base + name), isReplacing: force)
    return try await SampleRecorder(source: source, settings: settings).run { _ in }
  }

  @Test func namesThePair() throws {
    for path in ["a/x", "a/x.sigmf-data", "a/x.sigmf-meta"] {
      let paths = try RecordingPaths(path)
      #expect(paths.dataPath == "a/x.sigmf-data" && paths.metadataPath == "a/x.sigmf-meta")
    }
    for path in ["", "a/", ".sigmf-data", "a/.sigmf-meta", "x.sigmf"] {
      #expect(throws: ReceiverError.self) { try RecordingPaths(path) }
    }
  }

  @Test func copiesFilesByteForByte() async throws {
    for (name, format) in [("tone.cu8", "cu8"), ("tone.cs16", "ci16_le"), ("tone.cf32", "cf32_le")] {
      let path = Samples.fixture(name)
      let progress = try await record(try FileSamples(path: path, rateHertz: 1e6), to: name)
      let recorded = try RecordingPaths(base + name)
      #expect(try bytes(recorded.dataPath) == bytes(path))
      #expect(progress.gapCount == 0)
      let text = String(decoding: try bytes(recorded.metadataPath), as: UTF8.self)
      #expect(text.contains("\"\(format)\"") && !text.contains("core:frequency"))
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: base)
    #expect(left.allSatisfy { !$0.hasSuffix(".part") && !$0.hasSuffix(".reserve") })
  }

  @Test func refusesPowerLevels() {
    #expect {
      _ = try FileSamples(path: Samples.fixture("three_hops.csv"))
    } throws: { error in
      (error as? ReceiverError)?.explanation.what.hasPrefix("contains power levels") == true
    }
  }

  @Test func keepsExistingFilesUnlessForced() async throws {
    let source = try FileSamples(path: Samples.fixture("tone.cu8"))
    let paths = try RecordingPaths(base + "kept")
    for path in [paths.dataPath, paths.metadataPath] {
      try Data("old".utf8).write(to: URL(filePath: path))
      await #expect {
        _ = try await record(source, to: "kept")
      } throws: { error in
        guard case .notBegun(let reason)? = error as? RecordingEnd else { return false }
        return reason.explanation.what.hasSuffix("already exists")
      }
      #expect(try bytes(path) == Array("old".utf8))
      try FileManager.default.removeItem(atPath: path)
    }
    try Data(repeating: 1, count: 1 << 20).write(to: URL(filePath: paths.dataPath))
    _ = try await record(source, to: "kept", force: true)
    #expect(try bytes(paths.dataPath) == bytes(Samples.fixture("tone.cu8")))
  }

  @Test func refusesToRecordAFileOntoItself() async throws {
    let path = base + "self.cu8"
    try FileManager.default.copyItem(atPath: Samples.fixture("tone.cu8"), toPath: path)
    try FileManager.default.createSymbolicLink(atPath: base + "self.sigmf-data", withDestinationPath: path)
    await #expect(throws: RecordingEnd.self) {
      _ = try await record(try FileSamples(path: path), to: "self", force: true)
    }
    #expect(try bytes(path) == bytes(Samples.fixture("tone.cu8")))
  }

  @Test func refusesWhereNothingCanBeWritten() async throws {
    let source = try FileSamples(path: Samples.fixture("tone.cu8"))
    await #expect(throws: RecordingEnd.self) { _ = try await record(source, to: "no/such/folder/x") }
    try FileManager.default.createDirectory(atPath: base + "x.sigmf-data", withIntermediateDirectories: true)
    await #expect(throws: RecordingEnd.self) { _ = try await record(source, to: "x", force: true) }
  }

  @Test func oneProgramWritesAName() throws {
    let paths = try RecordingPaths(base + "held")
    let first = try RecordingPair(paths: paths, replacing: false)
    try first.begin()
    #expect(throws: FileError(path: paths.dataPath, cause: .inUse)) {
      _ = try RecordingPair(paths: paths, replacing: true)
    }
  }

  @Test func saysWhereAFileBecameShorter() async throws {
    let path = try folder.write([UInt8](repeating: 128, count: 1 << 20), "short.cu8")
    let source = try FileSamples(path: path, rateHertz: 1e6)
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 600_000)
    let progress = try await record(source, to: "cut")
    // Two blocks of 262,144 bytes are whole.
    #expect(progress.sampleCount == 262_144)
    #expect(progress.lostCount == 262_144)
  }
}
