import WaveUnits

/// What a ClickHouse server says went wrong, in the words of its old and its new versions.
///
/// `Code: 60, e.displayText() = DB::Exception: Table default.x doesn't exist., e.what() = DB::Exception` (to
/// 20.x), or `Code: 60. DB::Exception: Table default.x does not exist. (UNKNOWN_TABLE) (version 25.3.1.1
/// (official build))`.
package struct ServerText: Equatable {
  /// Characters of it that are shown at most.
  package static let limit = 500
  /// Bytes of it that are read at most.
  static let byteLimit = 65_536

  /// The number of the error; nil where there is none.
  package var code: Int?
  /// One line, without what surrounds it.
  package var words: String

  /// Reads what a server says.
  package init(_ bytes: some Collection<UInt8>) {
    var text = Substring(String(decoding: bytes.prefix(Self.byteLimit), as: UTF8.self))
    code = Self.code(text)
    for mark in ["Stack trace:", "Stack trace (when copying"] {
      if let range = text.firstRange(of: mark) { text = text[..<range.lowerBound] }
    }
    for mark in [", e.what() = ", " (version "] {
      if let range = text.ranges(of: mark).last { text = text[..<range.lowerBound] }
    }
    // Of a shard that cannot be had it tells every try; the first one says why.
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
    // The error's name, which the number says too.
    if let open = line.lastIndex(of: "("), line[open...].dropFirst().dropLast().contains("_"),
      line[open...].dropFirst().dropLast().allSatisfy({ $0.isASCII && ($0.isUppercase || $0 == "_") })
    {
      line.removeSubrange(open...)
    }
    while let last = line.last, ",. ".contains(last) { line.removeLast() }
    if line.count > Self.limit { line = String(line.prefix(Self.limit - 1)) + "…" }
    words = line
  }

  /// The number behind "Code: ", with which it begins.
  private static func code(_ text: Substring) -> Int? {
    guard text.hasPrefix("Code: ") else { return nil }
    let digits = text.dropFirst(6).prefix { $0.isASCII && $0.isNumber }
    return digits.count <= 6 ? Int(digits) : nil
  }

  /// The servers that are named by host and port, such as shards that do not answer: the last one.
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

  /// How long a query that took too long may run, which the server may have set itself: told in seconds,
  /// today in milliseconds.
  private var secondsAllowed: Int? {
    guard let mark = words.ranges(of: "maximum: ").last else { return nil }
    let digits = words[mark.upperBound...].prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard digits.count <= 12, let number = Double(digits) else { return nil }
    return Int(
      saturating: max(1, words[digits.endIndex...].hasPrefix(" ms") ? number / 1000 : number))
  }

  /// The error that it is.
  ///
  /// - Parameters:
  ///   - status: HTTP's status of the answer.
  ///   - header: The error's number where a header told it.
  ///   - address: Whom was asked.
  ///   - limits: What the query might cost.
  /// - Returns: The error.
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
    // What a server says that read from another one, and of what it was sent itself too.
    case 3 where shard != nil, 32 where shard != nil: .shardLost(shard: shard, words)
    case 159, 160: .tooSlow(seconds: secondsAllowed ?? limits.executionSeconds)
    case 241: .tooMuchMemory(words)
    case 201, 202: .tooManyQueries(words)
    // Of settings too the server says that it is in read-only mode.
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
