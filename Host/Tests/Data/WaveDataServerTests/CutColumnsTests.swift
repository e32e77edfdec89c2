import Foundation
import Logging
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveServer
import WaveWire

@testable import WaveDataServer
@testable import WaveTables

/// A file that keeps a table's columns is cut while it is served: an error names it, and the table is read
/// again; others go on.
@Suite struct CutColumnsTests {
  private static let rowCount = 70_000

  /// A table whose columns are kept, served by a station that shows these.
  private final class Served {
    let folder: URL
    let database: String
    let path: String
    let host: LoadedTableHost

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let text = folder.appending(path: "known.csv")
      let rows = (0..<rowCount).map { "\($0),\(Double($0 * 7919 % 10_007) / 8),w\($0 % 5)\n" }
      try Data(("number,value,word\n" + rows.joined()).utf8).write(to: text)
      let cache = try CacheFolder(path: folder.appending(path: "cache").path)
      let database = folder.appending(path: "known.sqlite").path
      _ = try CSVImport.run(path: text.path, to: database, isReplacing: false) { _ in true }
      let table = try SQLiteTable(path: database, folder: cache)
      let info = table.info
      path = cache.path + "/columns-\(CacheFolder.name(of: "\(database)\0\(info.name)")).wgs"
      let state = try #require(table.state)
      let writer = try ColumnCacheWriter(
        path: path, key: state, source: "known", columns: [0, 1], of: info)
      try table.scan([0, 1], progress: { _ in true }, each: { #expect(writer.append($0)) })
      try writer.finish()
      self.database = database
      host = LoadedTableHost(
        number: 0,
        opening: RowsOpening(name: "known", path: database) { _ throws(TableError) in
          CachedTable(try SQLiteTable(path: database, folder: cache), folder: cache)
        }, logger: Logger(label: "test"))
      host.read()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Waits until what was to be read is.
    func settle() { host.reader.sync {} }

    var said: String? {
      host.state.withLock { $0.persistentNotice.map { String(decoding: $0.text, as: UTF8.self) } }
    }
  }

  private static let lane = ShowLane(column: 1, lens: 0, threshold: 3, pixels: 90, low: 0, high: 1300)

  private static func view(_ order: TableOrder = .rows) -> ShowTable {
    ShowTable(
      view: 3, source: 0, order: order, orderColumn: order == .rows ? 0 : 1, pixels: 300, from: 7,
      until: 69_000)
  }

  /// The picture of a lane; nil where none is sent.
  private static func picture(_ handler: LoadedTableHandler, _ order: TableOrder = .rows) -> LaneSpans? {
    handler.draw(lane, view(order), handler.state.withLock { $0.pictures.generation })
    for case .spans(let spans) in handler.nextAnswers() { return spans }
    return nil
  }

  private static func rows(_ handler: LoadedTableHandler) -> [TableCells] {
    handler.answer(ReadRows(request: 4, source: 0, isTick: false, start: 67_000, count: 3), view())
    return handler.nextAnswers().compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  @Test func aCutFileEndsOneViewAndNoMore() throws {
    let (served, other) = (try Served(), try Served())
    let handlers = [served, other].map { LoadedTableHandler(host: $0.host, waker: .none) }
    #expect(served.host.state.withLock { $0.kept != nil && $0.texts[2] != nil })
    let before = try #require(Self.picture(handlers[0]))
    #expect(before.rowCount == 68_993 && served.said == nil && Self.rows(handlers[0]).count == 3)
    #expect(Self.picture(handlers[1]) == before)
    let ordered = try #require(Self.picture(handlers[1], .ranks))

    #expect(truncate(served.path, 4096) == 0)
    #expect(Self.picture(handlers[0]) == nil)
    let said = try #require(served.said)
    let name = try #require(served.path.split(separator: "/").last)
    #expect(said.hasPrefix("\(name), which keeps the table's columns, was cut"))
    // Where it lies here is nobody's business elsewhere.
    #expect(!said.contains(served.folder.path))
    served.settle()
    #expect(served.host.state.withLock { $0.kept == nil && $0.texts[2]?.codes.count == Self.rowCount })
    // The table itself gives the same, to the pixel and the cell, in every order.
    #expect(Self.picture(handlers[0]) == before && Self.picture(handlers[0], .ranks) == ordered)
    #expect(Self.rows(handlers[0]) == Self.rows(handlers[1]) && Self.rows(handlers[0]).count == 3)

    // The other table was not read again.
    #expect(other.host.state.withLock { $0.kept != nil && $0.reading == 1 } && other.said == nil)
    #expect(served.host.state.withLock { $0.reading } == 2)
  }

  @Test(arguments: ["rows", "range", "row", "order", "filter", "scatter", "derived", "export"])
  func whateverIsAskedOfACutFileIsDropped(_ question: String) throws {
    let served = try Served()
    let handler = LoadedTableHandler(host: served.host, waker: .none)
    // An order and a filter that were made before are of columns that are gone.
    let before = try #require(Self.picture(handler, .ranks))
    #expect(truncate(served.path, 4096) == 0)
    let view = Self.view(question == "order" ? .values : .rows)
    let request: UInt16 = 9
    let filter = SetFilter(source: 0, filter: 1, kind: .values(column: 1, low: 3, high: 900))
    switch question {
    case "rows": #expect(Self.rows(handler).isEmpty)
    case "range":
      handler.answer(ReadRange(request: request, source: 0, column: 1, from: 5, until: 60_000), view)
    case "row": handler.answer(ReadRow(request: request, source: 0, tick: 67_777, column: 1), view, 0)
    case "order": #expect(Self.picture(handler, .values) == nil)
    case "filter":
      handler.perform(filter, view)
      #expect(Self.picture(handler) == nil)
    case "scatter":
      let wish = ShowScatter(
        request: request, source: 0, x: 0, y: 1, columns: 20, rows: 20, xLow: 0, xHigh: 70_000, yLow: 0,
        yHigh: 1300)
      handler.state.withLock { _ = $0.shown.show(wish) }
      handler.answer(wish, view, 0)
    case "derived":
      let operands = served.host.state.withLock { $0.source?.info.operands } ?? []
      let formula = try ColumnFormula.parse(Array("value * 2".utf8), columns: operands)
      handler.state.withLock { state in
        state.derived.columns[0] = DerivedColumn(name: [0x64], formula: formula, wish: 1)
      }
      handler.makeWhatIsMissing()
    default:
      handler.begin(ExportRows(request: request, source: 0, from: 60_000, until: 60_010), view)
      if let writer = handler.state.withLock({ $0.export }) { handler.write(writer) }
    }
    let answers = handler.nextAnswers().filter { answer in
      // How far work is that takes long is sent all the while.
      switch answer {
      case .notice, .progress: false
      default: true
      }
    }
    #expect(answers.isEmpty, "\(question)")
    #expect(served.said?.contains("was cut or changed") == true, "\(question)")
    served.settle()
    if question == "filter" {
      // Which rows are kept is not taken from what was cut.
      let kept = try #require(Self.picture(handler))
      handler.perform(filter, view)
      #expect(Self.picture(handler) == kept && kept.rowCount < 60_000)
      handler.perform(SetFilter(source: 0, filter: 1, kind: .none), view)
    }
    #expect(Self.picture(handler, .ranks) == before, "\(question)")
  }

  @Test func placesThatALensHasChosenAreThoseOfTheNewestView() throws {
    let served = try Served()
    let handler = LoadedTableHandler(host: served.host, waker: .none)
    handler.show(Self.lane)
    let spans = try #require(Self.picture(handler))
    let generation = handler.state.withLock { $0.pictures.generation }
    let table = try #require(try served.host.ordered(OrderedTable.Name(.ranks, column: 1)) { _ in true })
    handler.send([.spans(spans)], of: table, for: generation) {
      $0.pictures.store(points: [5, 69_999], of: 1)
    }
    func chosen() -> [Int]? {
      handler.state.withLock { $0.pictures.points(of: 1, in: $0.pictures.generation) }
    }
    #expect(chosen() == [5, 69_999] && handler.nextAnswers().count == 1)
    // What was begun for a view before is finished behind the next one.
    handler.state.withLock { $0.pictures.start($0.shown, hasOverview: false, isAnnounced: false) }
    handler.send([.spans(spans)], of: table, for: generation) { $0.pictures.store(points: [7], of: 1) }
    #expect(chosen() == nil && handler.nextAnswers().isEmpty)
    // And a question for a row that was asked before it is answered by the rows themselves.
    handler.state.withLock { $0.pictures.store(points: [5, 400_000], of: 1) }
    let question = ReadRow(request: 1, source: 0, tick: 60_000, column: 1)
    #expect(handler.nearest(question, Self.view(.ranks), generation, table) > 5)
    // Of places that are no longer there none is meant.
    #expect(handler.nearest(question, Self.view(.ranks), generation + 1, table) == 5)
  }
}
