import AsyncHTTPClient
import NIOCore
import NIOSSL
import Synchronization

/// A client of a ClickHouse server over HTTP.
///
/// Every query has limits and can be cancelled. Cancelling a query's task ends the wait immediately, and asks
/// the server to end the query.
public final class ClickHouseClient: Sendable {
  /// The address of the server.
  public let address: ClickHouseAddress
  /// The limits of each query.
  public let limits: ClickHouseLimits

  let password: String
  let http: HTTPClient
  private let state = Mutex(State())

  private struct State {
    var allowed = ClickHouseRequest.Settings.all
    var killsUnderway = 0
    var isClosed = false
  }

  /// Creates a client, which connects when it sends its first query.
  ///
  /// - Parameters:
  ///   - address: The server, the user, and the default database.
  ///   - password: The user's password; empty if there is none.
  ///   - limits: The limits of a query.
  ///   - authorities: A PEM file of certificate authorities for TLS; nil to use the authorities that this
  ///     machine trusts.
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
    // Servers close connections that have been idle for 3 s or longer.
    configuration.connectionPool.idleTimeout = .seconds(2)
    configuration.connectionPool.retryConnectionEstablishment = false
    http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  deinit {
    guard !state.withLock({ $0.isClosed }) else { return }
    http.shutdown { _ in }
  }

  /// Whether the user's profile forbids setting limits for a query, for example with `readonly=1`.
  ///
  /// False until a query has been refused for this reason.
  public var settingsAreRefused: Bool { allowed != .all }

  /// The number of cancelled queries that the server has not ended yet.
  public var killsUnderway: Int { state.withLock { $0.killsUnderway } }

  /// Returns the complete response to a read-only query.
  ///
  /// - Parameters:
  ///   - sql: The query, including its format.
  ///   - settings: Server settings by name, which override the limits.
  ///   - progress: Called every 250 ms, starting after 300 ms, if the server reports progress.
  /// - Returns: The response, of at most `limits.answerBytes` bytes.
  /// - Throws: `ClickHouseError`; `cancelled` as soon as the task is cancelled, without waiting for the
  ///   server.
  public func query(
    _ sql: String, settings: [String: String] = [:], progress: (@Sendable (ClickHouseProgress) -> Void)? = nil
  ) async throws(ClickHouseError) -> [UInt8] {
    var limited = readingSettings(settings)
    // The server applies this limit to the size of the result in memory, not to the size of the response.
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

  /// Sends a query that reads data, and returns a decoder of the response.
  func reader(
    _ sql: String, settings: [String: String] = [:]
  ) async throws(ClickHouseError) -> RowBinaryReader {
    RowBinaryReader(try await query("\(sql) FORMAT RowBinary", settings: settings))
  }

  /// Runs a statement that changes data, for example one that creates a table or inserts rows.
  ///
  /// - Parameters:
  ///   - sql: The statement; for an INSERT, including the format of the body.
  ///   - body: The data to write; the server refuses an incomplete body.
  ///   - settings: Server settings by name.
  /// - Throws: `ClickHouseError`. Unless the error comes from the server, the statement may have been
  ///   executed.
  public func write(
    _ sql: String, body: [UInt8] = [], settings: [String: String] = [:]
  ) async throws(ClickHouseError) {
    try await write(sql, body: body, settings: settings, id: ClickHouseRequest.newID())
  }

  /// Runs a statement that changes data, with a query id for the server.
  func write(
    _ sql: String, body: [UInt8], settings: [String: String], id: String
  ) async throws(ClickHouseError) {
    let request = ClickHouseRequest(sql, written: body, isReadOnly: false, settings: settings, id: id)
    _ = try await answer(request, seconds: patience(settings))
  }

  /// Closes the connections once all cancelled queries have ended on the server, or after 2 s.
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

  /// Returns the given settings combined with the limits that apply to a read-only query.
  func readingSettings(_ given: [String: String]) -> [String: String] {
    var settings = ["max_execution_time": "\(limits.executionSeconds)"]
    if limits.memoryBytes > 0 { settings["max_memory_usage"] = "\(limits.memoryBytes)" }
    if limits.threads > 0 { settings["max_threads"] = "\(limits.threads)" }
    return settings.merging(given) { $1 }
  }

  /// Returns the time to wait for the response to a query, in seconds.
  ///
  /// It is slightly longer than the query's time limit.
  func patience(_ settings: [String: String]) -> Int {
    let seconds = settings["max_execution_time"].flatMap { Int($0) } ?? limits.executionSeconds
    return max(1, min(seconds, 86_400)) + limits.connectSeconds + 2
  }

  /// The kinds of settings that the server accepts from this user, as far as is known.
  var allowed: ClickHouseRequest.Settings { state.withLock { $0.allowed } }

  /// Sends a request.
  ///
  /// If the user's profile forbids its settings, sends the request again with fewer settings, and uses those
  /// for later requests.
  func withAllowedSettings<Value>(
    _ ask: () async throws(ClickHouseError) -> Value
  ) async throws(ClickHouseError) -> Value {
    while true {
      let before = allowed
      do throws(ClickHouseError) { return try await ask() } catch {
        guard case .settingRefused = error,
          let fewer = ClickHouseRequest.Settings(rawValue: before.rawValue + 1)
        else { throw error }
        state.withLock { state in
          if state.allowed == before { state.allowed = fewer }
        }
      }
    }
  }

  /// Adds `change` to the number of cancelled queries that the server has not ended yet.
  func countKill(_ change: Int) { state.withLock { $0.killsUnderway += change } }
}
