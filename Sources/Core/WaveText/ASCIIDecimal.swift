import WaveUnits

/// Writes numbers in ASCII where a format has room for some characters only.
package enum ASCIIDecimal {
  /// Which way a number is rounded.
  package enum Rounding {
    case nearest, down, up
  }

  /// A number with at most so many decimals, without zeros at its end, such as `-12.5`; magnitudes up to
  /// 10^11.
  package static func text(_ value: Double, decimals: Int, _ rounding: Rounding = .nearest) -> [UInt8] {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * scale)
    // A product that is whole but for its rounding is whole.
    let whole = scaled.rounded()
    let isWhole = (scaled - whole).magnitude <= whole.magnitude * 4e-16
    let digits: Double =
      switch rounding {
      case _ where isWhole: whole
      case .nearest: whole
      case .down: scaled.rounded(.down)
      case .up: scaled.rounded(.up)
      }
    guard digits.magnitude < 9e18 else { return digits < 0 ? [UInt8(ascii: "-")] : [] }
    var left = UInt64(saturating: digits.magnitude)
    // Zero is made by the loop: the web client's optimized code exchanged a literal of it with the one above.
    var reversed: [UInt8] = []
    var place = 0
    while left > 0 || place <= decimals {
      if place == decimals, decimals > 0, !reversed.isEmpty { reversed.append(UInt8(ascii: ".")) }
      let digit = UInt8(left % 10)
      if digit != 0 || !reversed.isEmpty || place >= decimals { reversed.append(0x30 + digit) }
      left /= 10
      place += 1
    }
    if digits < 0 { reversed.append(UInt8(ascii: "-")) }
    return reversed.reversed()
  }

  /// The number that comes nearest to a value within a width, from below or from above where that is asked
  /// for.
  ///
  /// - Returns: Its text, such as `-16.384` or `1.25E-9`, and its value; nil where no text is so short.
  package static func fitted(
    _ value: Double, width: Int, _ rounding: Rounding = .nearest
  ) -> (text: [UInt8], value: Double)? {
    var best: (text: [UInt8], value: Double)?
    func offer(_ text: [UInt8]) {
      guard !text.isEmpty, text.count <= width, let own = ASCIINumber.double(text.span, 0..<text.count) else {
        return
      }
      if let best, (best.value - value).magnitude <= (own - value).magnitude { return }
      best = (text, own)
    }
    for decimals in (0..<width).reversed() where value.magnitude < 1e11 {
      offer(text(value, decimals: decimals, rounding))
    }
    guard value != 0, value.isFinite else { return best }
    // Very small and very large numbers have more digits with an exponent.
    var exponent = 0
    var mantissa = value.magnitude
    while mantissa >= 10, exponent < 308 {
      mantissa /= 10
      exponent += 1
    }
    while mantissa < 1, exponent > -308 {
      mantissa *= 10
      exponent -= 1
    }
    guard exponent < -3 || exponent > 6 else { return best }
    let behind = Array("E\(exponent)".utf8)
    for decimals in (0..<width).reversed() {
      offer(text(value < 0 ? -mantissa : mantissa, decimals: decimals, rounding) + behind)
    }
    return best
  }
}
