import AsyncHTTPClient
import NIOCore
import NIOSSL
import Synchronization

/// Asks a ClickHouse server over HTTP.
///
/// Every query has limits of its own and can be left at once: what is awaited ends with the task that awaits
/// it, and the query is ended on the server behind it.
public final class ClickHouseClient: Sendable {
  /// Where the server is.
  public let address: ClickHouseAddress
  /// What a query may cost.
  public let limits: ClickHouseLimits

  let password: String
  let http: HTTPClient
  private let state = Mutex(State())

  private struct State {
    var allowed = ClickHouseRequest.Settings.all
    var killsUnderway = 0
    var isClosed = false
  }

  /// Makes a client; it connects with the first query.
  ///
  /// - Parameters:
  ///   - address: Server, user, and the database in which names without one are looked up.
  ///   - password: The user's; empty where there is none.
  ///   - limits: What a query may cost.
  ///   - authorities: A file of the certificates that a server's over TLS may come from, PEM; nil for those
  ///     that this machine trusts.
  public init(
    _ address: ClickHouseAddress, password: String, limits: ClickHouseLimits = .init(),
    authorities: String? = nil
  ) {
    self.address = address
    self.password = password
    self.limits = limits
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.timeout.connect = .seconds(Int64(limits.connectSeconds))
    configuration.httpVersion = .http1Only
    if let authorities, address.isSecure {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .file(authorities)
      configuration.tlsConfiguration = tls
    }
    // Servers close what is idle for 3 s and longer.
    configuration.connectionPool.idleTimeout = .seconds(2)
    configuration.connectionPool.retryConnectionEstablishment = false
    http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  deinit {
    guard !state.withLock({ $0.isClosed }) else { return }
    http.shutdown { _ in }
  }

  /// Whether the user may not set limits for a query, as with `readonly=1` in the profile; known with the
  /// first query.
  public var settingsAreRefused: Bool { allowed != .all }

  /// Queries that were left and are being ended on the server.
  public var killsUnderway: Int { state.withLock { $0.killsUnderway } }

  /// The whole answer to a query that changes nothing.
  ///
  /// - Parameters:
  ///   - sql: The query, its format and all.
  ///   - settings: Settings of the server's by name, which go before the limits.
  ///   - progress: Called every 250 ms from 300 ms on, where the server tells.
  /// - Returns: The answer, as long as `limits.answerBytes` at most.
  /// - Throws: `ClickHouseError`; `cancelled` as soon as the task is cancelled, whatever the server does.
  public func query(
    _ sql: String, settings: [String: String] = [:],
    progress: (@Sendable (ClickHouseProgress) -> Void)? = nil
  ) async throws(ClickHouseError) -> [UInt8] {
    var limited = readingSettings(settings)
    // What the server counts are its columns in memory, which are not as long as the answer is.
    limited["max_result_bytes"] = limited["max_result_bytes"] ?? "\(4 * limits.answerBytes)"
    limited["result_overflow_mode"] = "throw"
    let seconds = patience(limited)
    return try await withAllowedSettings { () throws(ClickHouseError) in
      let request = ClickHouseRequest(sql, settings: limited)
      let reporter = progress.map { ProgressReporter(client: self, id: request.id, report: $0) }
      defer { reporter?.stop() }
      return try await self.answer(request, seconds: seconds)
    }
  }

  /// Changes something: makes a table, or writes rows.
  ///
  /// - Parameters:
  ///   - sql: The statement; of an INSERT, with the format of the body.
  ///   - body: What is written; a body that does not arrive as a whole is refused.
  ///   - settings: Settings of the server's by name.
  /// - Throws: `ClickHouseError`; where it is not an answer of the server's, it may have been done all the
  ///   same.
  public func write(
    _ sql: String, body: [UInt8] = [], settings: [String: String] = [:]
  ) async throws(ClickHouseError) {
    try await write(sql, body: body, settings: settings, id: ClickHouseRequest.newID())
  }

  /// Changes something, known to the server by an id.
  func write(
    _ sql: String, body: [UInt8], settings: [String: String], id: String
  ) async throws(ClickHouseError) {
    let request = ClickHouseRequest(sql, written: body, isReadOnly: false, settings: settings, id: id)
    _ = try await answer(request, seconds: patience(settings))
  }

  /// Ends its connections, once the queries that were left are ended on the server or 2 s have passed.
  public func close() async {
    for _ in 0..<40 where killsUnderway > 0 { try? await Task.sleep(for: .milliseconds(50)) }
    guard
      state.withLock({ state in
        defer { state.isClosed = true }
        return !state.isClosed
      })
    else { return }
    try? await http.shutdown()
  }

  /// The settings of a query that reads.
  func readingSettings(_ given: [String: String]) -> [String: String] {
    var settings = ["max_execution_time": "\(limits.executionSeconds)"]
    if limits.memoryBytes > 0 { settings["max_memory_usage"] = "\(limits.memoryBytes)" }
    if limits.threads > 0 { settings["max_threads"] = "\(limits.threads)" }
    return settings.merging(given) { $1 }
  }

  /// How long a query is waited for: somewhat longer than it may run.
  func patience(_ settings: [String: String]) -> Int {
    let seconds = settings["max_execution_time"].flatMap { Int($0) } ?? limits.executionSeconds
    return max(1, min(seconds, 86_400)) + limits.connectSeconds + 2
  }

  /// Which settings may be given at present.
  var allowed: ClickHouseRequest.Settings { state.withLock { $0.allowed } }

  /// Asks again with fewer settings where the user's profile forbids them, and remembers that.
  func withAllowedSettings<Value>(
    _ ask: () async throws(ClickHouseError) -> Value
  ) async throws(ClickHouseError) -> Value {
    while true {
      let before = allowed
      do throws(ClickHouseError) { return try await ask() } catch {
        guard case .settingRefused = error,
          let fewer = ClickHouseRequest.Settings(rawValue: before.rawValue + 1)
        else {
          throw error
        }
        state.withLock { state in
          if state.allowed == before { state.allowed = fewer }
        }
      }
    }
  }

  /// Counts a query that is being ended.
  func countKill(_ change: Int) { state.withLock { $0.killsUnderway += change } }
}
