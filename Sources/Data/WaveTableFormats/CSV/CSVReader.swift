/// Makes rows of a text with columns that comes in pieces: decodes bytes, gives each line one separator between cells, and parses rows.
///
///     var batch = UnsafeCSVBatch(columnCount: format.columns.count)
///     for piece in pieces where reader.append(piece) {
///       while reader.parse(into: batch) { batch = store(batch) }
///     }
///     reader.finish()
///     while reader.parse(into: batch) { batch = store(batch) }
///     _ = store(batch)
///
/// Memory does not grow with the text, but with its longest row.
public final class CSVReader {
  /// Bytes that are gathered before rows are made of them.
  private static let blockBytes = 1 << 20

  private let parser: UnsafeCSVParser
  private var decoder: CSVDecoder
  /// Nil where lines stay as they are.
  private var rewriter: CSVLineRewriter?
  private var decoded: [UInt8] = []
  /// What was decoded, from the row on that has not been parsed.
  private var text: [UInt8] = []
  /// How much of `text` has been parsed.
  private var place = 0
  /// Bytes of `text` with which rows are parsed.
  private var dueBytes = blockBytes
  private var isFinished = false
  private var emptyRowsAtEnd = 0

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - format: How the text is written.
  ///   - isOpen: Of each column, whether it may still become something else.
  ///   - unclosedLines: Lines whose quotes are known to be never closed.
  ///   - rowBytesLimit: Bytes of a row at most; longer ones are put aside.
  public init(format: CSVFormat, isOpen: [Bool], unclosedLines: Set<Int>, rowBytesLimit: Int) {
    parser = UnsafeCSVParser(
      format: format, isOpen: isOpen, unclosedLines: unclosedLines, rowBytesLimit: rowBytesLimit)
    decoder = CSVDecoder(format.encoding)
    decoder.dropsZeroBytes = format.hasZeroBytes
    rewriter =
      format.layout == .separated
      ? nil : CSVLineRewriter(format.layout, quote: format.quote, lineLimit: rowBytesLimit)
    text.reserveCapacity(2 * Self.blockBytes)
  }

  /// Appends a piece.
  ///
  /// - Parameter piece: The bytes that come next, as they are in the text.
  /// - Returns: Whether there is enough of the text to parse rows.
  /// - Complexity: O(bytes).
  public func append(_ piece: [UInt8]) -> Bool {
    if rewriter == nil {
      decoder.append(piece, to: &text)
    } else {
      decoded.removeAll(keepingCapacity: true)
      decoder.append(piece, to: &decoded)
      rewriter?.append(decoded[...], to: &text)
    }
    return text.count >= dueBytes
  }

  /// Says that there is no more, so that the last row needs no end.
  public func finish() {
    decoded.removeAll()
    decoder.finish(&decoded)
    if rewriter == nil {
      text += decoded
    } else {
      rewriter?.append(decoded[...], to: &text)
      rewriter?.finish(&text)
    }
    isFinished = true
  }

  /// Parses rows until a batch is full or no whole row is left.
  ///
  /// - Parameter batch: Takes the rows; has one cell for each column of the format in a row.
  /// - Returns: Whether the batch is full, so that there may be more rows for another one.
  /// - Complexity: O(bytes).
  public func parse(into batch: UnsafeCSVBatch) -> Bool {
    place = parser.parse(text, from: place, isLast: isFinished, into: batch)
    if batch.isFull || isFinished { emptyRowsAtEnd = batch.emptyRowsAtEnd(after: emptyRowsAtEnd) }
    guard !batch.isFull else { return true }
    if place == text.count {
      text.removeAll(keepingCapacity: true)
    } else if place > 0 {
      text.removeSubrange(..<place)
    }
    place = 0
    // A long row is not looked at again before there is twice as much of it.
    dueBytes = max(Self.blockBytes, 2 * text.count)
    return false
  }

  /// Whether a column that may still become something else has to.
  public var isContradicted: Bool { parser.isContradicted }

  /// What was counted so far.
  public var tally: CSVTally {
    var tally = CSVTally()
    tally.rowCount = parser.rowCount
    tally.rejectCount = parser.rejectCount
    tally.unclosedLine = parser.unclosedLine
    tally.recodedCount = parser.recodedCount
    tally.zeroCount = decoder.zeroCount
    tally.emptyRowsAtEnd = emptyRowsAtEnd
    tally.rowCounts = parser.rowCounts
    tally.counts = parser.counts
    return tally
  }
}
