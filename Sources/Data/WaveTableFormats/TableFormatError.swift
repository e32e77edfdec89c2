/// The reason bytes cannot be read as a table.
public enum TableFormatError: Error, Equatable, Sendable {
  /// There are no rows.
  case empty
  /// The bytes are not text.
  case notText
  /// There are more columns than a table can have.
  case tooManyColumns(count: Int, limit: Int)
}
