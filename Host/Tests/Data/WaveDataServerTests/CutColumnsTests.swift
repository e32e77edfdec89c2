import Foundation
import Logging
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
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

  private static func window(_ order: ColumnOrder = .rows) -> ColumnWindow {
    ColumnWindow(order: order, from: 7, until: 69_000, pixels: 300)
  }

  /// The picture of a lane; nil if there is no answer.
  private static func picture(
    _ source: MappedRows, _ order: ColumnOrder = .rows, _ filters: [ColumnFilter] = []
  ) -> ColumnPicture? {
    let lane = LaneRequest(column: 1, lens: ColumnLens(.m4, threshold: 0))
    guard case .picture(let picture, _) = source.answer(.picture([lane], window(order), filters)) else {
      return nil
    }
    return picture
  }

  private static func rows(_ source: MappedRows) -> [FeedRow] {
    guard case .rows(let rows) = source.answer(.rows(.place(67_000), count: 3, .rows, [])) else { return [] }
    return rows.rows
  }

  @Test func aCutFileEndsOneViewAndNoMore() throws {
    let (served, other) = (try Served(), try Served())
    let sources = [served, other].map { MappedRows(host: $0.host) }
    #expect(served.host.state.withLock { $0.kept != nil && $0.texts[2] != nil })
    let before = try #require(Self.picture(sources[0]))
    #expect(before.rowCount == 68_993 && served.said == nil && Self.rows(sources[0]).count == 3)
    #expect(Self.picture(sources[1]) == before)
    let ordered = try #require(Self.picture(sources[1], .ranks(1)))

    #expect(truncate(served.path, 4096) == 0)
    #expect(Self.picture(sources[0]) == nil)
    let said = try #require(served.said)
    let name = try #require(served.path.split(separator: "/").last)
    #expect(said.hasPrefix("\(name), the cache of the table's columns, was truncated"))
    // The folder on this machine is not sent to clients.
    #expect(!said.contains(served.folder.path))
    served.settle()
    #expect(served.host.state.withLock { $0.kept == nil && $0.texts[2]?.codes.count == Self.rowCount })
    // The table itself gives the same, to the pixel and the cell, in every order.
    #expect(Self.picture(sources[0]) == before && Self.picture(sources[0], .ranks(1)) == ordered)
    #expect(Self.rows(sources[0]) == Self.rows(sources[1]) && Self.rows(sources[0]).count == 3)

    // The other table was not read again.
    #expect(other.host.state.withLock { $0.kept != nil && $0.table.reading == 1 } && other.said == nil)
    #expect(served.host.state.withLock { $0.table.reading } == 2)
  }

  @Test(arguments: ["rows", "range", "row", "order", "filter", "scatter", "derived", "export"])
  func whateverIsAskedOfACutFileIsDropped(_ question: String) throws {
    let served = try Served()
    let source = MappedRows(host: served.host)
    // An order and a filter that were made before are of columns that are gone.
    let before = try #require(Self.picture(source, .ranks(1)))
    #expect(truncate(served.path, 4096) == 0)
    let filter = ColumnFilter.values(column: 1, low: 3, high: 900)
    let lane = LaneRequest(column: 1, lens: ColumnLens(.m4, threshold: 0))
    let window = Self.window()
    let asked: Question.Kind
    switch question {
    case "rows": asked = .rows(.place(67_000), count: 3, .rows, [])
    case "range": asked = .range([1], window, histogramOf: 1, bins: 48, texts: [], [])
    case "row": asked = .row(.tick(67_777), pointOf: 1, window, [])
    case "order": asked = .picture([lane], Self.window(.values(1)), [])
    case "filter": asked = .picture([lane], window, [filter])
    case "scatter":
      let grid = ColumnGrid(x: 0, y: 1, across: 0...70_000, upright: 0...1300, columns: 20, rows: 20)
      asked = .density(grid, window, [])
    case "derived":
      let operands = served.host.state.withLock { $0.source?.info.operands } ?? []
      let formula = try ColumnFormula.parse(Array("value * 2".utf8), columns: operands)
      asked = .derive([FormulaColumn(name: "d", formula: formula)])
    default:
      var begin = window
      (begin.from, begin.until) = (60_000, 60_010)
      asked = .lines(from: nil, begin, [])
    }
    let answer = source.answer(asked)
    #expect(answer == .failed(.cancelled), "\(question)")
    #expect(served.said?.contains("was truncated or changed") == true, "\(question)")
    served.settle()
    if question == "filter" {
      // Rows are chosen by the values that were read again.
      let kept = try #require(Self.picture(source, .rows, [filter]))
      #expect(Self.picture(source, .rows, [filter]) == kept && kept.rowCount < 60_000)
    }
    #expect(Self.picture(source, .ranks(1)) == before, "\(question)")
  }

  @Test func pointsHaveThePlacesOfTheirRows() throws {
    let served = try Served()
    let source = MappedRows(host: served.host)
    let lane = LaneRequest(column: 1, lens: ColumnLens(.minMax, threshold: 0))
    let window = ColumnWindow(order: .values(1), from: 0, until: 1 << 52, pixels: 300)
    guard case .picture(_, let points) = source.answer(.picture([lane], window, [])) else {
      Issue.record("no picture")
      return
    }
    let chosen = try #require(points[0])
    try #require(chosen.places.count == chosen.points.count && chosen.places.count > 100)
    let place = chosen.places[50]
    guard case .row(let row?) = source.answer(.row(.place(Int64(place)), pointOf: nil, window, [])) else {
      Issue.record("no row")
      return
    }
    #expect(row.tick == Int64(chosen.points[50].row))
    // Behind the end, the last row is meant.
    let last = source.answer(.row(.place(69_999), pointOf: nil, window, []))
    #expect(source.answer(.row(.place(400_000), pointOf: nil, window, [])) == last && served.said == nil)
  }
}
