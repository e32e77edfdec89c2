import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveWire

@Suite struct RowExportTests {
  private static let size = WireLimits.exportBytes

  @Test func linesAreCutIntoParts() {
    var export = RowExport(request: 7, header: [1, 2], total: 5)
    #expect(export.needsLines && export.next() == nil)
    export.append(Array(repeating: 3, count: 2 * Self.size), rowCount: 3, cutCount: 1)
    #expect(!export.needsLines)
    let first = export.next()
    #expect(first?.bytes.prefix(3) == [1, 2, 3] && first?.bytes.count == Self.size)
    #expect(first?.isLast == false && first?.done == 3 && first?.total == 5 && first?.request == 7)
    #expect(export.next()?.bytes.count == Self.size)
    // Two bytes are left, which wait for more.
    #expect(export.needsLines && export.next() == nil)
    export.append([4], rowCount: 1, cutCount: 2)
    export.end()
    // One row has gone meanwhile.
    #expect(export.next() == ExportPart(request: 7, isLast: true, done: 4, total: 4, bytes: [3, 3, 4]))
    #expect(export.cutCount == 3)
  }

  @Test func anExportOfNoRowsIsItsHeader() {
    var export = RowExport(request: 1, header: [9], total: 0)
    export.end()
    #expect(export.next() == ExportPart(request: 1, isLast: true, done: 0, total: 0, bytes: [9]))
  }

  @Test func aFullLastPartIsTheLast() {
    var export = RowExport(request: 1, header: [], total: 1)
    export.append(Array(repeating: 3, count: Self.size), rowCount: 2, cutCount: 0)
    export.end()
    let part = export.next()
    #expect(part?.isLast == true && part?.bytes.count == Self.size && part?.total == 2)
  }
}
