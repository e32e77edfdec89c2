import WaveText

/// The columns of a table that contain latitude, longitude and level, and their separator.
struct MeasuredLayout: Equatable {
  var mark: UInt8
  var latitude: Int
  var longitude: Int
  var level: Int?
  /// The number of the line before the first row; this line contains the column names, if there are any.
  var headLine: Int

  static let marks: [UInt8] = [UInt8(ascii: ";"), 0x09, UInt8(ascii: ",")]

  /// Words in the names of level columns, most specific first.
  private static let levelNames: [StaticString] = [
    "rssi", "rsrp", "dbm", "level", "power", "signal", "measure",
  ]
  /// Words that show that a column or line is about the transmitter or the noise.
  private static let otherNames: [StaticString] = ["tx", "eirp", "e.i.r.p", "noise"]

  /// Finds the columns in the first lines of a table, and the receiver's noise before them.
  init?(_ bytes: Span<UInt8>, noise: inout Double?) {
    var lines = TextLines()
    var cells: [Range<Int>] = []
    var guess: MeasuredLayout?
    var found: Double?
    for _ in 0..<MeasuredTable.headLines {
      guard let line = lines.next(bytes) else { break }
      guard line.count <= MeasuredTable.lineLimit else { continue }
      for mark in Self.marks {
        MeasuredTable.split(bytes, line, at: mark, into: &cells)
        guard cells.count > 1 else { continue }
        if let named = Self(named: bytes, cells, mark, line: lines.number) {
          (self, noise) = (named, found)
          return
        }
        if guess == nil { guess = Self(guessed: bytes, cells, mark, line: lines.number) }
      }
      if Self.contains(bytes, line, "noise"), let value = Self.lastNumber(bytes, line) { found = value }
    }
    guard let guess else { return nil }
    self = guess
  }

  private init(mark: UInt8, latitude: Int, longitude: Int, level: Int?, headLine: Int) {
    self.mark = mark
    self.latitude = latitude
    self.longitude = longitude
    self.level = level
    self.headLine = headLine
  }

  /// Creates the layout from a line of column names; nil if the line does not name latitude and longitude.
  private init?(named bytes: Span<UInt8>, _ cells: [Range<Int>], _ mark: UInt8, line: Int) {
    func first(_ isName: (Range<Int>) -> Bool) -> Int? {
      cells.firstIndex { cell in
        isName(cell) && MeasuredNumber.double(bytes, cell, isCommaPoint: false) == nil
      }
    }
    guard let latitude = first({ Self.isNamed(bytes, $0, ["lat"], ["latitude"]) }),
      let longitude = first({ Self.isNamed(bytes, $0, ["lon", "lng"], ["longitude"]) }),
      latitude != longitude
    else { return nil }
    var level: Int?
    for name in Self.levelNames where level == nil {
      level = first { cell in
        Self.contains(bytes, cell, name) && !Self.otherNames.contains { Self.contains(bytes, cell, $0) }
      }
    }
    self.init(mark: mark, latitude: latitude, longitude: longitude, level: level, headLine: line)
  }

  /// Creates the layout from a row whose first two numbers can be a position; a negative third number is read
  /// as a level.
  private init?(guessed bytes: Span<UInt8>, _ cells: [Range<Int>], _ mark: UInt8, line: Int) {
    let isComma = mark != UInt8(ascii: ",")
    var numbers: [(column: Int, value: Double)] = []
    for (column, cell) in cells.enumerated() {
      guard let value = MeasuredNumber.double(bytes, cell, isCommaPoint: isComma) else { continue }
      numbers.append((column, value))
    }
    guard numbers.count >= 2, numbers[0].value.magnitude <= 90, numbers[1].value >= -180,
      numbers[1].value <= 360
    else { return nil }
    let isLevel = numbers.count > 2 && numbers[2].value < 0 && numbers[2].value >= -300
    self.init(
      mark: mark, latitude: numbers[0].column, longitude: numbers[1].column,
      level: isLevel ? numbers[2].column : nil, headLine: line - 1)
  }

  /// Returns whether a word of a cell begins or ends with one of the given strings.
  private static func isNamed(
    _ bytes: Span<UInt8>, _ cell: Range<Int>, _ beginnings: [StaticString], _ endings: [StaticString]
  ) -> Bool {
    var start = cell.lowerBound
    while start < cell.upperBound {
      var end = start
      while end < cell.upperBound, isLetter(bytes[end]) { end += 1 }
      if beginnings.contains(where: { isText(bytes, start, end, $0) }) { return true }
      for ending in endings where end - start >= ending.utf8CodeUnitCount {
        if isText(bytes, end - ending.utf8CodeUnitCount, end, ending) { return true }
      }
      start = end + 1
    }
    return false
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  /// Returns whether the bytes at an offset match the given text, ignoring case.
  private static func isText(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard end - start >= count else { return false }
    for offset in 0..<count {
      let byte = bytes[start + offset]
      guard (isLetter(byte) ? byte | 0x20 : byte) == text.utf8Start[offset] else { return false }
    }
    return true
  }

  static func contains(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: StaticString) -> Bool {
    for start in range where isText(bytes, start, range.upperBound, text) { return true }
    return false
  }

  /// Returns the last number in a line, or nil if there is none.
  private static func lastNumber(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Double? {
    var end = line.upperBound
    func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    while end > line.lowerBound, !isDigit(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > line.lowerBound, isDigit(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: ".") {
      start -= 1
    }
    if start > line.lowerBound, bytes[start - 1] == UInt8(ascii: "-") { start -= 1 }
    return MeasuredNumber.double(bytes, start..<end, isCommaPoint: false)
  }
}
