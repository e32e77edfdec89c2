import ArgumentParser
import Foundation
import WaveTableFormats
import WaveTables

/// `waveglass columns`: describes the columns of a table.
struct ColumnsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "columns",
    abstract: "List a table's columns and their types.",
    discussion: """
      For a text (CSV), shows the format detected from its first MiB and writes nothing; options override \
      the detection, as for `waveglass import`.

      EXAMPLES
        waveglass columns flights.sqlite --table trips
        waveglass columns log.csv --dates dmy
        waveglass columns demo:table --json
      """)

  @Argument(help: ArgumentHelp("An SQLite database, a text with columns, or demo:table.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("Table or view; by default the longest.", valueName: "name"))
  var table: String?

  @OptionGroup var form: OutputOptions

  @OptionGroup var text: TextOptions

  func perform() throws(CommandFailure) {
    let summary = try TableError.asFailure(summary())
    try form.write(summary, lines: Self.lines(summary))
  }

  private func summary() throws(TableError) -> TableSummary {
    if file == "demo:table" { return TableSummary(file, DemoTable().info, tables: []) }
    guard try TableFile.isDatabase(file) else {
      return TableSummary(file, try CSVImport.format(path: file, options: text.checked))
    }
    let folder = try CacheFolder(environment: ProcessInfo.processInfo.environment)
    let source = try TableFile.open(file, table: table, folder: folder)
    return TableSummary(file, source.info, tables: try TableFile.tables(file).map(\.name))
  }

  static func lines(_ summary: TableSummary) -> [String] {
    var rows: [(String, String?)] = [
      ("file", summary.path), ("table", summary.table),
      ("rows", summary.rowCount.map { "\($0)" } ?? summary.rowCountEstimate.map { "about \($0)" }),
    ]
    rows += summary.format?.rows ?? []
    rows += summary.columns.map(\.row)
    if summary.tables.count > 1 { rows.append(("tables", summary.tables.joined(separator: ", "))) }
    rows += summary.notes.map { ("note", $0) }
    return Output.table(rows)
  }
}

/// The output of `waveglass columns --json`.
struct TableSummary: Encodable {
  var path: String
  var table: String?
  var rowCount: Int?
  var rowCountEstimate: Int?
  var isSimulated: Bool?
  var columns: [ColumnReport]
  var tables: [String]
  var format: FormatSummary?
  var notes: [String]

  init(_ path: String, _ info: TableInfo, tables: [String]) {
    self.path = path
    self.tables = tables
    table = info.name
    rowCount = info.rowCount
    rowCountEstimate = info.rowCountEstimate
    isSimulated = info.isSimulated ? true : nil
    columns = info.columns.map { ColumnReport($0) }
    notes = info.notes
  }

  init(_ path: String, _ format: CSVFormat) {
    self.path = path
    tables = []
    columns = format.columns.map { ColumnReport($0) }
    self.format = FormatSummary(format)
    notes = format.notes
  }
}

/// A column in the JSON output.
struct ColumnReport: Encodable {
  var name: String
  var kind: String
  /// The unit of a column of times; nil for other columns.
  var timeUnit: String?
  /// The order of year, month and day in a column of dates; nil for other columns.
  var dateOrder: String?

  init(_ column: TableColumn) {
    name = column.name
    kind = column.kind.rawValue
    timeUnit = column.timeUnit?.rawValue
  }

  init(_ column: CSVFormat.Column) {
    name = column.name
    switch column.kind {
    case .integer: kind = "integer"
    case .real: kind = "real"
    case .text: kind = "text"
    case .epoch(let unit): (kind, timeUnit) = ("time", unit.rawValue)
    case .date(let order, let unit): (kind, timeUnit, dateOrder) = ("time", unit.rawValue, order.rawValue)
    }
  }

  /// A description of the column's type for people.
  var text: String {
    if let dateOrder { return "dates, \(dateOrder)" }
    return kind + (timeUnit.map { " in \($0) since 1970" } ?? "")
  }

  /// The column as a labelled value for people.
  var row: (String, String?) { ("column", "\(name): \(text)") }
}

/// The format of a delimited text file in the JSON output.
struct FormatSummary: Encodable {
  var encoding: String
  var separator: String
  var quote: String
  var hasHeader: Bool
  var hasDecimalComma: Bool
  var skippedLines: Int
  var columns: [ColumnReport]

  init(_ format: CSVFormat) {
    encoding = format.encoding.rawValue
    separator = String(decoding: [format.separator], as: UTF8.self)
    quote = format.quote.map { String(decoding: [$0], as: UTF8.self) } ?? ""
    hasHeader = format.hasHeader
    hasDecimalComma = format.hasDecimalComma
    skippedLines = format.skippedLines
    columns = format.columns.map { ColumnReport($0) }
  }

  /// The format, apart from its columns, as labelled values for people.
  var rows: [(String, String?)] {
    [
      ("encoding", encoding), ("separator", separator == "\t" ? "tab" : separator),
      ("header", hasHeader ? "yes" : "no"), ("decimals", hasDecimalComma ? "comma" : "point"),
    ]
  }
}
