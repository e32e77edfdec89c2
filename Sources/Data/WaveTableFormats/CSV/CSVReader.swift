/// A reader that parses the rows of delimited text arriving in pieces.
///
/// It decodes the bytes, normalizes separators, and parses rows:
///
///     var batch = UnsafeCSVBatch(columnCount: format.columns.count)
///     for piece in pieces where reader.append(piece) {
///       while reader.parse(into: batch) { batch = store(batch) }
///     }
///     reader.finish()
///     while reader.parse(into: batch) { batch = store(batch) }
///     _ = store(batch)
///
/// Memory use grows with the longest row, not with the length of the text.
public final class CSVReader {
  /// The number of bytes to collect before rows are parsed.
  private static let blockBytes = 1 << 20

  private let parser: UnsafeCSVParser
  private var decoder: CSVDecoder
  /// The rewriter that normalizes separators; nil if the text needs no change.
  private var rewriter: CSVLineRewriter?
  private var decoded: [UInt8] = []
  /// The decoded text, from the first row that has not been parsed.
  private var text: [UInt8] = []
  /// The number of bytes at the start of `text` that have been parsed.
  private var place = 0
  /// The length of `text`, in bytes, at which parsing starts.
  private var dueBytes = blockBytes
  private var isFinished = false
  private var emptyRowsAtEnd = 0

  /// Creates a reader of delimited text.
  ///
  /// - Parameters:
  ///   - format: The format of the text.
  ///   - isOpen: For each column, whether its type can still change.
  ///   - unclosedLines: The line numbers of opening quotes that are known to have no closing quote.
  ///   - rowBytesLimit: The maximum number of bytes in a row; longer rows are rejected.
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

  /// Appends a piece of the text.
  ///
  /// - Parameter piece: The next bytes of the file.
  /// - Returns: Whether enough text has been collected to parse rows.
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

  /// Marks the end of the text, so that the last row can be parsed without a line end.
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

  /// Parses rows until a batch is full or no complete row is left.
  ///
  /// - Parameter batch: Receives the rows; it must have as many columns as the format.
  /// - Returns: Whether the batch is full, in which case more rows can follow in the next one.
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
    // A long row is parsed again only after the length of its text has doubled.
    dueBytes = max(Self.blockBytes, 2 * text.count)
    return false
  }

  /// Whether the type of any column must change to fit the rows read so far.
  public var isContradicted: Bool { parser.isContradicted }

  /// The totals for the rows parsed so far.
  public var tally: CSVTally {
    var tally = parser.tally
    tally.zeroCount = decoder.zeroCount
    tally.emptyRowsAtEnd = emptyRowsAtEnd
    return tally
  }
}
