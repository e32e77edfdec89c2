import Foundation
import TestSupport
import Testing
import WaveRadioFormats
import WaveSpectra
import WaveText

/// Metadata against the Python package sigmf: Tests/Fixtures/formats/make_sigmf.py.
@Suite struct SigMFMetadataTests {
  struct Cases: Decodable {
    struct Layout: Decodable {
      var meta: String
      var size: Int64
      var bounds: [[Int64]]
    }
    struct Field: Decodable {
      var name: String
      var meta: String
      var isValid: Bool
    }
    struct Time: Decodable {
      var text: String
      var microseconds: Int64
    }
    var layouts: [Layout]
    var fields: [Field]
    var times: [Time]
  }

  private static func cases() throws -> Cases {
    try JSONDecoder().decode(Cases.self, from: Data(try FormatFixtures.bytes("sigmf_cases.json")))
  }

  private static func read(_ text: String) -> Result<SigMFMetadata, RadioFormatError> {
    do throws(RadioFormatError) {
      return .success(try SigMFMetadata(json: Array(text.utf8)))
    } catch {
      return .failure(error)
    }
  }

  private static func fault(_ text: String) -> SigMFFault.Reason? {
    guard case .failure(.sigMF(let fault)) = read(text) else { return nil }
    return fault.reason
  }

  private static func metadata(
    global: String = "", captures: String = "", annotations: String = ""
  ) -> String {
    #"{"global":{"core:datatype":"ci16_le","core:version":"1.2.6""# + global + #"},"captures":["# + captures
      + #"],"annotations":["# + annotations + "]}"
  }

  @Test func capturesLieWhereSigMFFindsThem() throws {
    for layout in try Self.cases().layouts {
      let metadata = try Self.read(layout.meta).get()
      let segments = try metadata.segments(datasetByteCount: layout.size)
      #expect(segments.count == layout.bounds.count)
      for (segment, bounds) in zip(segments, layout.bounds) {
        let frame = Int64(metadata.bytesPerFrame)
        #expect(segment.byteOffset == bounds[0])
        #expect(segment.sampleCount == (bounds[1] - bounds[0]) / frame)
        if segment.sampleCount > 0 {
          #expect(metadata.byteOffset(ofSample: segment.firstSample) == bounds[0])
          #expect(
            metadata.byteOffset(ofSample: segment.firstSample + segment.sampleCount - 1)
              == bounds[0] + (segment.sampleCount - 1) * frame)
        }
      }
    }
  }

  @Test func fieldsAreCheckedAsTheSchemaDoes() throws {
    // The schema lets anything follow a version, and any three digits in front.
    let stricter: Set = ["global core:version 1.2.6.7"]
    var accepted = 0
    for field in try Self.cases().fields {
      var isAccepted = false
      if case .success = Self.read(field.meta) { isAccepted = true }
      if isAccepted { accepted += 1 }
      #expect(isAccepted == (field.isValid && !stricter.contains(field.name)), "\(field.name)")
    }
    #expect(accepted > 30)
  }

  @Test func timesAreThoseOfPython() throws {
    for time in try Self.cases().times {
      let metadata = try Self.read(
        Self.metadata(captures: #"{"core:sample_start":0,"core:datetime":"\#(time.text)"}"#)
      ).get()
      #expect(metadata.captures.first?.startMicroseconds == time.microseconds, "\(time.text)")
      let again = try SigMFMetadata(json: metadata.json())
      #expect(again.captures.first?.startMicroseconds == time.microseconds, "\(time.text)")
    }
    for text in [
      "2026-06-01", "2026-13-01T00:00:00Z", "2026-06-01T24:00:00Z", "2026-06-01T12:00:00.Z",
      "2026-06-01T12:00Z",
    ] {
      #expect(
        Self.fault(Self.metadata(captures: #"{"core:sample_start":0,"core:datetime":"\#(text)"}"#))
          == .malformed)
    }
  }

  @Test func finerFractionsAreCutOff() throws {
    let capture = #"{"core:sample_start":0,"core:datetime":"2026-06-01t12:00:00.123456789012z"}"#
    let metadata = try Self.read(Self.metadata(captures: capture)).get()
    #expect(metadata.captures.first?.startMicroseconds == 1_780_315_200_123_456)
  }

  @Test func refusesAnExtensionThatMustBeKnown() {
    let extensions = #","core:extensions":[{"name":"odd","version":"1.0.0","optional":false}]"#
    guard case .failure(.sigMF(let fault)) = Self.read(Self.metadata(global: extensions)) else {
      return #expect(Bool(false))
    }
    #expect(fault.reason == .unknownExtension && fault.field == Array("odd".utf8))
    #expect(
      fault.description
        == "the recording cannot be read without the extension odd, which Waveglass does not know")
  }

  @Test func refusesHalfABandAndOneUpsideDown() {
    func fault(_ edges: String) -> SigMFFault.Reason? {
      Self.fault(Self.metadata(annotations: #"{"core:sample_start":0\#(edges)}"#))
    }
    #expect(fault(#","core:freq_lower_edge":1"#) == .badEdges)
    #expect(fault(#","core:freq_upper_edge":1"#) == .badEdges)
    #expect(fault(#","core:freq_upper_edge":1,"core:freq_lower_edge":2"#) == .badEdges)
    #expect(fault(#","core:freq_upper_edge":1,"core:freq_lower_edge":1"#) == nil)
    #expect(fault(#","core:sample_count":9223372036854775807"#) == nil)
    #expect(
      Self.fault(
        Self.metadata(annotations: #"{"core:sample_start":1,"core:sample_count":9223372036854775807}"#))
        == .outOfRange)
  }

  @Test func namesTheFieldAndItsPlace() {
    let text = Self.metadata(
      captures: #"{"core:sample_start":0},{"core:sample_start":1,"core:frequency":"x"}"#)
    #expect(
      Self.read(text)
        == .failure(.sigMF(SigMFFault(.wrongKind, .captures, index: 1, field: Array("core:frequency".utf8)))))
    let start = Array("core:sample_start".utf8)
    #expect(
      "\(RadioFormatError.sigMF(SigMFFault(.missing, .captures, index: 2, field: start)))"
        == "core:sample_start is missing in captures[2]. Add it")
    #expect(Self.read("[]") == .failure(.sigMF(SigMFFault(.wrongKind, .top, field: Array("global".utf8)))))
    let cut = RadioFormatError.text(.json(.unexpectedEnd, byte: 1, line: 1))
    #expect(Self.read("{") == .failure(cut))
    #expect("\(cut)" == "line 1, byte 1: the JSON text ends too early. It was cut off; fetch it again")
    #expect(Self.read("") == .failure(.empty))
  }

  @Test func indicesStartAtTheOffset() throws {
    let metadata = try Self.read(
      Self.metadata(
        global: #","core:offset":1000"#, captures: #"{"core:sample_start":1000},{"core:sample_start":1200}"#)
    ).get()
    #expect(metadata.byteOffset(ofSample: 999) == nil)
    #expect(metadata.byteOffset(ofSample: 1000) == 0 && metadata.byteOffset(ofSample: 1201) == 804)
    let segments = try metadata.segments(datasetByteCount: 1001)
    #expect(segments.map(\.sampleCount) == [200, 50] && segments.map(\.byteOffset) == [0, 800])
    let relative = Self.metadata(global: #","core:offset":9"#, captures: #"{"core:sample_start":8}"#)
    #expect(try Self.read(relative).get().byteOffset(ofSample: 8) == 32)
  }

  @Test func aDatasetMayBeTooShort() throws {
    var metadata = SigMFMetadata(format: .cu8)
    #expect(try metadata.segments(datasetByteCount: 5).map(\.sampleCount) == [2])
    #expect(try metadata.segments(datasetByteCount: 0).map(\.sampleCount) == [0])
    metadata.captures = [SigMFCapture(firstSample: 0), SigMFCapture(firstSample: 100)]
    #expect(try metadata.segments(datasetByteCount: 50).map(\.sampleCount) == [25, 0])
    metadata.trailingByteCount = 51
    #expect(throws: RadioFormatError.self) { try metadata.segments(datasetByteCount: 50) }
    metadata.trailingByteCount = 0
    metadata.captures[1].firstSample = .max
    #expect(throws: RadioFormatError.self) { try metadata.segments(datasetByteCount: 50) }
  }

  /// Metadata with every field that can be written.
  static var full: SigMFMetadata {
    func text(_ string: String) -> [UInt8] { Array(string.utf8) }
    var metadata = SigMFMetadata(format: .cs16le, sampleRateHertz: 2_400_000.5)
    metadata.sha512 = (0..<64).map { UInt8($0 * 3) }
    metadata.hardware = text("R820T, \"dipole\"")
    metadata.author = text("Zoë")
    metadata.summary = text("two lines\nof text")
    metadata.license = text("https://creativecommons.org/licenses/by/4.0/")
    metadata.recorder = text("waveglass")
    metadata.location = SigMFLocation(latitudeDegrees: 52.52, longitudeDegrees: 13.405, altitudeMeters: 34)
    metadata.firstSample = 10
    metadata.extensions = [SigMFExtension(name: text("antenna"), version: text("1.0.0"), isOptional: true)]
    metadata.captures = [
      SigMFCapture(
        firstSample: 10, centerHertz: 99_500_000, startMicroseconds: 1_780_315_200_250_000, globalIndex: 10),
      SigMFCapture(firstSample: 5000, centerHertz: 100_000_000.25, globalIndex: 9000),
    ]
    metadata.annotations = [
      SigMFAnnotation(
        firstSample: 20, sampleCount: 100, lowHertz: 99_400_000, highHertz: 99_600_000, label: text("FM"),
        comment: text("strong"), generator: text("hand"), uuid: text("0b7f8f4c-52a1-4b8e-9a43-1d2f3a4b5c6d")),
      SigMFAnnotation(firstSample: 7000, label: text("µ")),
    ]
    return metadata
  }

  @Test func readsWhatItWrites() throws {
    #expect(try SigMFMetadata(json: Self.full.json()) == Self.full)
    let plain = SigMFMetadata(format: IQFormat(.f64, isBigEndian: true, isReal: true))
    #expect(try SigMFMetadata(json: plain.json()) == plain)
    var unsorted = Self.full
    unsorted.captures.reverse()
    unsorted.annotations.reverse()
    unsorted.sampleRateHertz = .nan
    var sorted = Self.full
    sorted.sampleRateHertz = nil
    #expect(try SigMFMetadata(json: unsorted.json()) == sorted)
  }

  /// check_metadata.py hands this file to sigmf's own validator.
  @Test func writesTheFileThatSigMFChecked() throws {
    let url = FormatFixtures.folder.appending(path: "written.sigmf-meta")
    let written = Self.full.json()
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(written).write(to: url) }
    #expect(written == (try FormatFixtures.bytes("written.sigmf-meta")))
  }

  @Test func neverTraps() throws {
    let seeds = try Self.cases().fields.filter(\.isValid).map { Array($0.meta.utf8) } + [Self.full.json()]
    var random = SeededGenerator(seed: 126)
    var read = 0
    for _ in 0..<4000 {
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) { bytes.mutate(using: &random) }
      guard let metadata = try? SigMFMetadata(json: bytes) else { continue }
      read += 1
      for size in [0, 1000, Int64.max] {
        guard let segments = try? metadata.segments(datasetByteCount: size) else { continue }
        #expect(segments.count == max(1, metadata.captures.count))
        for segment in segments where segment.sampleCount > 0 {
          #expect(segment.byteOffset >= 0)
          #expect(segment.byteOffset + segment.sampleCount * Int64(metadata.bytesPerFrame) <= size)
        }
      }
      #expect(try SigMFMetadata(json: metadata.json()) == metadata)
    }
    #expect(read > 100)
  }
}
