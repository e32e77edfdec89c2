import GRDB

/// Safe access to values in files from any source: GRDB's subscripts end the process if a value has another
/// type than the requested one.
extension Row {
  /// Returns the text in a column; nil if the value is not a text.
  func text(at index: Int) -> String? { String.fromDatabaseValue(value(at: index)) }

  /// Returns the whole number in a column; nil if the value is not one.
  func whole(at index: Int) -> Int64? { Int64.fromDatabaseValue(value(at: index)) }

  private func value(at index: Int) -> DatabaseValue { self[index] }
}
