/// The reason a formula cannot be parsed; `byte` is the byte offset of the error, starting at 0.
public enum FormulaError: Error, Equatable, Sendable {
  /// The formula is empty.
  case empty
  /// The formula has more than ``ColumnFormula/byteLimit`` bytes.
  case tooLong
  /// The formula ends where a value is expected.
  case unfinished(byte: Int)
  /// A character is not allowed at the given byte offset.
  case unexpected(byte: Int)
  /// Two values follow one another without an operator.
  case missingOperator(byte: Int)
  /// A quoted name has no closing quote.
  case openQuote(byte: Int)
  /// A parenthesis is not closed.
  case openParenthesis(byte: Int)
  /// A number is malformed, or too large to be represented.
  case wrongNumber(byte: Int)
  /// No column has the given name.
  case unknownColumn([UInt8], byte: Int)
  /// Several columns match the given name if case is ignored.
  case ambiguousColumn([UInt8], byte: Int)
  /// The column with the given name is not numeric.
  case notNumbers([UInt8], byte: Int)
  /// No function has the given name.
  case unknownFunction([UInt8], byte: Int)
  /// The function with the given name has the wrong number of arguments.
  case wrongCount([UInt8], byte: Int)
  /// An argument that gives a number of rows is not an integer or is too large.
  case wrongRows(byte: Int)
  /// The formula is nested deeper than ``ColumnFormula/depthLimit``.
  case tooDeep(byte: Int)
  /// The formula has more elements than ``ColumnFormula/nodeLimit``.
  case tooManyParts(byte: Int)
  /// The functions together use rows farther away than ``ColumnFormula/totalReachLimit``.
  case reachesTooFar

  /// The byte offset of the error, counted from 0; nil if the error concerns the whole formula.
  public var byte: Int? {
    switch self {
    case .empty, .tooLong, .reachesTooFar: nil
    case .unfinished(let byte), .unexpected(let byte), .missingOperator(let byte), .openQuote(let byte),
      .openParenthesis(let byte), .wrongNumber(let byte), .wrongRows(let byte), .tooDeep(let byte),
      .tooManyParts(let byte), .unknownColumn(_, let byte), .ambiguousColumn(_, let byte),
      .notNumbers(_, let byte), .unknownFunction(_, let byte), .wrongCount(_, let byte):
      byte
    }
  }

  /// A description of the error and how to correct it, as UTF-8 text without the offset.
  public var words: [UInt8] {
    switch self {
    case .empty: Self.words("the formula is empty: write one such as diff(x)")
    case .tooLong: Self.words("the formula is longer than 1024 bytes: make it shorter")
    case .unfinished: Self.words("the formula ends where a value is expected: write a number or a column")
    case .unexpected: Self.words("a number, a column or an operator was expected: remove this")
    case .missingOperator: Self.words("no operator between two values: put + - * / or ^ between them")
    case .openQuote: Self.words("the name has no closing quote: end it with \"")
    case .openParenthesis: Self.words("the parenthesis is not closed: add the missing )")
    case .wrongNumber: Self.words("the number is too large or not valid: write it like 1234.5 or 1.2e-3")
    case .unknownColumn(let name, _):
      Self.words("column '", name, "' is not in the table: names with special characters need double quotes")
    case .ambiguousColumn(let name, _):
      Self.words("more than one column is called '", name, "': write its upper and lower case exactly")
    case .notNumbers(let name, _):
      Self.words("column '", name, "' has no numbers: choose one that has numbers or times")
    case .unknownFunction(let name, _):
      Self.words(
        "there is no function '", name,
        "': use diff, lag, mean, abs, sqrt, ln, log10, exp, min or max")
    case .wrongCount(let name, _):
      Self.words(
        "'", name,
        """
        ' has the wrong number of values: diff(x), diff(x,k), lag(x), lag(x,k), mean(x,n), min(a,b), \
        max(a,b), abs(x)
        """
      )
    case .wrongRows:
      Self.words("a number of rows was expected: write a whole number up to 65536, at least 1 for a mean")
    case .tooDeep: Self.words("parentheses nest more than 32 deep: split it into two columns")
    case .tooManyParts: Self.words("the formula has more than 128 parts: make it shorter")
    case .reachesTooFar: Self.words("the formula reaches more than 131072 rows away: use fewer rows")
    }
  }

  private static func words(
    _ text: StaticString, _ name: [UInt8] = [], _ rest: StaticString = ""
  ) -> [UInt8] {
    text.withUTF8Buffer { [UInt8]($0) } + name + rest.withUTF8Buffer { [UInt8]($0) }
  }
}
