/// A parser of the fixed-width fields in a DTED header.
enum DTEDField {
  /// Parses an integer of digits only; returns nil if there is any other byte.
  static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var value = 0
    for place in range {
      guard (0x30...0x39).contains(bytes[place]) else { return nil }
      value = value * 10 + Int(bytes[place] - 0x30)
    }
    return value
  }

  /// Parses a four-digit integer that must not be less than `least`.
  static func number(
    _ bytes: Span<UInt8>, at place: Int, from least: Int, _ field: TerrainFault.Field
  ) throws(TerrainFormatError) -> Int {
    guard let value = number(bytes, place..<(place + 4)), value >= least else {
      throw .terrain(.malformed(field), byte: place)
    }
    return value
  }

  /// Parses an angle in the form `DDDMMSSH`.
  static func degrees(
    _ bytes: Span<UInt8>, at place: Int, _ field: TerrainFault.Field
  ) throws(TerrainFormatError) -> Double {
    let letters: (UInt8, UInt8) =
      field == .latitude
      ? (UInt8(ascii: "N"), UInt8(ascii: "S")) : (UInt8(ascii: "E"), UInt8(ascii: "W"))
    let letter = bytes[place + 7]
    guard letter == letters.0 || letter == letters.1,
      let degrees = degrees(bytes, at: place, degreeDigits: 3, decimals: 0),
      degrees.magnitude <= (field == .latitude ? 90 : 180)
    else { throw .terrain(.malformed(field), byte: place) }
    return degrees
  }

  /// Parses an angle that consists of degrees, two digits of minutes, two of seconds, and a letter; returns
  /// nil if it is malformed.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - place: The offset of the angle.
  ///   - degreeDigits: The number of digits in the degrees.
  ///   - decimals: 1 if a decimal point and a digit follow the seconds, otherwise 0.
  /// - Returns: The angle in degrees, negative in the south and west.
  static func degrees(_ bytes: Span<UInt8>, at place: Int, degreeDigits: Int, decimals: Int) -> Double? {
    let minutesPlace = place + degreeDigits
    guard let degrees = number(bytes, place..<minutesPlace),
      let minutes = number(bytes, minutesPlace..<(minutesPlace + 2)), minutes < 60,
      let seconds = number(bytes, (minutesPlace + 2)..<(minutesPlace + 4)), seconds < 60
    else { return nil }
    var tenths = (degrees * 3600 + minutes * 60 + seconds) * 10
    var end = minutesPlace + 4
    if decimals == 1 {
      guard bytes[end] == UInt8(ascii: "."), let last = number(bytes, (end + 1)..<(end + 2)) else {
        return nil
      }
      tenths += last
      end += 2
    }
    switch bytes[end] {
    case UInt8(ascii: "N"), UInt8(ascii: "E"): return Double(tenths) / 36_000
    case UInt8(ascii: "S"), UInt8(ascii: "W"): return -Double(tenths) / 36_000
    default: return nil
    }
  }
}
