/// An error in a table of signals.
public enum SignalCSVFault: Error, Equatable, Sendable {
  /// No row contains a number.
  case noValues
  /// The file contains bytes that are not valid text.
  case notText
  /// A row is longer than `limit` bytes.
  case rowTooLong(limit: Int)
  /// The table has more columns than the limit.
  case tooManyColumns(limit: Int)
  /// A quoted cell has no closing quotation mark.
  case openQuote
  /// A cell is neither a number nor empty.
  case notNumber
  /// A cell in the time column is not a time.
  case notTime
  /// A row has more cells than the table has columns.
  case tooManyCells(columns: Int)
}

#if !hasFeature(Embedded)
  extension SignalCSVFault: CustomStringConvertible {
    /// A one-line description of the error, with a suggested fix.
    public var description: String {
      switch self {
      case .noValues: "there is no row of numbers. Pick a table of signals"
      case .notText: "there are bytes that are not text. Save it as CSV in UTF-8"
      case .rowTooLong(let limit): "a row is longer than \(limit) bytes. This is not a table of signals"
      case .tooManyColumns(let limit): "more than \(limit) columns. Split the table"
      case .openQuote: "a quotation mark is never closed. Correct the row"
      case .notNumber: "neither a number nor empty. Correct or empty the cell"
      case .notTime: "not a time as in the rows before. Correct the cell"
      case .tooManyCells(let columns): "a row has more cells than the \(columns) columns. Correct the row"
      }
    }
  }
#endif
