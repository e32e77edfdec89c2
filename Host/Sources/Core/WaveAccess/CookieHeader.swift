/// Functions that find a cookie in the headers of a request.
public enum CookieHeader {
  /// The maximum total length of a request's Cookie headers, in bytes.
  public static let byteLimit = 8192

  /// Returns the value of a cookie.
  ///
  /// A cookie that occurs twice is ignored, since another site may have set one of the two.
  public static func value(of name: String, in headers: [String]) -> [UInt8]? {
    let name = Array(name.utf8)
    var left = byteLimit
    var found: [UInt8]?
    for header in headers {
      left -= header.utf8.count
      guard left >= 0 else { return nil }
      for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
        guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
        guard trimmed(pair[..<equals]) == name else { continue }
        guard found == nil else { return nil }
        let value = trimmed(pair[pair.index(after: equals)...])
        let isQuoted = value.count >= 2 && value.first == 0x22 && value.last == 0x22
        found = isQuoted ? Array(value.dropFirst().dropLast()) : value
      }
    }
    return found
  }

  private static func trimmed(_ bytes: Substring.UTF8View) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let start = bytes.drop { isBlank($0) }
    return Array(start.reversed().drop { isBlank($0) }.reversed())
  }
}
