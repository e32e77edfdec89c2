/// Parses the time zone after a time of day.
enum DateZone {
  /// The names of time zones used by RFC 5322 and in Central Europe, with their offsets from universal time
  /// in hours.
  private static let names: [(name: [UInt8], hours: Int)] = [
    ("Z", 0), ("UTC", 0), ("GMT", 0), ("UT", 0), ("WET", 0), ("WEST", 1), ("CET", 1), ("CEST", 2), ("MEZ", 1),
    ("MESZ", 2), ("EET", 2), ("EEST", 3), ("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5), ("MST", -7),
    ("MDT", -6), ("PST", -8), ("PDT", -7),
  ].map { (Array($0.0.utf8), $0.1) }

  /// Reads a time zone as an offset from universal time: `Z`, `UTC`, `CET`, `+02:00`, `+0200`, `+02` or
  /// `UTC+2`, optionally followed by a comment in brackets.
  ///
  /// - Returns: The offset in seconds, or nil if the remaining text is not a time zone.
  static func seconds(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Int64? {
    var seconds: Int64?
    let start = scanner.place
    while let byte = scanner.next(bytes), byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A, byte < 0x80 {
      scanner.place += 1
    }
    if scanner.place > start {
      let length = scanner.place - start
      guard
        let zone = names.first(where: { zone in
          zone.name.count == length
            && zone.name.indices.allSatisfy { bytes[start + $0] & 0xDF == zone.name[$0] }
        })
      else { return nil }
      seconds = Int64(zone.hours * 3600)
    }
    if let sign = scanner.next(bytes), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      seconds ?? 0 == 0
    {
      scanner.place += 1
      guard let hours = scanner.digits(bytes, count: 2), hours <= 23 else { return nil }
      var minutes = 0
      if let next = scanner.next(bytes), next == UInt8(ascii: ":") || (next >= 0x30 && next <= 0x39) {
        _ = scanner.skip(UInt8(ascii: ":"), bytes)
        guard let number = scanner.digits(bytes, count: 2), number <= 59 else { return nil }
        minutes = number
      }
      let offset = Int64(hours * 3600 + minutes * 60)
      seconds = sign == UInt8(ascii: "-") ? -offset : offset
    }
    let behind = scanner.place
    scanner.skipBlanks(bytes)
    if let mark = scanner.next(bytes), mark == UInt8(ascii: "(") || mark == UInt8(ascii: "[") {
      let close = mark == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]")
      guard seconds != nil, bytes[scanner.end - 1] == close else { return nil }
      scanner.place = scanner.end
    } else {
      scanner.place = behind
    }
    return seconds
  }
}
