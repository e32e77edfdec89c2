import WaveUnits

extension FuzzTarget {
  /// Frequencies as people type them: what was read, written and read again is the same frequency.
  static let frequencyText = FuzzTarget("frequency-text", byteLimit: 48) { bytes throws(Finding) in
    if let (value, rest) = NumberText.prefix(of: bytes) {
      try require(value.isFinite, "a number is finite")
      try require(rest.endIndex == bytes.count && rest.startIndex > 0, "the rest follows the number")
    }
    guard let hertz = FrequencyText.hertz(from: bytes, factor: 1e6) else { return }
    try require(hertz.isFinite, "a frequency is finite")
    guard hertz.magnitude < 1e12 else { return }
    for stepHertz in [0.001, 1, 12_500, 1e6] {
      let text = FrequencyText.bytes(hertz: hertz, stepHertz: stepHertz)
      guard let again = FrequencyText.hertz(from: text, factor: 1) else {
        throw Finding("it reads what it writes")
      }
      // Nine decimals are written at most.
      let finest = FrequencyText.prefix(forHertz: hertz).factor * 1e-9
      let rounding = Swift.max(stepHertz, finest) / 2 + hertz.magnitude * 1e-14
      try require((again - hertz).magnitude <= rounding * 1.0001, "\(hertz) is read again as \(again)")
    }
  }
}
