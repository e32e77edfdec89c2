import ArgumentParser
import Synchronization
import WaveTables
import WaveUnits

/// `waveglass import`: creates a database from a delimited text file, or loads its rows into ClickHouse.
struct ImportCommand: AsyncReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      """
      Convert a text with columns (CSV) to an SQLite database, or insert its rows into a table of a \
      ClickHouse server.
      """,
    discussion: """
      Detects and reports the separator, quotes, encoding, header, decimal commas, dates and column types; \
      options override the detection. Rows that do not fit are stored with their line numbers in the table \
      waveglass_rejects. The database is moved into place when it is complete.

      With --to, the rows are inserted into a table of a ClickHouse server, which is created if it does not \
      exist. Repeating the command resumes an interrupted import: no row is lost or duplicated. Nothing else \
      may write to the table meanwhile, unless --row-number is given.

      EXAMPLES
        waveglass import log.csv
        waveglass import log.csv --to clickhouse://ann@db.example/default/log
        waveglass import log.csv.gz -o log.sqlite --type zip=text --dates dmy
        waveglass columns log.csv                  show what it would become
      """)

  @Argument(help: ArgumentHelp("A text with columns, optionally compressed with gzip.", valueName: "file"))
  var file: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The database to write.", valueName: "path"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "A table of a ClickHouse server: clickhouse://USER@HOST:PORT/DATABASE/TABLE.", valueName: "address"))
  var to: String?

  @Option(help: ArgumentHelp("With --to, a password file that only its owner can read.", valueName: "path"))
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "With --to, a column for the number of each row, which identifies the row.",
      valueName: "column"))
  var rowNumber: String?

  @Flag(help: "Replace an existing file; with --to, insert all rows again.")
  var force = false

  @OptionGroup var form: OutputOptions

  @OptionGroup var text: TextOptions

  func validate() throws {
    try require(to == nil || output == nil, "--output is a file, --to a table: give one of them.")
    try require(
      to != nil || passwordFile == nil && rowNumber == nil, "--password-file and --row-number require --to.")
    try require(
      rowNumber, where: { name in !name.isEmpty && name.unicodeScalars.allSatisfy { $0.value >= 0x20 } },
      "--row-number must be the name of a column.")
  }

  func perform() async throws(CommandFailure) {
    if let to {
      let report = try await RemoteImport(path: file, address: to, command: self).run()
      return try form.write(report, lines: RemoteImport.lines(report))
    }
    let target = output ?? Self.target(of: file)
    let summary = ImportSummary(target, try make(target))
    try form.write(summary, lines: summary.lines)
  }

  private func make(_ target: String) throws(CommandFailure) -> CSVImport.Report {
    let line = StatusLine()
    StopSignals.ignoreWriteSignals()
    let isStopped = Atomic<Bool>(false)
    let signals = StopSignals { isStopped.store(true, ordering: .relaxed) }
    defer {
      signals.stop()
      line.clear()
    }
    let pace = ImportPace()
    let report = try TableError.asFailure(
      CSVImport.run(path: file, to: target, isReplacing: force, options: text.checked) { progress in
        if let text = pace.text(progress) { line.show(text) }
        return !isStopped.load(ordering: .relaxed)
      })
    line.say(pace.summary(rowCount: report.rowCount))
    return report
  }

  /// Returns the default path of the database for a text file, in the same folder.
  static func target(of path: String) -> String {
    var name = path
    for ending in [".gz", ".csv", ".tsv", ".txt"] where name.lowercased().hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name + ".sqlite"
  }
}

/// Measures the speed of an import and estimates the remaining time.
final class ImportPace: Sendable {
  private let start = ContinuousClock.now
  private let shown = Mutex<ContinuousClock.Instant?>(nil)

  /// Returns a progress line for the terminal, or nil if the last line was returned less than 0.1 s ago.
  func text(_ progress: TableProgress) -> String? {
    let now = ContinuousClock.now
    let isDue = shown.withLock { last in
      if let last, now - last < .milliseconds(100) { return false }
      last = now
      return true
    }
    guard isDue else { return nil }
    let seconds = (now - start) / .seconds(1)
    var text = "\(progress.rowCount) rows"
    if seconds > 0.2 {
      text += ", \(Output.number(Double(progress.rowCount) / seconds / 1000, 0)) thousand a second"
    }
    if let fraction = progress.fraction, fraction > 0.01, seconds > 0.2 {
      let left = Output.number(seconds / fraction * (1 - fraction), 0)
      text += ", \(Int(saturating: fraction * 100)) %, \(left) s left"
    }
    return text
  }

  /// Returns a summary of the finished import.
  func summary(rowCount: Int) -> String {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let pace = Double(rowCount) / max(seconds, 1e-6) / 1000
    return "\(rowCount) rows in \(Output.number(seconds, 2)) s, \(Output.number(pace, 0)) thousand a second"
  }
}

/// The output of `waveglass import --json`.
struct ImportSummary: Encodable {
  var path: String
  var rowCount: Int
  var rejectCount: Int
  var format: FormatSummary
  var notes: [String]

  init(_ path: String, _ report: CSVImport.Report) {
    self.path = path
    rowCount = report.rowCount
    rejectCount = report.rejectCount
    format = FormatSummary(report.format)
    notes = report.notes
  }

  /// The summary as lines of text.
  var lines: [String] {
    Output.table(
      [
        ("file", path), ("rows", "\(rowCount)"), ("put aside", rejectCount > 0 ? "\(rejectCount) rows" : nil),
      ] + format.rows + format.columns.map(\.row) + notes.map { ("note", $0) })
  }
}
