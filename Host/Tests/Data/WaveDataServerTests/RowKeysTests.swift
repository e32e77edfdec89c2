import Testing

@testable import WaveDataServer

@Suite struct RowKeysTests {
  /// Keys chunk by chunk, as a pass gives them, against a plain list.
  private func check(_ chunks: [[Int64]]) {
    var keys = RowKeys()
    for chunk in chunks { keys.append(chunk) }
    let all = chunks.flatMap { $0 }
    #expect(all.indices.allSatisfy { keys.key(ofRow: $0) == all[$0] })
    #expect(keys.key(ofRow: all.count) == nil && keys.key(ofRow: -1) == nil)
  }

  private func counted(from first: Int64, _ count: Int = 65_536) -> [Int64] {
    (0..<Int64(count)).map { first + $0 }
  }

  @Test func areThoseThatWereGiven() {
    check([])
    check([[5]])
    check([counted(from: 1), counted(from: 65_537, 100)])
    check([counted(from: -9), counted(from: 65_527), counted(from: 131_063, 1)])
    check([(0..<65_536).map { $0 * $0 }, [7, -3, .max, .min]])
  }

  @Test func areKeptEachFromTheFirstGapOn() {
    // A gap between chunks, within the last one, and keys that only fit a later first one.
    check([counted(from: 1), counted(from: 65_538, 40)])
    check([counted(from: 1), counted(from: 65_537), [131_073, 131_075]])
    check([[3, 2]])
    check([counted(from: 10), (0..<65_536).map { 1_000_000 - $0 }, counted(from: 131_082, 5)])
  }
}
