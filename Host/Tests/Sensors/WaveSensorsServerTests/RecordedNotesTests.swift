import Foundation
import Logging
import Synchronization
import Testing
import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveStorage
import WaveStore
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorsServer

/// What a host writes into a recording, note by note.
@Suite struct RecordedNotesTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".wgs")
    .path

  private static var info: StreamSource {
    var info = SensorSourceHostTests.ecg
    info.flags = []
    info.groups.append(
      .init(rateHertz: 20, channels: [StreamChannel(label: Array("p".utf8), unit: Array("hPa".utf8))]))
    return info
  }

  private func host(isTimed: Bool = true) async -> SensorSourceHost {
    await SensorSourceHost(
      number: 0, source: SensorSourceHostTests.Scripted(Self.info, isTimed: isTimed),
      logger: Logger(label: "test"))
  }

  private func give(_ host: SensorSourceHost, _ group: Int, _ sequence: UInt64, _ count: Int) throws {
    let samples = [Double](repeating: Double(sequence), count: count * (group == 0 ? 2 : 1))
    let block = SampleBlock(
      sequence: sequence, channelCount: group == 0 ? 2 : 1, samples: samples, arrivalMicroseconds: 0)
    host.receive(.block(group: group, try #require(block)))
  }

  private func times(
    _ group: UInt8, _ sequence: UInt64, _ microseconds: Int64, _ rate: Double
  ) -> SensorEvent {
    .times(
      SampleTimes(
        source: 0, group: group, reason: .start, sequence: sequence, microseconds: microseconds,
        rateHertz: rate))
  }

  /// Ends a recording, and gives its notes without the file.
  private func notes(_ host: SensorSourceHost) async throws -> [StoreNote] {
    await host.endRecording()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try StoreFile(path: path).notes()
  }

  @Test func theTimesOfARecordingBeginWhereItBegins() async throws {
    let host = await host()
    host.receive(times(0, 0, 1_000_000, 500))
    host.receive(times(1, 0, 1_000_000, 20))
    try give(host, 0, 0, 100)
    // A piece that begins later than the next sample is written as well.
    host.receive(times(0, 150, 1_400_000, 400))
    try await host.record(path: path, secondsLimit: nil)
    #expect(host.isRecording)
    try give(host, 0, 100, 50)
    host.receive(times(1, 10, 1_600_000, 21))
    host.receive(times(9, 10, 1_600_000, 21))
    try give(host, 1, 0, 5)
    let offset = try #require(host.recording).wallOffset
    let found = try await notes(host).compactMap { note -> String? in
      guard case .times(let times) = note else { return nil }
      #expect(times.arrivalMicroseconds == nil)
      return "\(times.group) \(times.sequence) \(times.microseconds - offset) \(times.rateHertz)"
    }
    #expect(
      found == ["0 100 1200000 500.0", "0 150 1400000 400.0", "1 0 1000000 20.0", "1 10 1600000 21.0"])
  }

  /// Times that are derived from arrivals are written before their samples, with the arrival.
  @Test func timesOfArrivalsStandBeforeTheirSamples() async throws {
    let host = await host(isTimed: false)
    try await host.record(path: path, secondsLimit: nil)
    try give(host, 0, 7, 50)
    let offset = try #require(host.recording).wallOffset
    let found = try await notes(host).compactMap { note -> StoreTimes? in
      if case .times(let times) = note { times } else { nil }
    }
    #expect(found.map(\.group) == [0] && found.map(\.sequence) == [7] && found.map(\.rateHertz) == [500])
    // The last of fifty samples has just arrived.
    #expect(found.map { $0.microseconds - offset } == [-98_000])
    #expect(found.map { $0.arrivalMicroseconds.map { $0 - offset } } == [0])
  }

  @Test func marksAreWrittenAsTheyAreSet() async throws {
    let host = await host()
    try give(host, 0, 0, 10)
    #expect(host.setMark(SetMark(source: 0, group: 0, sequence: 3, text: [0x61])))
    try await host.record(path: path, secondsLimit: nil)
    try give(host, 0, 10, 10)
    #expect(host.setMark(SetMark(source: 0, group: 0, sequence: 12, text: [0x62])))
    #expect(host.setMark(SetMark(source: 0, mark: 1, group: 0, sequence: 4, text: [0x63])))
    #expect(host.setMark(SetMark(source: 0, mark: 2, group: 0, sequence: 12, text: [])))
    host.receive(.mark(group: 1, sequence: 2, text: [0x64]))
    // Nor is one of a group that is not there, or beyond all samples.
    #expect(!host.setMark(SetMark(source: 0, group: 2, sequence: 12, text: [0x65])))
    #expect(!host.setMark(SetMark(source: 0, group: 0, sequence: .max, text: [0x65])))
    let delay = host.state.withLock { $0.filters.delayMilliseconds } / 1000
    #expect(delay > 0)
    let found = try await notes(host).compactMap { note -> StoreAnnotation? in
      if case .annotation(let annotation) = note { annotation } else { nil }
    }
    #expect(found.map(\.identifier) == [2, 1, 2, 3] && found.map(\.group) == [0, 0, 0, 1])
    #expect(
      found.map(\.sequence) == [12, 4, 12, 2] && found.map(\.isRemoved) == [false, false, true, false])
    #expect(found.map(\.label) == [[0x62], [0x63], [], [0x64]])
    for annotation in found {
      #expect(abs(annotation.delaySamples - delay * (annotation.group == 0 ? 500 : 20)) < 1e-9)
      #expect(abs((annotation.microseconds ?? 0) - WallClock.microseconds) < 60_000_000)
    }
  }

  /// Every group's filters are written at the beginning and with each change.
  @Test func filtersAreWrittenWhereTheyChange() async throws {
    let host = await host()
    try give(host, 0, 0, 10)
    try await host.record(path: path, secondsLimit: nil)
    try give(host, 0, 10, 10)
    await host.adjust(StreamFilters.notchControl, to: 1)
    await host.adjust(StreamFilters.notchControl, to: 1)
    let found = try await notes(host).compactMap { note -> String? in
      guard case .filters(let filters) = note else { return nil }
      return "\(filters.group) \(filters.sequence) \(filters.stages.map(\.lowHertz))"
    }
    #expect(found == ["0 10 [0.05, 150.0]", "1 0 []", "0 20 [0.05, 150.0, 50.0]", "1 0 []"])
  }

  /// A look is written when all its parts are there, and once.
  @Test func aLookIsWrittenWhenItIsWhole() async throws {
    let host = await host()
    try await host.record(path: path, secondsLimit: nil)
    let client = ObjectIdentifier(host)
    var look = StreamLook(
      source: 0, layout: .lanes, motion: .scroll, form: .twelve, isLinked: false, windowSeconds: 3, speed: 25,
      gain: 10,
      channels: (0..<7).map { .init(channel: $0, isShown: true, isAutomatic: false, low: 0, high: 1) })
    var (first, second) = (look, look)
    (first.channels, second.channels) = (Array(look.channels[..<4]), Array(look.channels[4...]))
    second.firstPlace = 4
    // Parts that do not follow each other are none.
    host.setLook(second, for: client)
    host.setLook(first, for: client)
    host.setLook(first, for: client)
    #expect(host.state.withLock { $0.recorder.look } == nil)
    host.setLook(second, for: client)
    #expect(host.state.withLock { $0.recorder.look } == look)
    host.setLook(look, for: client)
    look.windowSeconds = 4
    host.setLook(look, for: client)
    // Whoever does not steer says nothing.
    #expect(host.perform(.takeControl(source: 0), for: client, at: 0))
    look.windowSeconds = 5
    host.setLook(look, for: ObjectIdentifier(Self.self))
    let found = try await notes(host).compactMap { note -> StoreView? in
      if case .view(let view) = note { view } else { nil }
    }
    #expect(found.map(\.windowSeconds) == [3, 4] && found.map(\.channels.count) == [7, 7])
  }

  /// Samples wait for a file that is wanted, up to a number of values, and are written first.
  @Test func samplesThatWaitAreWrittenFirst() async throws {
    let host = await host()
    host.receive(times(0, 0, 1_000_000, 500))
    try give(host, 0, 0, 5)
    host.state.withLock { $0.recorder.isWanted = true }
    try give(host, 0, 5, 5)
    #expect(host.state.withLock { $0.recorder.heldCount } == 10)
    let room = StreamRecording.waitingLimit / 2 - 5
    try give(host, 0, 10, room + 1)
    #expect(host.state.withLock { $0.recorder.heldCount } == 10)
    try give(host, 0, 20 + UInt64(room), 2)
    #expect(host.state.withLock { $0.recorder.heldCount } == 14)
    try await host.record(path: path, secondsLimit: nil)
    #expect(host.state.withLock { $0.recorder.heldCount == 0 && $0.recorder.held.isEmpty })
    try give(host, 0, 40 + UInt64(room), 1)
    #expect(host.recording?.progress.frameCount == 8)
    await host.endRecording()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try SignalFile(path: path)
    #expect(!host.isRecording && host.recording?.path == path && file.groups[0].firstSequence == 5)
    #expect(file.startMicroseconds.map { $0 - (host.recording?.wallOffset ?? 0) } == 1_010_000)
    #expect(try file.read(group: 0, from: 0, count: 6)[0].prefix(5) == [5, 5, 5, 5, 5])
  }

  /// A file that is there gets a number behind its name.
  @Test func aNewFileHasANameOfItsOwn() async throws {
    let second = path.dropLast(4) + "-2.wgs"
    defer { for path in [path, String(second)] { try? FileManager.default.removeItem(atPath: path) } }
    for expected in [path, String(second)] {
      let host = await host()
      try await host.record(path: path, secondsLimit: nil)
      #expect(host.recording?.path == expected)
      await host.endRecording()
    }
  }

  /// Blocks that the disk is too slow for are said once.
  @Test func whatIsNotWrittenIsSaidOnce() async throws {
    let host = await host()
    let said = Mutex<[String]>([])
    host.hear { event in
      if case .notice(let notice) = event {
        said.withLock { $0.append(String(decoding: notice.text, as: UTF8.self)) }
      }
    }
    await host.keepRecording()
    let recording = try await StreamRecording(
      path: path, info: Self.info, channelCounts: [2, 1], waitingLimit: 4)
    defer { try? FileManager.default.removeItem(atPath: path) }
    host.state.withLock { $0.recorder.current = recording }
    try give(host, 0, 0, 2)
    await host.keepRecording()
    #expect(said.withLock { $0 }.isEmpty)
    try give(host, 0, 2, 1)
    for _ in 0..<2 { await host.keepRecording() }
    #expect(
      said.withLock { $0 } == [
        "The disk is too slow for the recording: samples that it cannot store are missing."
      ])
    recording.end()
    await recording.run()
    await host.endRecording()
    #expect(said.withLock { $0 }.count == 1)
  }
}
