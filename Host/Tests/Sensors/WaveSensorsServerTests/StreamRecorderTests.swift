import Foundation
import Testing
import WaveSensorSources
import WaveSensorsWire
import WaveStorage
import WaveStore
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorsServer

/// Recordings without a host: limits, lengths, notes and times.
@Suite struct StreamRecorderTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".wgs")
    .path

  private static let info = StreamSource(
    source: 0, name: Array("two".utf8), detail: [],
    groups: [
      .init(
        rateHertz: 10,
        channels: ["a", "b", "made"].map {
          StreamChannel(label: Array($0.utf8), unit: [], low: -2, high: 3)
        }),
      .init(rateHertz: 4, channels: [StreamChannel(label: [0x63], unit: [0x56])]),
    ])

  private func recording(seconds: Double? = nil, waitingLimit: Int = 1000) async throws -> StreamRecording {
    try await StreamRecording(
      path: path, info: Self.info, channelCounts: [2, 1], secondsLimit: seconds, waitingLimit: waitingLimit)
  }

  private func block(_ sequence: UInt64, _ count: Int, channels: Int) throws -> SampleBlock {
    let samples = (0..<channels).flatMap { channel in
      (0..<count).map { Double(channel * 1000) + Double(sequence) + Double($0) }
    }
    return try #require(
      SampleBlock(sequence: sequence, channelCount: channels, samples: samples, arrivalMicroseconds: 0))
  }

  /// Ends a recording, and reads its file, which is then removed.
  private func ended(_ recording: StreamRecording) async throws -> SignalFile {
    recording.end()
    await recording.run()
    #expect(recording.progress.end == nil && recording.progress.obstacle == nil)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try SignalFile(path: path)
    #expect(recording.progress.byteCount == UInt64(file.byteCount))
    return file
  }

  @Test func everyGroupIsCutAtTheLimit() async throws {
    // Eight samples of the first group and three of the second.
    let recording = try await recording(seconds: 0.75)
    recording.append(try block(5, 6, channels: 2), group: 0)
    #expect(!recording.isComplete && recording.progress.seconds == 0.6)
    recording.append(try block(11, 6, channels: 2), group: 0)
    recording.append(try block(17, 1, channels: 2), group: 0)
    #expect(!recording.isComplete && recording.progress.frameCount == 8 && recording.progress.seconds == 0.8)
    recording.append(try block(0, 2, channels: 1), group: 1)
    #expect(recording.progress.seconds == 0.8)
    recording.append(try block(2, 1, channels: 1), group: 1)
    #expect(recording.isComplete && recording.progress.frameCount == 11 && recording.progress.seconds == 0.8)
    let file = try await ended(recording)
    #expect(file.groups.map(\.sampleCount) == [8, 3] && file.groups.map(\.firstSequence) == [5, 0])
    // Both channels, not the one that is made of them.
    let expected = [(5..<13).map { Double($0) }, (5..<13).map { Double($0 + 1000) }]
    #expect(try file.read(group: 0, from: 0, count: 8) == expected)
    #expect(try file.read(group: 1, from: 0, count: 3) == [[0, 1, 2]])
    #expect(file.groups[0].channels.map(\.label) == ["a", "b"] && file.groups[1].channels[0].unit == "V")
  }

  @Test func withoutALimitARecordingIsNeverComplete() async throws {
    let recording = try await recording()
    recording.append(try block(0, 100, channels: 2), group: 0)
    recording.append(try block(0, 100, channels: 1), group: 1)
    #expect(!recording.isComplete && recording.progress.seconds == 25)
    // What is empty, of no group, or late for its end is nothing.
    recording.append(try block(200, 0, channels: 2), group: 0)
    recording.append(try block(200, 1, channels: 2), group: 2)
    recording.end()
    recording.append(try block(200, 1, channels: 2), group: 0)
    recording.append(.annotation(StoreAnnotation(identifier: 1, group: 0, sequence: 1, label: [0x61])))
    #expect(recording.progress.frameCount == 200 && recording.progress.unwrittenCount == 0)
    let file = try await ended(recording)
    #expect(file.groups.map(\.sampleCount) == [100, 100] && file.annotations.isEmpty)
  }

  /// The shortest limit is one sample of every group.
  @Test func aLimitIsAtLeastOneSample() async throws {
    let recording = try await recording(seconds: 0.001)
    recording.append(try block(0, 5, channels: 2), group: 0)
    recording.append(try block(0, 5, channels: 1), group: 1)
    #expect(recording.isComplete && recording.progress.frameCount == 2)
    #expect(try await ended(recording).groups.map(\.sampleCount) == [1, 1])
  }

  @Test func whatWaitsIsLimitedByItsValues() async throws {
    let recording = try await recording(waitingLimit: 20)
    recording.append(try block(0, 10, channels: 2), group: 0)
    #expect(recording.progress.unwrittenCount == 0 && recording.progress.frameCount == 10)
    recording.append(try block(10, 1, channels: 2), group: 0)
    recording.append(try block(0, 3, channels: 1), group: 1)
    #expect(recording.progress.unwrittenCount == 4 && recording.progress.frameCount == 10)
    #expect(recording.progress.seconds == 1)
    #expect(try await ended(recording).groups.map(\.sampleCount) == [10, 0])
  }

  @Test func timesAreThoseOfTheWall() async throws {
    let recording = try await recording()
    #expect(abs(recording.wallOffset + MonotonicClock.microseconds - WallClock.microseconds) < 60_000_000)
    for (group, sequence, microseconds) in [(0, 3, 1_000_000), (1, 0, 1_250_000), (0, 13, 3_000_000)]
      as [(UInt8, UInt64, Int64)]
    {
      recording.append(
        SampleTimes(
          source: 0, group: group, reason: .start, sequence: sequence, microseconds: microseconds,
          rateHertz: group == 0 ? 10 : 4), arrivalMicroseconds: nil)
    }
    recording.append(try block(3, 20, channels: 2), group: 0)
    recording.append(try block(0, 4, channels: 1), group: 1)
    recording.append(.annotation(StoreAnnotation(identifier: 1, group: 0, sequence: 14, label: [0x61])))
    // A note that the format cannot hold is left out, and the recording goes on.
    recording.append(.annotation(StoreAnnotation(identifier: 2, group: 9, sequence: 14, label: [0x62])))
    let file = try await ended(recording)
    #expect(file.startMicroseconds == recording.wallOffset + 1_000_000)
    #expect(file.groups.map(\.startSeconds) == [0, 0.25] && file.annotations.map(\.text) == ["a"])
    #expect(abs(file.annotations[0].seconds - 2.1) < 1e-6)
    #expect(abs(file.groups[0].seconds(of: 9) - 0.9) < 1e-6 && abs(file.groups[0].seconds(of: 10) - 2) < 1e-6)
  }
}
