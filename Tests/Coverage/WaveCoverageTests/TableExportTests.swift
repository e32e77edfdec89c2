import Testing
import WavePropagation
import WaveTerrainFormats

@testable import WaveCoverage

@Suite struct TableExportTests {
  @Test(arguments: [1, 15, 16, 17, 32, 40])
  func partsMakeTheWholeTable(rows: Int) throws {
    let map = try #require(
      CoverageMap(
        PostLattice(
          northWest: Samples.middle, latitudeStepDegrees: 0.001, longitudeStepDegrees: 0.001, rowCount: rows,
          columnCount: 2), losses: (0..<Int16(2 * rows)).map { 9000 + $0 }))
    let grid = MapGrid(map)
    let column = Array("loss_dB".utf8)
    var table = TableExport(grid, column: column)
    var (bytes, count, isLast) = ([UInt8](), 0, false)
    while !isLast, count < 10 {
      let part = table.next()
      bytes += part.bytes
      isLast = part.isLast
      count += 1
    }
    #expect(bytes == grid.csv(column: column, rows: 0..<rows))
    #expect(count == (rows + 15) / 16 && isLast)
  }
}
