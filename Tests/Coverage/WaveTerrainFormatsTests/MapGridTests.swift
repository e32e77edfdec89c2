import Testing
import WavePropagation
import WaveTerrainFormats
import WaveUnits

@Suite struct MapGridTests {
  private static let lattice = PostLattice(
    northWest: Coordinate(latitudeDegrees: 48, longitudeDegrees: 11), latitudeStepDegrees: 0.5,
    longitudeStepDegrees: 0.25, rowCount: 3, columnCount: 4)

  private func map(_ losses: [Int: Int16]) throws -> CoverageMap {
    try #require(
      CoverageMap(Self.lattice, losses: (0..<12).map { losses[$0, default: CoverageMap.nothing] }))
  }

  @Test func onlyRowsAndColumnsWithALossAreKept() throws {
    let grid = MapGrid(try map([6: 100, 11: 300])) { -$0 }
    #expect(grid.rowCount == 2 && grid.columnCount == 2)
    #expect(grid.lattice.northWest == Coordinate(latitudeDegrees: 47.5, longitudeDegrees: 11.5))
    #expect(grid.values == [-100, MapGrid.nothing, MapGrid.nothing, -300])
    let edges = grid.edges
    #expect(edges.north == 47.75 && edges.south == 46.75 && edges.west == 11.375 && edges.east == 11.875)
  }

  @Test func aLossInTheFirstRowAloneIsKept() throws {
    let grid = MapGrid(try map([2: 700]))
    #expect(grid.rowCount == 1 && grid.columnCount == 1 && grid.values == [700])
    #expect(grid.lattice.northWest == Coordinate(latitudeDegrees: 48, longitudeDegrees: 11.5))
    #expect(grid.value(at: Coordinate(latitudeDegrees: 48.1, longitudeDegrees: 11.45)) == 700)
  }

  @Test func aMapWithoutLossesIsOnePostWithoutAValue() throws {
    let grid = MapGrid(try map([:])) { _ in 5 }
    #expect(grid.rowCount == 1 && grid.columnCount == 1 && grid.values == [MapGrid.nothing])
    #expect(grid.value(at: Coordinate(latitudeDegrees: 48, longitudeDegrees: 11)) == nil)
  }
}
