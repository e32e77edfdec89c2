import WaveUnits

/// Functions that write numbers in ASCII for formats with fields of only a few characters.
package enum ASCIIDecimal {
  /// The direction in which a number is rounded.
  package enum Rounding {
    case nearest, down, up
  }

  /// Returns a number with at most `decimals` decimals and no trailing zeros, such as `-12.5`.
  ///
  /// The magnitude must not exceed 10^11.
  package static func text(_ value: Double, decimals: Int, _ rounding: Rounding = .nearest) -> [UInt8] {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * scale)
    // If the product differs from an integer only by a rounding error, it counts as that integer.
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
    // The loop also produces the text of zero. With a separate literal for zero, the optimiser confused it
    // with the literal above in the web client.
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

  /// Returns the shortest text that gives the same number when it is read, such as `0.1`, `250` or `1e-07`.
  package static func shortest(_ value: Double) -> [UInt8] {
    let text = Array(value.description.utf8)
    return text.suffix(2) == Array(".0".utf8)[...] && text.count > 2 ? text.dropLast(2) : text
  }

  /// Returns the closest approximation to a value that fits into `width` characters, rounded in the requested
  /// direction.
  ///
  /// - Returns: The number as text, such as `-16.384` or `1.25E-9`, and its value, or nil if no text is short
  ///   enough.
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
    // Very small and very large numbers keep more digits when they are written with an exponent.
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
