import Foundation
import TestSupport
import Testing
import WaveBiosignals

/// What make_wfdb.py wrote.
struct WFDBFixtures: Decodable {
  struct Case: Decodable {
    let name: String
    let header: String
    let files: [String: Data]
    let physical: [[Double?]]
  }

  struct Annotations: Decodable {
    let file: Data
    let marks: [Mark]
  }

  struct Mark: Decodable, Equatable {
    let sample: Int64
    let numbers: [Int]
    let text: String

    init(_ annotation: WFDBAnnotation) {
      sample = annotation.sample
      numbers = [
        Int(annotation.code), Int(annotation.subtype), Int(annotation.channel), Int(annotation.number),
      ]
      text = String(decoding: annotation.text, as: UTF8.self)
    }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      sample = try list.decode(Int64.self)
      numbers = try (0..<4).map { _ in try list.decode(Int.self) }
      text = try list.decode(String.self)
    }
  }

  let cases: [Case]
  let annotations: Annotations

  static func load() throws -> WFDBFixtures {
    let url = Repository.fixture("biosignals/wfdb.json")
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    return try decoder.decode(WFDBFixtures.self, from: Data(contentsOf: url))
  }
}

@Suite struct WFDBTests {
  /// Reads a record's samples in pieces of some frames.
  private func samples(_ header: WFDBHeader, _ files: [String: Data], pieces: Int) throws -> [[Int32]] {
    var samples: [[Int32]] = []
    for var file in try WFDBSignalFile.files(of: header) {
      let data = Array(try #require(files[String(decoding: file.name, as: UTF8.self)]))
      var rest = data.dropFirst(Int(file.byteOffset))
      var left = Int(header.frameCount ?? file.frameCount(fileBytes: Int64(data.count)))
      var own = Array(repeating: [Int32](), count: file.signals.count)
      while left > 0 {
        let frames = min(left, pieces * file.alignedFrames)
        let count = file.read(Array(rest).span, frames: frames, into: &own)
        guard count == frames else { break }
        left -= frames
        rest = rest.dropFirst(Int(file.format.byteCount(samples: Int64(frames * file.frameSamples))))
      }
      samples += own
    }
    return samples
  }

  @Test(arguments: [1, 4, 1000]) func valuesAreThoseOfWFDB(pieces: Int) throws {
    let cases = try WFDBFixtures.load().cases
    #expect(cases.count == 41)
    for one in cases {
      let header = try WFDBHeader(Array(one.header.utf8).span)
      let samples = try samples(header, one.files, pieces: pieces)
      let physical = zip(header.signals, samples).map { $0.physical($1) }
      #expect(physical.map { $0.map { $0.isNaN ? nil : $0 } } == one.physical, "\(one.name)")
      for (signal, samples) in zip(header.signals, samples)
      where signal.checksum != nil && signal.checksum != 0 {
        #expect(WFDBHeader.Signal.checksum(samples) == signal.checksum, "\(one.name)")
      }
    }
  }

  @Test func headersAreReadWhole() throws {
    let text = try #require(WFDBFixtures.load().cases.last).header
    let header = try WFDBHeader(Array(text.utf8).span)
    #expect(header.name == Array("made".utf8))
    #expect(header.frameRateHertz == 125.5 && header.frameCount == 40)
    #expect(header.startTime == Array("12:30:05".utf8) && header.startDate == Array("24/12/2019".utf8))
    #expect(header.comments == [Array(" aged 50".utf8), Array("  note".utf8)])
    #expect(header.signals.map(\.samplesPerFrame) == [4, 1, 2, 1])
    #expect(header.signals[1].skewFrames == 3 && header.signals[1].baseline == -7)
    #expect(
      header.signals[2].gain == 200 && !header.signals[2].isCalibrated && header.signals[2].baseline == 11)
    #expect(header.signals[0].isCalibrated && header.signals[1].isCalibrated)
    #expect(header.signals[3].byteOffset == 5 && header.signals[3].name == Array("temperature".utf8))
  }

  /// A record line says how many lines follow; what is below them is no signal.
  @Test func linesBelowTheLastSignalAreLeftOut() throws {
    let text = "a 1 360 10\na.dat 16 200 11 0 0 0 0 I\nb.dat 16 200 11 0 0 0 0 II\n# told\n"
    let header = try WFDBHeader(Array(text.utf8).span)
    #expect(header.signals.map { String(decoding: $0.fileName, as: UTF8.self) } == ["a.dat"])
    #expect(header.comments.count == 1)
  }

  @Test func segmentsAreRead() throws {
    let text = "a/4 2 360/10 300 1:00:00 1/1/1970\na_layout 0\nb 100\n~ 150\nc 50\n# aged 50\n"
    let header = try WFDBHeader(Array(text.utf8).span)
    #expect(header.name == Array("a".utf8) && header.signalCount == 2 && header.signals.isEmpty)
    #expect(header.frameRateHertz == 360 && header.frameCount == 300 && header.hasLayout)
    #expect(header.segments.map { $0.frameCount } == [0, 100, 150, 50])
    #expect(
      header.segments.map { $0.name } == [Array("a_layout".utf8), Array("b".utf8), nil, Array("c".utf8)])
    #expect(header.comments == [Array(" aged 50".utf8)] && header.startMicroseconds == 3_600_000_000)
    #expect(try WFDBSignalFile.files(of: header).isEmpty)
    // A layout says which signals there are, and has none of their samples.
    let layout = try WFDBHeader(Array("a_layout 2 360\n~ 0x4 200/mV 0 0 0 0 0 II\n~ 0\n".utf8).span)
    #expect(layout.signals.map { $0.isStored } == [false, false] && layout.signals[0].samplesPerFrame == 4)
    #expect(try WFDBSignalFile.files(of: layout).isEmpty && !layout.hasLayout)
    let mixed = try WFDBHeader(Array("a 3 360 1\na.dat 16\n~ 0\na.dat 16\n".utf8).span)
    #expect(try WFDBSignalFile.files(of: mixed).map { $0.signals } == [[0], [2]])
  }

  @Test func annotationsAreThoseOfWFDB() throws {
    let fixture = try WFDBFixtures.load().annotations
    let (annotations, isComplete) = WFDBAnnotation.read(Array(fixture.file).span)
    #expect(isComplete && annotations.map(WFDBFixtures.Mark.init) == fixture.marks)
    for cut in stride(from: 0, to: fixture.file.count - 1, by: 7) {
      let (some, isComplete) = WFDBAnnotation.read(Array(fixture.file.prefix(cut)).span)
      #expect(!isComplete && some.count <= annotations.count)
    }
  }

  @Test func faultsAreNamed() {
    func fault(_ text: String) -> BiosignalError? {
      do {
        _ = try WFDBHeader(Array(text.utf8).span)
        return nil
      } catch { return error }
    }
    #expect(fault("") == .empty)
    #expect(fault("# only\n\n") == .wfdb(.noRecordLine, line: 2))
    #expect(fault("a/x 2 360 100\n") == .wfdb(.malformed(.segmentCount), line: 1))
    #expect(fault("a/0 2 360 100\n") == .wfdb(.malformed(.segmentCount), line: 1))
    #expect(fault("a/65537 2 360 100\n") == .wfdb(.tooManySegments(limit: 65_536), line: 1))
    #expect(fault("a/3 2 360 100\nb 100\n") == .wfdb(.missingSegments(expected: 3, found: 1), line: 2))
    #expect(fault("a/1 2 360 100\na 100\n") == .wfdb(.ownSegment, line: 2))
    #expect(fault("a/1 2 360 100\n../b 100\n") == .wfdb(.fileName, line: 2))
    #expect(fault("a/1 2 360\nb\n") == .wfdb(.malformed(.segmentFrames), line: 2))
    #expect(fault("a/1 2 360\nb -1\n") == .wfdb(.malformed(.segmentFrames), line: 2))
    #expect(
      fault("a/2 2 360\nb 999999999999999\nc 1\n") == .wfdb(.malformed(.segmentFrames), line: 3))
    #expect(fault("a two\n") == .wfdb(.malformed(.signalCount), line: 1))
    #expect(fault("a 1025\n") == .wfdb(.tooManySignals(limit: 1024), line: 1))
    #expect(fault("a 2 250\na.dat 16\n") == .wfdb(.missingSignals(expected: 2, found: 1), line: 2))
    #expect(fault("a 1 0\na.dat 16\n") == .wfdb(.malformed(.rate), line: 1))
    #expect(fault("a 1\n\na.dat 508\n") == .wfdb(.unknownFormat(508), line: 3))
    #expect(fault("a 1\n../a.dat 16\n") == .wfdb(.fileName, line: 2))
    #expect(fault("a 1\na.dat 16 1x/mV\n") == .wfdb(.malformed(.gain), line: 2))
  }

  @Test func anyBytesAreReadOrRefused() throws {
    let fixture = try WFDBFixtures.load()
    var generator = SeededGenerator(seed: 3)
    for one in fixture.cases {
      for _ in 0..<40 {
        var text = Array(one.header.utf8)
        text.mutate(using: &generator)
        guard let header = try? WFDBHeader(text.span), let files = try? WFDBSignalFile.files(of: header)
        else {
          continue
        }
        for var file in files {
          var samples = Array(repeating: [Int32](), count: file.signals.count)
          let bytes = Array(one.files.values.joined())
          let read = file.read(bytes.span, frames: 50, into: &samples)
          #expect(read <= 50)
          for (signal, own) in zip(file.signals, samples) {
            #expect(header.signals[signal].physical(own).count == own.count)
          }
        }
      }
    }
    for _ in 0..<500 {
      var file = Array(fixture.annotations.file)
      file.mutate(using: &generator)
      let (annotations, _) = WFDBAnnotation.read(file.span)
      #expect(annotations.count <= file.count / 2)
    }
  }

  @Test func startsAreDatesAndTimes() throws {
    func start(_ fields: String) throws -> Int64? {
      let text = Array("a 0 250 9 \(fields)\n".utf8)
      return try WFDBHeader(text.span).startMicroseconds
    }
    #expect(try start("12:30:05.25 24/12/2019") == 1_577_190_605_250_000)
    #expect(try start("30:05 1/1/1970") == 1_805_000_000)
    for other in ["", "12:30:05", "25:00:00 1/1/1970", "1:00:00 31/2/2020", "1:00:00 1/2", "x 1/1/1970"] {
      #expect(try start(other) == nil, "\(other)")
    }
  }

  @Test func codesHaveSymbols() {
    func symbol(_ code: UInt8) -> String {
      String(decoding: WFDBAnnotation(sample: 0, code: code).symbol, as: UTF8.self)
    }
    #expect([1, 5, 14, 22, 28, 41].map(symbol) == ["N", "V", "~", "\"", "+", "r"])
    #expect([0, 15, 17, 42, 49].map(symbol) == ["[0]", "[15]", "[17]", "[42]", "[49]"])
    var note = WFDBAnnotation(sample: 0, code: 22)
    #expect(note.timeResolutionHertz == nil)
    note.text = Array("## time resolution: 360".utf8)
    #expect(note.timeResolutionHertz == 360)
    note.text = Array("## time resolution: 0".utf8)
    #expect(note.timeResolutionHertz == nil)
  }
}
