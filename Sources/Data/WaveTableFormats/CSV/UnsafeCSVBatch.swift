/// A batch of rows, passed from a text reader to the code that stores them in a table.
///
/// Only one thread may use a batch at a time.
public final class UnsafeCSVBatch: @unchecked Sendable {
  /// The type of a cell's value.
  public enum Tag: Sendable {
    case null, integer, real, text
  }

  /// A row that was rejected because it does not fit the table.
  public struct Reject: Equatable, Sendable {
    /// The number of the line on which the row begins, starting at 1.
    public var line: Int
    /// The number of cells in the row; 0 if they were not counted.
    public var cellCount: Int
    /// The reason for rejecting the row.
    public var reason: String
    /// The beginning of the row's text.
    public var text: [UInt8]
  }

  /// The maximum number of cells in a batch, unless a single row has more.
  private static let cellLimit = 32_768
  /// The size of a batch's text, in bytes, at which no more rows are added.
  static let textLimit = 4 << 20

  /// The number of cells in a row.
  public let columnCount: Int
  let rowLimit: Int
  /// The number of rows so far.
  public internal(set) var rowCount = 0
  /// The type of each cell, row by row.
  public let tags: UnsafeMutablePointer<Tag>
  /// For each cell, the integer, the bit pattern of the number, or the 32-bit offset and length of the text.
  public let words: UnsafeMutablePointer<Int64>
  /// The concatenated bytes of all text cells.
  public internal(set) var texts: [UInt8] = []
  /// The rejected rows.
  public internal(set) var rejects: [Reject] = []

  /// Creates a batch, and allocates memory for its rows.
  ///
  /// - Parameter columnCount: The number of cells in a row, at least 1.
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

  /// Whether the batch must be stored before more rows are added.
  var isFull: Bool { rowCount == rowLimit || texts.count >= Self.textLimit }

  /// Returns the number of consecutive rows without any values at the end of this batch, plus `before` if the
  /// whole batch consists of such rows.
  func emptyRowsAtEnd(after before: Int) -> Int {
    for row in (0..<rowCount).reversed() {
      for cell in row * columnCount..<(row + 1) * columnCount where tags[cell] != .null {
        return rowCount - 1 - row
      }
    }
    return before + rowCount
  }

  /// Empties the batch for reuse.
  public func clear() {
    rowCount = 0
    texts.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
  }
}
