/// The contents of a table cell, as stored.
public enum TableCell: Equatable, Sendable {
  /// The maximum length of the text shown for a cell, in bytes.
  public static let textLimit = 4096

  /// A missing value.
  case null
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// The beginning of a text, at most `textLimit` bytes, and the full length of the text in bytes.
  case text(String, byteCount: Int)
  /// Binary data, which is not shown.
  case blob(byteCount: Int)

  /// Creates a text cell from UTF-8, cut so that no character is divided.
  package init<Bytes: RandomAccessCollection<UInt8>>(text bytes: Bytes) where Bytes.Index == Int {
    var end = min(bytes.count, Self.textLimit)
    while end < bytes.count, end > 0, bytes[bytes.startIndex + end] & 0xC0 == 0x80 { end -= 1 }
    self = .text(String(decoding: bytes.prefix(end), as: UTF8.self), byteCount: bytes.count)
  }

  /// Whether the text shown is shorter than the stored text.
  public var isCut: Bool {
    if case .text(let text, let byteCount) = self { text.utf8.count < byteCount } else { false }
  }

  /// The cell as text, with numbers converted as in SQLite; nil for missing values and binary data.
  public var text: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text, _): text
    }
  }
}

/// A row of a table: its cells and its key.
public struct TableRow: Equatable, Sendable {
  /// The maximum number of rows returned by one read.
  public static let countLimit = 1000

  /// The row's key.
  public var key: Int64
  /// The row's cells, one for each column.
  public var cells: [TableCell]

  /// Creates a row.
  public init(key: Int64, cells: [TableCell]) {
    self.key = key
    self.cells = cells
  }
}
