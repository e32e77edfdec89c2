import GRDB

/// Safe access to values from untrusted files. GRDB's subscripts would crash if a value's type differed from
/// the requested one.
extension Row {
  /// Returns the text in a column, or nil if the value is not text.
  func text(at index: Int) -> String? { String.fromDatabaseValue(value(at: index)) }

  /// Returns the integer in a column, or nil if the value is not an integer.
  func whole(at index: Int) -> Int64? { Int64.fromDatabaseValue(value(at: index)) }

  private func value(at index: Int) -> DatabaseValue { self[index] }
}
