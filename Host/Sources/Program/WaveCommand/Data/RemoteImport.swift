import Foundation
import Synchronization
import WaveClickHouse
import WaveSystem
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
    guard try !TableError.asFailure(TableFile.isDatabase(path)) else {
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
      do throws(ClickHouseError) {
        let report = try await send(client, line, isStopped)
        await client.close()
        return report
      } catch {
        await client.close()
        throw error
      }
    } catch .cancelled {
      throw CommandFailure(
        .unavailable, "stopped before it was finished. Run the same command again to continue")
    } catch { throw CommandFailure(error) }
  }

  private func send(
    _ client: ClickHouseClient, _ line: StatusLine, _ isStopped: StopFlag
  ) async throws(ClickHouseError) -> ClickHouseImport.Report {
    let reading = ImportPace()
    let environment = ProcessInfo.processInfo.environment
    let database: (path: String, state: String)
    do throws(TableError) {
      let folder = try CacheFolder(environment: environment)
      database = try TableFile.database(ofText: path, options: command.text.checked, folder: folder) {
        if let text = reading.text($0) { line.show("reading: \(text)") }
        return !isStopped.isSet
      }
    } catch { throw error == .cancelled ? .cancelled : .table(error) }
    let states = try ClickHouseError.converting(
      ClickHouseError.file, StateDirectory(environment: environment))
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
        let sent = TableProgress(phase: .importing, rowCount: progress.rowCount - earlier, fraction: part)
        text = pace.text(sent).map { "sending: \($0)" }
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
