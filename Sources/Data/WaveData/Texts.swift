import WaveDataWire
import WaveUnits

/// Formats numbers, times and cells as text.
enum Texts {
  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { [UInt8]($0) } }

  /// Joins a text and the words before and after it.
  @inline(never)
  static func bytes(_ before: StaticString, _ text: [UInt8], _ behind: StaticString = "") -> [UInt8] {
    bytes(before) + text + bytes(behind)
  }

  /// Formats an integer.
  static func integer(_ value: Int64) -> [UInt8] {
    var text = TextWriter()
    text.append(integer: value)
    return text.bytes
  }

  /// Formats a number with a number of decimals.
  static func number(_ value: Double, decimals: Int) -> [UInt8] {
    var text = TextWriter()
    text.append(value, decimals: decimals)
    return text.bytes
  }

  /// Formats an integer in groups of three digits: "1,700,000".
  static func grouped(_ value: UInt64) -> [UInt8] {
    TextWriter("\(grouped: UInt64(Int64(clamping: value)))").bytes
  }

  /// Formats a count and what is counted, one or several: "1,700,000 rows".
  static func count(_ count: UInt64, _ one: StaticString, _ several: StaticString) -> [UInt8] {
    bytes("", grouped(count), count == 1 ? one : several)
  }

  /// Formats a number with all of its significant digits, up to 15.
  static func exact(_ value: Double) -> [UInt8] {
    guard value.isFinite else {
      return bytes(value.isNaN ? "NaN" : value < 0 ? "\u{2212}\u{221E}" : "\u{221E}")
    }
    guard value.magnitude < 1e15, value == 0 || value.magnitude >= 1e-5 else {
      return scientific(value, digits: 15)
    }
    var power = 1.0
    var decimals = 0
    // Digits beyond the fifteenth are not significant.
    while (value * power).rounded() / power != value, decimals < 18, (value * power * 10).magnitude < 1e15 {
      power *= 10
      decimals += 1
    }
    return number(value, decimals: decimals)
  }

  /// Formats a number with a few significant digits, for axes and statistics.
  static func brief(_ value: Double, digits: Int = 4) -> [UInt8] {
    guard value.isFinite else { return bytes("\u{2013}") }
    let size = value.magnitude
    guard size == 0 || size >= 1e-4 && size < 1e9 else { return scientific(value, digits: digits) }
    var whole = size >= 1 || size == 0 ? 1 : 0
    var limit = size >= 1 ? 10.0 : 1e300
    while size >= limit {
      limit *= 10
      whole += 1
    }
    var decimals = Swift.max(0, digits - whole)
    // Small numbers keep their significant digits after leading zeros.
    var floor = 0.1
    while size > 0, size < floor {
      floor /= 10
      decimals += 1
    }
    return number(value, decimals: shortened(decimals, of: size))
  }

  /// Returns the number of decimals without zeros at the end.
  private static func shortened(_ limit: Int, of size: Double) -> Int {
    var decimals = limit
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    var rounded = (size * scale).rounded()
    while decimals > 0, (rounded / 10).rounded(.down) * 10 == rounded {
      rounded /= 10
      decimals -= 1
    }
    return decimals
  }

  static func scientific(_ value: Double, digits: Int) -> [UInt8] {
    guard value != 0 else { return bytes("0") }
    var mantissa = value
    var exponent: Int64 = 0
    while mantissa.magnitude >= 10 {
      mantissa /= 10
      exponent += 1
    }
    while mantissa.magnitude < 1 {
      mantissa *= 10
      exponent -= 1
    }
    let decimals = shortened(Swift.min(14, digits - 1), of: mantissa.magnitude)
    return number(mantissa, decimals: decimals) + bytes("e", integer(exponent))
  }

  /// Formats a count as a percentage of a total.
  static func percent(_ count: UInt64, of total: UInt64) -> [UInt8] {
    let share = 100 * Double(count) / Double(Swift.max(1, total))
    if count > 0, share < 0.1 { return bytes("< 0.1 %") }
    return bytes("", number(share, decimals: share < 9.95 && count > 0 ? 1 : 0), " %")
  }

  /// Formats the part of a task that is done: "45 %".
  static func part(_ done: UInt64, of total: UInt64) -> [UInt8] {
    bytes("", number(100 * Double(done) / Double(total), decimals: 0), " %")
  }

  /// Formats a cell without shortening its value.
  static func cell(_ cell: TableCells.Cell) -> [UInt8] {
    switch cell {
    case .null: bytes("NULL")
    case .integer(let value): integer(value)
    case .real(let value): exact(value)
    case .text(let text): text.isEmpty ? bytes("\u{201C}\u{201D}") : text
    case .bytes(let count): self.count(count, " byte", " bytes")
    }
  }

  /// Formats a date and time as precisely as the step between labels requires: "2026-11-21 20:15:40.250".
  static func moment(microseconds: Double, stepMicroseconds: Double) -> [UInt8] {
    guard microseconds.magnitude < 9e15 else { return bytes("\u{2013}") }
    let whole = Int64(saturating: microseconds.rounded(.down))
    let day: Int64 = 86_400_000_000
    var days = whole / day
    var rest = whole % day
    if rest < 0 {
      rest += day
      days -= 1
    }
    let date = CivilDate.date(days: Int(days))
    var text = TextWriter()
    text.append(integer: date.year, digits: 4)
    text.append("-")
    text.append(integer: date.month, digits: 2)
    // Further parts, each shown if the step is below a limit.
    let parts: [(mark: StaticString, value: Int64, digits: Int, limit: Double)] = [
      ("-", Int64(date.day), 2, 28 * Double(day)), (" ", rest / 3_600_000_000, 2, Double(day)),
      (":", rest / 60_000_000 % 60, 2, Double(day)), (":", rest / 1_000_000 % 60, 2, 60_000_000),
      (".", rest / 1000 % 1000, 3, 1_000_000), ("", rest % 1000, 3, 1000),
    ]
    for part in parts where stepMicroseconds < part.limit {
      text.append(part.mark)
      text.append(integer: part.value, digits: part.digits)
    }
    return text.bytes
  }

  /// Formats a date and time without trailing zero parts: "2026-11-21", "2026-11-21 20:15:40.250".
  static func instant(microseconds: Double) -> [UInt8] {
    func isWhole(_ unit: Double) -> Bool { (microseconds / unit).rounded(.down) * unit == microseconds }
    let step = isWhole(86_400e6) ? 86_400e6 : isWhole(1e6) ? 1e6 : isWhole(1e3) ? 1e3 : 1
    return moment(microseconds: microseconds, stepMicroseconds: step)
  }
}
