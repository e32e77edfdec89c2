import WaveTables

/// The address of a table on a ClickHouse server, with options for reading it.
///
/// In text form: `clickhouse://user@host:8123/database/table?x=time`. `clickhouses://` and `secure=1` select
/// HTTPS.
public struct ClickHouseAddress: Equatable, Sendable {
  /// The maximum length of an address as text, in bytes.
  public static let byteLimit = 2048

  /// Whether the connection uses TLS.
  public var isSecure: Bool
  /// The server's host name or IP address; an IPv6 address is stored without brackets.
  public var host: String
  /// The server's HTTP port; by default 8123, or 8443 over TLS.
  public var port: Int
  /// The user name; `default` if the address does not contain one.
  public var user: String
  /// The name of the database.
  public var database: String
  /// The name of the table or view.
  public var table: String
  /// The column for the x axis; nil to choose one automatically.
  public var x: String?
  /// Whether to show the rows of the other shards if a shard does not respond, as set by `lost=show`.
  public var showsRestWithoutShard: Bool
  /// The column that determines the order of rows with equal x values; nil if none is given.
  public var tieBreaker: String?
  /// The password contained in the address, where other users can see it; nil if there is none.
  public var urlPassword: String?

  /// Whether the address contains a password, in which case the user should be warned.
  public var hasPassword: Bool { urlPassword != nil }

  /// The table's name as shown to the user.
  var tableName: String { "\(database).\(table)" }

  /// The server's host and port, separated by a colon; an IPv6 address is in brackets.
  public var place: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  /// Returns whether text looks like the address of a ClickHouse table, even if it is invalid.
  ///
  /// - Parameter text: The text.
  /// - Returns: True if it begins with one of the schemes.
  public static func hasClickHouseScheme(_ text: String) -> Bool {
    let start = text.utf8.prefix(14).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return start.starts(with: Array("clickhouse://".utf8))
      || start.elementsEqual(Array("clickhouses://".utf8))
  }

  /// Parses an address.
  ///
  /// - Parameter text: An address as described at `ClickHouseAddress`, of at most `byteLimit` bytes; names
  ///   are percent-decoded.
  /// - Throws: `ClickHouseError.notAddress`, which gives the reason and never shows a password.
  public init(_ text: String) throws(ClickHouseError) {
    var reader = try AddressReader(text)
    isSecure = reader.isSecure
    (user, urlPassword) = try reader.account()
    host = try reader.host()
    let givenPort = try reader.port()
    let path = try reader.path()
    database = path.database
    table = path.table
    showsRestWithoutShard = false
    for (name, value) in try reader.parameters() {
      switch name {
      case "x": x = value
      case "then": tieBreaker = value
      case "lost":
        guard value == "show" || value == "refuse" else {
          throw reader.wrong("lost must be \"show\" or \"refuse\"")
        }
        showsRestWithoutShard = value == "show"
      case "secure":
        guard value == "1" || (value == "0" && !isSecure) else {
          throw reader.wrong("secure must be 1 or 0, and 0 is not allowed with clickhouses://")
        }
        isSecure = value == "1"
      default:
        throw reader.wrong("there is no parameter \"\(name)\"; use x, then, lost or secure")
      }
    }
    port = givenPort ?? (isSecure ? 8443 : 8123)
  }

  /// The address as text, without a password.
  ///
  /// Parsing the text gives an address of the same table.
  public var shown: String {
    var text = isSecure ? "clickhouses://" : "clickhouse://"
    if user != "default" { text += PercentCode.encoded(user) + "@" }
    text += host.contains(":") ? "[\(host)]" : host
    if port != (isSecure ? 8443 : 8123) { text += ":\(port)" }
    text += "/" + PercentCode.encoded(database) + "/" + PercentCode.encoded(table)
    var parameters: [String] = []
    if let x { parameters.append("x=" + PercentCode.encoded(x)) }
    if let tieBreaker { parameters.append("then=" + PercentCode.encoded(tieBreaker)) }
    if showsRestWithoutShard { parameters.append("lost=show") }
    return parameters.isEmpty ? text : text + "?" + parameters.joined(separator: "&")
  }
}
