/// Consecutive rows of some columns' texts.
public struct TextChunk: Sendable {
  /// Number of the first row in the order of the pass, from 0.
  public var firstRow: Int
  /// What each row is known by, as in `TableChunk`.
  public var keys: [Int64]
  /// Of each column that was asked for, in that order, each row's number in the column's `TextDictionary`,
  /// `missing` and `other` with them.
  public var codes: [[UInt16]]

  /// Rows.
  public var rowCount: Int { keys.count }

  /// Describes a chunk.
  public init(firstRow: Int, keys: [Int64], codes: [[UInt16]]) {
    self.firstRow = firstRow
    self.keys = keys
    self.codes = codes
  }
}

/// Gathers texts in chunks of `TableChunk.rowLimit` rows.
struct TextCollector {
  private(set) var dictionaries: [TextDictionary]
  private var chunk: TextChunk

  init(columnCount: Int) {
    dictionaries = (0..<columnCount).map { _ in TextDictionary() }
    chunk = TextChunk(firstRow: 0, keys: [], codes: dictionaries.map { _ in [] })
  }

  /// Rows so far.
  var rowCount: Int { chunk.firstRow + chunk.rowCount }

  /// Begins a row, whose columns are to follow.
  mutating func begin(key: Int64) { chunk.keys.append(key) }

  /// Takes a row's text of a column.
  mutating func take(_ text: Span<UInt8>, of column: Int) {
    chunk.codes[column].append(dictionaries[column].code(adding: text))
  }

  /// Takes that there is none.
  mutating func takeMissing(of column: Int) { chunk.codes[column].append(TextDictionary.missing) }

  /// Hands a full chunk over, or what there is.
  mutating func handOver(isLast: Bool = false, _ each: (TextChunk) -> Void) {
    guard chunk.rowCount >= TableChunk.rowLimit || isLast && chunk.rowCount > 0 else { return }
    let full = chunk
    chunk = TextChunk(firstRow: rowCount, keys: [], codes: dictionaries.map { _ in [] })
    each(full)
  }
}
