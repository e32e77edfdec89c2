/// What stands in one cell, as it is stored.
public enum TableCell: Equatable, Sendable {
  /// Bytes of a text that are shown at most.
  public static let textLimit = 4096

  /// Nothing.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number.
  case real(Double)
  /// The beginning of a text, `textLimit` bytes of it at most, and how many bytes there are in all.
  case text(String, byteCount: Int)
  /// Bytes, which are not shown.
  case blob(byteCount: Int)

  /// Whether more of a text is stored than is shown.
  public var isCut: Bool {
    if case .text(let text, let byteCount) = self { text.utf8.count < byteCount } else { false }
  }
}

/// A row of a table.
public struct TableRow: Equatable, Sendable {
  /// Rows at most that are read at once.
  public static let countLimit = 1000

  /// What it is known by.
  public var key: Int64
  /// A cell for each column.
  public var cells: [TableCell]

  /// Describes a row.
  public init(key: Int64, cells: [TableCell]) {
    self.key = key
    self.cells = cells
  }
}
