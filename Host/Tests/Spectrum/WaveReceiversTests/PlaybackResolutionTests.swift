import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveReceivers
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveWire

/// Samples whose bins become as narrow as columns.
@Suite struct PlaybackResolutionTests {
  /// Rows and what changed, by a clock turned by hand.
  private struct Player {
    var playback: Playback
    var now: Int64 = 1_000_000
    var events: [SourceEvent] = []

    init(_ path: String, speed: Double = 1, settings: SampleSettings) throws {
      playback = try Playback(path: path, speed: speed, settings: settings)
      events = playback.start(at: now)
    }

    var rows: [PowerRow] { events.compactMap { if case .row(let row) = $0 { row } else { nil } } }
    var infos: [SourceInfo] { events.compactMap { if case .changed(let info) = $0 { info } else { nil } } }
    var maps: [TimeMap] { events.compactMap { if case .timeMap(let map) = $0 { map } else { nil } } }
    var detail: String { String(decoding: playback.info.detail, as: UTF8.self) }

    mutating func play(rows count: Int) throws {
      let wanted = rows.count + count
      while rows.count < wanted, let wake = playback.wakeMicroseconds {
        now = max(now, wake)
        events += try playback.advance(to: now)
      }
    }

    mutating func resolve(_ stepHertz: Double) {
      events += playback.resolve(stepHertz: stepHertz, at: now)
    }

    mutating func perform(_ command: Command) { events += playback.perform(command, at: now) }
  }

  /// One second of a tone at 240 kS/s, in the middle of which another one begins.
  private func tones(_ samples: Samples) throws -> String {
    try samples.writeFloats(count: 240_000, "tones.cf32") { index in
      let angle = 2 * Double.pi * 0.125 * Double(index)
      let later = index < 120_000 ? 0 : 2 * Double.pi * 0.25 * Double(index)
      return (
        0.25 * cos(angle) + (later == 0 ? 0 : 0.25 * cos(later)),
        0.25 * sin(angle) + (later == 0 ? 0 : 0.25 * sin(later))
      )
    }
  }

  private let settings = SampleSettings(rateHertz: 240_000)

  @Test func tonesTwentyHertzApartBecomeTwo() throws {
    let samples = try Samples()
    var draw = SeededGenerator(seed: 4)
    var bytes: [UInt8] = []
    let count = 1_200_000
    bytes.reserveCapacity(2 * count)
    let (first, second) = (500_000.0, 500_020.0)
    for index in 0..<count {
      let time = Double(index) / 2.4e6
      let (a, b) = (2 * Double.pi * first * time, 2 * Double.pi * second * time)
      // Dither makes a tone of steps a tone.
      let (i, q) = (Double.random(in: 0..<1, using: &draw), Double.random(in: 0..<1, using: &draw))
      bytes.append(UInt8(127 + 40 * (cos(a) + cos(b)) + i))
      bytes.append(UInt8(127 + 40 * (sin(a) + sin(b)) + q))
    }
    let path = try samples.write(bytes, "two.cu8")
    var player = try Player(path, settings: SampleSettings(rateHertz: 2.4e6, centerHertz: 100e6))
    try player.play(rows: 1)
    let coarse = try #require(player.rows.last)
    #expect(coarse.axis.count == 4096)

    // A phone's 1170 columns over 2 kHz.
    player.resolve(2000.0 / 1170)
    let info = try #require(player.infos.last)
    #expect(player.detail == "cu8 at 2.4 MS/s, blackman-harris 1048576")
    #expect(abs(info.rbwHertz - 1.8994 * 2.4e6 / 1_048_576) < 0.01)
    #expect(info.lowHertz < 98.81e6 && info.highHertz > 101.19e6)
    #expect(abs(info.rowSeconds - 131_073 / 2.4e6) < 1e-9)
    try player.play(rows: 1)
    let fine = try #require(player.rows.last)
    #expect(fine.axis.count == 1_048_576 && !fine.isIncomplete)
    let peaks = Peak.strongest(3, in: fine.mean, of: fine.axis, above: 1e-3, separationHertz: 8)
    #expect(peaks.count == 2)
    for (peak, hertz) in zip(peaks.sorted { $0.frequencyHertz < $1.frequencyHertz }, [first, second]) {
      #expect(abs(peak.frequencyHertz - 100e6 - hertz) < 0.2)
      #expect(abs(10 * log10(peak.power) - 20 * log10(40 / 127.5)) < 0.9)
    }
  }

  @Test func nothingIsLostByIt() throws {
    let samples = try Samples()
    var player = try Player(try tones(samples), settings: settings)
    try player.play(rows: 6)
    player.resolve(10)
    #expect(player.detail.hasSuffix("32768"))
    try player.play(rows: 6)
    player.resolve(.infinity)
    #expect(player.detail.hasSuffix("4096"))
    try player.play(rows: 30)
    let rows = player.rows
    #expect(rows.map(\.sequence) == Array(1...42))
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect(abs(row.startMicroseconds + row.durationMicroseconds - next.startMicroseconds) <= 1)
    }
    // Samples of before the change are in the first row after it: the tone is at its level.
    #expect(rows[6].axis.count == 32_768)
    for row in rows { #expect(abs(10 * log10(Double(row.max.max() ?? 0)) + 12.04) < 0.02) }
    #expect(rows.allSatisfy { !$0.isIncomplete })
    // Time continues as before; only the loop sends another map.
    #expect(player.maps.map(\.recordedMicroseconds) == [0, 0])
  }

  @Test func aRowShowsWhatCameBeforeItsEnd() throws {
    let samples = try Samples()
    var player = try Player(try tones(samples), settings: settings)
    player.resolve(4)
    #expect(player.detail.hasSuffix("65536"))
    player.perform(.seek(source: 0, seconds: 0.49))
    try player.play(rows: 20)
    let rows = player.rows
    let bin = 32_768 + 65_536 / 4
    // The second tone begins at half the recording: in the row of 490 to 523 ms it has just come.
    #expect(rows[0].startMicroseconds == 1_000_000)
    #expect(rows[0].max[bin] > 1e-9 && rows[0].max[bin] < 1e-3)
    #expect(abs(10 * log10(Double(rows[12].max[bin])) + 12.04) < 0.1)
    // The first row of the recording lasts until there is a window, those after it follow.
    let loop = try #require(rows.firstIndex { $0.durationMicroseconds > 270_000 })
    #expect(abs(rows[loop].durationMicroseconds - 65_537 * 1_000_000 / 240_000) <= 1)
    #expect(rows[loop + 1].max[bin] < 1e-9)
    #expect(rows.map(\.sequence) == Array(1...20))
  }

  @Test func aChosenTransformStays() throws {
    let samples = try Samples()
    var pinned = settings
    pinned.fftCount = 1024
    var player = try Player(try tones(samples), settings: pinned)
    try player.play(rows: 2)
    player.resolve(1)
    #expect(player.infos.isEmpty && player.detail.hasSuffix("1024"))
    try player.play(rows: 2)
    #expect(player.rows.allSatisfy { $0.axis.count == 1024 })
  }

  @Test func aRecordingIsNotPaddedToBeFiner() throws {
    let samples = try Samples()
    let path = try samples.writeFloats(count: 3000, "short.cf32") { (cos(0.1 * Double($0)), 0) }
    var player = try Player(path, settings: settings)
    #expect(player.detail.hasSuffix("2048"))
    player.resolve(1)
    #expect(player.infos.isEmpty)
    try player.play(rows: 4)
    #expect(player.rows.allSatisfy { $0.axis.count == 2048 })
  }

  @Test func aPictureHeldStillBecomesFiner() throws {
    let samples = try Samples()
    var player = try Player(try tones(samples), speed: 0, settings: settings)
    player.perform(.seek(source: 0, seconds: 0.6))
    try player.play(rows: 1)
    player.resolve(10)
    try player.play(rows: 1)
    #expect(player.rows.map(\.axis.count) == [4096, 32_768])
    #expect(player.maps.allSatisfy { $0.speed == 0 })
    #expect(player.maps.map(\.recordedMicroseconds) == [600_000, 600_000])
    #expect(player.playback.wakeMicroseconds == nil)
    // The same wish again changes nothing.
    player.resolve(10)
    #expect(player.infos.count == 1 && player.playback.wakeMicroseconds == nil)
  }

  @Test func slowPlayOverlapsFurther() throws {
    let samples = try Samples()
    var player = try Player(try tones(samples), speed: 0.25, settings: settings)
    player.resolve(100)
    // 2,000 samples a row: windows of 4,096 start 1,998 samples apart.
    #expect(abs(player.playback.info.rowSeconds - 1.0 / 30) < 1e-9)
    try player.play(rows: 5)
    #expect(player.rows.allSatisfy { $0.axis.count == 4096 })
    player.perform(.speed(source: 0, factor: 0.01))
    // 80 samples a row are too few even with the longest overlap, of seven eighths.
    #expect(abs(player.playback.info.rowSeconds - 513 / 240_000 / 0.01) < 1e-9)
    try player.play(rows: 5)
    #expect(player.rows.map(\.sequence) == Array(1...10))
  }

  @Test func aLogStaysAsItWasSwept() throws {
    var playback = try Playback(path: Samples.fixture("three_hops.csv"))
    #expect(playback.resolve(stepHertz: 1, at: 5).isEmpty)
  }

  @Test func theSourceAnnouncesIt() async throws {
    let samples = try Samples()
    let source = try PlaybackSource(path: try tones(samples), speed: 0, settings: settings)
    var counts: [Int] = []
    var details: [String] = []
    for await event in source.events() {
      switch event {
      case .row(let row):
        counts.append(row.axis.count)
        if counts.count == 1 { await source.resolve(stepHertz: 20) }
      case .changed(let info): details.append(String(decoding: info.detail, as: UTF8.self))
      default: break
      }
      if counts.count == 2 { break }
    }
    #expect(counts == [4096, 16_384])
    #expect(details == ["cf32_le at 0.24 MS/s, blackman-harris 16384"])
  }
}
