import Foundation
import HostTestSupport
import Testing
import WaveReceivers
import WaveSignal
import WaveSpectra
import WaveSystem

@Suite struct FileAnalysisTests {
  private let samples: Samples

  init() throws { samples = try Samples() }

  @Test func describesALog() throws {
    let info = try FileAnalysis(path: Samples.fixture("three_hops.csv.gz"))
    #expect(info.kind == "rtl_power log" && info.compression == "gzip")
    #expect(info.sweepCount == 8 && info.hopCount == 3 && info.levelsPerHop == 14 && info.binCount == 40)
    #expect(info.missingSweeps == 1 && info.incompleteSweeps == 2 && info.nonFiniteValues == 3)
    #expect(info.firstTime == "2020-02-28 23:59:30" && info.lastTime == "2020-02-29 00:00:50")
    #expect(info.durationSeconds == 90 && info.sweepSeconds == 10)
    #expect(info.warning == nil)
  }

  @Test func describesSamples() throws {
    let path = try samples.write([UInt8](repeating: 127, count: 2001), "a.CU8")
    let info = try FileAnalysis(path: path)
    #expect(info.kind == "IQ samples" && info.encoding == "cu8")
    #expect(info.sampleCount == 1000 && info.byteCount == 2001)
    #expect(info.lowHertz == nil && info.highHertz == nil && info.durationSeconds == nil)
    #expect(info.lowOfRate == -0.5 && info.highOfRate == 0.5 && info.rateHertz == nil && info.rateFrom == nil)
    #expect(info.warning?.contains("1 bytes") == true)
  }

  @Test func saysWhereARateIsKnownFrom() throws {
    let bytes = [UInt8](repeating: 127, count: 2000)
    let named = try samples.write(bytes, "x_868.950M_1M6_x.cu8")
    let info = try FileAnalysis(path: named)
    #expect(info.rateHertz == 1.6e6 && info.rateFrom == .name)
    #expect(info.centerHertz == 868.95e6 && info.centerFrom == .name && info.lowHertz == 868.15e6)
    let given = try FileAnalysis(path: named, settings: SampleSettings(rateHertz: 1e6))
    #expect(given.rateHertz == 1e6 && given.rateFrom == .given && given.centerFrom == .name)
    let object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(info)) as? [String: Any])
    #expect(object["rateFrom"] as? String == "name")
  }

  @Test func readsBareSamplesOfAnyNameByAGivenFormat() throws {
    let bytes = [UInt8](repeating: 127, count: 2000)
    for (name, format, count) in [
      ("x.iq", "sc16", 500), ("x.bin", "cu8", 1000), ("x.raw", "cf32", 250), ("x.complex16u", "cu8", 1000),
      ("x.sc16", "ci16_be", 500), ("x.cu8", "cs16", 500), ("x", "s16", 1000),
    ] {
      let path = try samples.write(bytes, name)
      let stored: IQFormat? = IQFormat(name: format)
      let known = try #require(stored)
      let info = try FileAnalysis(path: path, settings: SampleSettings(format: known))
      #expect(info.sampleCount == count && info.encoding == "\(known)", "\(name)")
      guard !name.hasSuffix("cu8") else { continue }
      do throws(ReceiverError) {
        _ = try FileAnalysis(path: path)
        Issue.record("\(name) was guessed")
      } catch {
        #expect(error.description.contains("--format"), "\(error)")
      }
    }
    let log = Samples.fixture("three_hops.csv")
    #expect(throws: ReceiverError.self) {
      try FileAnalysis(path: log, settings: SampleSettings(format: .cu8))
    }
  }

  @Test func distinguishesHackRFLogsFromRTLPowerLogs() throws {
    #expect(try FileAnalysis(path: Samples.fixture("hackrf.csv")).kind == "hackrf_sweep log")
    #expect(try FileAnalysis(path: Samples.fixture("three_hops.csv")).kind == "rtl_power log")
  }

  @Test func takesALogThatEndsInALine() throws {
    let bytes = [UInt8](try Data(contentsOf: Samples.fixtures.appending(path: "three_hops.csv")))
    let info = try FileAnalysis(path: samples.write(Array(bytes.dropLast(40)), "cut.csv"))
    #expect(info.sweepCount == 8)
    #expect(info.warning?.hasPrefix("line 23, byte ") == true)
  }

  @Test func refusesWhatIsWrong() throws {
    let log = [UInt8](try Data(contentsOf: Samples.fixtures.appending(path: "three_hops.csv")))
    let packed = [UInt8](try Data(contentsOf: Samples.fixtures.appending(path: "three_hops.csv.gz")))
    var bad = log
    bad[1000] = 0x78
    for (bytes, name, what) in [
      (bad, "bad.csv", "line 6, byte "),
      (Array(packed.dropLast(9)), "cut.csv.gz", "the gzip data ends early"),
      ([], "empty.csv", "the file is empty"), ([1, 2], "x.txt", "not a kind of file"),
      (Array("Dear friend, the weather here is fine today.".utf8), "letter.cu8", "the name indicates IQ"),
      ([UInt8](repeating: 0, count: 100), "short.cu8", "only 50 samples"),
    ] {
      let path = try samples.write(bytes, name)
      do throws(ReceiverError) {
        _ = try FileAnalysis(path: path)
        Issue.record("\(name) was taken")
      } catch {
        #expect(error.description.contains(what), "\(error)")
        #expect(error.description.contains(name), "\(error)")
        #expect(!error.explanation.advice.isEmpty)
      }
    }
  }
}
