import WavePropagation
import WaveText

/// Reads antenna files in the Planet format, which manufacturers distribute as `.msi` or `.pln` files.
///
/// Each line has a keyword and its value. HORIZONTAL and VERTICAL are followed by the number of angles, and
/// then by one line for each angle with its attenuation. Gains are relative to a dipole (dBd) unless the file
/// states dBi. Unknown keywords are ignored, and so is electrical tilt, which the vertical pattern includes.
public enum MSIPattern {
  /// The gain of a dipole over an isotropic antenna, in dB.
  static let dipoleDecibels = 2.15

  /// Parses a file.
  ///
  /// - Parameter bytes: The whole text.
  /// - Returns: The antenna, which points north and is not tilted.
  /// - Throws: `TerrainFormatError.antenna` with the line of the error, or `.empty`.
  /// - Complexity: O(bytes), a few arrays.
  public static func antenna(_ bytes: Span<UInt8>) throws(TerrainFormatError) -> AntennaFile {
    guard !bytes.isEmpty else { throw .empty }
    var lines = TextLines()
    var file = AntennaFile(pattern: AntennaPattern())
    var horizontal: AntennaCut?
    var vertical: AntennaCut?
    var isFirst = true
    while let line = lines.next(bytes) {
      var fields = TextFields(line)
      guard let field = fields.next(bytes) else { continue }
      switch ASCIIWord.lowercase(bytes, field) {
      case Array("name".utf8): file.name = [UInt8](bytes, fields.rest(bytes))
      case Array("frequency".utf8): file.frequencyHertz = frequency(bytes, &fields)
      case Array("gain".utf8):
        guard let gain = gain(bytes, &fields) else { throw .antenna(.malformed(.gain), line: lines.number) }
        file.pattern.gainDecibels = gain
      case Array("horizontal".utf8):
        guard horizontal == nil else { throw .antenna(.repeated(.horizontal), line: lines.number) }
        horizontal = try cut(bytes, &fields, &lines)
      case Array("vertical".utf8):
        guard vertical == nil else { throw .antenna(.repeated(.vertical), line: lines.number) }
        vertical = try cut(bytes, &fields, &lines)
      default:
        // Some manufacturers write the name without the keyword.
        if isFirst { file.name = [UInt8](bytes, line) }
      }
      isFirst = false
    }
    guard let horizontal else { throw .antenna(.missing(.horizontal), line: Swift.max(1, lines.number)) }
    guard let vertical else { throw .antenna(.missing(.vertical), line: Swift.max(1, lines.number)) }
    file.pattern.horizontal = horizontal
    file.pattern.vertical = vertical
    return file
  }

  /// Parses the rows of a cut; its first line states their number.
  private static func cut(
    _ bytes: Span<UInt8>, _ fields: inout TextFields, _ lines: inout TextLines
  ) throws(TerrainFormatError) -> AntennaCut {
    guard let field = fields.next(bytes), let number = ASCIINumber.double(bytes, field),
      number >= 1, number <= 1e6, let count = Int(exactly: number)
    else { throw .antenna(.malformed(.angleCount), line: lines.number) }
    guard count <= AntennaFile.angleLimit else {
      throw .antenna(.tooManyAngles(limit: AntennaFile.angleLimit), line: lines.number)
    }
    var rows = CutRows(.decibels, angles: -360...360)
    while rows.count < count {
      guard let line = lines.next(bytes) else {
        throw .antenna(.tooFewAngles(expected: count, found: rows.count), line: Swift.max(1, lines.number))
      }
      try rows.add(bytes, line, line: lines.number)
    }
    guard let cut = rows.cut(isClosed: true) else { throw .antenna(.notAscending, line: lines.number) }
    return cut
  }

  /// Parses a number that is optionally followed by a unit; returns nil if it is not a number.
  private static func number(
    _ bytes: Span<UInt8>, _ fields: inout TextFields
  ) -> (value: Double, unit: [UInt8])? {
    guard let field = fields.next(bytes) else { return nil }
    var end = field.upperBound
    while end > field.lowerBound, bytes[end - 1] | 0x20 >= UInt8(ascii: "a"),
      bytes[end - 1] | 0x20 <= UInt8(ascii: "z")
    {
      end -= 1
    }
    guard let value = ASCIINumber.double(bytes, field.lowerBound..<end) else { return nil }
    if end < field.upperBound { return (value, ASCIIWord.lowercase(bytes, end..<field.upperBound)) }
    guard let unit = fields.next(bytes) else { return (value, []) }
    return (value, ASCIIWord.lowercase(bytes, unit))
  }

  private static func gain(_ bytes: Span<UInt8>, _ fields: inout TextFields) -> Double? {
    guard let (value, unit) = number(bytes, &fields), value.magnitude <= 100 else { return nil }
    if unit.isEmpty || unit == Array("dbd".utf8) { return value + dipoleDecibels }
    return unit == Array("dbi".utf8) ? value : nil
  }

  /// Parses a frequency in megahertz or, if stated, gigahertz; returns nil if it is a range or missing.
  private static func frequency(_ bytes: Span<UInt8>, _ fields: inout TextFields) -> Double? {
    guard let (value, unit) = number(bytes, &fields), value > 0, value < 1e6 else { return nil }
    if unit.isEmpty || unit == Array("mhz".utf8) { return value * 1e6 }
    return unit == Array("ghz".utf8) ? value * 1e9 : nil
  }
}

/// A namespace for functions that compare keywords without regard to case.
enum ASCIIWord {
  /// Returns the bytes in lower case.
  static func lowercase(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    range.map { index in
      let byte = bytes[index]
      return byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }
  }
}
