import WaveWire

/// The columns of texts that a client shows, and their resolution (tag 42).
///
/// It applies until the client replaces it.
public struct ShowTexts: Equatable, Sendable {
  /// The table's number.
  public var source: UInt16 = 0
  /// The number of parts of x from edge to edge, at most `WireLimits.textBuckets`; 0 removes all columns of
  /// texts.
  public var buckets: UInt16 = 0
  /// All columns of texts that are shown, at most `WireLimits.textLanes`.
  public var columns: [UInt16] = []

  /// Describes the columns that are shown.
  public init(source: UInt16, buckets: UInt16, columns: [UInt16]) {
    self.source = source
    self.buckets = buckets
    self.columns = columns
  }
}

/// Selects rows by their value in a column of texts.
public enum TextMatch: Equatable, Sendable {
  /// Rows with this text, given by its first `WireLimits.categoryText` bytes.
  case value([UInt8])
  /// Rows without a text.
  case missing
  /// Rows whose text is not among the most frequent ones in the column's `TextSummary`.
  case others
}

/// The most frequent texts of a column (tag 138); sent before the first strip of the column.
public struct TextSummary: Equatable, Sendable {
  /// A text and the number of rows that have it.
  public struct Category: Equatable, Sendable {
    /// The first bytes of the text, at most `WireLimits.categoryText`.
    public var text: [UInt8] = []
    /// The number of rows that have it.
    public var count: UInt64 = 0

    /// Describes a text.
    public init(text: [UInt8], count: UInt64) {
      self.text = text
      self.count = count
    }
  }

  /// The table's number.
  public var source: UInt16 = 0
  /// The column of the table.
  public var column: UInt16 = 0
  /// Whether the column has more texts than were distinguished.
  public var isCut: Bool = false
  /// The number of texts that were distinguished.
  public var distinctCount: UInt32 = 0
  /// Rows of the table.
  public var rowCount: UInt64 = 0
  /// Rows without a text.
  public var missingCount: UInt64 = 0
  /// The most frequent texts, at most `WireLimits.textCategories`; of equally frequent ones, the one that
  /// occurs first comes first.
  public var top: [Category] = []

  /// Describes a column.
  public init(
    source: UInt16, column: UInt16, isCut: Bool, distinctCount: UInt32, rowCount: UInt64,
    missingCount: UInt64, top: [Category]
  ) {
    self.source = source
    self.column = column
    self.isCut = isCut
    self.distinctCount = distinctCount
    self.rowCount = rowCount
    self.missingCount = missingCount
    self.top = top
  }
}

/// The shares of texts among the rows of each part of x (tag 139).
public struct TextStrip: Equatable, Sendable {
  /// The number of shares for each part: those of the most frequent texts, of all others, and of rows without
  /// a text.
  public static let classCount = WireLimits.textCategories + 2
  /// The index of the share of all other texts.
  public static let others = WireLimits.textCategories
  /// The index of the share of rows without a text.
  public static let missing = WireLimits.textCategories + 1

  /// The number of the view to which it belongs.
  public var view: UInt16 = 0
  /// The column of the table.
  public var column: UInt16 = 0
  /// Rows in the window.
  public var rowCount: UInt64 = 0
  /// `classCount` shares for each part, one part after another; they add up to 255, or to 0 if the part has
  /// no row.
  public var shares: [UInt8] = []

  /// The number of parts of x.
  public var buckets: Int { shares.count / Self.classCount }

  /// Describes a strip.
  public init(view: UInt16, column: UInt16, rowCount: UInt64, shares: [UInt8]) {
    self.view = view
    self.column = column
    self.rowCount = rowCount
    self.shares = shares
  }
}
