import Foundation
import HostTestSupport
import Testing
import WaveRadioFormats
import WaveSpectra
import WaveSystem
import WaveText

@testable import WaveReceivers

/// Whole files, opened as `measure` and `record` open them, sample for sample against what sigmf, scipy and
/// numpy read: Tests/Fixtures/formats/make_opened.py.
@Suite struct OpenedFileTests {
  struct Case: Decodable, CustomTestStringConvertible {
    var name: String
    var files: [String: Data]
    var open: String
    var channel: Int
    var levels: Data

    var testDescription: String { name }

    /// Single-precision numbers in little-endian order, by their bits.
    var bits: [UInt32] {
      let bytes = [UInt8](levels)
      return stride(from: 0, to: bytes.count, by: 4).map { start in
        bytes[start..<(start + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
    }

    /// Writes the files and gives the path of the one to open.
    func write(to samples: Samples) throws -> String {
      for (file, data) in files where file != open { _ = try samples.write([UInt8](data), file) }
      return try samples.write([UInt8](files[open] ?? Data()), open)
    }
  }

  private static let cases = (try? Samples.json("opened.json", as: [Case].self)) ?? []

  private static func bits(_ bytes: [UInt8], _ format: IQFormat) -> [UInt32] {
    var levels = [Float](repeating: .nan, count: bytes.count / format.bytesPerComponent)
    var span = levels.mutableSpan
    _ = format.convert(bytes.span, into: &span)
    return levels.map(\.bitPattern)
  }

  @Test func kindsAreDetectedBehindGzip() throws {
    let samples = try Samples()
    func opened(_ bytes: [UInt8], _ name: String) throws -> OpenedRecording {
      try OpenedRecording(path: samples.write(bytes, name), settings: SampleSettings())
    }
    let path = Samples.fixture("three_hops.csv.gz")
    guard case .log(_, isCompressed: true) = try OpenedRecording(path: path, settings: SampleSettings()),
      case .samples(let file) = try opened([UInt8](repeating: 3, count: 64 * 4), "a.cs16")
    else {
      Issue.record("another kind")
      return
    }
    #expect(file.format == .cs16le)
    let empty = #expect(throws: ReceiverError.self) { try opened([], "a.csv") }
    #expect(empty?.explanation.what == "the file is empty")
    #expect(ReceiverError(TextError.empty, path: "a") == .format(.empty, path: "a"))
    let broken = TextError.tar(.badChecksum, byte: 3)
    #expect(ReceiverError(broken, path: "a") == .format(.text(broken), path: "a"))
    let unknown = #expect(throws: ReceiverError.self) { try opened([9, 9], "a.csv") }
    #expect(unknown?.explanation.what == "not a kind of file that can be read")
  }

  @Test func everyKindIsThere() {
    let names = Self.cases.map(\.name)
    #expect(Set(names).count == Self.cases.count)
    for format in IQFormat.allCases where format.isSigMF { #expect(names.contains("\(format)")) }
    for part in ["WAV", "sdriq", "archive", "captures", "headers", "channel", "bare"] {
      #expect(names.contains { $0.contains(part) })
    }
  }

  @Test(arguments: cases) func everySampleIsWhatOthersRead(_ one: Case) throws {
    let samples = try Samples()
    let path = try one.write(to: samples)
    guard
      case .samples(let file) = try OpenedRecording(
        path: path, settings: SampleSettings(channel: one.channel))
    else { throw ReceiverError.levelsOnly(path: path) }
    let expected = one.bits
    #expect(file.sampleCount * (file.format.isReal ? 1 : 2) == expected.count)
    // In one go, and piece by piece across captures.
    for step in [file.sampleCount, 7] {
      var bytes: [UInt8] = []
      var buffer: [UInt8] = []
      for start in stride(from: 0, to: file.sampleCount, by: step) {
        try file.read(start..<min(file.sampleCount, start + step), buffer: &buffer) { piece in
          piece.withUnsafeBufferPointer { bytes += $0 }
        }
      }
      #expect(Self.bits(bytes, file.format) == expected)
    }
  }

  @Test(arguments: cases.filter { $0.channel == 0 }) func whatIsRecordedAnewIsTheSame(_ one: Case)
    async throws
  {
    let samples = try Samples()
    let source = try FileSamples(path: one.write(to: samples))
    var bits: [UInt32] = []
    for await event in source.samples() {
      if case .samples(let block) = event { bits += Self.bits(block.bytes, source.properties.format) }
    }
    #expect(bits == one.bits)
  }
}
