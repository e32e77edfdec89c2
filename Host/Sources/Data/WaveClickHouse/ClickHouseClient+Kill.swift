extension ClickHouseClient {
  /// Ends a query on the server, on a connection of its own and without anyone waiting for it.
  ///
  /// A query that was just sent may not be known yet, so that it is looked for more than once.
  func endOnServer(_ id: String) {
    countKill(1)
    Task.detached { [self] in
      defer { countKill(-1) }
      _ = try? await Waiting.wait(seconds: 10, left: {}) { () async throws(ClickHouseError) in
        for pause in [0, 50, 150, 400, 1000] {
          guard (try? await Task.sleep(for: .milliseconds(pause))) != nil else { return }
          // ASYNC: the server answers without waiting for the query's end, which may take long.
          let kill = ClickHouseRequest(
            "KILL QUERY WHERE query_id = '\(id)' ASYNC", isReadOnly: false, waitsForEnd: false)
          // What fails is tried again: the connection that was kept may be gone.
          if let killed = try? await self.exchange(kill, .none), !killed.isEmpty { return }
        }
      }
    }
  }
}
