import Testing
import WavePropagation
import WaveUnits

@testable import WaveSimulation

@Suite struct HillsTests {
  @Test func tilesShareTheirEdges() {
    let hills = Hills()
    let last = Hills.postCount - 1
    for post in stride(from: 0, through: last, by: 40) {
      for (west, east) in [(0, 1), (2, 3)] {
        #expect(
          hills.height(tile: west, row: post, column: last) == hills.height(tile: east, row: post, column: 0))
      }
      for (north, south) in [(0, 2), (1, 3)] {
        #expect(
          hills.height(tile: north, row: last, column: post)
            == hills.height(tile: south, row: 0, column: post))
      }
    }
    for (tile, place) in Hills.tiles.enumerated() {
      let width = Double(last) * Hills.stepDegrees
      #expect(
        abs(
          place.northWest.longitudeDegrees - Hills.tiles[0].northWest.longitudeDegrees - Double(tile % 2)
            * width)
          < 1e-9)
      #expect(
        abs(
          Hills.tiles[0].northWest.latitudeDegrees - place.northWest.latitudeDegrees - Double(tile / 2)
            * width)
          < 1e-9)
    }
  }

  /// Heights are those of hills: a lake at sea level, summits, nothing steeper than a cliff.
  @Test func thereAreHillsAndALake() {
    let hills = Hills()
    var (high, lake, count) = (Int16.min, 0, 0)
    for tile in 0..<4 {
      for row in stride(from: 0, to: Hills.postCount, by: 12) {
        for column in stride(from: 0, to: Hills.postCount - 1, by: 12) {
          let height = hills.height(tile: tile, row: row, column: column)
          high = max(high, height)
          lake += height == 0 ? 1 : 0
          count += 1
          #expect(height >= 0)
          #expect(abs(Int(hills.height(tile: tile, row: row, column: column + 1)) - Int(height)) < 90)
        }
      }
    }
    #expect(high > 900 && high < 3000)
    #expect(lake > count / 200 && lake < count / 8)
  }
}
