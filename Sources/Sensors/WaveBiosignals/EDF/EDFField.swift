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
    Array(bytes[bytes.span.trimmed(0..<bytes.count) { $0.isPadding }])
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
      let second = two(time + 6), second < 60,
      let year = fullYear(recording) ?? two(date + 6).map({ $0 >= 85 ? 1900 + $0 : 2000 + $0 })
    else { return nil }
    return CivilTime.checkedMicroseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }

  private static func fullYear(_ recording: [UInt8]) -> Int? {
    let text = recording.span
    guard text.holds("Startdate ", at: 0), text.count >= 21, text[12] == UInt8(ascii: "-"),
      text[16] == UInt8(ascii: "-")
    else { return nil }
    return ASCIINumber.integer(text, 17..<21)
  }
}
