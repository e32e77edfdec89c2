import WaveText

/// The start time of a recording, formatted for an EDF+ header.
struct EDFClock {
  /// The date as `DD-MMM-YYYY`, or `X` if it is unknown.
  let fullDate: [UInt8]
  /// The date as `DD.MM.YY`.
  let date: [UInt8]
  /// The time of day as `HH.MM.SS`.
  let time: [UInt8]

  /// Formats a start time.
  ///
  /// - Parameter microseconds: The time in microseconds since 1970. Nil and times outside the years 0 to 9999
  ///   are written as unknown.
  init(microseconds: Int64?) {
    guard let text = microseconds.flatMap({ CivilTime.text(microseconds: $0) }) else {
      fullDate = Array("X".utf8)
      date = Array("01.01.85".utf8)
      time = Array("00.00.00".utf8)
      return
    }
    let months = Array("JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC".utf8)
    let month = Int(text[5] - 0x30) * 10 + Int(text[6] - 0x30)
    let name = months[(3 * month - 3)..<(3 * month)]
    func joined(_ parts: [ArraySlice<UInt8>], _ mark: UInt8) -> [UInt8] {
      Array(parts.joined(separator: [mark]))
    }
    fullDate = joined([text[8..<10], name, text[0..<4]], UInt8(ascii: "-"))
    date = joined([text[8..<10], text[5..<7], text[2..<4]], UInt8(ascii: "."))
    time = joined([text[11..<13], text[14..<16], text[17..<19]], UInt8(ascii: "."))
  }
}
