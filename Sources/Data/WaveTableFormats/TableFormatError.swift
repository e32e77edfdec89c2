/// Why bytes are not read as a table.
public enum TableFormatError: Error, Equatable, Sendable {
  /// There are no rows.
  case empty
  /// The bytes are not those of a text.
  case notText
  /// More columns than a table may have.
  case tooManyColumns(count: Int, limit: Int)
}
