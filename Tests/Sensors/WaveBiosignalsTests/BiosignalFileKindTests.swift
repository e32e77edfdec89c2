import TestSupport
import Testing
import WaveBiosignals

@Suite struct BiosignalFileKindTests {
  private func detect(_ bytes: [UInt8]) -> BiosignalFileKind? { BiosignalFileKind.detect(first: bytes.span) }

  @Test func detectsWFDBByAHeaderOfARecord() throws {
    for record in try WFDBFixtures.load().cases { #expect(detect(Array(record.header.utf8)) == .wfdb) }
    let long = Array("# a note\n100_3-b 2 360\n".utf8) + Array(repeating: 0x23, count: 600)
    #expect(detect(Array(long.prefix(BiosignalFileKind.probeBytes))) == .wfdb)
    #expect(detect(Array("s/2 2 360 10\na 5\n".utf8)) == .wfdb)
    #expect(detect(Array("a 0\n".utf8)) == .wfdb)
    for text in ["a 2\n", "a 2 360\nb.dat 17\n", "a b\nc.dat 16\n", "a\n", "a.b 1\nc 16\n"] {
      #expect(detect(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func detectsEDFAndDICOMByTheirMarks() throws {
    let edf = try EDFFixtures.load()
    for bytes in edf.cases.values.map({ Array($0.file) }) + edf.odd.values.map({ Array($0) }) {
      #expect(detect(Array(bytes.prefix(BiosignalFileKind.probeBytes))) == .edf)
      #expect(detect(Array(bytes.prefix(255))) == nil)
    }
    for one in try DICOMFixtures.load().cases {
      #expect(detect(Array(one.file.prefix(BiosignalFileKind.probeBytes))) == .dicom)
    }
    #expect(detect([]) == nil)
  }

  @Test func neverTraps() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Array("a0 2\n#/.".utf8).randomElement(using: &random) ?? UInt8.random(in: 0...255, using: &random)
      }
      let kind = detect(bytes)
      #expect(kind == nil || kind == .wfdb)
    }
  }
}
