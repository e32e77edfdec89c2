/// Conversions and sums that stop at the ends of an integer type instead of trapping.
///
/// A number from a file, a socket or an engine has any value. This file is the only place where a
/// floating-point number becomes an integer without a check of its own; `.ci/rules` refuses the plain
/// conversion elsewhere.
extension FixedWidthInteger {
  /// Creates the integer nearest to `value` towards zero that the type, of 64 bits at most, holds.
  ///
  ///     Int16(saturating: 1e9)     // 32767
  ///     Int(saturating: -0.7)      // 0
  ///     UInt8(saturating: .nan)    // 0
  ///
  /// - Parameter value: Any number. NaN gives 0; infinities give the ends of the type.
  /// - Complexity: O(1), no allocation.
  @inlinable
  public init(saturating value: Double) {
    if value < 0x1p63 {
      self.init(clamping: Int64(saturating: value))
    } else {
      self = value < 0x1p64 ? Self(clamping: UInt64(value)) : value.isNaN ? 0 : .max
    }
  }

  /// Creates the integer nearest to `value` towards zero that the type holds; NaN gives 0.
  ///
  /// - Complexity: O(1), no allocation.
  @inlinable
  public init(saturating value: Float) {
    self.init(saturating: Double(value))
  }

  /// Returns the sum, or the end of the type that the sum passes.
  @inlinable
  public func saturatingAdding(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, or the end of the type that the difference passes.
  @inlinable
  public func saturatingSubtracting(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// Returns the product, or the end of the type that the product passes.
  @inlinable
  public func saturatingMultiplying(by other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}

extension Sequence where Element: FixedWidthInteger {
  /// Returns the sum of all elements, or the end of the type that the sum passes.
  ///
  /// - Complexity: O(n), no allocation.
  @inlinable
  public func saturatingSum() -> Element {
    var sum: Element = 0
    for element in self { sum = sum.saturatingAdding(element) }
    return sum
  }
}

// The two types that inner loops use: without optimisation the code of any type takes fifty times as long.

extension Int {
  /// Creates the integer nearest to `value` towards zero that the type holds; NaN gives 0.
  ///
  /// - Complexity: O(1), no allocation.
  @inlinable
  public init(saturating value: Double) {
    // The type's largest value may round up to a power of two, which is already outside: hence `<` above, `>`
    // below.
    if value > Double(Int.min) && value < Double(Int.max) {
      self.init(value)
    } else {
      self = value.isNaN ? 0 : value > 0 ? .max : .min
    }
  }
}

extension Int64 {
  /// Creates the integer nearest to `value` towards zero that the type holds; NaN gives 0.
  ///
  /// - Complexity: O(1), no allocation.
  @inlinable
  public init(saturating value: Double) {
    if value > -0x1p63 && value < 0x1p63 {
      self.init(value)
    } else {
      self = value.isNaN ? 0 : value > 0 ? .max : .min
    }
  }
}
