import Synchronization

/// Polls the server for the progress of a running query.
final class ProgressReporter: Sendable {
  private let isDone = Mutex(false)
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Starts polling.
  ///
  /// - Parameters:
  ///   - client: The client that runs the query.
  ///   - id: The id of the query.
  ///   - report: Called with the server's progress.
  init(client: ClickHouseClient, id: String, report: @escaping @Sendable (ClickHouseProgress) -> Void) {
    let started = Task { [self] in
      var pause = 300
      while (try? await Task.sleep(for: .milliseconds(pause))) != nil {
        pause = 250
        guard let progress = await client.progress(of: id) else { continue }
        isDone.withLock { isDone in
          if !isDone { report(progress) }
        }
      }
    }
    task.withLock { $0 = started }
  }

  /// Stops polling.
  func stop() {
    isDone.withLock { $0 = true }
    task.withLock { $0 }?.cancel()
  }
}

extension ClickHouseClient {
  /// Returns the server's progress on a query, or nil if it is unknown.
  fileprivate func progress(of id: String) async -> ClickHouseProgress? {
    let request = ClickHouseRequest(
      """
      SELECT read_rows, total_rows_approx, elapsed FROM system.processes WHERE query_id = '\(id)' FORMAT \
      RowBinary
      """
    )
    guard let bytes = try? await exchange(request, allowed) else { return nil }
    var reader = RowBinaryReader(bytes)
    guard let readRows = try? reader.integer(UInt64.self), let totalRows = try? reader.integer(UInt64.self),
      let elapsed = try? reader.double()
    else { return nil }
    return ClickHouseProgress(readRows: readRows, totalRows: totalRows, elapsedSeconds: elapsed)
  }
}
