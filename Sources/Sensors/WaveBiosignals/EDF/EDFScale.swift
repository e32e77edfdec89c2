import WaveText
import WaveUnits

/// The scale of a signal in an EDF file: two digital values and their physical values, each written in eight
/// characters.
public struct EDFScale: Equatable, Sendable {
  /// The range of two-byte digital values, excluding the lowest value, which marks a missing sample.
  public static let words: ClosedRange<Int32> = -32_767...32_767
  /// The range of three-byte digital values, excluding the lowest value, which marks a missing sample.
  public static let triples: ClosedRange<Int32> = -8_388_607...8_388_607

  /// The lowest digital value.
  public let digitalLow: Int32
  /// The highest digital value.
  public let digitalHigh: Int32
  /// The physical value of `digitalLow`, as written in the header.
  public let physicalLow: Double
  /// The physical value of `digitalHigh`, as written in the header.
  public let physicalHigh: Double
  let lowText: [UInt8]
  let highText: [UInt8]

  private init?(
    low: Int32, _ lowEnd: (text: [UInt8], value: Double), high: Int32,
    _ highEnd: (text: [UInt8], value: Double)
  ) {
    guard low < high, lowEnd.value != highEnd.value else { return nil }
    digitalLow = low
    digitalHigh = high
    physicalLow = lowEnd.value
    physicalHigh = highEnd.value
    (lowText, highText) = (lowEnd.text, highEnd.text)
  }

  /// The size of a step in the signal's unit.
  public var step: Double { (physicalHigh - physicalLow) / (Double(digitalHigh) - Double(digitalLow)) }

  /// Returns the physical value of a digital value.
  public func value(_ digital: Int32) -> Double {
    (Double(digital) - Double(digitalLow)) * step + physicalLow
  }

  /// Returns the digital value nearest to a physical value, clamped to the range; nil for NaN.
  public func digital(_ value: Double) -> Int32? {
    guard !value.isNaN else { return nil }
    let place = ((value - physicalLow) / step).rounded() + Double(digitalLow)
    return Int32(saturating: Swift.max(Double(digitalLow), Swift.min(Double(digitalHigh), place)))
  }

  /// Returns a scale that preserves the digital values of another format.
  ///
  /// The function searches for range limits whose physical values have few digits, so that all values remain
  /// exact. If there are none, the limits are rounded, which changes the values.
  ///
  /// - Parameters:
  ///   - scale: The scale to preserve.
  ///   - used: The range of digital values in the recording.
  ///   - limits: The range of valid digital values.
  /// - Returns: The scale, and the largest change of the values in `used`, in steps; nil if the digital
  ///   values do not fit, or values would change by more than half a step.
  /// - Complexity: O(1); several thousand candidates are tried.
  public static func keeping(
    _ scale: DigitalScale, used: ClosedRange<Int32>, limits: ClosedRange<Int32>
  ) -> (scale: EDFScale, movedSteps: Double)? {
    guard used.lowerBound >= limits.lowerBound, used.upperBound <= limits.upperBound else { return nil }
    func end(_ candidates: [Int32]) -> (digital: Int32, text: [UInt8], value: Double)? {
      var best: (digital: Int32, text: [UInt8], value: Double)?
      var bestMiss = Double.infinity
      for digital in candidates {
        let exact = scale.value(digital)
        guard let (text, value) = ASCIIDecimal.fitted(exact, width: 8) else { continue }
        let miss = (value - exact).magnitude
        guard miss < bestMiss else { continue }
        (best, bestMiss) = ((digital, text, value), miss)
        if miss <= exact.magnitude * 1e-15 { break }
      }
      return best
    }
    guard let low = end(candidates(from: limits.lowerBound, to: used.lowerBound)),
      let high = end(candidates(from: limits.upperBound, to: used.upperBound)),
      let fitted = EDFScale(
        low: low.digital, (low.text, low.value), high: high.digital, (high.text, high.value))
    else { return nil }
    // The difference is a linear function, so it is largest at one of the ends.
    let moved = [used.lowerBound, used.upperBound].map {
      ((fitted.value($0) - scale.value($0)) / scale.step).magnitude
    }
    guard let worst = moved.max(), worst <= 0.5 else { return nil }
    return (fitted, worst)
  }

  /// Returns candidates for one end of a scale's digital range, from the limit towards the used values: the
  /// first thousand values, then round numbers.
  private static func candidates(from limit: Int32, to used: Int32) -> [Int32] {
    let way = limit <= used ? Int32(1) : -1
    var numbers: [Int32] = []
    var number = limit
    while (used - number) * way >= 0, numbers.count < 1000 {
      numbers.append(number)
      number += way
    }
    for power in [1_000_000, 100_000, 10_000, 1000, 100] as [Int32] {
      var round = number / power * power
      var count = 0
      while (used - round) * way >= 0, count < 200 {
        if (round - limit) * way >= 0 { numbers.append(round) }
        round += way * power
        count += 1
      }
    }
    if numbers.isEmpty || numbers.last != used { numbers.append(used) }
    return numbers
  }

  /// Returns a scale for a range of values, with errors of at most half a step.
  ///
  /// - Parameters:
  ///   - values: The lowest and the highest value, finite.
  ///   - limits: The range of valid digital values.
  /// - Returns: The scale, whose range includes the given values.
  public static func fitting(_ values: ClosedRange<Double>, limits: ClosedRange<Int32>) -> EDFScale {
    let (low, high) = (Swift.max(-1e11, values.lowerBound), Swift.min(1e11, values.upperBound))
    // A constant signal still needs a range of nonzero width.
    let room = low == high ? Swift.max(1, low.magnitude) : 0
    guard let lowEnd = ASCIIDecimal.fitted(low - room, width: 8, .down),
      let highEnd = ASCIIDecimal.fitted(high + room, width: 8, .up),
      let fitted = EDFScale(low: limits.lowerBound, lowEnd, high: limits.upperBound, highEnd)
    else { return EDFScale(unit: limits) }
    return fitted
  }

  /// Creates a scale whose physical values range from -1 to 1.
  private init(unit limits: ClosedRange<Int32>) {
    (digitalLow, digitalHigh) = (limits.lowerBound, limits.upperBound)
    (physicalLow, physicalHigh) = (-1, 1)
    (lowText, highText) = (Array("-1".utf8), Array("1".utf8))
  }
}
