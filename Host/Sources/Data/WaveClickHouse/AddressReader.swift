import WaveTables

/// A parser for the text of a ClickHouse address.
///
/// Each method parses the next part of the text.
struct AddressReader {
  private static let ofIPv6 = Set("0123456789ABCDEFabcdef:.".utf8)
  private static let ofHost = PercentCode.alphanumerics.union("-._".utf8)

  private let bytes: [UInt8]
  private var place = 0
  /// Whether the address's scheme selects TLS.
  let isSecure: Bool
  /// The address to show in error messages, without anything that could be a password.
  private let shown: String

  init(_ text: String) throws(ClickHouseError) {
    bytes = Array(text.utf8)
    shown = Self.redacted(text)
    isSecure = bytes.prefix(11).last.map { $0 | 0x20 } == UInt8(ascii: "s")
    guard bytes.count <= ClickHouseAddress.byteLimit else {
      throw .notAddress("", reason: "it is longer than \(ClickHouseAddress.byteLimit) bytes")
    }
    guard ClickHouseAddress.hasClickHouseScheme(text) else {
      throw .notAddress(shown, reason: "it does not begin with clickhouse:// or clickhouses://")
    }
    guard !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw .notAddress(shown, reason: "it contains spaces or control characters; write %20 for a space")
    }
    place = isSecure ? 14 : 13
  }

  /// Returns an error that names this address and gives the reason.
  func wrong(_ reason: String) -> ClickHouseError { .notAddress(shown, reason: reason) }

  /// Removes everything that could be a password: all text before the last @, and anything but a port after a
  /// colon.
  private static func redacted(_ text: String) -> String {
    // Text that is not an address can contain a password anywhere.
    let scheme = ClickHouseAddress.hasClickHouseScheme(text) ? text.firstRange(of: "://") : nil
    let start = scheme?.upperBound ?? text.startIndex
    if let at = text.lastIndex(of: "@"), start <= at {
      return String((text[..<start] + "…" + text[at...]).prefix(200))
    }
    guard scheme != nil else { return String(text.prefix(100)) }
    guard let colon = text[start...].firstIndex(of: ":"), text[start...].first != "[",
      text[colon...].dropFirst().prefix(while: { $0 != "/" && $0 != "?" }).contains(where: { !$0.isNumber })
    else { return String(text.prefix(200)) }
    return String(text[..<colon].prefix(200)) + ":…"
  }

  /// Parses the user name and the password, which is nil if the address contains none.
  mutating func account() throws(ClickHouseError) -> (String, String?) {
    let end = bytes[place...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.count
    guard let at = bytes[place..<end].lastIndex(of: UInt8(ascii: "@")) else { return ("default", nil) }
    let account = bytes[place..<at]
    place = at + 1
    let colon = account.firstIndex(of: UInt8(ascii: ":"))
    guard let user = PercentCode.decoded(account[..<(colon ?? account.endIndex)]), !user.isEmpty else {
      throw wrong("the user name before the @ is empty, or is not percent-encoded correctly")
    }
    guard let colon else { return (user, nil) }
    guard let password = PercentCode.decoded(account[(colon + 1)...]) else {
      throw wrong("the password before the @ is not percent-encoded correctly")
    }
    return (user, password)
  }

  /// Parses the server's host name or IP address.
  mutating func host() throws(ClickHouseError) -> String {
    let start = place
    if place < bytes.count, bytes[place] == UInt8(ascii: "[") {
      guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "]")) else {
        throw wrong("the address in brackets has no closing bracket")
      }
      place = end + 1
      let address = bytes[(start + 1)..<end]
      guard address.contains(UInt8(ascii: ":")), address.count <= 45, address.allSatisfy(Self.ofIPv6.contains)
      else {
        throw wrong("the text in brackets is not an IPv6 address")
      }
      return String(decoding: address, as: UTF8.self)
    }
    place = bytes[place...].firstIndex { !Self.ofHost.contains($0) } ?? bytes.count
    guard place > start, place - start <= 253 else { throw wrong("it has no valid host name") }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Parses the port, or returns nil if the address has none.
  mutating func port() throws(ClickHouseError) -> Int? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return nil }
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
    let digits = bytes[(place + 1)..<end]
    guard digits.count <= 5, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let port = Int(String(decoding: digits, as: UTF8.self)), port >= 1, port <= 65535
    else { throw wrong("the port after the host must be a number from 1 to 65535") }
    place = end
    return port
  }

  /// Parses the database and the table.
  mutating func path() throws(ClickHouseError) -> (database: String, table: String) {
    if place < bytes.count, bytes[place] != UInt8(ascii: "/"), bytes[place] != UInt8(ascii: "?") {
      throw wrong("the host is followed by a character that cannot be part of a name")
    }
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    var names: [String] = []
    for part in bytes[place..<end].split(
      separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: true)
    {
      guard let name = PercentCode.decoded(part), !name.isEmpty else {
        throw wrong("a name in its path is not percent-encoded correctly")
      }
      names.append(name)
    }
    guard names.count == 2 else {
      throw wrong("its path must be /DATABASE/TABLE, as in clickhouse://host/default/flights")
    }
    place = end
    return (names[0], names[1])
  }

  /// Parses the parameters after the question mark and rejects repeated names.
  func parameters() throws(ClickHouseError) -> [(String, String)] {
    guard place < bytes.count else { return [] }
    var parameters: [(String, String)] = []
    for part in bytes[(place + 1)...].split(separator: UInt8(ascii: "&")) {
      let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let name = PercentCode.decoded(pair[0]),
        let value = PercentCode.decoded(pair[1]),
        // Error messages show parameter names, so names are restricted to letters to keep passwords out.
        name.allSatisfy(\.isLetter), !value.isEmpty
      else { throw wrong("the part after the ? must be NAME=VALUE pairs joined by &") }
      guard !parameters.contains(where: { $0.0 == name }) else { throw wrong("\(name) is given twice") }
      parameters.append((name, value))
    }
    return parameters
  }
}
