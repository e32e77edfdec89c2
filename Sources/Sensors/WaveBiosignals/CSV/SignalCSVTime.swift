import WaveText
import WaveUnits

/// Functions that detect and convert times in tables of signals.
enum SignalCSVTime {
  /// The result of parsing the header of a time column.
  struct Naming {
    /// The unit of the times; nil if the header does not give one.
    var unit: SignalCSVLayout.TimeUnit?
  }

  /// Parses a column's header; returns nil if it does not identify a time column.
  static func naming(label: [UInt8], unit: [UInt8]) -> Naming? {
    let lower = label.lowercased
    if let own = named(lower) { return Naming(unit: own) }
    // `time_ms`: the unit follows the last underscore.
    var name = lower
    var behind: SignalCSVLayout.TimeUnit?
    if let mark = lower.lastIndex(of: UInt8(ascii: "_")), let own = named(Array(lower[(mark + 1)...])) {
      behind = own
      name = Array(lower[..<mark])
    }
    let names: [StaticString] = [
      "time", "t", "timestamp", "time stamp", "datetime", "date", "date time", "elapsed", "elapsed time",
      "seconds_elapsed", "seconds elapsed", "unix time", "unix_time", "epoch", "zeit", "x_value",
    ]
    return name.isOne(of: names) ? Naming(unit: named(unit.lowercased) ?? behind) : nil
  }

  /// Returns the unit with the given name, or nil if it is unknown.
  private static func named(_ word: [UInt8]) -> SignalCSVLayout.TimeUnit? {
    let names: [(SignalCSVLayout.TimeUnit, [StaticString])] = [
      (.seconds, ["s", "sec", "secs", "second", "seconds"]),
      (.milliseconds, ["ms", "msec", "millis", "millisecond", "milliseconds"]),
      (.microseconds, ["us", "µs", "μs", "usec", "micros", "microsecond", "microseconds"]),
      (.nanoseconds, ["ns", "nsec", "nanos", "nanosecond", "nanoseconds"]),
    ]
    return names.first { word.isOne(of: $0.1) }?.0
  }

  /// Guesses the unit of a number that could be a time since 1970.
  ///
  /// If the number is too small for such a time, the result is seconds.
  static func guess(_ number: Double) -> SignalCSVLayout.TimeUnit {
    switch number.magnitude {
    case 1e17...: .nanoseconds
    case 1e14...: .microseconds
    case 1e11...: .milliseconds
    default: .seconds
    }
  }

  /// Parses a date with a time of day and returns nanoseconds since 1970, converted to UTC if the text has a
  /// time zone.
  static func date(_ text: [UInt8]) -> Int64? {
    var text = text
    // `+0200`: a time zone without the colon that RFC 3339 requires.
    if text.count >= 24,
      text[text.count - 5] == UInt8(ascii: "+") || text[text.count - 5] == UInt8(ascii: "-"),
      !text.suffix(4).contains(UInt8(ascii: ":"))
    {
      text.insert(UInt8(ascii: ":"), at: text.count - 2)
    }
    return CivilTime.instant(text).flatMap { micro in
      let (nano, isBeyond) = micro.multipliedReportingOverflow(by: 1000)
      return isBeyond ? nil : nano
    }
  }

  /// Converts a time in the given unit to nanoseconds; returns nil beyond ±292 years.
  static func nanoseconds(
    _ bytes: Span<UInt8>, _ cell: Range<Int>, number: Double, unit: SignalCSVLayout.TimeUnit
  ) -> Int64? {
    // Nanoseconds since 1970 have more digits than a double can represent.
    if cell.count <= 19, let whole = whole(bytes, cell) {
      let (nano, isBeyond) = whole.multipliedReportingOverflow(by: unit.nanoseconds)
      return isBeyond ? nil : nano
    }
    let nano = (number * Double(unit.nanoseconds)).rounded()
    return nano.magnitude < 9.2e18 ? Int64(saturating: nano) : nil
  }

  private static func whole(_ bytes: Span<UInt8>, _ cell: Range<Int>) -> Int64? {
    var value: Int64 = 0
    var place = cell.lowerBound
    let isNegative = bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard place < cell.upperBound else { return nil }
    while place < cell.upperBound {
      guard (0x30...0x39).contains(bytes[place]) else { return nil }
      let (tens, isBeyond) = value.multipliedReportingOverflow(by: 10)
      let (next, isOver) = tens.addingReportingOverflow(Int64(bytes[place] - 0x30))
      guard !isBeyond, !isOver else { return nil }
      value = next
      place += 1
    }
    return isNegative ? -value : value
  }
}
