import Foundation
import GRDB
import Testing
import WaveTableFormats

@testable import WaveTables

/// What is assumed of texts, what disproves it later, and what a user corrects.
@Suite struct CSVAssumptionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ text: String, options: CSVOptions = CSVOptions()) throws -> CSVImport.Report {
    let input = try folder.write(Array(text.utf8), "in.csv")
    return try CSVImport.run(
      path: input, to: folder.url.appending(path: "out.sqlite").path, isReplacing: true, options: options,
      progress: { _ in true })
  }

  private func rows() throws -> [Row] {
    let queue = try DatabaseQueue(path: folder.url.appending(path: "out.sqlite").path)
    return try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM \"in\"") }
  }

  @Test func thousandsThatComeLateAreNumbers() throws {
    var options = CSVOptions()
    options.sampleBytes = 64
    let start = String(repeating: "12,5;x\n", count: 30)
    let report = try make("v;n\n" + start + "2.987,50;y\n", options: options)
    #expect(report.format.columns[0].kind == .real)
    #expect(try rows().last?[0] == 2987.5)
    #expect(!report.notes.contains { $0.hasPrefix("v: ") })
    _ = try make("v,n\n" + String(repeating: "1,x\n", count: 30) + "\"1,234\",y\n", options: options)
    #expect(try rows().last?[0] == 1234)
    // One number in another style does not turn the column.
    let other = try make("v;n\n" + String(repeating: "1.5;x\n", count: 30) + "1,5;y\n", options: options)
    #expect(other.notes.contains("v: 1 cell is not a number; kept as text."))
    #expect(try rows()[0][0] == 1.5)
  }

  @Test func quotesCanBeCharacters() throws {
    var options = CSVOptions()
    options.hasQuotes = false
    let report = try make("a,b\n\"x,1\ny\",2\n", options: options)
    #expect(report.rowCount == 2 && report.format.quote == nil)
    #expect(try rows().map { $0[0] } == ["\"x", "y\""])
  }

  @Test func cellsOfSeveralLinesStayTogether() throws {
    // Each line of the cell is as wide as the table, but holds no number where the column does.
    let report = try make("id,say,n\n1,\"one, two\nthree, four, five\",7\n2,x,8\n")
    #expect(report.rowCount == 2)
    #expect(try rows()[0][1] == "one, two\nthree, four, five")
    #expect(report.notes.contains { $0.hasPrefix("1 row with quoted line breaks: 2 lines") })
  }

  @Test func aStrayQuoteFarBehindCostsNoRow() throws {
    var options = CSVOptions()
    options.sampleBytes = 64
    let lines = (0..<5000).map { "\($0),\($0 == 2500 ? "\"open" : "x")\n" }
    let report = try make("n,t\n" + lines.joined(), options: options)
    #expect(report.rowCount == 5000 && report.rejectCount == 0)
    #expect(report.notes.contains { $0.hasPrefix("1 row with an unmatched quote") })
  }

  /// A spreadsheet writes them where cells were once filled or coloured.
  @Test func rowsAtTheEndThatHaveNoValueAreReported() throws {
    let report = try make("a;b;c\n1;x;2\n;;\n3;y;4\n;;\n;;\n;;\n")
    #expect(report.rowCount == 6)
    #expect(report.notes.contains("The last 3 rows have no value in any column."))
    #expect(try make("a,b\n1,2\n,\n").notes.contains("The last row has no value."))
    // Behind many rows, and over the end of a batch.
    let many = "a,b\n" + String(repeating: "1,2\n", count: 40_000) + String(repeating: ",\n", count: 20_000)
    #expect(try make(many).notes.contains("The last 20000 rows have no value in any column."))
    #expect(try !make("a,b\n,\n1,2\n").notes.contains { $0.contains("no value") })
  }

  @Test func marksOfNumbersCanBeGiven() throws {
    /// Numbers of the second column; nil where texts are.
    func values(_ text: String, _ set: (inout CSVOptions) -> Void) throws -> [Double?] {
      var options = CSVOptions()
      set(&options)
      _ = try make(text, options: options)
      return try rows().map { row -> Double? in
        let value: DatabaseValue = row[1]
        return Double.fromDatabaseValue(value)
      }
    }
    let text = "n;v\n1;1.234\n2;5.678\n"
    #expect(try values(text) { _ in } == [1.234, 5.678])
    #expect(try values(text) { $0.hasDecimalComma = true } == [1234, 5678])
    let commas = "n\tv\n1\t1,234\n2\t5,678\n"
    #expect(try values(commas) { _ in } == [1234, 5678])
    #expect(try values(commas) { $0.hasDecimalComma = true } == [1.234, 5.678])
    #expect(try values(commas) { $0.thousands = CSVNumberStyle.Group.none } == [nil, nil])
  }

  @Test func linesCommentsAndRowsCanBeGiven() throws {
    var options = CSVOptions()
    options.skippedLines = 2
    options.comment = "*"
    options.fillsShortRows = true
    let report = try make("x,y\n1,2\na,b,c\n3,4\n* note\n5,6,7\n", options: options)
    #expect(report.format.columns.map(\.name) == ["a", "b", "c"] && report.rowCount == 2)
    #expect(try rows()[0][2] == nil as Int?)
    options.fillsShortRows = false
    #expect(try make("x,y\n1,2\na,b,c\n3,4\n* note\n5,6,7\n", options: options).rejectCount == 1)
  }

  @Test func optionsAreTheKeyOfTheCache() {
    var texts: Set = [CSVOptions().text]
    func note(_ set: (inout CSVOptions) -> Void) {
      var options = CSVOptions()
      set(&options)
      #expect(texts.insert(options.text).inserted)
    }
    note { $0.hasQuotes = false }
    note { $0.hasBackslashEscapes = true }
    note { $0.thousands = .comma }
    note { $0.comment = "" }
    note { $0.comment = "#" }
    note { $0.skippedLines = 1 }
    note { $0.fillsShortRows = true }
    note { $0.dateOrder = .compact }
  }
}
