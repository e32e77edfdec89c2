import Foundation
import Synchronization
import WaveClickHouse
import WaveSystem
import WaveTableFormats
import WaveTables

/// `waveglass import --to`: loads the rows of a delimited text file into a table of a ClickHouse server.
struct RemoteImport {
  /// The maximum time that the server can take for one block of rows, in seconds.
  private static let blockSeconds = 600

  let path: String
  let address: String
  let command: ImportCommand

  /// Imports the text file into a cached database and sends the rows to the server.
  func run() async throws(CommandFailure) -> ClickHouseImport.Report {
    let options: CSVOptions
    do { options = try command.text.options() } catch {
      throw CommandFailure(.usage, "\(error)")
    }
    let isDatabase = try TableError.asFailure(TableFile.isDatabase(path))
    guard !isDatabase else {
      throw CommandFailure(.usage, "\(path): is a database. --to needs a text with columns (CSV)")
    }
    let line = StatusLine()
    let isStopped = StopFlag()
    let signals = StopSignals { isStopped.set() }
    defer {
      signals.stop()
      line.clear()
    }
    do throws(ClickHouseError) {
      let address = try ClickHouseAddress(address)
      let client = try await ClickHouseArgument.client(
        address, passwordFile: command.passwordFile,
        limits: ClickHouseLimits(executionSeconds: Self.blockSeconds), isPatient: false
      ) { client throws(ClickHouseError) in
        _ = try await client.query("SELECT 1")
      }
      let outcome: Result<ClickHouseImport.Report, ClickHouseError>
      do throws(ClickHouseError) {
        outcome = .success(try await send(client, options, line, isStopped))
      } catch {
        outcome = .failure(error)
      }
      await client.close()
      return try outcome.get()
    } catch .cancelled {
      throw CommandFailure(
        .unavailable, "stopped before it was finished. Run the same command again to continue")
    } catch {
      throw CommandFailure(error)
    }
  }

  private func send(
    _ client: ClickHouseClient, _ options: CSVOptions, _ line: StatusLine, _ isStopped: StopFlag
  ) async throws(ClickHouseError) -> ClickHouseImport.Report {
    let reading = ImportPace()
    let database: (path: String, state: String)
    let states: StateDirectory
    do throws(TableError) {
      let folder = try CacheFolder(environment: ProcessInfo.processInfo.environment)
      database = try TableFile.database(ofText: path, options: options, folder: folder) { progress in
        if let text = reading.text(progress) { line.show("reading: \(text)") }
        return !isStopped.isSet
      }
    } catch {
      throw error == .cancelled ? .cancelled : .table(error)
    }
    do throws(FileError) {
      states = try StateDirectory(environment: ProcessInfo.processInfo.environment)
    } catch {
      throw .file(error)
    }
    let whole = URL(fileURLWithPath: path).standardizedFileURL.path
    let work = try ClickHouseImport(path: whole, database: database, to: client.address, states: states)
    let pace = ImportPace()
    let first = Mutex<Int?>(nil)
    let report = try await work.run(client, rowNumber: command.rowNumber, isForced: command.force) {
      progress in
      let text: String?
      switch progress.phase {
      case .looking: text = "checking \(progress.total) rows"
      case .waiting: text = "waiting for rows sent earlier"
      case .sending:
        let earlier = first.withLock { first in
          if first == nil { first = progress.rowCount }
          return first ?? 0
        }
        let part = Double(progress.rowCount - earlier) / Double(max(1, progress.total - earlier))
        text = pace.text(
          TableProgress(phase: .importing, rowCount: progress.rowCount - earlier, fraction: part)
        )
        .map { "sending: \($0)" }
      }
      if let text { line.show(text) }
      return !isStopped.isSet
    }
    line.say("\(pace.summary(rowCount: report.rowCount - report.earlierCount))")
    return report
  }

  static func lines(_ report: ClickHouseImport.Report) -> [String] {
    Output.table(
      [
        ("table", report.table + (report.wasMade ? ", created" : "")), ("rows", "\(report.rowCount)"),
        ("before", report.earlierCount > 0 ? "\(report.earlierCount) of them by earlier runs" : nil),
      ] + report.notes.map { ("note", $0) })
  }
}

/// A flag that any thread can set to stop the import.
private final class StopFlag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}

/// The output of `waveglass import --to --json`.
struct RemoteImportSummary: Encodable {
  var table: String
  var wasMade: Bool
  var rowCount: Int
  var earlierCount: Int
  var notes: [String]

  init(_ report: ClickHouseImport.Report) {
    table = report.table
    wasMade = report.wasMade
    rowCount = report.rowCount
    earlierCount = report.earlierCount
    notes = report.notes
  }
}
