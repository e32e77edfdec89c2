import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveReceivers
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveWire

/// Sources as they run; nothing here asks how long something takes.
@Suite struct PlaybackSourceTests {
  private struct Log: Decodable {
    struct Sweep: Decodable {
      var start: Int64
      var levels: [Double?]
    }
    var sweeps: [Sweep]
    var stepHertz: Double
  }

  private func fixture() throws -> Log {
    try #require(try Samples.json("logs.json", as: [String: Log].self)["three_hops.csv"])
  }

  /// Events up to and with a number of rows.
  private func events(_ source: any SpectrumSource, rows: Int) async -> [SourceEvent] {
    var events: [SourceEvent] = []
    var left = rows
    for await event in source.events() {
      events.append(event)
      if case .row = event { left -= 1 }
      if left == 0 { break }
    }
    return events
  }

  /// Events up to and with a number of rows, by a clock turned by hand.
  private func events(_ playback: inout Playback, rows: Int) throws -> [SourceEvent] {
    var now: Int64 = 1_000_000
    var events = playback.start(at: now)
    while self.rows(events).count < rows, let wake = playback.wakeMicroseconds {
      now = max(now, wake)
      events += try playback.advance(to: now)
    }
    return events
  }

  private func rows(_ events: [SourceEvent]) -> [PowerRow] {
    events.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  @Test func theSlowestSamplesAreDescribedWithinWhatClientsTake() throws {
    let samples = try Samples()
    let path = try samples.writeFloats(count: 5000, "slow.cf32") { (0.5 * cos(0.1 * Double($0)), 0) }
    let info = try Playback(path: path, settings: SampleSettings(rateHertz: 1)).info
    #expect(info.rbwHertz < WireLimits.stepHertz)
    var bytes: [UInt8] = []
    Message.source(info).encode(into: &bytes)
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    #expect(try reader.next(in: bytes.span.bytes) == .source(info))
  }

  @Test func playsALogAsItWasWritten() throws {
    let log = try fixture()
    var playback = try Playback(path: Samples.fixture("three_hops.csv.gz"), speed: 600)
    let events = try events(&playback, rows: 8)
    let rows = rows(events)
    let shown = rows.prefix(4)
    for (row, sweep) in zip(shown, log.sweeps) {
      #expect(row.mean.count == sweep.levels.count)
      for (power, level) in zip(row.mean, sweep.levels) {
        if let level { #expect(abs(10 * log10(Double(power)) - level) < 1e-4) } else { #expect(power.isNaN) }
      }
      #expect(row.max.map(\.bitPattern) == row.mean.map(\.bitPattern))
      #expect(row.enbwHertz == row.axis.stepHertz)
    }
    #expect(shown.map(\.isIncomplete) == [false, false, false, true])
    guard case .notice(let notice) = events.first else {
      Issue.record("the missing sweep is not reported")
      return
    }
    #expect(String(decoding: notice.text, as: UTF8.self).hasPrefix("1 of 9 sweeps"))
    let maps = events.compactMap { if case .timeMap(let map) = $0 { map } else { nil } }
    #expect(maps.first?.recordedMicroseconds == log.sweeps[0].start)
    #expect(maps.first?.serverMicroseconds == rows.first?.startMicroseconds)
    #expect(maps.first?.speed == 600)
  }

  @Test func describesALog() async throws {
    let log = try fixture()
    let info = await (try PlaybackSource(path: Samples.fixture("three_hops.csv"))).info
    #expect(info.unit == .relative && info.flags == [.recording, .zoneUnknown])
    #expect(String(decoding: info.name, as: UTF8.self) == "three_hops.csv")
    #expect(String(decoding: info.detail, as: UTF8.self) == "rtl_power log, 8 sweeps, 10 s each")
    #expect(info.startMicroseconds == log.sweeps[0].start && info.durationSeconds == 90)
    // 10-second sweeps last half a second by default.
    #expect(abs(info.rowSeconds - 0.5) < 1e-9)
    #expect(info.levelLow < -60 && info.levelLow >= -80 && info.levelHigh > -36 && info.levelHigh <= -20)
  }

  @Test func playsSamplesAtTheirLevel() throws {
    let settings = SampleSettings(rateHertz: 1e6, centerHertz: 50e6, fftCount: 1024)
    var playback = try Playback(path: Samples.fixture("tone.cs16"), settings: settings)
    let info = playback.info
    #expect(info.unit == .fullScale && info.flags == [.recording, .zoneUnknown])
    #expect(String(decoding: info.detail, as: UTF8.self) == "ci16_le at 1 MS/s, blackman-harris 1024")
    #expect(info.lowHertz < 49.51e6 && info.highHertz > 50.49e6)
    let events = try events(&playback, rows: 3)
    for row in rows(events) {
      #expect(row.axis.count == 1024 && row.sequence > 0)
      let top = row.mean.indices.max { row.mean[$0] < row.mean[$1] } ?? 0
      #expect(top == 512 + 128)
      #expect(abs(10 * log10(Double(row.mean[top])) + 6.0204) < 0.02)
      #expect(!row.isIncomplete && !row.isClipped)
    }
    let artefacts = events.compactMap { if case .artefacts(let found) = $0 { found } else { nil } }
    #expect(artefacts.first?.spikeHertz == 50e6)
    #expect(artefacts.first?.imageHertz.isNaN == true)
  }

  @Test func pointsOutAnImage() async throws {
    let samples = try Samples()
    var random = SeededGenerator(seed: 1)
    let path = try samples.writeFloats(count: 65_536, "image.cf32") { index in
      let angle = 2 * Double.pi * 200 * Double(index) / 1024
      return (0.4 * cos(angle) + 1e-4 * random.gauss(), 0.38 * sin(angle + 0.02) + 1e-4 * random.gauss())
    }
    let source = try PlaybackSource(
      path: path, settings: SampleSettings(rateHertz: 1_024_000, centerHertz: 1e6, fftCount: 1024))
    let found = await events(source, rows: 1).compactMap {
      if case .artefacts(let found) = $0 { found } else { nil }
    }
    let artefacts = try #require(found.first)
    #expect(artefacts.imageHertz == 1e6 - 200_000 && artefacts.imageOfHertz == 1e6 + 200_000)
    #expect(artefacts.spikeHertz.isNaN)
  }

  @Test func appliesTheOffset() async throws {
    let settings = SampleSettings(rateHertz: 1e6, fftCount: 1024, offsetDecibels: -20)
    let source = try PlaybackSource(path: Samples.fixture("tone.cf32"), settings: settings)
    #expect(await source.info.unit == .milliwatt)
    let row = try #require(rows(await events(source, rows: 1)).first)
    #expect(abs(10 * log10(Double(row.max.max() ?? 0)) + 26.02) < 0.1)
  }

  @Test func obeysCommands() async throws {
    let source = try PlaybackSource(path: Samples.fixture("three_hops.csv"), speed: 0)
    let log = try fixture()
    var maps: [TimeMap] = []
    var isChanged = false
    var places: [Int64] = []
    for await event in source.events() {
      switch event {
      case .timeMap(let map): maps.append(map)
      case .changed(let info): isChanged = abs(info.rowSeconds - 10 / 30.0) < 1e-9
      case .row(let row):
        places.append(Int64(row.sequence))
        // Held: each row comes only because it was asked for.
        if places.count == 1 { await source.perform(.seek(source: 0, seconds: 31)) }
        if places.count == 2 { await source.perform(.speed(source: 0, factor: 30)) }
      default: break
      }
      if places.count == 3 { break }
    }
    // One more where a machine that stood still left the time behind.
    #expect(maps.prefix(3).map(\.speed) == [0, 0, 30] && maps.dropFirst(3).allSatisfy { $0.speed == 30 })
    try #require(maps.count > 2)
    #expect(maps[1].recordedMicroseconds == log.sweeps[3].start)
    #expect(isChanged)
    // Played again it keeps time: a machine that stalls meanwhile loses rows, which their numbers show.
    #expect(places.prefix(2) == [1, 2] && places[2] > 2)
  }

  @Test func asksForARateThatNobodySays() async throws {
    let samples = try Samples()
    let path = try samples.write([UInt8](repeating: 100, count: 4_000_000), "a.cu8")
    let source = try PlaybackSource(path: path)
    #expect(String(decoding: await source.info.detail, as: UTF8.self).contains("unknown rate"))
    #expect(await source.info.flags.contains(.rateUnknown))
    var hasNotice = false
    var asked: SourceControl?
    var isSet = false
    var sequences: [UInt32] = []
    for await event in source.events() {
      switch event {
      case .notice(let notice):
        hasNotice = hasNotice || String(decoding: notice.text, as: UTF8.self).contains("rate is unknown")
      case .controls(let controls):
        guard asked == nil else { continue }
        asked = controls.controls.first
      case .row(let row):
        sequences.append(row.sequence)
        if sequences.count == 2, let asked {
          await source.perform(.adjust(source: 0, control: asked.id, value: 2000))
        }
      case .changed(let info):
        guard abs(info.highHertz - 1e6) < 1e4 else { continue }
        isSet = true
        #expect(!info.flags.contains(.rateUnknown))
        #expect(String(decoding: info.detail, as: UTF8.self).hasPrefix("cu8 at 2 MS/s"))
      default: break
      }
      if isSet, sequences.count > 4 { break }
    }
    #expect(hasNotice && asked?.value == 1000)
    #expect(sequences == sequences.sorted())
  }

  @Test func endsWhenItsFileBecomesShorter() async throws {
    let samples = try Samples()
    let path = try samples.write([UInt8](repeating: 100, count: 4_000_000), "a.cu8")
    let source = try PlaybackSource(path: path, settings: SampleSettings(rateHertz: 1e5))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 1000)
    var last: SourceEvent?
    for await event in source.events() { last = event }
    guard case .notice(let notice) = last else {
      Issue.record("\(String(describing: last))")
      return
    }
    #expect(notice.severity == .failure)
    #expect(String(decoding: notice.text, as: UTF8.self).contains("became shorter"))
  }
}
