import WaveUnits

/// An error message from a ClickHouse server, parsed from the format of any version.
///
/// Up to version 20.x: `Code: 60, e.displayText() = DB::Exception: Table default.x doesn't exist., e.what() =
/// DB::Exception`. Later: `Code: 60. DB::Exception: Table default.x does not exist. (UNKNOWN_TABLE) (version
/// 25.3.1.1 (official build))`.
package struct ServerText: Equatable {
  /// The maximum number of characters to show.
  package static let limit = 500
  /// The maximum number of bytes to parse.
  static let byteLimit = 65_536

  /// The error code; nil if the message has none.
  package var code: Int?
  /// The message on one line, without code, version and stack trace.
  package var words: String

  /// Parses a server's message.
  package init(_ bytes: some Collection<UInt8>) {
    var text = Substring(String(decoding: bytes.prefix(Self.byteLimit), as: UTF8.self))
    code = Self.code(text)
    for mark in ["Stack trace:", "Stack trace (when copying"] {
      if let range = text.firstRange(of: mark) { text = text[..<range.lowerBound] }
    }
    for mark in [", e.what() = ", " (version "] {
      if let range = text.ranges(of: mark).last { text = text[..<range.lowerBound] }
    }
    // For an unavailable shard, the server lists every attempt to connect; the first one gives the reason.
    if let log = text.firstRange(of: "All connection tries failed. Log:"),
      let first = text[log.upperBound...].firstRange(of: "Exception: ")
    {
      text = text[first.upperBound...]
      for mark in [", e.what() = ", " (version "] {
        if let range = text.firstRange(of: mark) { text = text[..<range.lowerBound] }
      }
    } else if code != nil, let start = text.firstRange(of: "Exception: ") {
      text = text[start.upperBound...]
    }
    var line = ""
    var wasBlank = true
    for character in text {
      let isBlank =
        character.isWhitespace
        || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      if !isBlank {
        if wasBlank, !line.isEmpty { line += " " }
        line.append(character)
      }
      wasBlank = isBlank
    }
    // The name of the error is removed, since the code already identifies it.
    if let open = line.lastIndex(of: "("), line[open...].dropFirst().dropLast().contains("_"),
      line[open...].dropFirst().dropLast().allSatisfy({ $0.isASCII && ($0.isUppercase || $0 == "_") })
    {
      line.removeSubrange(open...)
    }
    while let last = line.last, ",. ".contains(last) { line.removeLast() }
    if line.count > Self.limit { line = String(line.prefix(Self.limit - 1)) + "…" }
    words = line
  }

  /// Returns the number after "Code: " at the beginning of the text.
  private static func code(_ text: Substring) -> Int? {
    guard text.hasPrefix("Code: ") else { return nil }
    let digits = text.dropFirst(6).prefix { $0.isASCII && $0.isNumber }
    return digits.count <= 6 ? Int(digits) : nil
  }

  /// The host and port of the last server named in the message, for example an unavailable shard.
  var shard: String? {
    var found: String?
    for word in words.split(whereSeparator: { " ,();\"'".contains($0) }) {
      guard let colon = word.lastIndex(of: ":"), colon > word.startIndex else { continue }
      let port = word[word.index(after: colon)...].prefix { $0.isASCII && $0.isNumber }
      let host = word[..<colon]
      guard let number = Int(port), number > 0, number < 65_536, !host.hasPrefix("DB:"), host != "Code",
        host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-_[]:".contains($0)) })
      else { continue }
      found = host + ":" + port
    }
    return found
  }

  /// The execution time limit in a timeout message, converted to seconds.
  ///
  /// The limit can come from the server's own settings. Old servers report it in seconds, new ones in
  /// milliseconds.
  private var secondsAllowed: Int? {
    guard let mark = words.ranges(of: "maximum: ").last else { return nil }
    let digits = words[mark.upperBound...].prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard digits.count <= 12, let number = Double(digits) else { return nil }
    return Int(saturating: max(1, words[digits.endIndex...].hasPrefix(" ms") ? number / 1000 : number))
  }

  /// Returns the error that the message describes.
  ///
  /// - Parameters:
  ///   - status: The HTTP status of the response.
  ///   - header: The error code from a response header; nil if there is none.
  ///   - address: The server that sent the message.
  ///   - limits: The limits of the query.
  /// - Returns: The error, with details from the message.
  package func error(status: Int, header: Int?, of address: ClickHouseAddress, _ limits: ClickHouseLimits)
    -> ClickHouseError
  {
    guard let code = code ?? header else {
      return status == 401 || status == 403
        ? .refusedPassword(user: address.user, place: address.place)
        : .notClickHouse(place: address.place, status: status)
    }
    return switch code {
    case 192, 193, 194, 195, 516: .refusedPassword(user: address.user, place: address.place)
    case 291, 497: .notAllowed(words)
    case 81: .noSuchDatabase(words)
    case 60: .noSuchTable(words)
    case 8, 10, 16, 47: .noSuchColumn(words)
    case 198, 203, 209, 210, 279, 519: .shardLost(shard: shard, words)
    // Codes 3 and 32 can refer to a shard or to the request itself; only messages about a shard name a
    // server.
    case 3 where shard != nil, 32 where shard != nil: .shardLost(shard: shard, words)
    case 159, 160: .tooSlow(seconds: secondsAllowed ?? limits.executionSeconds)
    case 241: .tooMuchMemory(words)
    case 201, 202: .tooManyQueries(words)
    // Servers use the same code for writing in read-only mode and for changing a fixed setting.
    case 164: Self.isOfSetting(words) ? .settingRefused(words) : .readOnly(words)
    case 452: .settingRefused(words)
    case 158, 307, 396: .answerTooLarge(limit: limits.answerBytes)
    default: .server(code: code, words)
    }
  }

  private static func isOfSetting(_ words: String) -> Bool {
    ["Cannot override setting", "Setting 'readonly' cannot be", "Cannot modify "].contains {
      words.hasPrefix($0)
    }
      && !words.hasPrefix("Cannot modify table")
  }
}
