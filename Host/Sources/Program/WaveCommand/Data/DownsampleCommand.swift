import ArgumentParser
import Foundation
import WaveSeries
import WaveTableFormats
import WaveTables

/// `waveglass downsample`: writes a small number of rows that represent all rows of a table.
struct DownsampleCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "downsample",
    abstract: "Reduce a column to the rows that a lens keeps, as CSV.",
    discussion: """
      Without --x, rows are read in the order of the table. --x names a column to write as well, with times \
      as they are stored; if it has numbers or times, rows are read in its order, rows without an x are left \
      out, and lttb and minmaxlttb use its values. All lenses divide the rows into buckets with equally many \
      rows. Lenses are m4, minmax, minmaxlttb, lttb, ltd, mean, median, everynth.

      EXAMPLES
        waveglass downsample log.csv --x time --column temperature --lens lttb --threshold 227 -o out.csv
        waveglass downsample demo:table --column walk --lens m4 --threshold 4000
      """)

  @Argument(help: ArgumentHelp("An SQLite database, a text with columns, or demo:table.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("Table or view; by default the longest.", valueName: "name"))
  var table: String?

  @Option(
    help: ArgumentHelp("Column to write first in each row; by default the row number.", valueName: "column"))
  var x: String?

  @Option(help: ArgumentHelp("The column to reduce.", valueName: "column"))
  var column: String

  @Option(help: ArgumentHelp("Lens that selects the rows.", valueName: "lens"))
  var lens = "m4"

  @Option(help: ArgumentHelp("Maximum number of rows.", valueName: "count"))
  var threshold = 1000

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; by default standard output.", valueName: "path"))
  var output: String?

  @Flag(help: "Replace an existing file with this name.")
  var force = false

  @OptionGroup var text: TextOptions

  /// The downsampling methods (lenses), by their names on the command line.
  private static let lenses: [String: Lens] = [
    "m4": .m4, "minmax": .minMax, "minmaxlttb": .minMaxLTTB, "lttb": .lttb, "ltd": .ltd, "mean": .mean,
    "median": .median, "everynth": .everyNth,
  ]

  func validate() throws {
    try require(
      Self.lenses[lens.lowercased()] != nil,
      "--lens must be one of \(Self.lenses.keys.sorted().joined(separator: ", ")).")
    try require((1...10_000_000).contains(threshold), "--threshold must be from 1 to 10,000,000.")
  }

  func perform() throws(CommandFailure) {
    let lines = try TableError.asFailure(lines())
    guard let output else { return Output.write(lines) }
    try Output.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: output, isReplacing: force)
  }

  private func lines() throws(TableError) -> [String] {
    let source = try opened()
    let columns = source.info.columns
    let index = try Self.index(of: column, in: columns)
    let place = try x.map { name throws(TableError) in try Self.index(of: name, in: columns) }
    let lens = Self.lenses[lens.lowercased()] ?? .m4
    let axis = place.flatMap { columns[$0].isNumeric ? $0 : nil }
    var keys: [Int64] = []
    var values: [Double] = []
    var xs: [Double] = []
    try source.scan(axis.map { $0 == index ? [index] : [index, $0] } ?? [index], progress: { _ in true }) {
      chunk in
      keys += chunk.keys
      values += chunk.values[0]
      if axis != nil { xs += chunk.values.last ?? [] }
    }
    if axis != nil { Self.order(&keys, &values, by: &xs) }
    let points = Self.points(lens, values, x: axis == nil ? nil : xs, threshold: threshold)
    var lines = ["\(Self.quoted(x ?? "row")),\(Self.quoted(column))"]
    for point in points {
      let cells = try source.row(key: keys[point.row]) ?? []
      func cellText(_ place: Int) -> String {
        cells.indices.contains(place) ? Self.cellText(cells[place]) : ""
      }
      let value = point.value.isNaN ? "" : "\(point.value)"
      lines.append("\(place.map(cellText) ?? "\(point.row)"),\(lens.keepsRows ? cellText(index) : value)")
    }
    return lines
  }

  /// Sorts rows by x with a stable sort, removing rows that have no x.
  private static func order(_ keys: inout [Int64], _ values: inout [Double], by xs: inout [Double]) {
    guard !zip(xs, xs.dropFirst()).allSatisfy({ $0 <= $1 }) || xs.contains(where: { !$0.isFinite }) else {
      return
    }
    let rows = xs.indices.filter { xs[$0].isFinite }.sorted { (xs[$0], $0) < (xs[$1], $1) }
    keys = rows.map { keys[$0] }
    values = rows.map { values[$0] }
    xs = rows.map { xs[$0] }
  }

  private static func points(_ lens: Lens, _ values: [Double], x: [Double]?, threshold: Int) -> [LensPoint] {
    guard let x, lens == .lttb || lens == .minMaxLTTB else {
      return lens.points(of: values.span, threshold: threshold)
    }
    let rows =
      lens == .lttb
      ? LTTB.rows(of: values.span, x: x.span, threshold: threshold)
      : MinMaxLTTB.rows(of: values.span, x: x.span, threshold: threshold)
    return rows.map { LensPoint(row: $0, value: values[$0].isFinite ? values[$0] : .nan) }
  }

  private func opened() throws(TableError) -> any TableSource {
    if file == "demo:table" { return DemoTable() }
    let folder = try CacheFolder(environment: ProcessInfo.processInfo.environment)
    return try TableFile.open(file, table: table, options: text.checked, folder: folder, keepsColumns: false)
  }

  private static func index(of name: String, in columns: [TableColumn]) throws(TableError) -> Int {
    if let index = columns.firstIndex(where: { $0.name == name }) { return index }
    throw .noColumnNamed(name, known: columns.prefix(20).map(\.name))
  }

  private static func cellText(_ cell: TableCell) -> String {
    switch cell {
    case .null, .blob: ""
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text, _): quoted(text)
    }
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
