import WaveText

extension FuzzTarget {
  /// Numbers written in ASCII, beside the standard library's own reader.
  static let numbers = FuzzTarget("numbers", byteLimit: 48) { bytes throws(Finding) in
    let value = ASCIINumber.double(bytes.span, 0..<bytes.count)
    let isPlain = bytes.allSatisfy {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    guard isPlain, let exact = Double(String(decoding: bytes, as: UTF8.self)) else { return }
    // The standard library takes some forms that logs do not have.
    guard let value else { return }
    let digits = bytes.prefix { $0 | 0x20 != 0x65 }.drop { !(0x31...0x39).contains($0) }.count
    if digits <= 19 {
      try require(value == exact, "\(value) is \(exact)")
    } else if exact.magnitude < Double.leastNormalMagnitude || exact.isInfinite || value.isInfinite {
      let isSmall = exact.magnitude < 1e-290 && value.magnitude < 1e-290
      let isLarge = exact.magnitude > 1e290 && value.magnitude > 1e290
      try require(isSmall || isLarge, "\(value) is \(exact)")
    } else {
      try require((value - exact).magnitude <= exact.ulp, "\(value) is \(exact)")
    }
  }
}
