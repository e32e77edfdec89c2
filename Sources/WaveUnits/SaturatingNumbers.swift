/// Conversions and sums that stop at the ends of an integer type instead of trapping.
///
/// A number from a file, a socket or an engine has any value. This file is the only place where a floating-point
/// number becomes an integer without a check of its own; `.ci/rules` refuses the plain conversion elsewhere.
extension FixedWidthInteger {
  /// Creates the integer nearest to `value` towards zero that the type holds.
  ///
  ///     Int16(saturating: 1e9)     // 32767
  ///     Int(saturating: -0.7)      // 0
  ///     UInt8(saturating: .nan)    // 0
  ///
  /// - Parameter value: Any number. NaN gives 0; infinities give the ends of the type.
  /// - Complexity: O(1), no allocation.
  @inlinable
  public init(saturating value: Double) {
    // The type's largest value may round up to a power of two, which is already outside: hence `<` above, `>` below.
    if value > Double(Self.min) && value < Double(Self.max) {
      self = Self(value)
    } else {
      self = value.isNaN ? 0 : value > 0 ? .max : .min
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
