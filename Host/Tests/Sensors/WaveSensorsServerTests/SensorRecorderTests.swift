import Foundation
import Logging
import ServerTestSupport
import Synchronization
import Testing
import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveServer
import WaveStorage
import WaveStore
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorsServer

@Suite struct SensorRecorderTests {
  typealias Scripted = SensorSourceHostTests.Scripted
  static let live = StreamSource(
    source: 0, name: Array("../Heart & \u{2764} 1/x".utf8), detail: [],
    groups: SensorSourceHostTests.ecg.groups + [
      .init(
        rateHertz: 20,
        channels: [StreamChannel(label: Array("p".utf8), unit: Array("hPa".utf8), low: 900, high: 1100)])
    ])

  /// A folder that goes with the test.
  private final class Place {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    var files: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted().map { path + "/" + $0 }
    }
  }

  private let news: NotingHub
  private let hub: SessionHub<SensorsSession>

  init() async throws {
    news = try await NotingHub()
    hub = try await news.hub(of: SensorsSession.self)
  }

  private func host(
    _ source: Scripted, _ folder: RecordingFolder?
  ) async -> (SensorSourceHost, Task<Void, Never>) {
    let host = await SensorSourceHost(
      number: 0, source: source, logger: Logger(label: "test"), folder: folder)
    host.publisher.join(hub)
    return (host, Task { await host.run() })
  }

  /// Waits until something holds; during a recording, the host reports its progress twice a second.
  private func wait(until holds: () -> Bool) async { await news.until(holds) }

  private func received(_ host: SensorSourceHost) -> UInt64 {
    var count: UInt64 = 0
    host.read { count = $0.receivedCount }
    return count
  }

  private func block(_ sequence: UInt64, _ samples: [Double], channels: Int) -> SampleBlock? {
    SampleBlock(
      sequence: sequence, channelCount: channels, samples: samples,
      arrivalMicroseconds: MonotonicClock.microseconds)
  }

  @Test(.timeLimit(.minutes(10))) func allThatCameStandsInTheFile() async throws {
    let place = try Place()
    let source = Scripted(Self.live)
    let (host, work) = await host(
      source, try RecordingFolder(path: place.path, recordsFromStart: true))
    defer { work.cancel() }
    let start = MonotonicClock.microseconds
    for (group, rate) in [(UInt8(0), 500.0), (1, 20)] {
      source.event.yield(
        .times(
          SampleTimes(
            source: 0, group: group, reason: .start, sequence: 10, microseconds: start, rateHertz: rate)))
    }
    var expected: [UInt64: [Double]] = [:]
    // Two gaps: three numbers are skipped, and one sample of one channel is missing.
    for (sequence, count) in [(10, 7), (20, 40), (60, 1)] as [(UInt64, Int)] {
      var samples = (0..<count).flatMap { [Double(sequence) + Double($0)] }
      samples += samples.map { $0 == 33 ? .nan : 0.1 * $0 }
      for index in 0..<count {
        expected[sequence + UInt64(index)] = [samples[index], samples[count + index]]
      }
      source.give(sequence, samples)
    }
    source.event.yield(
      .times(
        SampleTimes(
          source: 0, group: 0, reason: .step, sequence: 61, microseconds: start + 900_000, rateHertz: 499.5)))
    source.give(61, [1e300, -0.0])
    expected[61] = [1e300, -0.0]
    if let pressure = block(10, [1000.5, .nan, 1001], channels: 1) {
      source.event.yield(.block(group: 1, pressure))
    }
    source.event.yield(.mark(group: 0, sequence: 25, text: Array("P wave".utf8)))
    await wait { host.recording?.progress.frameCount == 52 && host.description.marks?.marks.count == 1 }
    _ = host.setMark(SetMark(source: 0, mark: 1, group: 0, sequence: 24, text: Array("moved".utf8)))
    _ = host.setMark(SetMark(source: 0, group: 0, sequence: 30, text: Array("away".utf8)))
    _ = host.setMark(SetMark(source: 0, mark: 2, group: 0, sequence: 30, text: []))
    await host.endRecording()

    #expect(place.files.count == 1)
    let path = try #require(place.files.first)
    // Nothing that a device calls itself leaves the folder.
    #expect(path.hasPrefix(place.path + "/Heart-1-x-20") && path.hasSuffix("Z.wgs"))
    let file = try SignalFile(path: path)
    #expect(file.kind == .store && file.warnings.isEmpty && file.remarks.count == 2)
    #expect(file.groups.map(\.sampleCount) == [52, 3] && file.groups.map(\.rateHertz) == [500, 20])
    #expect(file.groups.map(\.firstSequence) == [10, 10])
    #expect(file.groups[0].channels.map(\.label) == ["I", "II"] && file.groups[1].channels[0].unit == "hPa")
    let values = try file.read(group: 0, from: 0, count: 52)
    for index in 0..<52 {
      let wanted = expected[UInt64(10 + index)] ?? [.nan, .nan]
      let found = [values[0][index], values[1][index]]
      #expect(zip(found, wanted).allSatisfy { $0.bitPattern == $1.bitPattern || ($0.isNaN && $1.isNaN) })
    }
    let pressure = try file.read(group: 1, from: 0, count: 3)[0]
    #expect(pressure[0] == 1000.5 && pressure[1].isNaN && pressure[2] == 1001)
    #expect(file.annotations.map(\.text) == ["moved"])
    #expect(abs(file.annotations[0].seconds - 14.0 / 500) < 1e-6)
    // Times are as they were received, and so is the step between them.
    #expect(abs(file.groups[0].seconds(of: 50) - 50.0 / 500) < 1e-6)
    #expect(abs(file.groups[0].seconds(of: 51) - 0.9) < 1e-6)
    // An ECG is seen through the diagnostic band, and the file has what came.
    #expect(file.look?.filters.first?.stages.map(\.lowHertz) == [0.05, 150])
  }

  @Test(.timeLimit(.minutes(10))) func aPageBeginsAndEndsARecordingAndSaysHowItLooks() async throws {
    let place = try Place()
    let source = Scripted(Self.live)
    let (host, work) = await host(
      source, try RecordingFolder(path: place.path, recordsFromStart: false))
    defer { work.cancel() }
    func value(_ id: UInt8) -> Double? {
      host.description.controls?.controls.first { $0.id == id }?.value
    }
    source.give(0, [1, 2, 3, 4])
    await wait { received(host) == 2 }
    #expect(value(203) == 0 && place.files.isEmpty)
    let client = SensorsSession(hosts: [host], mayControl: true)
    let id = ObjectIdentifier(client)
    #expect(host.perform(.adjust(source: 0, control: 203, value: 1), for: id, at: 0))
    await wait { value(203) == 1 }
    var look = StreamLook(
      source: 0, layout: .overlaid, motion: .trigger, form: .sixByTwo, isLinked: true, windowSeconds: 2.5,
      speed: 50, gain: 20,
      channels: [6, 3, 0].map {
        .init(channel: $0, isShown: true, isAutomatic: $0 == 3, low: -Float($0) - 1, high: Float($0))
      })
    look.channels[1].alarm = .init(low: -0.25, high: 0.5)
    look.trigger = .init(channel: 6, level: 1000, isFalling: true, holdOffSeconds: 0.5)
    host.setLook(look, for: id)
    // Who does not steer says nothing, and a look that is not whole is no look.
    host.setLook(look, for: ObjectIdentifier(source))
    look.channels.removeLast()
    host.setLook(look, for: id)
    source.give(2, [5, 6])
    await wait { host.recording?.progress.frameCount == 1 }
    #expect(host.perform(.adjust(source: 0, control: 200, value: 0), for: id, at: 1))
    await wait { value(200) == 0 }
    #expect(host.perform(.adjust(source: 0, control: 203, value: 0), for: id, at: 1))
    await wait { value(203) == 0 && value(204) == nil }

    let file = try SignalFile(path: try #require(place.files.first))
    #expect(try file.read(group: 0, from: 0, count: 1) == [[5], [6]] && file.groups[0].firstSequence == 2)
    let recorded = try #require(file.look)
    #expect(recorded.filters.allSatisfy { $0.stages.isEmpty })
    // What is played is looked at as it was.
    let groups = host.description.info.groups
    let view = try #require(recorded.view)
    let again = try #require(StreamLook(view, source: 0, groups: groups))
    look.channels = [6, 3, 0].map {
      .init(channel: $0, isShown: true, isAutomatic: $0 == 3, low: -Float($0) - 1, high: Float($0))
    }
    look.channels[1].alarm = .init(low: -0.25, high: 0.5)
    #expect(again == look)
    var player = Self.live
    player.flags = .recording
    let replay = Scripted(player)
    let (second, playing) = await self.host(replay, nil)
    defer { playing.cancel() }
    replay.event.yield(.look(recorded))
    await wait { !second.description.look.isEmpty }
    #expect(try second.description.look.map { try StreamLook($0) } == [look])
    await wait { second.description.controls?.controls.first { $0.id == 200 }?.value == 0 }
    // What is played already is not recorded again.
    #expect(second.description.controls?.controls.contains { $0.id == 203 } == false)
  }

  @Test(.timeLimit(.minutes(10))) func streamsMadeOfOthersAreMadeAgain() async throws {
    let place = try Place()
    let source = Scripted(Self.live)
    let (host, work) = await host(
      source, try RecordingFolder(path: place.path, recordsFromStart: true))
    defer { work.cancel() }
    source.give(0, [1, 2, 3, 4])
    await wait { host.recording?.progress.frameCount == 2 }
    let client = SensorsSession(hosts: [host], mayControl: true)
    let id = ObjectIdentifier(client)
    func make(_ formula: StreamMixture.Formula, _ name: String, _ unit: String) -> String? {
      host.setMixture(
        .make(source: 0, formula, label: Array(name.utf8), unit: Array(unit.utf8)), for: id, at: 0)
    }
    // One that nobody looks at yet, one of that one, and one of another group.
    #expect(make(.init(first: 0, second: 1, secondFactor: -1), "I − II", "mV") == nil)
    #expect(make(.init(first: 6, firstFactor: 1000, offset: 0.5), "in µV", "µV") == nil)
    #expect(make(.init(first: 8, firstFactor: 0.75), "Torr", "Torr") == nil)
    var look = StreamLook(
      source: 0, layout: .lanes, motion: .scroll, form: .sixByTwo, isLinked: false, windowSeconds: 5,
      speed: 25, gain: 10,
      channels: [9, 7, 0, 6].map {
        .init(channel: $0, isShown: $0 != 0, isAutomatic: false, low: 0, high: Float($0) + 1)
      })
    look.trigger = .init(channel: 7, level: 3)
    host.setLook(look, for: id)
    await host.endRecording()

    let path = try #require(place.files.first)
    let recorded = try #require(try SignalFile(path: path).look)
    var player = Self.live
    player.flags = .recording
    let replay = Scripted(player)
    let (second, playing) = await self.host(replay, nil)
    defer { playing.cancel() }
    replay.event.yield(.look(recorded))
    await wait { !second.description.look.isEmpty }
    #expect(second.description.info.groups == host.description.info.groups)
    #expect(second.mixtures == host.mixtures && second.mixtures.mixtures.count == 3)
    #expect(try second.description.look.map { try StreamLook($0) } == [look])

    // What does not come to stand where it did is left out, and so is what is no text, no number or of
    // another group.
    let wild = try #require(recorded.view).mixtures
    for change in 0..<6 {
      var (info, mixtures) = (Self.live, wild)
      var archive = StreamArchive(
        groups: info.groups.map {
          StreamGroup(
            rateHertz: $0.rateHertz, sourceChannelCount: $0.channels.count, historyBytes: 1 << 16)
        })
      // Without the limb leads they would stand elsewhere.
      for index in mixtures.indices { mixtures[index].place.channel -= index < 2 ? 4 : 0 }
      mixtures[1].first = 2
      switch change {
      case 0: mixtures[0].first = 2
      case 1: mixtures[0].label = [0xFF]
      case 2: mixtures[0].offset = .infinity
      case 3: mixtures[0].place.group = 9
      case 4: mixtures[0].place.channel = 3
      default: mixtures[0].firstFactor = 0
      }
      let isOther = StreamMixing.adopt(mixtures, info: &info, archive: &archive)
      #expect(isOther && info.groups.map(\.channels.count) == [2, 2])
    }
  }

  @Test(.timeLimit(.minutes(10))) func madeStreamsAreKnownThoughNobodyLooks() async throws {
    let place = try Place()
    let source = Scripted(Self.live)
    let (host, work) = await host(
      source, try RecordingFolder(path: place.path, recordsFromStart: true))
    defer { work.cancel() }
    source.give(0, [1, 2, 3, 4])
    await wait { host.recording?.progress.frameCount == 2 }
    let id = ObjectIdentifier(source)
    for request in [
      SetMixture.make(source: 0, .init(first: 0, firstFactor: 2), label: [0x61], unit: []),
      .make(source: 0, .init(first: 0, firstFactor: 3), label: [0x62], unit: []),
      .remove(source: 0, channel: 6),
    ] {
      #expect(host.setMixture(request, for: id, at: 0) == nil)
    }
    await host.endRecording()
    let path = try #require(place.files.first)
    let view = try #require(try SignalFile(path: path).look?.view)
    #expect(view.mixtures.map(\.firstFactor) == [3] && view.windowSeconds.isNaN)
    #expect(StreamLook(view, source: 0, groups: host.description.info.groups) == nil)
  }

  @Test(.timeLimit(.minutes(10))) func aSourceThatBeginsAnewGoesOnInAnotherFile() async throws {
    let place = try Place()
    var empty = Self.live
    empty.groups = []
    let source = Scripted(empty)
    let (host, work) = await host(
      source, try RecordingFolder(path: place.path, recordsFromStart: true))
    defer { work.cancel() }
    for (rate, value) in [(100.0, 1.0), (200, 2)] {
      let count = place.files.count
      var next = empty
      next.groups = [.init(rateHertz: rate, channels: [StreamChannel(label: [0x78], unit: [])])]
      source.event.yield(.changed(next))
      // Nothing of what comes before the file is there is lost.
      for index in 0..<20 { source.give(UInt64(index), [value], channels: 1) }
      await wait {
        place.files.count > count && host.isRecording && host.recording?.progress.frameCount == 20
      }
    }
    await host.endRecording()
    let files = try place.files.map { try SignalFile(path: $0) }.sorted {
      $0.groups[0].rateHertz < $1.groups[0].rateHertz
    }
    #expect(files.map { $0.groups[0].rateHertz } == [100, 200])
    for (file, value) in zip(files, [1.0, 2]) {
      #expect(try file.read(group: 0, from: 0, count: 20) == [[Double](repeating: value, count: 20)])
      #expect(file.warnings.isEmpty)
    }
  }

  @Test func whatCannotBeTakenIsCounted() async throws {
    let place = try Place()
    let recording = try await StreamRecording(
      path: place.path + "/x.wgs", info: Self.live, channelCounts: [2, 1], waitingLimit: 100)
    let many = [Double](repeating: 1, count: 100)
    let whole = try #require(block(0, many, channels: 2))
    recording.append(whole, group: 0)
    recording.append(try #require(block(UInt64(whole.count), [1, 2], channels: 2)), group: 0)
    #expect(recording.progress.unwrittenCount == 1 && recording.progress.frameCount == UInt64(whole.count))
    recording.end()
    await recording.run()
    #expect(recording.progress.end == nil)
    #expect(try SignalFile(path: recording.path).groups[0].sampleCount == Int64(whole.count))
  }

  @Test(.timeLimit(.minutes(10))) func aLimitIsKeptToTheSample() async throws {
    let place = try Place()
    let path = place.path + "/x.wgs"
    let source = SimulatedSensors(.motion(seed: 3))
    let summary = try await SensorRecorder(source: source, path: path, secondsLimit: 0.2).run { _ in }
    // A machine that does not keep up loses samples; others, later ones, are recorded in their place.
    #expect(summary.frameCount == 25 && summary.unwrittenCount == 0)
    let file = try SignalFile(path: path)
    #expect(summary.missingCount > 0 || file.groups.map(\.sampleCount) == [20, 5])
    #expect(summary.missingCount > 0 || file.durationSeconds == 0.2)
    await #expect(throws: SensorRecorder.Failure.self) {
      try await SensorRecorder(source: source, path: path, secondsLimit: 0.2).run { _ in }
    }
  }

  @Test func aFolderIsRefusedInWords() throws {
    let place = try Place()
    #expect(throws: FileError.self) {
      try RecordingFolder(path: place.path + "/none", recordsFromStart: true)
    }
    let folder = try RecordingFolder(path: place.path, recordsFromStart: false)
    #expect(RecordingFolder.plain(Array("../../etc/passwd".utf8)) == "etc-passwd")
    #expect(RecordingFolder.plain([]) == "sensors" && RecordingFolder.plain([0xFF, 0]) == "sensors")
    let path = folder.newPath(name: [0x61], microseconds: 1_763_738_000_000_000)
    #expect(path == place.path + "/a-20251121T151320Z.wgs")
    _ = try StoreWriter(path: path)
    #expect(folder.newPath(name: [0x61], microseconds: 1_763_738_000_000_000).hasSuffix("Z-2.wgs"))
  }
}
