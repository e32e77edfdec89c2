import WaveText

/// The byte offsets of the fields in one log line, counted from the start of the line.
struct RTLPowerLine {
  /// The values of the fields before the levels.
  struct Head {
    var microseconds: Int64
    var lowHertz: Double
    var highHertz: Double
    var stepHertz: Double
    /// The byte offset of the field `low`.
    var lowStart: Int

    /// Returns an error of the line, at its first frequency.
    func error(_ fault: LogFault) -> RadioFormatError { .line(fault, byte: lowStart, line: 0) }
  }

  /// The offset of the first significant byte, after a byte order mark and whitespace.
  let start: Int
  /// The offset after the last significant byte.
  let end: Int
  /// The offset of the first level; `end` if a field before the levels is missing.
  let valuesStart: Int
  /// The byte ranges of the fields before the levels; fewer than six if some are missing.
  private let fields: [Range<Int>]

  /// Locates the six fields before the levels.
  init(_ bytes: Span<UInt8>, isFirst: Bool) {
    var start = 0
    var end = bytes.count
    if isFirst, end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
    while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
    while start < end, Self.isBlank(bytes[start]) { start += 1 }
    self.start = start
    self.end = end
    var fields: [Range<Int>] = []
    var place = start
    while fields.count < 6, place < end, let field = Self.field(bytes, &place, end) { fields.append(field) }
    self.fields = fields
    valuesStart = fields.count == 6 ? place : end
  }

  /// Whether the time has fractional seconds, as in hackrf_sweep logs.
  var isTimeFractional: Bool { fields.count > 1 && fields[1].count > 8 }

  /// Whether the line contains only whitespace.
  var isBlank: Bool { start == end }

  /// Parses the fields before the levels.
  func head(_ bytes: Span<UInt8>) throws(RadioFormatError) -> Head {
    guard fields.count == 6, valuesStart < end else { throw .line(.missingFields, byte: start, line: 0) }
    guard let microseconds = CivilTime.read(bytes, date: fields[0], time: fields[1]) else {
      throw .line(.malformedTime, byte: fields[0].lowerBound, line: 0)
    }
    let low = try Self.number(bytes, fields[2])
    let high = try Self.number(bytes, fields[3])
    let step = try Self.number(bytes, fields[4])
    // The number of samples is not needed, but must be one.
    _ = try Self.number(bytes, fields[5])
    let head = Head(
      microseconds: microseconds, lowHertz: low, highHertz: high, stepHertz: step,
      lowStart: fields[2].lowerBound)
    guard low >= 0, high > low, high < 1e12, step > 0, step <= 1e12 else { throw head.error(.badRange) }
    return head
  }

  /// Parses the number in a field.
  static func number(_ bytes: Span<UInt8>, _ field: Range<Int>) throws(RadioFormatError) -> Double {
    guard let number = ASCIINumber.double(bytes, field) else {
      throw .line(.malformedNumber, byte: field.lowerBound, line: 0)
    }
    return number
  }

  /// Returns the range of the field at an offset, without surrounding whitespace, and advances the offset
  /// past the comma; nil at the end.
  static func field(_ bytes: Span<UInt8>, _ place: inout Int, _ end: Int) -> Range<Int>? {
    guard place < end else { return nil }
    var first = place
    while place < end, bytes[place] != UInt8(ascii: ",") { place += 1 }
    var last = place
    if place < end { place += 1 }
    while first < last, isBlank(bytes[first]) { first += 1 }
    while last > first, isBlank(bytes[last - 1]) { last -= 1 }
    return first..<last
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
}
