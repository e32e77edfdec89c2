import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveBiosignals
import WaveStorage
import WaveStore
import WaveSystem

@testable import WaveSensorSources

/// What recordings of every format say, and what they become in other formats, against texts that are
/// written with `RECORD_GOLDEN=1`.
@Suite struct RecordingGoldenTests {
  @Test func recordingsSayWhatTheySaid() async throws {
    let recordings = try await SampleRecordings()
    var lines: [String] = []
    for (name, path) in recordings.all {
      lines.append("== \(name)")
      let file = URL(filePath: path)
      let isListed = FolderListing.isRecording(
        file.lastPathComponent, in: file.deletingLastPathComponent().path)
      lines.append(
        "listed \(isListed), a recording \(SignalFile.isRecording(path: path)), "
          + "timed \(SignalFile.isTimed(path: path)), marked \(SignalFile.isMarked(path: path))")
      do {
        // A store's size has random numbers in it.
        lines += try RecordingText.lines(try SignalFile(path: path), sizes: !path.hasSuffix(".wgs"))
        let analysis = try SignalAnalysis(path: path)
        lines.append(
          "in short: \(analysis.firstTime ?? "no time")\(analysis.isUTC ? " UTC" : ""), checksums "
            + "\(analysis.checksums ?? "none"), \(analysis.groups.map { $0.label ?? "no label" })")
      } catch { lines.append("error: \(RecordingText.plain("\(error)", recordings.folder))") }
    }
    let differences = try GoldenText.differences(lines, from: "biosignals/recordings.txt")
    #expect(differences == [])
  }

  @Test func recordingsBecomeWhatTheyBecame() async throws {
    let recordings = try await SampleRecordings()
    let folder = recordings.folder + "/out"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var lines: [String] = []
    for (number, (name, path)) in recordings.all.enumerated() {
      guard let file = try? SignalFile(path: path) else { continue }
      lines.append("== \(name)")
      for ending in ["csv", "edf", "bdf", "hea", "dcm"] {
        lines += try RecordingText.lines(converting: file, to: ending, in: folder, "r\(number)").map {
          RecordingText.plain($0, recordings.folder)
        }
      }
    }
    let differences = try GoldenText.differences(lines, from: "biosignals/conversions.txt")
    #expect(differences == [])
  }

  /// Ten seconds a sample: a gap that EDF cannot say has fewer records than others that it can.
  @Test func aGapIsMeasuredInSecondsAndNotInRecords() async throws {
    let samples = try Samples()
    for (leap, isWritten) in [(900_000_000, true), (1_100_000_000, false)] as [(UInt64, Bool)] {
      let path = String(try samples.write([], "here").dropLast(4)) + "\(leap).wgs"
      let writer = try StoreWriter(path: path)
      _ = try await writer.add(
        StoreGroup(
          name: [65], rateHertz: 0.1, channels: [StoreChannel(label: [66], unit: [], low: 0, high: 1)]))
      for sequence in [0, leap] { try await writer.append(group: 0, sequence: sequence, samples: [1, 2, 3]) }
      try await writer.close()
      let source = try SignalFile(path: path)
      let target = path + ".edf"
      if isWritten {
        #expect(try SignalConversion.convert(source, to: target).paths == [target])
      } else {
        #expect(throws: SignalConversion.Failure.self) { try SignalConversion.convert(source, to: target) }
      }
    }
  }
}
