import GRDB

/// Values of a row in a file of anybody: GRDB's subscripts end the process where a value is of another type
/// than the one asked for.
extension Row {
  /// The text in a column; nil where it is none.
  func text(at index: Int) -> String? { String.fromDatabaseValue(value(at: index)) }

  /// The whole number in a column; nil where it is none.
  func whole(at index: Int) -> Int64? { Int64.fromDatabaseValue(value(at: index)) }

  private func value(at index: Int) -> DatabaseValue { self[index] }
}
