import WaveDataWire
import WaveUnits

/// Formats numbers, times and cells as text.
enum Texts {
  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { [UInt8]($0) } }

  /// Formats an integer in groups of three digits: "1,700,000".
  static func grouped(_ value: UInt64) -> [UInt8] {
    var digits = TextWriter()
    digits.append(integer: Int64(clamping: value))
    var text: [UInt8] = []
    for (index, digit) in digits.bytes.enumerated() {
      if index > 0, (digits.bytes.count - index) % 3 == 0 { text.append(0x2C) }
      text.append(digit)
    }
    return text
  }

  /// Formats a number with all of its significant digits, up to 15.
  static func exact(_ value: Double) -> [UInt8] {
    var text = TextWriter()
    guard value.isFinite else {
      text.append(value.isNaN ? "NaN" : value < 0 ? "\u{2212}\u{221E}" : "\u{221E}")
      return text.bytes
    }
    if value.magnitude < 1e15, value == 0 || value.magnitude >= 1e-5 {
      var power = 1.0
      var decimals = 0
      // Digits beyond the fifteenth are not significant.
      while (value * power).rounded() / power != value, decimals < 18, (value * power * 10).magnitude < 1e15 {
        power *= 10
        decimals += 1
      }
      text.append(value, decimals: decimals)
      return text.bytes
    }
    return scientific(value, digits: 15)
  }

  /// Formats a number with a few significant digits, for axes and statistics.
  static func brief(_ value: Double, digits: Int = 4) -> [UInt8] {
    var text = TextWriter()
    guard value.isFinite else {
      text.append("\u{2013}")
      return text.bytes
    }
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
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    var rounded = (size * scale).rounded()
    while decimals > 0, (rounded / 10).rounded(.down) * 10 == rounded {
      rounded /= 10
      decimals -= 1
    }
    text.append(value, decimals: decimals)
    return text.bytes
  }

  static func scientific(_ value: Double, digits: Int) -> [UInt8] {
    var text = TextWriter()
    guard value != 0 else {
      text.append("0")
      return text.bytes
    }
    var mantissa = value
    var exponent = 0
    while mantissa.magnitude >= 10 {
      mantissa /= 10
      exponent += 1
    }
    while mantissa.magnitude < 1 {
      mantissa *= 10
      exponent -= 1
    }
    var decimals = Swift.min(14, digits - 1)
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    var rounded = (mantissa.magnitude * scale).rounded()
    while decimals > 0, (rounded / 10).rounded(.down) * 10 == rounded {
      rounded /= 10
      decimals -= 1
    }
    text.append(mantissa, decimals: decimals)
    text.append("e")
    text.append(integer: exponent)
    return text.bytes
  }

  /// Formats a count as a percentage of a total.
  static func percent(_ count: UInt64, of total: UInt64) -> [UInt8] {
    let share = 100 * Double(count) / Double(Swift.max(1, total))
    var text = TextWriter()
    if count > 0, share < 0.1 {
      text.append("< 0.1")
    } else {
      text.append(share, decimals: share < 9.95 && count > 0 ? 1 : 0)
    }
    text.append(" %")
    return text.bytes
  }

  /// Formats a cell without shortening its value.
  static func cell(_ cell: TableCells.Cell) -> [UInt8] {
    switch cell {
    case .null: return bytes("NULL")
    case .integer(let value):
      var text = TextWriter()
      text.append(integer: value)
      return text.bytes
    case .real(let value): return exact(value)
    case .text(let text): return text.isEmpty ? bytes("\u{201C}\u{201D}") : text
    case .bytes(let count):
      var text = TextWriter()
      text.append(bytes: grouped(count))
      text.append(count == 1 ? " byte" : " bytes")
      return text.bytes
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
    guard stepMicroseconds < 28 * Double(day) else { return text.bytes }
    text.append("-")
    text.append(integer: date.day, digits: 2)
    guard stepMicroseconds < Double(day) else { return text.bytes }
    text.append(" ")
    text.append(integer: rest / 3_600_000_000, digits: 2)
    text.append(":")
    text.append(integer: rest / 60_000_000 % 60, digits: 2)
    guard stepMicroseconds < 60_000_000 else { return text.bytes }
    text.append(":")
    text.append(integer: rest / 1_000_000 % 60, digits: 2)
    guard stepMicroseconds < 1_000_000 else { return text.bytes }
    text.append(".")
    text.append(integer: rest / 1000 % 1000, digits: 3)
    guard stepMicroseconds < 1000 else { return text.bytes }
    text.append(integer: rest % 1000, digits: 3)
    return text.bytes
  }

  /// Formats a date and time without trailing zero parts: "2026-11-21", "2026-11-21 20:15:40.250".
  static func instant(microseconds: Double) -> [UInt8] {
    func isWhole(_ unit: Double) -> Bool { (microseconds / unit).rounded(.down) * unit == microseconds }
    let step = isWhole(86_400e6) ? 86_400e6 : isWhole(1e6) ? 1e6 : isWhole(1e3) ? 1e3 : 1
    return moment(microseconds: microseconds, stepMicroseconds: step)
  }
}
