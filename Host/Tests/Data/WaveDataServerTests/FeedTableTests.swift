import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveWire

@testable import WaveDataServer

/// The description of a table as its host fills it in, and what a client is sent of it first.
@Suite struct FeedTableTests {
  private let info = TableInfo(
    name: "t",
    columns: [
      TableColumn(name: "when", kind: .time, timeUnit: .milliseconds), TableColumn(name: "word", kind: .text),
      TableColumn(name: "v", kind: .real),
    ], notes: ["One.", "Two."])

  @Test func columnsAreDescribedAndValuesKept() {
    var table = FeedTable(source: 3, name: "later", flags: .partial)
    #expect(!table.isOpen && table.hasRankLenses)
    #expect(!FeedTable(source: 3, name: "later", flags: .remote).hasRankLenses)
    table.describe(info)
    #expect(table.columns.map(\.kind) == [.time, .text, .real] && table.columns[0].timeDigits == 3)
    #expect(table.drawn == [0, 2] && table.description.columnCount == 3)
    #expect(table.description.name == Array("t".utf8) && table.description.detail == Array("One. Two.".utf8))
    let known = Statistics(
      count: 9, missingCount: 1, infiniteCount: 0, minimum: -1, maximum: 1, mean: 0.25, squaredDeviations: 4)
    table.set(ColumnSummary(info.columns[2], offset: 0, counted: known), of: 2)
    #expect(table.columns[2].maximum == 1 && table.summaries[2]?.statistics.missingCount == 1)
    // Described anew, as when a file is read again: its values are not known.
    table.describe(info)
    #expect(table.columns[2].maximum.isNaN && table.summaries[2] != nil)
  }

  @Test func aClientIsGreetedWithAllThatIsKnown() throws {
    var table = FeedTable(source: 3, name: "t", flags: .remote)
    #expect(table.greeting(axis: nil, progress: nil, notice: nil) == [.table(table.description)])
    table.describe(info)
    table.abilities = TableAbilities(source: 3, abilities: [], lenses: 1)
    let axis = TableAxis(source: 3, order: .rows, column: 0, kind: .count, from: 0, until: 9)
    let work = TableWork(source: 3, stage: .reading, done: 1, total: 9)
    let notice = Notice(severity: .warning, text: "x")
    let greeting = table.greeting(axis: axis, progress: work, notice: notice)
    try #require(greeting.count == 6)
    #expect(greeting[0] == .table(table.description) && greeting[1] == table.abilities.map { .abilities($0) })
    guard case .columns(let columns) = greeting[2] else {
      Issue.record("no columns: \(greeting[2])")
      return
    }
    #expect(columns.source == 3 && columns.columns.map(\.name) == table.columns.map(\.name))
    #expect(greeting[3] == .axis(axis) && greeting[4] == .progress(work) && greeting[5] == .notice(notice))
  }
}
