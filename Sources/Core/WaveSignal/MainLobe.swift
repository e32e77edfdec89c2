import WaveUnits

/// The main lobe of a window's transform, for computing widths that have no closed form.
struct MainLobe {
  /// The window, with at most `countMax` samples: more would overflow the 32-bit integers of WebAssembly.
  let coefficients: [Float]

  /// The maximum number of samples in the window.
  static let countMax = 65_536
  /// The number of steps per bin, a power of two, so that every offset is an exact fraction of a turn.
  private static let stepsPerBin = 1 << 12

  /// Returns the attenuation halfway between two bins relative to the lobe's peak, in decibels, as a positive
  /// number.
  func scallopingLossDecibels() -> Double {
    -2 * Decibels.decibels(fromPower: amplitude(atStep: Self.stepsPerBin / 2))
  }

  /// Returns the offset from the peak at which the power is half, in bins.
  ///
  /// - Complexity: O(count) times the logarithm of the number of steps searched, without allocation.
  func halfPowerOffset() -> Double {
    let target = 0.707_106_781_186_547_6
    var inside = (step: 0, amplitude: 1.0)
    var outside = (step: 4 * Self.stepsPerBin, amplitude: 0.0)
    while outside.step - inside.step > 1 {
      let step = (inside.step + outside.step) / 2
      let amplitude = amplitude(atStep: step)
      if amplitude > target { inside = (step, amplitude) } else { outside = (step, amplitude) }
    }
    // Within one step, a straight line approximates the lobe to 1e-8 of a bin.
    let rest = (inside.amplitude - target) / (inside.amplitude - outside.amplitude)
    return (Double(inside.step) + rest) / Double(Self.stepsPerBin)
  }

  /// Returns the transform's magnitude at an offset from its peak, relative to the peak.
  ///
  /// The factors come from a repeated rotation, whose rounding error grows to 1e-11 at 65,536 samples.
  private func amplitude(atStep offset: Int) -> Double {
    let turn = Trigonometry.sineCosine(turns: offset, over: coefficients.count * Self.stepsPerBin)
    var (sine, cosine) = (0.0, 1.0)
    var (re, im, top) = (0.0, 0.0, 0.0)
    for coefficient in coefficients {
      re += Double(coefficient) * cosine
      im += Double(coefficient) * sine
      top += Double(coefficient)
      let next = cosine * turn.cosine - sine * turn.sine
      sine = sine * turn.cosine + cosine * turn.sine
      cosine = next
    }
    return (re * re + im * im).squareRoot() / top
  }
}
