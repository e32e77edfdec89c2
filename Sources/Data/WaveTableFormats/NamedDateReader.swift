/// Parses dates whose month is a word in English, German or French.
///
/// Examples: `25-Mar-2020`, `March 25, 2020`, `Wed, 25 Mar 2020 14:05:00 +0100` (RFC 5322), `Wed Mar 25
/// 14:05:00 2020` (C's asctime), `25/Mar/2020:14:05:00 +0100`, `25mar2020`, `25. März 2020`.
enum NamedDateReader {
  /// The names of the months, in the order of the year.
  private static let months: [(word: [UInt8], month: Int)] = [
    ["january", "jan", "januar", "jänner", "jän", "janvier", "janv"],
    ["february", "feb", "februar", "feber", "février", "févr", "fév"],
    ["march", "mar", "märz", "mär", "mrz", "mars"], ["april", "apr", "avril", "avr"], ["may", "mai"],
    ["june", "jun", "juni", "juin"], ["july", "jul", "juli", "juillet", "juil"],
    ["august", "aug", "août", "aoû"], ["september", "sep", "sept", "septembre"],
    ["october", "oct", "oktober", "okt", "octobre"], ["november", "nov", "novembre"],
    ["december", "dec", "dezember", "dez", "décembre", "déc"],
  ].enumerated().flatMap { index, words in words.map { (Array($0.utf8), index + 1) } }
  private static let weekdays = words([
    "monday", "mon", "tuesday", "tue", "tues", "wednesday", "wed", "thursday", "thu", "thur", "thurs",
    "friday", "fri", "saturday", "sat", "sunday", "sun", "montag", "dienstag", "mittwoch", "donnerstag",
    "freitag", "samstag", "sonntag", "mo", "di", "mi", "do", "fr", "sa", "so",
  ])
  private static let ordinals = words(["st", "nd", "rd", "th"])
  private static let prepositions = words(["at", "um"])

  private static func words(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  /// Skips the name of a day of the week, and a comma or point after it.
  ///
  /// - Returns: Whether a name was found.
  static func skipWeekday(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Bool {
    guard skip(weekdays, bytes, &scanner) else { return false }
    skipMarks(bytes, &scanner)
    return true
  }

  /// Skips a word if it is one of several.
  private static func skip(_ words: [[UInt8]], _ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Bool {
    let start = scanner.place
    if let word = word(bytes, &scanner), words.contains(word) { return true }
    scanner.place = start
    return false
  }

  /// Parses a date whose month is a word, and the time after it.
  ///
  /// - Returns: The time, or nil if the text is not a valid date.
  /// - Complexity: O(bytes).
  static func instant(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> DateReader.Instant? {
    var time: DateReader.Instant?
    let (year, month, day): (Int, Int, Int)
    if let (first, digits) = scanner.number(bytes, limit: 4) {
      if digits <= 2 { _ = skip(ordinals, bytes, &scanner) }
      skipMarks(bytes, &scanner)
      guard let named = monthWord(bytes, &scanner), let (last, lastDigits) = scanner.number(bytes, limit: 4)
      else { return nil }
      if digits == 4, lastDigits <= 2 {
        (year, month, day) = (first, named, last)
      } else if digits <= 2, let found = DateReader.year(last, lastDigits) {
        (year, month, day) = (found, named, first)
      } else {
        return nil
      }
    } else {
      guard let named = monthWord(bytes, &scanner), let (number, _) = scanner.number(bytes, limit: 2)
      else { return nil }
      _ = skip(ordinals, bytes, &scanner)
      skipMarks(bytes, &scanner)
      // The format of C's asctime has the time before the year.
      let start = scanner.place
      if scanner.number(bytes, limit: 2) != nil, scanner.next(bytes) == UInt8(ascii: ":") {
        var inner = DateScanner(place: start, end: bytes.count)
        while inner.end > start, bytes[inner.end - 1] == 0x20 { inner.end -= 1 }
        // The last word is the year.
        while inner.end > start, bytes[inner.end - 1] != 0x20 { inner.end -= 1 }
        scanner.place = inner.end
        while inner.end > start, bytes[inner.end - 1] == 0x20 { inner.end -= 1 }
        guard let found = DateReader.time(bytes, &inner), inner.isAtEnd else { return nil }
        time = found
      } else {
        scanner.place = start
      }
      guard let (last, lastDigits) = scanner.number(bytes, limit: 4), lastDigits == 4 else { return nil }
      (year, month, day) = (last, named, number)
    }
    guard let midnight = DateReader.midnight(year: year, month: month, day: day) else { return nil }
    if let time { return scanner.isAtEnd ? midnight.adding(time) : nil }
    guard !scanner.isAtEnd else { return midnight }
    guard let mark = scanner.next(bytes), [0x20, 0x2C, 0x3A, 0x54, 0x74].contains(mark) else { return nil }
    scanner.place += 1
    scanner.skipBlanks(bytes)
    if skip(prepositions, bytes, &scanner) { scanner.skipBlanks(bytes) }
    guard let time = DateReader.time(bytes, &scanner), scanner.isAtEnd else { return nil }
    return midnight.adding(time)
  }

  /// Reads the name of a month and the marks after it, and returns its number.
  private static func monthWord(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Int? {
    guard let word = word(bytes, &scanner) else { return nil }
    skipMarks(bytes, &scanner)
    return months.first { $0.word == word }?.month
  }

  /// Reads a word of at most 12 bytes, and returns it in lowercase.
  private static func word(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> [UInt8]? {
    var word: [UInt8] = []
    while let byte = scanner.next(bytes) {
      let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
      guard isLetter else { break }
      guard word.count < 12 else { return nil }
      let isLatinCapital = word.last == 0xC3 && (0x80...0x9E).contains(byte)
      word.append((0x41...0x5A).contains(byte) || isLatinCapital ? byte | 0x20 : byte)
      scanner.place += 1
    }
    return word.isEmpty ? nil : word
  }

  /// Skips up to three blanks, dashes, slashes, points and commas.
  private static func skipMarks(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) {
    for _ in 0..<3 {
      guard let byte = scanner.next(bytes), [0x20, 0x2C, 0x2D, 0x2E, 0x2F].contains(byte) else { return }
      scanner.place += 1
    }
  }
}
