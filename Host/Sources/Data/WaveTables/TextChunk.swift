/// Consecutive rows of some columns of texts.
public struct TextChunk: Sendable {
  /// Number of the first row in the order of the pass, from 0.
  public var firstRow: Int
  /// The key of each row, as in `TableChunk`.
  public var keys: [Int64]
  /// For each requested column, in the order of the request, the number of each row's text in the column's
  /// `TextDictionary`, including `missing` and `other`.
  public var codes: [[UInt16]]

  /// Number of rows.
  public var rowCount: Int { keys.count }

  /// Makes a chunk.
  public init(firstRow: Int, keys: [Int64], codes: [[UInt16]]) {
    self.firstRow = firstRow
    self.keys = keys
    self.codes = codes
  }
}

/// Collects texts in chunks of `TableChunk.rowLimit` rows.
struct TextCollector {
  private(set) var dictionaries: [TextDictionary]
  private var chunk: TextChunk

  init(columnCount: Int) {
    dictionaries = (0..<columnCount).map { _ in TextDictionary() }
    chunk = TextChunk(firstRow: 0, keys: [], codes: dictionaries.map { _ in [] })
  }

  /// Number of rows so far.
  var rowCount: Int { chunk.firstRow + chunk.rowCount }

  /// Begins a row; the texts of its columns follow.
  mutating func begin(key: Int64) { chunk.keys.append(key) }

  /// Appends a row's text of a column.
  mutating func append(_ text: Span<UInt8>, of column: Int) {
    chunk.codes[column].append(dictionaries[column].code(adding: text))
  }

  /// Appends a missing text of a column.
  mutating func appendMissing(of column: Int) { chunk.codes[column].append(TextDictionary.missing) }

  /// Hands over a full chunk, or a last incomplete one.
  mutating func handOver(isLast: Bool = false, _ each: (TextChunk) -> Void) {
    guard chunk.rowCount >= TableChunk.rowLimit || isLast && chunk.rowCount > 0 else { return }
    let full = chunk
    chunk = TextChunk(firstRow: rowCount, keys: [], codes: dictionaries.map { _ in [] })
    each(full)
  }
}
