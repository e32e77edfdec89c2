/// The content of a cell, as stored.
public enum TableCell: Equatable, Sendable {
  /// Maximum bytes of a text that are shown.
  public static let textLimit = 4096

  /// A missing value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number.
  case real(Double)
  /// The beginning of a text, at most `textLimit` bytes, and the text's whole number of bytes.
  case text(String, byteCount: Int)
  /// Binary data, which is not shown.
  case blob(byteCount: Int)

  /// Whether the stored text is longer than the shown one.
  public var isCut: Bool {
    if case .text(let text, let byteCount) = self { text.utf8.count < byteCount } else { false }
  }
}

/// A row of a table.
public struct TableRow: Equatable, Sendable {
  /// Maximum number of rows in one read.
  public static let countLimit = 1000

  /// The row's key.
  public var key: Int64
  /// A cell for each column.
  public var cells: [TableCell]

  /// Makes a row.
  public init(key: Int64, cells: [TableCell]) {
    self.key = key
    self.cells = cells
  }
}
