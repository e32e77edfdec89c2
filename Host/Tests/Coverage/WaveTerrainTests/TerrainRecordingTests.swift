import Foundation
import TestSupport
import Testing
import WavePropagation
import WaveTerrain

/// Real tiles, which the project does not ship, beside what numpy read of them (make_terrain.py --digests).
@Suite(.enabled(if: ProcessInfo.processInfo.environment["WAVEGLASS_RECORDINGS"] != nil))
struct TerrainRecordingTests {
  private struct Digest: Decodable, Equatable {
    let file: String
    let rows: Int
    let columns: Int
    let voids: Int
    let low: Int
    let high: Int
    let sum: Int
    let weighted: Int
    let northWest: Int
    let southEast: Int
  }

  private let folder = TerrainFolder(
    path: Repository.recordings.appending(path: "coverage/terrain").path)

  private func tile(_ name: String) throws -> TerrainTile {
    let entry = try #require(try folder.list().first { $0.name == name })
    #expect(entry.fault == nil)
    return try entry.load()
  }

  @Test func everyHeightIsWhatNumpyReads() throws {
    let data = try Data(contentsOf: TerrainFixtures.folder.appending(path: "digests.json"))
    let digests = try JSONDecoder().decode([Digest].self, from: data)
    #expect(digests.count == 7)
    for digest in digests {
      let tile = try tile(digest.file)
      let range = tile.heightRange()
      var (sum, weighted) = (0, 0)
      for (index, height) in tile.heights.enumerated() where height != TerrainTile.void {
        sum += Int(height)
        weighted += Int(height) * (index % 1009 + 1)
      }
      let found = Digest(
        file: digest.file, rows: tile.rowCount, columns: tile.columnCount, voids: range.voidCount,
        low: Int(range.meters?.lowerBound ?? 0), high: Int(range.meters?.upperBound ?? 0), sum: sum,
        weighted: weighted, northWest: Int(tile.heights[0]),
        southEast: Int(tile.heights[tile.heights.count - 1]))
      #expect(found == digest)
    }
    // Read as two's complement, these would be -1 m.
    #expect(digests.first { $0.file == "n00_e006_3arc_v2.dt1.gz" }?.voids == 4072)
  }

  /// GDAL made one of the other, with every other column, as north of 50° it has to be.
  @Test func theDerivedTileIsItsSourcePostForPost() throws {
    let (dted, hgt) = (try tile("n51_w001_derived.dt1.gz"), try tile("N51W001.hgt.gz"))
    #expect(dted.northWest == hgt.northWest && dted.southEast == hgt.southEast)
    #expect(dted.rowCount == 1201 && dted.columnCount == 601 && hgt.columnCount == 1201)
    let everyOther = (0..<1201).flatMap { row in
      stride(from: 0, to: 1201, by: 2).map { hgt.heights[row * 1201 + $0] }
    }
    #expect(dted.heights == everyOther)
  }
}
