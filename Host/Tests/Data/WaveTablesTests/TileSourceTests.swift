import Foundation
import Testing
import WaveStore

@testable import WaveTables

@Suite struct TileSourceTests {
  @Test func everyByteOfAFileCanBeRead() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<100).map { UInt8($0) }
    var source = try #require(TileSource(path: try folder.write(bytes, "tiles")))
    #expect(source.byteCount == 100)
    var found: [UInt8] = []
    for range in [0..<100, 60..<100, 99..<100, 100..<100, 0..<1, 30..<70] {
      try source.read(at: UInt64(range.lowerBound), count: range.count, into: &found)
      #expect(found == Array(bytes[range]), "\(range)")
    }
  }

  @Test func bytesBeyondTheEndAreRefused() throws {
    let folder = try TemporaryFolder()
    var source = try #require(TileSource(path: try folder.write([1, 2, 3], "tiles")))
    var found: [UInt8] = [9]
    for (place, count) in [(UInt64(0), 4), (2, 2), (3, 1), (.max, 1), (0, -1), (0, .max)] {
      #expect(throws: StoreError.unreadable(place: place)) {
        try source.read(at: place, count: count, into: &found)
      }
    }
    try source.read(at: 1, count: 2, into: &found)
    #expect(found == [2, 3])
    #expect(TileSource(path: folder.url.appending(path: "none").path) == nil)
  }

  @Test func moreThanABlockIsRead() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([UInt8](repeating: 1, count: 70_000), "tiles")
    var source = try #require(TileSource(path: path))
    var found: [UInt8] = []
    try source.read(at: 65_530, count: 100, into: &found)
    #expect(found == [UInt8](repeating: 1, count: 100))
    try source.read(at: 0, count: 70_000, into: &found)
    #expect(found.count == 70_000)
    try source.read(at: 69_999, count: 1, into: &found)
    #expect(found == [1])
  }
}
