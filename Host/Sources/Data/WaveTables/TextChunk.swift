/// A chunk of consecutive rows of several text columns.
public struct TextChunk: Sendable {
  /// The index of the first row in the order of the pass, starting at 0.
  public var firstRow: Int
  /// The key of each row, as in `TableChunk`.
  public var keys: [Int64]
  /// The codes of each requested column, in the order of the request.
  ///
  /// A row's code is the index of its text in the column's `TextDictionary`, or `missing` or `other`.
  public var codes: [[UInt16]]

  /// The number of rows in the chunk.
  public var rowCount: Int { keys.count }

  /// Creates a chunk.
  public init(firstRow: Int, keys: [Int64], codes: [[UInt16]]) {
    self.firstRow = firstRow
    self.keys = keys
    self.codes = codes
  }
}

/// A collector that groups text values into chunks of `TableChunk.rowLimit` rows.
struct TextCollector {
  private(set) var dictionaries: [TextDictionary]
  private var chunk: TextChunk

  init(columnCount: Int) {
    dictionaries = (0..<columnCount).map { _ in TextDictionary() }
    chunk = TextChunk(firstRow: 0, keys: [], codes: dictionaries.map { _ in [] })
  }

  /// The number of rows collected so far.
  var rowCount: Int { chunk.firstRow + chunk.rowCount }

  /// Begins a row.
  ///
  /// The text of each of its columns must follow.
  mutating func begin(key: Int64) { chunk.keys.append(key) }

  /// Appends the text of a column in the current row.
  mutating func append(_ text: Span<UInt8>, of column: Int) {
    chunk.codes[column].append(dictionaries[column].code(adding: text))
  }

  /// Appends the text of a cell for a column in the current row.
  mutating func append(_ cell: TableCell, of column: Int) {
    guard let text = cell.text else { return appendMissing(of: column) }
    let bytes = Array(text.utf8)
    append(bytes.span, of: column)
  }

  /// Appends a missing text for a column in the current row.
  mutating func appendMissing(of column: Int) { chunk.codes[column].append(TextDictionary.missing) }

  /// Passes the chunk to a closure if it is full or the last one.
  mutating func deliver(isLast: Bool = false, _ each: (TextChunk) -> Void) {
    guard chunk.rowCount >= TableChunk.rowLimit || isLast && chunk.rowCount > 0 else { return }
    let full = chunk
    chunk = TextChunk(firstRow: rowCount, keys: [], codes: dictionaries.map { _ in [] })
    each(full)
  }
}
