import Dispatch
import Synchronization
import WaveSystem
import WaveTableFormats

/// Reads a text file in batches of rows on a separate thread, while the caller's thread stores the batches.
final class CSVFeed: Sendable {
  /// An item that the reading thread passes to the caller's thread.
  enum Item: Sendable {
    /// A batch of rows, the number of bytes of the file read so far, and whether the rows contradict a
    /// column's type.
    case batch(UnsafeCSVBatch, byteCount: Int, isContradicted: Bool)
    /// The totals for the whole file, and the error if it could not be read to its end.
    case end(CSVTally, failure: FileError?)
  }

  /// The number of batches that the two threads reuse in turn.
  private static let batchCount = 6
  /// The maximum number of bytes after gzip decompression: 1 TiB.
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

  /// Starts reading a text file.
  ///
  /// - Parameters:
  ///   - file: The text file.
  ///   - format: The detected format of the file.
  ///   - isOpen: For each column, whether its type can still change.
  ///   - unclosedLines: The numbers of lines with an opening quote that is known to have no closing quote.
  ///   - rowBytesLimit: The maximum length of a row, in bytes.
  init(file: ReadOnlyFile, format: CSVFormat, isOpen: [Bool], unclosedLines: Set<Int>, rowBytesLimit: Int) {
    self.rowBytesLimit = rowBytesLimit
    self.file = file
    self.format = format
    self.isOpen = isOpen
    self.unclosedLines = unclosedLines
    for _ in 0..<Self.batchCount { free.signal() }
    DispatchQueue(label: "waveglass.csv", qos: .userInitiated).async { self.run() }
  }

  /// Waits for the next item and returns it.
  ///
  /// Must not be called again after `end` was returned.
  func next() -> Item {
    filled.wait()
    let item = items.withLock { $0.removeFirst() }
    if case .end = item { isEnded.store(true, ordering: .relaxed) }
    return item
  }

  /// Recycles a batch whose rows have been stored.
  func recycle(_ batch: UnsafeCSVBatch) {
    batch.clear()
    spare.withLock { $0.append(batch) }
    free.signal()
  }

  /// Stops reading and waits until the reading thread no longer uses the file.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    while !isEnded.load(ordering: .relaxed) {
      if case .batch(let batch, _, _) = next() { recycle(batch) }
    }
  }

  private func append(_ item: Item) {
    items.withLock { $0.append(item) }
    filled.signal()
  }

  private func emptyBatch() -> UnsafeCSVBatch {
    free.wait()
    return spare.withLock { $0.popLast() } ?? UnsafeCSVBatch(columnCount: format.columns.count)
  }

  private func run() {
    let reader = CSVReader(
      format: format, isOpen: isOpen, unclosedLines: unclosedLines, rowBytesLimit: rowBytesLimit)
    var failure: FileError?
    var batch = emptyBatch()
    var readCount = 0

    /// Parses rows from the bytes read so far.
    func parse() {
      while !isStopped.load(ordering: .relaxed), reader.parse(into: batch) {
        append(.batch(batch, byteCount: readCount, isContradicted: reader.isContradicted))
        batch = emptyBatch()
      }
    }

    do throws(FileError) {
      let content = try FileContent(file: file)
      try content.read(limit: Self.unpackedLimit) { piece in
        readCount = content.isCompressed ? content.readByteCount : readCount + piece.count
        if reader.append(piece) { parse() }
        return !isStopped.load(ordering: .relaxed)
      }
      if !isStopped.load(ordering: .relaxed) {
        reader.finish()
        parse()
      }
    } catch { failure = error }
    append(.batch(batch, byteCount: file.byteCount, isContradicted: reader.isContradicted))
    append(.end(reader.tally, failure: failure))
  }
}
