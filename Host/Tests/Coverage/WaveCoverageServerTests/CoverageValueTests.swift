import Testing
import WaveCoverageWire

@testable import WaveCoverageServer

/// Addresses of street pictures, posts of blocks, and the room for fetches and maps.
@Suite struct CoverageValueTests {
  @Test(
    arguments: [
      ("0/0/0", "0 0 0"), ("3/7/0", "3 7 0"), ("18/262143/5", "18 262143 5"), ("19/0/0", nil), ("3/8/0", nil),
      ("3/0/8", nil), ("0/1/0", nil), ("3/1", nil), ("3/1/2/4", nil), ("3/-1/2", nil), ("3/+1/2", nil),
      ("a/1/2", nil),
      ("//", nil), ("", nil), ("003/001/002", "3 1 2"), ("3/0000000001/2", nil), ("3/000000001/2", "3 1 2"),
    ] as [(String, String?)])
  func aPictureIsWithinItsZoom(_ path: String, _ tile: String?) {
    let found = StreetRoutes.tile(Substring(path), zoom: 18)
    #expect(found.map { "\($0.zoom) \($0.column) \($0.row)" } == tile)
  }

  @Test func noZoomIsDeeperThanTwentyFour() {
    #expect(
      StreetRoutes.tile("24/16777215/0", zoom: 99) == StreetMap.Tile(zoom: 24, column: 16_777_215, row: 0))
    #expect(StreetRoutes.tile("25/0/0", zoom: 99) == nil)
    let message = { (zoom: Int) in
      StreetRoutes.message(StreetMap(attribution: "me", zoom: zoom) { _ in nil })
    }
    #expect(message(18).zoom == 18 && message(30).zoom == 24 && message(-1).zoom == 0)
    #expect(message(3).attribution == Array("me".utf8))
    #expect(message(3).address == Array("streets/{z}/{x}/{y}".utf8))
  }

  @Test func theSurfaceOfABlockHasTheBlocksPosts() throws {
    let tile = TerrainDescription(
      northDegrees: 10, westDegrees: 20, latitudeStepDegrees: 0.001, longitudeStepDegrees: 0.002,
      rowCount: 300,
      columnCount: 300, name: [])
    let first = try #require(
      SurfacePosts(of: TerrainBlockKey(tile: 0, level: 0, row: 1, column: 2), in: tile))
    #expect(abs(first.northDegrees - 9.872) < 1e-9 && abs(first.westDegrees - 20.512) < 1e-9)
    #expect(first.latitudeStepDegrees == 0.001 && first.longitudeStepDegrees == 0.002)
    #expect(first.rowCount == 129 && first.columnCount == 44)
    let coarse = try #require(
      SurfacePosts(of: TerrainBlockKey(tile: 0, level: 1, row: 1, column: 0), in: tile))
    #expect(abs(coarse.northDegrees - 9.744) < 1e-9 && coarse.westDegrees == 20)
    #expect(coarse.latitudeStepDegrees == 0.002 && coarse.longitudeStepDegrees == 0.004)
    #expect(SurfacePosts(of: TerrainBlockKey(tile: 0, level: 0, row: 3, column: 0), in: tile) == nil)
  }

  @Test func theDemonstrationHasFourTiles() throws {
    let terrain = DemoTerrain()
    #expect(terrain.tiles.count == 4 && terrain.versions == [1, 1, 1, 1])
    #expect(try terrain.heights(ofTile: 3, rows: [0, 5], columns: [1, 2, 3]).count == 6)
    for tile in [-1, 4] {
      #expect(throws: TerrainFault("There is no tile \(tile).")) {
        try terrain.heights(ofTile: tile, rows: [0], columns: [0])
      }
    }
  }
}
