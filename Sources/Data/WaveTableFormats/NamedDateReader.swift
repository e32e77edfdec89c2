/// Parses dates whose month is a word in English, German or French.
///
/// Examples: `25-Mar-2020`, `March 25, 2020`, `Wed, 25 Mar 2020 14:05:00 +0100` (RFC 5322), `Wed Mar 25
/// 14:05:00 2020` (C's asctime), `25/Mar/2020:14:05:00 +0100`, `25mar2020`, `25. März 2020`.
enum NamedDateReader {
  private static let months: [([String], Int)] = [
    (["january", "jan", "januar", "jänner", "jän", "janvier", "janv"], 1),
    (["february", "feb", "februar", "feber", "février", "févr", "fév"], 2),
    (["march", "mar", "märz", "mär", "mrz", "mars"], 3), (["april", "apr", "avril", "avr"], 4),
    (["may", "mai"], 5),
    (["june", "jun", "juni", "juin"], 6), (["july", "jul", "juli", "juillet", "juil"], 7),
    (["august", "aug", "août", "aoû"], 8),
    (["september", "sep", "sept", "septembre"], 9), (["october", "oct", "oktober", "okt", "octobre"], 10),
    (["november", "nov", "novembre"], 11), (["december", "dec", "dezember", "dez", "décembre", "déc"], 12),
  ]
  private static let monthsByWord: [(word: [UInt8], month: Int)] = months.flatMap { words, month in
    words.map { (Array($0.utf8), month) }
  }
  private static let weekdays: [[UInt8]] = [
    "monday", "mon", "tuesday", "tue", "tues", "wednesday", "wed", "thursday", "thu", "thur", "thurs",
    "friday", "fri", "saturday",
    "sat", "sunday", "sun", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag",
    "mo", "di", "mi",
    "do", "fr", "sa", "so",
  ].map { Array($0.utf8) }

  /// Skips the name of a day of the week, and a comma or point after it.
  ///
  /// - Returns: Whether a name was found.
  static func skipWeekday(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Bool {
    let start = scanner.place
    guard let word = word(bytes, &scanner), weekdays.contains(word) else {
      scanner.place = start
      return false
    }
    skipMarks(bytes, &scanner)
    return true
  }

  /// Parses a date whose month is a word, and the time after it.
  ///
  /// - Returns: The time, or nil if the text is not a valid date.
  /// - Complexity: O(bytes).
  static func instant(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> DateReader.Instant? {
    var time: DateReader.Instant?
    let (year, month, day): (Int, Int, Int)
    if let (first, digits) = scanner.number(bytes, limit: 4) {
      if digits == 1 || digits == 2 { skipOrdinal(bytes, &scanner) }
      skipMarks(bytes, &scanner)
      guard let named = monthWord(bytes, &scanner) else { return nil }
      skipMarks(bytes, &scanner)
      guard let (last, lastDigits) = scanner.number(bytes, limit: 4) else { return nil }
      if digits == 4, lastDigits <= 2 {
        (year, month, day) = (first, named, last)
      } else if digits <= 2, let found = DateReader.year(last, lastDigits) {
        (year, month, day) = (found, named, first)
      } else {
        return nil
      }
    } else {
      guard let named = monthWord(bytes, &scanner) else { return nil }
      skipMarks(bytes, &scanner)
      guard let (number, digits) = scanner.number(bytes, limit: 2), digits <= 2 else { return nil }
      skipOrdinal(bytes, &scanner)
      skipMarks(bytes, &scanner)
      // The format of C's asctime has the time before the year.
      let start = scanner.place
      if let (_, digits) = scanner.number(bytes, limit: 2), digits <= 2,
        scanner.next(bytes) == UInt8(ascii: ":")
      {
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
    guard var instant = DateReader.midnight(year: year, month: month, day: day) else { return nil }
    if let time {
      guard scanner.isAtEnd else { return nil }
      instant.seconds += time.seconds
      instant.nanoseconds = time.nanoseconds
      return instant
    }
    guard !scanner.isAtEnd else { return instant }
    guard let mark = scanner.next(bytes), [0x20, 0x2C, 0x3A, 0x54, 0x74].contains(mark) else { return nil }
    scanner.place += 1
    scanner.skipBlanks(bytes)
    let start = scanner.place
    if let at = word(bytes, &scanner), at == Array("at".utf8) || at == Array("um".utf8) {
      scanner.skipBlanks(bytes)
    } else {
      scanner.place = start
    }
    guard let time = DateReader.time(bytes, &scanner), scanner.isAtEnd else { return nil }
    instant.seconds += time.seconds
    instant.nanoseconds = time.nanoseconds
    return instant
  }

  /// Reads the name of a month, and returns its number.
  private static func monthWord(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Int? {
    guard let word = word(bytes, &scanner) else { return nil }
    return monthsByWord.first { $0.word == word }?.month
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

  /// Skips an ordinal suffix: `st`, `nd`, `rd` or `th`.
  private static func skipOrdinal(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) {
    let start = scanner.place
    guard let ending = word(bytes, &scanner),
      ["st", "nd", "rd", "th"].contains(where: { Array($0.utf8) == ending })
    else {
      scanner.place = start
      return
    }
  }
}
