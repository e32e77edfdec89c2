extension ClickHouseClient {
  /// Asks the server to end a query, over a separate connection and without waiting for the result.
  ///
  /// The request is repeated several times, since the query itself may not have reached the server yet.
  func endOnServer(_ id: String) {
    countKill(1)
    Task.detached { [self] in
      defer { countKill(-1) }
      _ = try? await CancellableWait.wait(seconds: 10, left: {}) { () async throws(ClickHouseError) in
        for pause in [0, 50, 150, 400, 1000] {
          guard (try? await Task.sleep(for: .milliseconds(pause))) != nil else { return }
          // With ASYNC, the server responds immediately instead of waiting for the query to end, which can
          // take a long time.
          let kill = ClickHouseRequest(
            "KILL QUERY WHERE query_id = '\(id)' ASYNC", isReadOnly: false, waitsForEnd: false)
          // Failed requests are repeated, since the server may have closed the connection.
          if let killed = try? await self.exchange(kill, .none), !killed.isEmpty { return }
        }
      }
    }
  }
}
