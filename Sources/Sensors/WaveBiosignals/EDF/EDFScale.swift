import WaveText
import WaveUnits

/// How an EDF file scales a signal: two numbers and the values that they stand for, each within eight
/// characters.
public struct EDFScale: Equatable, Sendable {
  /// Numbers of two bytes; the lowest, which stands for no sample, left out.
  public static let words: ClosedRange<Int32> = -32_767...32_767
  /// Numbers of three bytes, likewise.
  public static let triples: ClosedRange<Int32> = -8_388_607...8_388_607

  /// The lowest number.
  public let digitalLow: Int32
  /// The highest number.
  public let digitalHigh: Int32
  /// The value of the lowest number, as it is written.
  public let physicalLow: Double
  /// The value of the highest number, as it is written.
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

  /// Units of a step.
  public var step: Double { (physicalHigh - physicalLow) / (Double(digitalHigh) - Double(digitalLow)) }

  /// The value of a number.
  public func value(_ digital: Int32) -> Double {
    (Double(digital) - Double(digitalLow)) * step + physicalLow
  }

  /// The number next to a value, held within the range; nil where there is no value.
  public func digital(_ value: Double) -> Int32? {
    guard !value.isNaN else { return nil }
    let place = ((value - physicalLow) / step).rounded() + Double(digitalLow)
    return Int32(saturating: Swift.max(Double(digitalLow), Swift.min(Double(digitalHigh), place)))
  }

  /// Keeps the whole numbers of another format.
  ///
  /// Ends are looked for whose values have few digits, so that values, too, stay what they are; where there
  /// are none, the ends' rounding moves them.
  ///
  /// - Parameters:
  ///   - scale: What the numbers stand for.
  ///   - used: The numbers that there are.
  ///   - limits: The numbers that there may be.
  /// - Returns: The scale, and by how many steps values in `used` are moved at most; nil where the numbers do
  ///   not fit, or values would be moved by more than half a step.
  /// - Complexity: O(1); some thousand numbers are tried.
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
    // The difference is a straight line, so one of the ends of what is used is the worst.
    let moved = [used.lowerBound, used.upperBound].map {
      ((fitted.value($0) - scale.value($0)) / scale.step).magnitude
    }
    guard let worst = moved.max(), worst <= 0.5 else { return nil }
    return (fitted, worst)
  }

  /// Numbers from the end of a range towards what is used: the first thousand, then round ones.
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

  /// Spans values, so that none is off by more than half a step.
  ///
  /// - Parameters:
  ///   - values: The lowest and the highest, finite.
  ///   - limits: The numbers that there may be.
  /// - Returns: The scale; its ends lie outside of the values.
  public static func fitting(_ values: ClosedRange<Double>, limits: ClosedRange<Int32>) -> EDFScale {
    let (low, high) = (Swift.max(-1e11, values.lowerBound), Swift.min(1e11, values.upperBound))
    // A signal that never changes has a range nevertheless.
    let room = low == high ? Swift.max(1, low.magnitude) : 0
    let lowEnd = ASCIIDecimal.fitted(low - room, width: 8, .down)
    let highEnd = ASCIIDecimal.fitted(high + room, width: 8, .up)
    return lowEnd.flatMap { lowEnd in
      highEnd.flatMap {
        EDFScale(low: limits.lowerBound, lowEnd, high: limits.upperBound, $0)
      }
    }
      ?? EDFScale(unit: limits)
  }

  /// One unit either way of nothing.
  private init(unit limits: ClosedRange<Int32>) {
    (digitalLow, digitalHigh) = (limits.lowerBound, limits.upperBound)
    (physicalLow, physicalHigh) = (-1, 1)
    (lowText, highText) = (Array("-1".utf8), Array("1".utf8))
  }
}
