/// Conversions and sums that saturate at the limits of an integer type instead of trapping.
///
/// A number from a file, a socket or an engine can have any value. Only this file converts floating-point
/// numbers to integers without a separate check; `.ci/rules` rejects the plain conversion in other files.
extension FixedWidthInteger {
  /// Creates an integer of at most 64 bits by rounding `value` towards zero and clamping it to the type's
  /// range.
  ///
  ///     Int16(saturating: 1e9)     // 32767
  ///     Int(saturating: -0.7)      // 0
  ///     UInt8(saturating: .nan)    // 0
  ///
  /// - Parameter value: Any number. NaN gives 0; infinities give the limits of the type.
  /// - Complexity: O(1), without allocation.
  @inlinable public init(saturating value: Double) {
    if value < 0x1p63 {
      self.init(clamping: Int64(saturating: value))
    } else {
      self = value < 0x1p64 ? Self(clamping: UInt64(value)) : value.isNaN ? 0 : .max
    }
  }

  /// Creates an integer by rounding `value` towards zero and clamping it to the type's range; NaN gives 0.
  ///
  /// - Complexity: O(1), without allocation.
  @inlinable public init(saturating value: Float) { self.init(saturating: Double(value)) }

  /// Returns the sum, clamped to the range of the type.
  @inlinable public func saturatingAdding(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, clamped to the range of the type.
  @inlinable public func saturatingSubtracting(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// Returns the product, clamped to the range of the type.
  @inlinable public func saturatingMultiplying(by other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}

extension Sequence where Element: FixedWidthInteger {
  /// Returns the sum of all elements, clamped to the limits of the type after each addition.
  ///
  /// - Complexity: O(n), without allocation.
  @inlinable public func saturatingSum() -> Element {
    var sum: Element = 0
    for element in self { sum = sum.saturatingAdding(element) }
    return sum
  }
}

// The two types used in inner loops have their own code: without optimisation, the generic code is fifty
// times slower.

extension Int {
  /// Creates an integer by rounding `value` towards zero and clamping it to the type's range; NaN gives 0.
  ///
  /// - Complexity: O(1), without allocation.
  @inlinable public init(saturating value: Double) {
    // As a `Double`, the type's largest value can be rounded up to a power of two that is out of range, so
    // both comparisons are strict.
    if value > Double(Int.min) && value < Double(Int.max) {
      self.init(value)
    } else {
      self = value.isNaN ? 0 : value > 0 ? .max : .min
    }
  }
}

extension Int64 {
  /// Creates an integer by rounding `value` towards zero and clamping it to the type's range; NaN gives 0.
  ///
  /// - Complexity: O(1), without allocation.
  @inlinable public init(saturating value: Double) {
    if value > -0x1p63 && value < 0x1p63 {
      self.init(value)
    } else {
      self = value.isNaN ? 0 : value > 0 ? .max : .min
    }
  }
}
