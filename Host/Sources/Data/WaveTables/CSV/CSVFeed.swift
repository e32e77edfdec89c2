import Dispatch
import Synchronization
import WaveSystem

/// Reads a text on a thread of its own, batch after batch, while another thread puts them away.
final class CSVFeed: Sendable {
  /// What was read in all.
  struct Result: Sendable {
    var rowCount = 0
    var rejectCount = 0
    var recodedCount = 0
    var rowCounts = UnsafeCSVParser.RowCount()
    /// Rows at the end that have no value.
    var emptyRowsAtEnd = 0
    var zeroCount = 0
    var counts: [UnsafeCSVParser.ColumnCount] = []
    var unclosedLine: Int?
    var failure: FileError?
  }

  /// What comes next.
  enum Item: Sendable {
    /// Rows, how many bytes of the file they end at, and whether a column has to become something else.
    case batch(UnsafeCSVBatch, byteCount: Int, isContradicted: Bool)
    case end(Result)
  }

  /// Batches on their way.
  private static let batchCount = 6
  /// Bytes that are read before rows are made of them.
  private static let blockBytes = 1 << 20
  /// Bytes that may come out of gzip: 1 TiB.
  static let unpackedLimit = 1 << 40

  private let format: CSVFormat
  private let isOpen: [Bool]
  private let rowBytesLimit: Int
  private let unclosedLines: Set<Int>
  let file: ReadOnlyFile
  private let free = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  private let items = Mutex<[Item]>([])
  private let spare = Mutex<[UnsafeCSVBatch]>([])
  private let isStopped = Atomic<Bool>(false)
  private let isEnded = Atomic<Bool>(false)

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - file: The text.
  ///   - format: How it is written.
  ///   - isOpen: Of each column, whether it may still become something else.
  ///   - unclosedLines: Lines whose quotes are known to be never closed.
  ///   - rowBytesLimit: Bytes of a row at most.
  init(
    file: ReadOnlyFile, format: CSVFormat, isOpen: [Bool], unclosedLines: Set<Int>, rowBytesLimit: Int
  ) {
    self.rowBytesLimit = rowBytesLimit
    self.file = file
    self.format = format
    self.isOpen = isOpen
    self.unclosedLines = unclosedLines
    for _ in 0..<Self.batchCount { free.signal() }
    DispatchQueue(label: "waveglass.csv", qos: .userInitiated).async { self.run() }
  }

  /// What comes next; waits for it, but not behind the end.
  func next() -> Item {
    filled.wait()
    let item = items.withLock { $0.removeFirst() }
    if case .end = item { isEnded.store(true, ordering: .relaxed) }
    return item
  }

  /// Gives a batch back that was put away.
  func recycle(_ batch: UnsafeCSVBatch) {
    batch.clear()
    spare.withLock { $0.append(batch) }
    free.signal()
  }

  /// Ends the reading, and waits until that has let go of the file.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    while !isEnded.load(ordering: .relaxed) {
      switch next() {
      case .batch(let batch, _, _): recycle(batch)
      case .end: break
      }
    }
  }

  private func put(_ item: Item) {
    items.withLock { $0.append(item) }
    filled.signal()
  }

  private func emptyBatch() -> UnsafeCSVBatch {
    free.wait()
    return spare.withLock { $0.popLast() } ?? UnsafeCSVBatch(columnCount: format.columns.count)
  }

  private func run() {
    let parser = UnsafeCSVParser(
      format: format, isOpen: isOpen, unclosedLines: unclosedLines, rowBytesLimit: rowBytesLimit)
    var decoder = CSVDecoder(format.encoding)
    decoder.dropsZeroBytes = format.hasZeroBytes
    var rewriter =
      format.layout == .separated
      ? nil : CSVLineRewriter(format.layout, quote: format.quote, lineLimit: rowBytesLimit)
    var decoded: [UInt8] = []
    var text: [UInt8] = []
    text.reserveCapacity(2 * Self.blockBytes)
    var result = Result()
    var batch = emptyBatch()
    var readCount = 0
    var parsedBytes = Self.blockBytes

    /// Makes rows of what has come, and keeps the rest.
    func parse(isLast: Bool) {
      var place = 0
      while !isStopped.load(ordering: .relaxed) {
        place = text.withUnsafeBufferPointer { parser.parse($0, from: place, isLast: isLast, into: batch) }
        guard batch.isFull else { break }
        result.emptyRowsAtEnd = batch.emptyRowsAtEnd(after: result.emptyRowsAtEnd)
        put(.batch(batch, byteCount: readCount, isContradicted: parser.isContradicted))
        batch = emptyBatch()
      }
      if place == text.count {
        text.removeAll(keepingCapacity: true)
      } else if place > 0 {
        text.removeSubrange(..<place)
      }
    }

    do throws(FileError) {
      let content = try FileContent(file: file)
      try content.read(limit: Self.unpackedLimit) { piece in
        readCount = content.isCompressed ? content.readByteCount : readCount + piece.count
        if rewriter == nil {
          decoder.append(piece, to: &text)
        } else {
          decoded.removeAll(keepingCapacity: true)
          decoder.append(piece, to: &decoded)
          rewriter?.append(decoded[...], to: &text)
        }
        if text.count >= parsedBytes {
          parse(isLast: false)
          // A long row is not looked at again before there is twice as much of it.
          parsedBytes = max(Self.blockBytes, 2 * text.count)
        }
        return !isStopped.load(ordering: .relaxed)
      }
      if !isStopped.load(ordering: .relaxed) {
        decoded.removeAll()
        decoder.finish(&decoded)
        if rewriter == nil {
          text += decoded
        } else {
          rewriter?.append(decoded[...], to: &text)
          rewriter?.finish(&text)
        }
        parse(isLast: true)
      }
    } catch { result.failure = error }
    result.emptyRowsAtEnd = batch.emptyRowsAtEnd(after: result.emptyRowsAtEnd)
    put(.batch(batch, byteCount: file.byteCount, isContradicted: parser.isContradicted))
    result.rowCount = parser.rowCount
    result.rejectCount = parser.rejectCount
    result.recodedCount = parser.recodedCount
    result.rowCounts = parser.rowCounts
    result.zeroCount = decoder.zeroCount
    result.counts = parser.counts
    result.unclosedLine = parser.unclosedLine
    put(.end(result))
  }
}
