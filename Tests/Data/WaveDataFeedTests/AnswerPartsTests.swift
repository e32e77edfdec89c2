import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveWire

@Suite struct AnswerPartsTests {
  @Test func columnsAreSplitIntoMessages() {
    let columns = (0..<450).map { TableColumns.Column(kind: .real, name: [UInt8($0 & 0x7F)]) }
    let parts = TableColumns.parts(of: columns, source: 3)
    #expect(parts.map(\.first) == [0, 200, 400] && parts.allSatisfy { $0.source == 3 })
    #expect(parts.flatMap(\.columns).map(\.name) == columns.map(\.name))
    #expect(TableColumns.parts(of: [], source: 3).isEmpty)
  }

  @Test func rowsAreSplitIntoMessages() {
    let cells = (0..<401).map { TableCells.Cell.integer(Int64($0)) }
    let whole = TableCells(request: 5, source: 1, key: 9, tick: 8, first: 0, cells: cells)
    let parts = TableCells.parts(of: whole)
    #expect(parts.map(\.first) == [0, 200, 400] && parts.flatMap(\.cells) == cells)
    #expect(parts.allSatisfy { $0.request == 5 && $0.source == 1 && $0.key == 9 && $0.tick == 8 })
    var empty = whole
    empty.cells = []
    #expect(TableCells.parts(of: empty) == [empty])
  }
}
