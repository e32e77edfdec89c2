import WaveBiosignals
import WaveUnits

/// A summary of a channel's values: their range, and their common step if there is one.
struct SignalSurvey {
  /// The maximum number of decimal places of a common step.
  private static let decimalLimit = 15
  /// The maximum number of binary places of a common step.
  private static let halvingLimit = 40

  private(set) var low = Double.infinity
  private(set) var high = -Double.infinity
  private(set) var missingCount: Int64 = 0
  private(set) var digitalLow = Int32.max
  private(set) var digitalHigh = Int32.min
  private let scale: DigitalScale?
  private var decimal = CommonStep(base: 10, limit: SignalSurvey.decimalLimit)
  private var binary = CommonStep(base: 2, limit: SignalSurvey.halvingLimit)

  init(scale: DigitalScale?) { self.scale = scale }

  mutating func add(_ values: [Double]) {
    for value in values {
      guard value.isFinite else {
        missingCount += 1
        continue
      }
      low = min(low, value)
      high = max(high, value)
      if let scale {
        if let digital = scale.digital(value) {
          digitalLow = min(digitalLow, digital)
          digitalHigh = max(digitalHigh, digital)
        }
      } else {
        decimal.add(value)
        binary.add(value)
      }
    }
  }

  /// The range of values; -1...1 if the signal has no values.
  var range: ClosedRange<Double> { low <= high ? low...high : -1...1 }

  /// Returns a scale that reproduces all values exactly: the source's own scale, or a scale with a decimal or
  /// binary step.
  ///
  /// Returns nil if the digital values would exceed the limits.
  func exact(within limits: ClosedRange<Int32>) -> DigitalScale? {
    if let scale {
      guard digitalLow <= digitalHigh else { return scale }
      return limits.contains(digitalLow) && limits.contains(digitalHigh) ? scale : nil
    }
    let (reach, limit) = (max(abs(range.lowerBound), abs(range.upperBound)), Double(limits.upperBound))
    let step = [decimal.step, binary.step].compactMap { $0 }.first { reach / $0 <= limit }
    return step.flatMap { DigitalScale(step: $0, offset: 0, low: limits.lowerBound, high: limits.upperBound) }
  }

  /// Returns the range of digital values that the signal takes with the given scale.
  func used(_ scale: DigitalScale) -> ClosedRange<Int32> {
    if self.scale != nil { return digitalLow <= digitalHigh ? digitalLow...digitalHigh : 0...0 }
    guard low <= high, let one = scale.digital(low), let other = scale.digital(high) else { return 0...0 }
    return min(one, other)...max(one, other)
  }

  /// Returns a scale that spans the values, with errors of at most half a step.
  func fitted(within limits: ClosedRange<Int32>) -> DigitalScale? {
    let middle = (range.lowerBound + range.upperBound) / 2
    let half = max(range.upperBound - middle, .leastNormalMagnitude * 1e6)
    let step = half == 0 ? 1 : half / Double(limits.upperBound)
    // The digital value for zero is an integer, as in WFDB.
    let wanted = step * 1.0001
    return DigitalScale(
      step: wanted, offset: (middle / wanted).rounded() * wanted, low: limits.lowerBound,
      high: limits.upperBound)
  }
}

/// A search for the largest step that divides all values.
///
/// The step is an integer multiple of a negative power of `base`.
private struct CommonStep {
  private let base: Double
  private let limit: Int
  /// The number of digits after the radix point needed so far; nil if it exceeds the limit.
  private var digits: Int? = 0
  private var power = 1.0
  /// The greatest common divisor of the values, each multiplied by `power`.
  private var divisor: UInt64 = 0

  init(base: Double, limit: Int) {
    self.base = base
    self.limit = limit
  }

  /// The step; nil if the values have no common step.
  var step: Double? { digits == nil ? nil : Double(max(1, divisor)) / power }

  mutating func add(_ value: Double) {
    guard let first = digits else { return }
    var digits = first
    while true {
      let scaled = (value * power).magnitude
      guard scaled < 9e15 else { break }
      // The value is within the rounding error of a number written with this many digits.
      if abs(scaled - scaled.rounded()) <= scaled * 4e-16 {
        self.digits = digits
        divide(by: UInt64(saturating: scaled.rounded()))
        return
      }
      let (finer, isBeyond) = divisor.multipliedReportingOverflow(by: UInt64(saturating: base))
      guard digits < limit, !isBeyond else { break }
      digits += 1
      power *= base
      divisor = finer
    }
    self.digits = nil
  }

  private mutating func divide(by number: UInt64) {
    guard divisor != 1 else { return }
    var (one, other) = (divisor, number)
    while other != 0 { (one, other) = (other, one % other) }
    divisor = one
  }
}
