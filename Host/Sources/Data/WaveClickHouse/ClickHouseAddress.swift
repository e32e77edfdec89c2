/// Where a table of a ClickHouse server is, and how it is to be read.
///
/// As text: `clickhouse://user@host:8123/database/table?x=time`. `clickhouses://` and `secure=1` mean HTTPS.
public struct ClickHouseAddress: Equatable, Sendable {
  /// Bytes of a text at most.
  public static let byteLimit = 2048

  /// Whether the server is spoken to over TLS.
  public var isSecure: Bool
  /// Name or address of the server; an IPv6 address without brackets.
  public var host: String
  /// Its port for HTTP: 8123 where none is given, or 8443 over TLS.
  public var port: Int
  /// Whom to be there: `default` where none is given.
  public var user: String
  /// The database.
  public var database: String
  /// Its table or view.
  public var table: String
  /// The column along x; nil where it is to be found.
  public var x: String?
  /// Whether the rest is shown where a shard does not answer: `lost=show`.
  public var showsRestWithoutShard: Bool
  /// The column that tells rows of the same x apart; nil where none is given.
  public var tieBreaker: String?
  /// A password that stood in the text; those who pass by can read it there.
  public var urlPassword: String?

  /// Whether a password stood in the text, which its user should be warned about.
  public var hasPassword: Bool { urlPassword != nil }

  /// The server, as people write it.
  public var place: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  /// Whether a text means a table of a ClickHouse server, right or wrong.
  ///
  /// - Parameter text: What was given.
  /// - Returns: True where it has one of the schemes.
  public static func isMeant(by text: String) -> Bool {
    let start = text.utf8.prefix(14).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return start.starts(with: Array("clickhouse://".utf8))
      || start.elementsEqual(Array("clickhouses://".utf8))
  }

  /// Reads an address.
  ///
  /// - Parameter text: As above, in at most `byteLimit` bytes; names are percent-decoded.
  /// - Throws: `ClickHouseError.notAddress`, which says what is wrong and never shows a password.
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
          throw reader.wrong("lost is \"show\" or \"refuse\"")
        }
        showsRestWithoutShard = value == "show"
      case "secure":
        guard value == "1" || (value == "0" && !isSecure) else {
          throw reader.wrong("secure is 1 or 0, and 0 is not for clickhouses://")
        }
        isSecure = value == "1"
      default:
        throw reader.wrong("there is no parameter \"\(name)\"; there are x, then, lost and secure")
      }
    }
    port = givenPort ?? (isSecure ? 8443 : 8123)
  }

  /// The address without a password, which gives the same place when it is read.
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
