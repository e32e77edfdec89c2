import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import WaveTables

/// A query as an HTTP request.
///
/// The SQL and the data to write are in the body, and everything else is in the URL.
struct ClickHouseRequest: Sendable {
  /// The kinds of settings that the user's profile allows in a request.
  enum Settings: Int, Sendable {
    /// All settings are allowed.
    case all
    /// Only read-only mode can be requested; the profile fixes the other settings.
    case readOnly
    /// No settings are allowed, as in a profile with `readonly=1`.
    case none
  }

  /// The id of the query on the server, unique among running queries.
  let id: String
  /// The SQL, followed by the data to write.
  var body: [UInt8]
  /// Whether the body is wrapped in gzip, so that the server rejects an incomplete body.
  var isPacked: Bool
  /// Whether the query runs in read-only mode.
  var isReadOnly: Bool
  /// Whether the server sends its response only after the whole query, so that an error can replace the data.
  var waitsForEnd: Bool
  /// The server settings by name.
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

  /// Returns a unique query id.
  static func newID() -> String {
    var random = SystemRandomNumberGenerator()
    return "waveglass-" + String(random.next(), radix: 36) + String(random.next(), radix: 36)
  }

  /// Returns the query as an HTTP request.
  ///
  /// - Parameters:
  ///   - address: The address of the server, with the user's name.
  ///   - password: The user's password.
  ///   - allowed: The kinds of settings that the request may contain.
  /// - Returns: The request.
  func http(_ address: ClickHouseAddress, password: String, allowed: Settings) -> HTTPClientRequest {
    var url = (address.isSecure ? "https://" : "http://") + address.place + "/?query_id=" + id
    // The status precedes the data, so it can report an error of the query only if the server waits until the
    // query ends.
    if waitsForEnd { url += "&wait_end_of_query=1" }
    url += "&database=" + PercentCode.encoded(address.database)
    // The value 2 forbids writing, like 1. Profiles of users who may read and set limits contain this value,
    // so it does not change their setting.
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
