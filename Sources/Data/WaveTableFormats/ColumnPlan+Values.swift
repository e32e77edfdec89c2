extension ColumnPlan {
  /// Converts a number to the column's unit of time; returns NaN and nil if the result is too large.
  @inlinable @inline(__always)
  public func scaled(_ value: Double) -> (value: Double, whole: Int64?) {
    guard let whole = Int64(exactly: (value * realFactor).rounded()) else { return (.nan, nil) }
    return (Double(whole), whole)
  }

  /// Parses text, and returns its value as a number and, if the value is whole, as an integer.
  ///
  /// - Parameter text: A whole cell, in UTF-8.
  /// - Returns: The value; NaN and nil if the text is not a value of the column's type.
  /// - Complexity: O(bytes).
  @inlinable
  public func value(_ text: Span<UInt8>) -> (value: Double, whole: Int64?) {
    if case .time = kind {
      if let count = count(ofDate: text) { return (Double(count), count) }
      if realFactor != 0 { return NumberReader.double(text).map { scaled($0) } ?? (.nan, nil) }
    }
    if case .real = kind { return (NumberReader.double(text) ?? .nan, nil) }
    if let whole = NumberReader.integer(text) { return (Double(whole), whole) }
    return (NumberReader.double(text) ?? .nan, nil)
  }

  /// Returns a date in time units since 1970, or nil if the text is not a date.
  @usableFromInline
  func count(ofDate text: Span<UInt8>) -> Int64? {
    unit.flatMap { DateReader(order: .yearMonthDay).instant(text)?.count(of: $0) }
  }
}
