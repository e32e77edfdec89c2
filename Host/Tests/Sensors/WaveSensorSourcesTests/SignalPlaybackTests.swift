import HostTestSupport
import Testing
import WaveSensorsWire
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorSources

/// A recording of three groups (502, 125.5 and 251 Hz, 0.32 s), played by hand.
@Suite struct SignalPlaybackTests {
  private let samples: Samples
  private let file: SignalFile

  init() throws {
    samples = try Samples()
    let fixture = try BiosignalFixtures.load("wfdb", as: BiosignalFixtures.WFDB.self)
    let path = try samples.write(try #require(fixture.cases.last))
    _ = try samples.write(Array(fixture.annotations.file), "made.atr")
    file = try SignalFile(path: path)
  }

  /// What was played: blocks by group, times by group, the newest map, notices and marks.
  private struct Heard {
    var blocks: [Int: [SampleBlock]] = [:]
    var times: [UInt8: [SampleTimes]] = [:]
    var map: TimeMap?
    var notices: [String] = []
    var marks: [(group: Int, sequence: UInt64)] = []

    mutating func receive(_ events: [SensorEvent]) {
      for event in events {
        switch event {
        case .block(let group, let block): blocks[group, default: []].append(block)
        case .times(let piece): times[piece.group, default: []].append(piece)
        case .timeMap(let map): self.map = map
        case .notice(let notice): notices.append(String(decoding: notice.text, as: UTF8.self))
        case .mark(let group, let sequence, _): marks.append((group, sequence))
        default: break
        }
      }
    }

    /// Values of a channel by sample number; blocks must follow each other.
    func values(_ group: Int, channel: Int) -> [Double] {
      var values: [Double] = []
      var next: UInt64?
      for block in blocks[group, default: []] {
        #expect(next == nil || next == block.sequence)
        next = block.sequence + UInt64(block.count)
        values += block.samples[(channel * block.count)..<((channel + 1) * block.count)]
      }
      return values
    }
  }

  @Test func playsEverySampleWhenItIsDue() throws {
    var playback = try SignalPlayback(file: file, speed: 1)
    #expect(playback.info.flags == .recording || playback.info.flags == [.recording, .zoneless])
    #expect(playback.info.groups.map { $0.rateHertz } == [502, 125.5, 251])
    var heard = Heard()
    heard.receive(playback.start(at: 1_000_000))
    var now: Int64 = 1_000_000
    while let wake = playback.wakeMicroseconds(after: now) {
      now = wake
      heard.receive(try playback.advance(to: now))
      for group in 0..<3 {
        // Sample i is of the time i/rate, and there as soon as that has come.
        let rate = playback.info.groups[group].rateHertz
        let due = min(file.groups[group].sampleCount, Int64(Double(now - 1_000_000) / 1e6 * rate) + 1)
        #expect(heard.values(group, channel: 0).count == Int(due))
      }
    }
    for (number, group) in file.groups.enumerated() {
      let whole = try file.read(group: number, from: 0, count: Int(group.sampleCount))
      for channel in whole.indices {
        let played = heard.values(number, channel: channel)
        #expect(zip(played, whole[channel]).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) })
        #expect(played.count == whole[channel].count)
      }
      let piece = try #require(heard.times[UInt8(number)]?.first)
      #expect(heard.times[UInt8(number)]?.count == 1 && piece.reason == .start && piece.sequence == 0)
      #expect(piece.microseconds == 1_000_000 && piece.rateHertz == group.rateHertz)
    }
    #expect(heard.map?.speed == 0 && heard.notices.last?.hasPrefix("The recording has ended") == true)
    let marked = file.annotations.filter { $0.seconds <= Double(now - 1_000_000) / 1e6 }
    #expect(heard.marks.count == marked.filter { !$0.text.isEmpty && $0.seconds < 0.32 }.count)
    // At its end it holds, until someone goes back.
    #expect(try playback.advance(to: now + 5_000_000).isEmpty)
    heard = Heard()
    heard.receive(playback.perform(.seek(source: 0, seconds: 0.2), at: now + 6_000_000))
    #expect(heard.map?.speed == 1 && heard.times[0]?.first?.reason == .step)
    // Numbers go on: the first sample at or behind 0.2 s is the 101st of 502 Hz.
    let step = try #require(heard.times[0]?.first)
    #expect(step.sequence == 160)
    let late: Double = Double(step.microseconds - now) - 6_000_000
    let expectedLate: Double = (101.0 / 502.0 - 0.2) * 1e6
    #expect(abs(late - expectedLate) <= 1)
    heard.receive(try playback.advance(to: now + 6_050_000))
    #expect(heard.blocks[0]?.first?.sequence == 160)
    let expected = try file.read(group: 0, from: 101, count: 25)[0]
    #expect(heard.values(0, channel: 0).prefix(25).elementsEqual(expected) { $0 == $1 || $0.isNaN })
  }

  @Test func theSpeedIsLimitedByAllChannelsTogether() throws {
    var playback = try SignalPlayback(file: file, speed: 1)
    let load = playback.info.groups.reduce(0) { $0 + Double($1.channels.count) * $1.rateHertz }
    var heard = Heard()
    heard.receive(playback.start(at: 0))
    heard.receive(playback.perform(.speed(source: 0, factor: 1e6), at: 0))
    #expect(heard.map?.speed == SignalPlayback.valuesPerSecond / load)
  }

  @Test func theSpeedIsFollowedWithoutABreak() throws {
    var playback = try SignalPlayback(file: file, speed: 1)
    var heard = Heard()
    heard.receive(playback.start(at: 0))
    heard.receive(try playback.advance(to: 100_000))
    heard.receive(playback.perform(.speed(source: 0, factor: 0.5), at: 100_000))
    let piece = try #require(heard.times[0]?.last)
    #expect(piece.reason == .drift && piece.rateHertz == 251 && heard.map?.speed == 0.5)
    heard.receive(try playback.advance(to: 200_000))
    #expect(heard.values(0, channel: 0).count == Int(0.15 * 502) + 1)
    // Held, time goes on without it.
    heard.receive(playback.perform(.speed(source: 0, factor: 0), at: 200_000))
    #expect(heard.map?.speed == 0 && playback.wakeMicroseconds(after: 200_000) == nil)
    #expect(try playback.advance(to: 900_000).isEmpty)
    heard.receive(playback.perform(.speed(source: 0, factor: 1), at: 900_000))
    let resumed = try #require(heard.times[0]?.last)
    #expect(resumed.reason == .step && resumed.microseconds >= 900_000 && resumed.rateHertz == 502)
    heard.receive(try playback.advance(to: 2_000_000))
    #expect(heard.values(0, channel: 0).count == 160)
  }

  /// Else its rate would be read by the speed before.
  @Test(arguments: [0.5, 5, 20]) func noPieceOfTimeBeginsBeforeItsSpeed(factor: Double) throws {
    // Between two blocks, so that samples are due that were not played.
    for moment in stride(from: Int64(90_000), to: 100_000, by: 1_100) {
      var playback = try SignalPlayback(file: file, speed: 1)
      var heard = Heard()
      heard.receive(playback.start(at: 0))
      heard.receive(try playback.advance(to: 88_000))
      heard.receive(playback.perform(.speed(source: 0, factor: factor), at: moment))
      for group in 0..<3 {
        let piece = try #require(heard.times[UInt8(group)]?.last)
        #expect(piece.microseconds >= moment && piece.rateHertz == file.groups[group].rateHertz * factor)
        // The samples before it go on as they were: none is left out.
        let rate = file.groups[group].rateHertz
        #expect(piece.sequence == UInt64((Double(moment) / 1e6 * rate).rounded(.down)) + 1)
      }
    }
  }

  @Test func opensByWhatIsWritten() async throws {
    func names(_ argument: String) async throws -> [String] {
      guard let source = try SensorFactory.open(.sensors(argument)) else { return [] }
      return await source.info.groups.flatMap { $0.channels }.map {
        String(decoding: $0.label, as: UTF8.self)
      }
    }
    #expect(try await names("demo:ecg") == ["I", "II", "V1", "V2", "V3", "V4", "V5", "V6"])
    #expect(try await names("demo:imu?seed=3").count == 7)
    #expect(try await names("demo:streams?count=64&rate=1k").count == 64)
    #expect(try await names(file.path).count == 4)
    #expect(try await names("file:\(file.path)?speed=20").count == 4)
    #expect(try await names("demo:").isEmpty)
    #expect(try await names(Samples.fixture("three_hops.csv.gz")).isEmpty)
    for wrong in [
      "demo:streams?count=0", "demo:streams?count=257", "demo:streams?rate=x", "demo:ecg?rate=5", "demo:eeg",
      "file:\(file.path)?fft=64",
    ] {
      #expect(
        performing: { try SensorFactory.open(.sensors(wrong)) }, throws: { $0 is any ExplainedError })
    }
  }
}
