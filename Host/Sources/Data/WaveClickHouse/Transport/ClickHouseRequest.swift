import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A query as it goes over HTTP: the SQL and what is written in the body, all else in the URL.
struct ClickHouseRequest: Sendable {
  /// What may be set for it, since a user's profile may forbid to.
  enum Settings: Int, Sendable {
    /// Everything.
    case all
    /// That it only reads, where the profile bounds what may be set.
    case readOnly
    /// Nothing, as for whom the profile has `readonly=1`.
    case none
  }

  /// By what the server knows it, alone in its time.
  let id: String
  /// The SQL, and behind it what is written.
  var body: [UInt8]
  /// Whether the body goes behind gzip, so that one that is cut is refused.
  var isPacked: Bool
  /// Whether it must not change anything.
  var isReadOnly: Bool
  /// Whether the server answers only once it is done, so that what fails in the middle fails from the
  /// beginning.
  var waitsForEnd: Bool
  /// Settings of the server's by name.
  var settings: [String: String]

  init(
    _ sql: String, written: [UInt8] = [], isReadOnly: Bool = true, waitsForEnd: Bool = true,
    settings: [String: String] = [:], id: String = newID()
  ) {
    self.id = id
    body = Array(sql.utf8)
    isPacked = !written.isEmpty
    if isPacked { body += [0x0A] + written }
    self.isReadOnly = isReadOnly
    self.waitsForEnd = waitsForEnd
    self.settings = settings
  }

  /// What no other query is known by.
  static func newID() -> String {
    var random = SystemRandomNumberGenerator()
    return "waveglass-" + String(random.next(), radix: 36) + String(random.next(), radix: 36)
  }

  /// The request for HTTP.
  ///
  /// - Parameters:
  ///   - address: Server and user.
  ///   - password: The user's.
  ///   - allowed: Which settings may be given.
  /// - Returns: The request.
  func http(_ address: ClickHouseAddress, password: String, allowed: Settings) -> HTTPClientRequest {
    var url = (address.isSecure ? "https://" : "http://") + address.place + "/?query_id=" + id
    // A query that fails on the way is told from one that does not: the answer's status stands at its
    // beginning.
    if waitsForEnd { url += "&wait_end_of_query=1" }
    url += "&database=" + PercentCode.encoded(address.database)
    // 2 forbids to write as 1 does, and is what the profiles of users have who may read and set limits.
    if isReadOnly, allowed != .none { url += "&readonly=2" }
    if allowed == .all {
      for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
        url += "&" + PercentCode.encoded(name) + "=" + PercentCode.encoded(value)
      }
    }
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers.add(name: "X-ClickHouse-User", value: address.user)
    if !password.isEmpty { request.headers.add(name: "X-ClickHouse-Key", value: password) }
    if isPacked { request.headers.add(name: "Content-Encoding", value: "gzip") }
    request.body = .bytes(ByteBuffer(bytes: isPacked ? StoredGzip.member(body) : body))
    return request
  }
}
