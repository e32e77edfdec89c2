import WaveText
import WaveUnits

extension WFDBHeader {
  /// The start in microseconds since 1970, in an unknown time zone; nil if the header has no date or no time.
  public var startMicroseconds: Int64? {
    let date = startDate.span
    var numbers: [Int] = []
    var start = 0
    for place in 0...date.count where place == date.count || date[place] == UInt8(ascii: "/") {
      guard let number = ASCIINumber.integer(date, start..<place) else { return nil }
      numbers.append(number)
      start = place + 1
    }
    guard numbers.count == 3, let ofDay = secondsOfDay, (1...12).contains(numbers[1]), numbers[2] >= 0,
      numbers[2] <= 9999, numbers[0] >= 1, numbers[0] <= CivilTime.days(inMonth: numbers[1], year: numbers[2])
    else { return nil }
    let midnight = CivilTime.microseconds(
      year: numbers[2], month: numbers[1], day: numbers[0], hour: 0, minute: 0, second: 0, micro: 0)
    return midnight + Int64(saturating: (ofDay * 1e6).rounded())
  }

  /// The seconds since midnight, parsed from `HH:MM:SS`, `MM:SS` or `SS`, with or without decimals.
  private var secondsOfDay: Double? {
    let text = startTime.span
    var seconds = 0.0
    var start = 0
    for place in 0...text.count where place == text.count || text[place] == UInt8(ascii: ":") {
      guard let number = ASCIINumber.double(text, start..<place), number >= 0 else { return nil }
      seconds = seconds * 60 + number
      start = place + 1
    }
    return seconds < 86_400 ? seconds : nil
  }
}
