import WaveText

/// A field of an EDF header: text of a fixed width, padded with spaces.
struct EDFField {
  private let bytes: [UInt8]
  /// The position of the field's first byte.
  let place: Int

  init(_ bytes: Span<UInt8>, _ place: Int, _ width: Int) {
    self.place = place
    self.bytes = Array(bytes, place..<(place + width))
  }

  /// The text without the spaces and zero bytes around it.
  var text: [UInt8] {
    let isFiller = { (byte: UInt8) in byte == 0x20 || byte == 0 }
    guard let first = bytes.firstIndex(where: { !isFiller($0) }),
      let last = bytes.lastIndex(where: { !isFiller($0) })
    else { return [] }
    return Array(bytes[first...last])
  }

  var isASCII: Bool { bytes.allSatisfy { (0x20...0x7E).contains($0) } }

  var isAnnotations: Bool {
    let text = text.span
    return text.count == 15 && (text.holds("EDF Annotations", at: 0) || text.holds("BDF Annotations", at: 0))
  }

  var integer: Int? {
    let text = text
    return ASCIINumber.integer(text.span, 0..<text.count)
  }

  /// The number in the field, and whether it has a decimal comma; nil if it is not a number.
  var number: (value: Double, hasComma: Bool)? {
    var text = text
    let comma = text.firstIndex(of: UInt8(ascii: ","))
    if let comma { text[comma] = UInt8(ascii: ".") }
    return ASCIINumber.double(text.span, 0..<text.count).map { ($0, comma != nil) }
  }

  /// Parses the start of a recording from `DD.MM.YY` and `HH.MM.SS`.
  ///
  /// Two-digit years from 85 on belong to the 20th century, and others to the 21st. If the recording field of
  /// EDF+ gives the full year, as in `Startdate 02-MAR-2002`, that year is used instead.
  static func time(_ bytes: Span<UInt8>, date: Int, time: Int, recording: [UInt8]) -> Int64? {
    func two(_ place: Int) -> Int? { ASCIINumber.integer(bytes, place..<(place + 2)) }
    guard let day = two(date), let month = two(date + 3), let hour = two(time), let minute = two(time + 3),
      let second = two(time + 6), (1...12).contains(month), hour < 24, minute < 60, second < 60
    else { return nil }
    let written = two(date + 6).map { $0 >= 85 ? 1900 + $0 : 2000 + $0 }
    guard let year = fullYear(recording) ?? written, day >= 1,
      day <= CivilTime.days(inMonth: month, year: year)
    else {
      return nil
    }
    return CivilTime.microseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, micro: 0)
  }

  private static func fullYear(_ recording: [UInt8]) -> Int? {
    let text = recording.span
    guard text.holds("Startdate ", at: 0), text.count >= 21, text[12] == UInt8(ascii: "-"),
      text[16] == UInt8(ascii: "-")
    else { return nil }
    return ASCIINumber.integer(text, 17..<21)
  }
}
