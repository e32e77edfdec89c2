/// A batch of rows between the reader of a text and a table.
///
/// One thread has it at a time.
public final class UnsafeCSVBatch: @unchecked Sendable {
  /// What a cell is.
  public enum Tag: Sendable {
    case null, integer, real, text
  }

  /// A row that is none of the table's.
  public struct Reject: Equatable, Sendable {
    /// The line on which it begins, from 1.
    public var line: Int
    /// The number of its cells; 0 if they were not counted.
    public var cellCount: Int
    /// The fault.
    public var reason: String
    /// The beginning of what stands there.
    public var text: [UInt8]
  }

  /// Cells at most, as long as there is more than one row.
  private static let cellLimit = 32_768
  /// Bytes of texts after which no more rows are taken.
  static let textLimit = 4 << 20

  /// The cells in a row.
  public let columnCount: Int
  let rowLimit: Int
  /// Rows so far.
  public internal(set) var rowCount = 0
  /// The kind of each cell, row after row.
  public let tags: UnsafeMutablePointer<Tag>
  /// Whole numbers; the bits of numbers; of texts, where they begin and how long they are, 32 bits each.
  public let words: UnsafeMutablePointer<Int64>
  /// The bytes of all texts, one after another.
  public internal(set) var texts: [UInt8] = []
  /// Rows that were set aside.
  public internal(set) var rejects: [Reject] = []

  /// Allocates memory for rows.
  ///
  /// - Parameter columnCount: The cells in a row, at least 1.
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

  /// The number of rows without a value at the end of the text so far, where it was `before` ahead of this
  /// batch.
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
