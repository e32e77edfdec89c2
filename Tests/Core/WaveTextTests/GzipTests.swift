import Testing
import WaveText

@Suite struct GzipTests {
  @Test func isDetectedByItsMark() {
    func begins(_ bytes: [UInt8]) -> Bool { Gzip.begins(bytes.span) }
    #expect(begins([0x1F, 0x8B, 8]))
    #expect(!begins([0x1F]))
    #expect(!begins([]))
    #expect(!begins(Array("2020-04-01, 20:15:40, 90001563, 92131769".utf8)))
  }
}
