import WavePropagation
import WaveText
import WaveUnits

/// Reads tables of measured points.
///
/// Columns are found by their names, or by their values if no line names them.
///
/// Lines before the column names are skipped, except for a line that states the receiver's noise. Empty lines
/// and lines that begin with `#` are also skipped.
enum MeasuredTable {
  /// The maximum number of bytes in a line.
  static let lineLimit = 16_384
  /// The number of lines at the start of a file that are searched for the columns.
  static let headLines = 64
  /// The maximum number of cells of a line that are examined.
  static let cellLimit = 256

  static func points(_ bytes: Span<UInt8>) throws(TerrainFormatError) -> MeasuredPoints {
    var points = MeasuredPoints()
    var lines = TextLines()
    var cells: [Range<Int>] = []
    guard let layout = MeasuredLayout(bytes, noise: &points.noiseDecibelMilliwatts) else {
      throw .measured(.noColumns, line: 1)
    }
    while let line = lines.next(bytes) {
      guard lines.number > layout.headLine else { continue }
      guard line.count <= lineLimit else {
        throw .measured(.lineTooLong(limit: lineLimit), line: lines.number)
      }
      guard bytes[line.lowerBound] != UInt8(ascii: "#") else { continue }
      split(bytes, line, at: layout.mark, into: &cells)
      try add(bytes, cells, layout, line: lines.number, to: &points)
    }
    return points
  }

  private static func add(
    _ bytes: Span<UInt8>, _ cells: [Range<Int>], _ layout: MeasuredLayout, line: Int,
    to points: inout MeasuredPoints
  ) throws(TerrainFormatError) {
    func cell(_ column: Int) -> Range<Int>? {
      column < cells.count && !cells[column].isEmpty ? cells[column] : nil
    }
    // A phone without a position fix writes rows without a position.
    guard let north = cell(layout.latitude), let east = cell(layout.longitude) else {
      guard cells.count > Swift.max(layout.latitude, layout.longitude) || cells.count <= 1 else {
        throw .measured(.missing(layout.latitude < cells.count ? .longitude : .latitude), line: line)
      }
      return points.skippedCount += 1
    }
    let isComma = layout.mark != UInt8(ascii: ",")
    let place = try MeasuredNumber.place(bytes, north, east, isCommaPoint: isComma, line: line)
    var level: Double?
    if let column = layout.level, let text = cell(column) {
      level = MeasuredNumber.level(bytes, text, isCommaPoint: isComma)
      guard level != nil else { throw .measured(.malformed(.level), line: line) }
    }
    guard points.count < MeasuredFile.pointLimit else {
      throw .measured(.tooManyPoints(limit: MeasuredFile.pointLimit), line: line)
    }
    points.add(place, decibelMilliwatts: level)
  }

  /// Splits a line into cells without surrounding blanks and quotes; separators within quotes do not split
  /// cells.
  static func split(
    _ bytes: Span<UInt8>, _ line: Range<Int>, at mark: UInt8, into cells: inout [Range<Int>]
  ) {
    cells.removeAll(keepingCapacity: true)
    var place = line.lowerBound
    if place == 0 { place = bytes.markEnd }
    while cells.count < cellLimit {
      var end = place
      var isQuoted = false
      while end < line.upperBound, isQuoted || bytes[end] != mark {
        if bytes[end] == UInt8(ascii: "\"") { isQuoted.toggle() }
        end += 1
      }
      cells.append(bytes.trimmed(place..<end) { $0 <= 0x20 || $0 == UInt8(ascii: "\"") })
      guard end < line.upperBound else { return }
      place = end + 1
    }
  }
}

/// Parses the numbers in tables and remarks of measured points.
enum MeasuredNumber {
  /// Reads a position; the line is for errors.
  static func place(
    _ bytes: Span<UInt8>, _ north: Range<Int>, _ east: Range<Int>, isCommaPoint: Bool,
    line: @autoclosure () -> Int
  ) throws(TerrainFormatError) -> Coordinate {
    guard let latitude = double(bytes, north, isCommaPoint: isCommaPoint), latitude.magnitude <= 90 else {
      throw .measured(.malformed(.latitude), line: line())
    }
    guard let longitude = double(bytes, east, isCommaPoint: isCommaPoint), longitude >= -180,
      longitude <= 360
    else { throw .measured(.malformed(.longitude), line: line()) }
    return Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  /// Parses a whole cell; a comma is read as a decimal separator unless commas separate the cells.
  static func double(_ bytes: Span<UInt8>, _ range: Range<Int>, isCommaPoint: Bool) -> Double? {
    guard range.count <= 64 else { return nil }
    let value: Double?
    if isCommaPoint, bytes.firstIndex(of: UInt8(ascii: ","), in: range) != nil {
      let pointed = range.map { bytes[$0] == UInt8(ascii: ",") ? UInt8(ascii: ".") : bytes[$0] }
      value = ASCIINumber.double(pointed.span, 0..<pointed.count)
    } else {
      value = ASCIINumber.double(bytes, range)
    }
    return value.flatMap { $0.isNaN ? nil : $0 }
  }

  /// Parses a level from -300 to 300, optionally followed by `dBm`; returns NaN for a missing level written
  /// as NaN.
  static func level(_ bytes: Span<UInt8>, _ range: Range<Int>, isCommaPoint: Bool) -> Double? {
    var end = range.upperBound
    if end - range.lowerBound > 3, isUnit(bytes, at: end - 3) {
      end -= 3
      while end > range.lowerBound, bytes[end - 1] == 0x20 { end -= 1 }
    }
    let cut = range.lowerBound..<end
    if cut.count == 3, bytes[cut.lowerBound] | 0x20 == UInt8(ascii: "n"),
      bytes[cut.lowerBound + 1] | 0x20 == UInt8(ascii: "a"),
      bytes[cut.lowerBound + 2] | 0x20 == UInt8(ascii: "n")
    {
      return .nan
    }
    return double(bytes, cut, isCommaPoint: isCommaPoint).flatMap { $0.magnitude <= 300 ? $0 : nil }
  }

  /// Returns the number before the first `dBm` in a range of text, or nil if there is none.
  static func levelWithin(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    var place = range.lowerBound
    while place + 3 <= range.upperBound {
      guard isUnit(bytes, at: place) else {
        place += 1
        continue
      }
      var end = place
      while end > range.lowerBound, bytes[end - 1] == 0x20 { end -= 1 }
      var start = end
      while start > range.lowerBound, end - start < 24, isOfNumber(bytes[start - 1]) { start -= 1 }
      if let value = level(bytes, start..<end, isCommaPoint: false) { return value }
      place += 3
    }
    return nil
  }

  /// Returns whether `dBm` is at an offset, ignoring case.
  private static func isUnit(_ bytes: Span<UInt8>, at place: Int) -> Bool {
    bytes[place] | 0x20 == UInt8(ascii: "d") && bytes[place + 1] | 0x20 == UInt8(ascii: "b")
      && bytes[place + 2] | 0x20 == UInt8(ascii: "m")
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "+")
  }
}
