import WaveClickHouse

// Asks the server at a port of this machine, which takes connections and never answers, and leaves; prints
// how long leaving took.
guard CommandLine.arguments.count == 3, let port = Int(CommandLine.arguments[1]),
  let runs = Int(CommandLine.arguments[2]), runs > 0
else { fatalError("drop PORT RUNS") }
let client = ClickHouseClient(
  try ClickHouseAddress("clickhouse://127.0.0.1:\(port)/default/sig?x=ts"), password: "")
let clock = ContinuousClock()
var microseconds: [Double] = []
for _ in 0..<runs {
  let task = Task { () -> ContinuousClock.Instant in
    _ = try? await client.query("SELECT 1")
    return clock.now
  }
  // The question is on its way, and its answer never is.
  try await Task.sleep(for: .milliseconds(20))
  let began = clock.now
  task.cancel()
  microseconds.append((await task.value - began) / .microseconds(1))
}
microseconds.sort()
print(microseconds[runs / 2], microseconds[0], microseconds[runs - 1])
