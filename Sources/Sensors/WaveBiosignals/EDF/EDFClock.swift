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
    let months: StaticString = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC"
    let month = Int(text[5] - 0x30) * 10 + Int(text[6] - 0x30)
    let dash = UInt8(ascii: "-")
    let dot = UInt8(ascii: ".")
    var name: [UInt8] = []
    for index in 0..<3 { name.append(months.utf8Start[3 * (month - 1) + index]) }
    fullDate = Array(text[8..<10]) + [dash] + name + [dash] + text[0..<4]
    date = Array(text[8..<10]) + [dot] + text[5..<7] + [dot] + text[2..<4]
    time = Array(text[11..<13]) + [dot] + text[14..<16] + [dot] + text[17..<19]
  }
}
