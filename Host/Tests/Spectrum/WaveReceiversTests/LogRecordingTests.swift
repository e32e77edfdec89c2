import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveRadioFormats
import WaveReceivers
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveSystem
import WaveWire

/// The real recordings: where they are, and what a naive reading of them gave.
struct RealRecordings: Decodable {
  struct Log: Decodable {
    var sweeps: Int
    var bins: Int
    var levelsPerHop: Int
    var hops: Int
    var firstHertz: Double
    var stepHertz: Double
    var firstMicroseconds: Int64
    var lastMicroseconds: Int64
    var firstLevels: [Float]
    var lastLevels: [Float]
    var millibelSum: Int
    var weightedMillibelSum: Int
    var missingSweeps: Int
  }

  struct IQ: Decodable {
    var samples: Int
    var byteSum: Int
    var weightedByteSum: Int
    var clipped: Int
    var meanSquare: Double
    var framesDF17: Int
    var framesDF11: Int
  }

  var log: Log
  var samples: IQ

  static func expected() throws -> RealRecordings { try Samples.json("recordings.json", as: Self.self) }

  /// A recording's path; where the folder is absent, opening it fails and says so.
  static func path(_ name: String) -> String {
    Repository.recordings.appending(path: "rf/" + name).path
  }
}

@Suite(.enabled(if: Repository.wantsRecordings)) struct LogRecordingTests {
  private let path = RealRecordings.path("fm_band_rtl_power.csv.gz")

  @Test func readsEveryLevelOfTheBroadcastBand() throws {
    let expected = try RealRecordings.expected().log
    var reader = RTLPowerReader()
    var sweeps: [PowerSweep] = []
    try FileContent(path: path).read { piece in
      do throws(RadioFormatError) {
        try reader.read(piece.span) { sweeps.append($0) }
        return true
      } catch {
        Issue.record("\(error)")
        return false
      }
    }
    try reader.finish { sweeps.append($0) }
    #expect(sweeps.count == expected.sweeps)
    #expect(reader.hopCount == expected.hops && reader.levelsPerHop == expected.levelsPerHop)
    let (first, last) = (try #require(sweeps.first), try #require(sweeps.last))
    #expect(first.startMicroseconds == expected.firstMicroseconds)
    #expect(last.startMicroseconds == expected.lastMicroseconds)
    #expect(Array(first.decibels.prefix(5)) == expected.firstLevels)
    #expect(Array(last.decibels.suffix(5)) == expected.lastLevels)
    var sum = 0
    var weighted = 0
    for sweep in sweeps {
      #expect(sweep.axis.count == expected.bins && sweep.missingHops == 0)
      for (bin, level) in sweep.decibels.enumerated() {
        let millibels = Int((level * 100).rounded())
        sum += millibels
        weighted += millibels * (bin + 1)
      }
    }
    #expect(sum == expected.millibelSum && weighted == expected.weightedMillibelSum)
    #expect(abs(first.axis.firstHertz - expected.firstHertz) < 20)
    #expect(abs(first.axis.stepHertz - expected.stepHertz) < 0.01)
    let timing = SweepTiming(starts: sweeps.map(\.startMicroseconds))
    #expect(timing.missingSweeps == expected.missingSweeps)
  }

  @Test func describesTheLog() throws {
    let info = try FileAnalysis(path: path)
    #expect(info.sweepCount == 720 && info.sweepSeconds == 10 && info.warning == nil)
    #expect(info.firstTime == "2020-04-01 20:15:40" && info.lastTime == "2020-04-01 22:15:30")
    let (low, high) = (try #require(info.lowHertz), try #require(info.highHertz))
    #expect(abs(low - 90e6) < 10_000 && abs(high - 102.8e6) < 10_000)
  }

  @Test func findsItsStations() throws {
    let measured = try MeasureFile.measure(path: path)
    // The two strongest carriers lie on the 100 kHz grid of the band, give or take the receiver's crystal.
    for peak in measured.peaks.prefix(2) {
      let place = try #require(peak.frequencyHertz) / 1e5
      let distance = place - place.rounded()
      #expect(abs(distance) < 0.2)
    }
    #expect(measured.peaks.count >= 5)
  }

  @Test func playsFromTheFirstSweep() async throws {
    let expected = try RealRecordings.expected().log
    let source = try PlaybackSource(path: path)
    #expect(await source.info.rowSeconds == 0.5)
    for await event in source.events() {
      guard case .row(let row) = event else { continue }
      #expect(row.axis.count == expected.bins && row.durationMicroseconds == 500_000)
      for (power, level) in zip(row.mean, expected.firstLevels) {
        #expect(abs(10 * log10(Double(power)) - Double(level)) < 1e-4)
      }
      break
    }
  }
}
