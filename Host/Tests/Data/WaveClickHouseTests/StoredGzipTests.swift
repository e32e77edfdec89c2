import Testing
import WaveSystem

@testable import WaveClickHouse

@Suite struct StoredGzipTests {
  /// Against zlib.
  @Test(arguments: [0, 1, 65_534, 65_535, 65_536, 200_000]) func zlibGivesBackWhatWasPutIn(count: Int) throws
  {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let member = StoredGzip.member(bytes)
    for cut in [0, 1, 8, 9] {
      let inflater = GzipInflater(limit: count + 1)
      var output: [UInt8] = []
      var input = Array(member.dropLast(cut))
      try inflater.inflate(&input) {
        output += $0
        return true
      }
      #expect(inflater.isComplete == (cut == 0))
      if cut == 0 { #expect(output == bytes) }
    }
  }
}
