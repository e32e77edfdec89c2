import WaveText
import WaveUnits

extension WFDBHeader {
  /// The start in microseconds since 1970, in an unknown time zone; nil if the header has no date or no time.
  public var startMicroseconds: Int64? {
    let date = startDate.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { ASCIINumber.integer(Array($0).span, 0..<$0.count) }
    guard date.count == 3, let day = date[0], let month = date[1], let year = date[2],
      (0...9999).contains(year), let ofDay = secondsOfDay,
      let midnight = CivilTime.checkedMicroseconds(year: year, month: month, day: day)
    else { return nil }
    return midnight + Int64(saturating: (ofDay * 1e6).rounded())
  }

  /// The seconds since midnight, parsed from `HH:MM:SS`, `MM:SS` or `SS`, with or without decimals.
  private var secondsOfDay: Double? {
    var seconds = 0.0
    for field in startTime.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      guard let number = ASCIINumber.double(Array(field).span, 0..<field.count), number >= 0
      else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds < 86_400 ? seconds : nil
  }
}
