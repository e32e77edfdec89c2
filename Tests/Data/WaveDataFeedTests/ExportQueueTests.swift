import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveWire

@Suite struct ExportQueueTests {
  private static let request = ExportRows(request: 4, source: 7, from: 3, until: 9)

  @Test func linesAreAskedForFromPlaceToPlace() {
    var export = ExportQueue()
    #expect(!export.needsLines)
    #expect(export.question([]) == nil)
    export.start(Self.request, makeView(1, .values, column: 2))
    let window = ColumnWindow(order: .values(2), from: 3, until: 9, pixels: 1)
    let filters: [ColumnFilter] = [.ticks(.rows, from: 1, until: 2, among: [])]
    #expect(export.needsLines)
    #expect(export.question(filters) == .lines(from: nil, window, filters))
    #expect(export.nextPart() == [])
    let lines = ExportLines(bytes: [65], rowCount: 2, total: 5, cutCount: 0, next: .tick(6))
    export.receive(lines)
    #expect(export.needsLines)
    #expect(export.question([]) == .lines(from: .tick(6), window, filters))
    export.receive(ExportLines(bytes: [66], rowCount: 2, total: 9, cutCount: 0, next: nil))
    #expect(!export.needsLines)
    let part = ExportPart(request: 4, isLast: true, done: 4, total: 4, bytes: [65, 66])
    #expect(export.nextPart() == [.exportPart(part)])
    #expect(!export.needsLines)
    #expect(export.nextPart() == [])
  }

  @Test func emptyExportsEndTheOlderOne() {
    var export = ExportQueue()
    export.start(Self.request, nil)
    #expect(!export.needsLines)
    export.start(Self.request, makeView(1))
    export.start(ExportRows(request: 4, source: 7, from: 3, until: 3), makeView(1))
    #expect(!export.needsLines)
    export.receive(ExportLines(bytes: [65], rowCount: 2, total: 5, cutCount: 1, next: nil))
    #expect(export.nextPart() == [])
  }
}
