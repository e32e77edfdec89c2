import Foundation
import TestSupport
import Testing
import WaveRadioFormats
import WaveSpectra

@Suite struct RadioFileKindTests {
  private func detect(
    _ bytes: [UInt8], _ name: String, isCompressed: Bool = false
  ) -> Result<RadioFileKind, RadioFormatError> {
    do throws(RadioFormatError) {
      return .success(
        try RadioFileKind.detect(first: bytes.span, name: Array(name.utf8), isCompressed: isCompressed))
    } catch {
      return .failure(error)
    }
  }

  private static let log = Array("2020-04-01, 20:15:40, 90001563, 92131769".utf8)
  private static let samples: [UInt8] = (0..<64).map { UInt8(127 &+ ($0 &* 37) % 5) }

  @Test func detectsALogByItsContent() {
    #expect(detect(Self.log, "scan.csv") == .success(.rtlPower))
    #expect(detect(Self.log, "anything") == .success(.rtlPower))
    #expect(detect(Self.log, "wrong.cu8") == .success(.rtlPower))
    #expect(detect(Self.log, "scan.csv.gz", isCompressed: true) == .success(.rtlPower))
    #expect(detect([0xEF, 0xBB, 0xBF, 0x0A] + Self.log, "scan.csv") == .success(.rtlPower))
  }

  @Test(arguments: [("cu8", IQFormat.cu8), ("cs8", .cs8), ("cs16", .cs16le), ("cf32", .cf32le)])
  func detectsSamplesByTheName(_ ending: String, _ format: IQFormat) {
    #expect(detect(Self.samples, "a/b.\(ending)") == .success(.samples(format)))
    #expect(detect(Self.samples, "B.\(ending)".uppercased()) == .success(.samples(format)))
    #expect(detect(Self.samples, "b.\(ending).gz", isCompressed: true) == .failure(.compressedSamples))
  }

  @Test(arguments: [
    ("g.cfile", IQFormat.cf32le), ("g.cu16", IQFormat(.u16)), ("g.s16", IQFormat(.i16, isReal: true)),
    ("gqrx_20200101_120000_99500000_2400000_fc.raw", .cf32le),
  ])
  func knowsOtherNames(_ name: String, _ format: IQFormat) {
    #expect(detect(Self.samples, name) == .success(.samples(format)))
  }

  @Test func detectsContainersByTheirContent() throws {
    let fixtures = try ContainerFixtures.load()
    for wave in fixtures.waves { #expect(detect(FormatFixtures.hex(wave.bytes), "") == .success(.wav)) }
    for header in fixtures.sdriq {
      #expect(detect(FormatFixtures.hex(header.bytes), "x") == .success(.sdriq))
    }
    for archive in fixtures.archives {
      #expect(detect(archive.start, "stream") == .success(.sigMFArchive), "\(archive.name)")
    }
    let metadata = try FormatFixtures.bytes("written.sigmf-meta")
    #expect(detect(Array(metadata.prefix(RadioFileKind.probeBytes)), "a.txt") == .success(.sigMFMetadata))
    #expect(detect(metadata, "a.gz", isCompressed: true) == .failure(.compressedSamples))
    #expect(detect(Self.samples, "a.SigMF-Data") == .success(.sigMFDataset))
    #expect(detect(Array("{}".utf8), "a.sigmf-meta") == .success(.sigMFMetadata))
    #expect(detect(Array("{\"a\": 1}".utf8), "a.json") == .failure(.unknownKind))
    #expect(detect(Array("RIFF$\u{0}\u{0}\u{0}AVI LIST".utf8), "a") == .failure(.unknownKind))
    #expect(detect([], "a") == .failure(.empty))
  }

  @Test func detectsSweepsOfAStreamWithoutAName() throws {
    let log = try JSONDecoder().decode(
      [HackRFSweepTests.Log].self, from: Data(try FormatFixtures.bytes("hackrf_sweeps.json")))
    for log in log {
      #expect(detect(Array(FormatFixtures.hex(log.binary).prefix(20)), "") == .success(.hackRFSweep))
      #expect(detect(Array(log.text.utf8.prefix(40)), "") == .success(.rtlPower))
      #expect(detect(FormatFixtures.hex(log.binary), "x.gz", isCompressed: true) == .success(.hackRFSweep))
    }
    #expect(detect(Self.samples, "") == .failure(.unknownKind))
  }

  @Test func refusesWhatItCannotRead() {
    #expect(detect([], "a.csv") == .failure(.empty))
    #expect(detect(Self.samples, "a.csv") == .failure(.unknownKind))
    #expect(detect(Self.samples, "cu8") == .failure(.unknownKind))
    #expect(detect(Self.samples, "") == .failure(.unknownKind))
    #expect(detect(Array("date,time,low\n".utf8), "a.csv") == .failure(.unknownKind))
  }

  @Test func refusesWhatBearsAWrongName() {
    let text = Array("This is a letter to a friend about the weather.\n".utf8)
    #expect(detect(text, "a.cu8") == .failure(.mislabelled(as: .text)))
    #expect(detect(Array("RIFF$\u{0}\u{0}\u{0}AVI LIST".utf8), "a.cs16") == .failure(.mislabelled(as: .riff)))
    #expect(detect([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a.cf32") == .failure(.mislabelled(as: .binary)))
  }

  @Test func neverTraps() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let name = String(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          ".cu8sf32gz".randomElement(using: &random) ?? "x"
        })
      if case .success(let kind) = detect(bytes, name) { #expect(!bytes.isEmpty && kind != .rtlPower) }
    }
  }
}
