import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveSignal
import WaveSpectra
import WaveWire

@testable import WaveReceivers

/// All that playing a recording sends, command by command, by a clock turned by hand.
@Suite struct GoldenPlaybackTests {
  private enum Act {
    case play(Int)
    case wait(Int64)
    case perform(Command)
    case resolve(Double)
  }

  private func lines(
    _ name: String, _ path: String, speed: Double? = nil, settings: SampleSettings = SampleSettings(),
    _ acts: [Act]
  ) throws -> [String] {
    var playback = try Playback(path: path, speed: speed, settings: settings)
    var now: Int64 = 1_000_000
    var lines = ["== \(name)", EventText.info(playback.info), "speed \(EventText.number(playback.speed))"]
    lines += EventText.lines(playback.start(at: now))
    for act in acts {
      lines.append("-- \(now): \(act)")
      switch act {
      case .play(let rows):
        var left = rows
        while left > 0, let wake = playback.wakeMicroseconds {
          now = max(now, wake)
          let events = try playback.advance(to: now)
          lines += EventText.lines(events)
          left -= events.count { if case .row = $0 { true } else { false } }
        }
      case .wait(let microseconds):
        now += microseconds
        lines += EventText.lines(try playback.advance(to: now))
      case .perform(let command): lines += EventText.lines(playback.perform(command, at: now))
      case .resolve(let hertz): lines += EventText.lines(playback.resolve(stepHertz: hertz, at: now))
      }
    }
    lines.append("speed \(EventText.number(playback.speed))")
    return lines
  }

  private let tour: [Act] = [
    .play(3), .perform(.speed(source: 0, factor: 2)), .play(2), .perform(.seek(source: 0, seconds: 21)),
    .play(2), .perform(.speed(source: 0, factor: 0)), .perform(.seek(source: 0, seconds: 0.6)), .wait(50_000),
    .perform(.speed(source: 0, factor: 1e9)), .wait(900_000), .play(1),
    .perform(.tune(source: 0, lowHertz: 1, highHertz: 2)), .perform(.speed(source: 0, factor: 1)), .play(2),
  ]

  @Test func logsAreThoseOfTheGoldenFile() throws {
    let files = try RecordingFiles()
    var lines = try lines("log", Samples.fixture("three_hops.csv.gz"), tour)
    lines += try self.lines(
      "calibrated", Samples.fixture("three_hops.csv"), speed: 3,
      settings: SampleSettings(offsetDecibels: -30),
      [.play(2), .resolve(1), .play(1)])
    lines += try self.lines("outage", files.outage(), [.play(9)])
    #expect(try GoldenText.differences(lines, from: "receivers/played-logs.txt") == [])
  }

  @Test func samplesAreThoseOfTheGoldenFile() throws {
    let files = try RecordingFiles()
    var lines = try lines("hops", files.hops(), tour + [.resolve(2), .play(3)])
    lines += try self.lines(
      "far", files.hops("far", secondHertz: 100_500_000), settings: SampleSettings(fftCount: 64),
      [.play(16), .perform(.seek(source: 0, seconds: 3600.2)), .play(2)])
    let bare = try files.samples.write(RecordingFiles.tone(40_000), "bare.cu8")
    lines += try self.lines("bare", bare, [.play(2), .resolve(50), .play(2)])
    lines += try self.lines(
      "calibrated", bare,
      settings: SampleSettings(rateHertz: 1e5, centerHertz: 5e6, fftCount: 256, offsetDecibels: -30), tour)
    let real = try files.samples.write(RecordingFiles.tone(30_000), "real_12kHz_48k.u8")
    lines += try self.lines(
      "real", real, settings: SampleSettings(rateHertz: 48_000, format: IQFormat(.u8, isReal: true)),
      [.play(3), .perform(.seek(source: 0, seconds: 1.2)), .play(3)])
    #expect(try GoldenText.differences(lines, from: "receivers/played-samples.txt") == [])
  }

  @Test func aValueThatIsNoNumberMarksItsRow() throws {
    let files = try RecordingFiles()
    let path = try files.samples.writeFloats(count: 8000, "a.cf32") { ($0 == 6000 ? .nan : 0.25, 0) }
    var playback = try Playback(path: path, settings: SampleSettings(rateHertz: 80_000, fftCount: 64))
    var rows: [Bool] = []
    _ = playback.start(at: 0)
    while rows.count < 3, let wake = playback.wakeMicroseconds {
      for case .row(let row) in try playback.advance(to: max(0, wake)) { rows.append(row.isIncomplete) }
    }
    // A row has 2667 samples: the third has the one that is damaged.
    #expect(rows == [false, false, true])
  }
}
