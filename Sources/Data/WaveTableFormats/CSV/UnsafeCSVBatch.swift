/// Rows on their way from the reader of a text into a table.
///
/// One thread has it at a time.
public final class UnsafeCSVBatch: @unchecked Sendable {
  /// What a cell is.
  public enum Tag: Sendable {
    case null, integer, real, text
  }

  /// A row that is none of the table's.
  public struct Reject: Equatable, Sendable {
    /// The line that it begins on, from 1.
    public var line: Int
    /// Its cells; 0 where they were not counted.
    public var cellCount: Int
    /// What is wrong with it.
    public var reason: String
    /// The beginning of what stands there.
    public var text: [UInt8]
  }

  /// Cells at most, as long as there is more than one row.
  private static let cellLimit = 32_768
  /// Bytes of texts after which no more rows are taken.
  static let textLimit = 4 << 20

  /// Cells of a row.
  public let columnCount: Int
  let rowLimit: Int
  /// Rows so far.
  public internal(set) var rowCount = 0
  /// What each cell is, row after row.
  public let tags: UnsafeMutablePointer<Tag>
  /// Whole numbers; the bits of numbers; of texts, where they begin and how long they are, 32 bits each.
  public let words: UnsafeMutablePointer<Int64>
  /// The bytes of all texts, one behind the other.
  public internal(set) var texts: [UInt8] = []
  /// Rows that were put aside.
  public internal(set) var rejects: [Reject] = []

  /// Makes room for rows.
  ///
  /// - Parameter columnCount: Cells of a row, 1 at least.
  public init(columnCount: Int) {
    self.columnCount = columnCount
    rowLimit = max(1, Self.cellLimit / columnCount)
    tags = .allocate(capacity: rowLimit * columnCount)
    tags.initialize(repeating: .null, count: rowLimit * columnCount)
    words = .allocate(capacity: rowLimit * columnCount)
    words.initialize(repeating: 0, count: rowLimit * columnCount)
  }

  deinit {
    tags.deallocate()
    words.deallocate()
  }

  /// Whether it should be handed on before there is more.
  var isFull: Bool { rowCount == rowLimit || texts.count >= Self.textLimit }

  /// The number of rows without a value at the end of the text so far, where it was `before` ahead of this batch.
  func emptyRowsAtEnd(after before: Int) -> Int {
    for row in (0..<rowCount).reversed() {
      for cell in row * columnCount..<(row + 1) * columnCount where tags[cell] != .null {
        return rowCount - 1 - row
      }
    }
    return before + rowCount
  }

  /// Makes it ready to be filled.
  public func clear() {
    rowCount = 0
    texts.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
  }
}
