import WaveWire

/// The text columns that a client shows, and their resolution (tag 42).
///
/// The message applies until the client replaces it.
public struct ShowTexts: Equatable, Sendable {
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The number of equal intervals into which the visible part of the x axis is divided, at most
  /// `WireLimits.textBuckets`; 0 removes all text columns.
  public var buckets: UInt16 = 0
  /// The indices of the text columns to show, at most `WireLimits.textLanes`.
  public var columns: [UInt16] = []

  /// Creates a request for text columns.
  public init(source: UInt16, buckets: UInt16, columns: [UInt16]) {
    self.source = source
    self.buckets = buckets
    self.columns = columns
  }
}

/// A rule that selects rows by their value in a text column.
public enum TextMatch: Equatable, Sendable {
  /// Rows with this text value, given by its first `WireLimits.categoryText` bytes.
  case value([UInt8])
  /// Rows without a text value.
  case missing
  /// Rows with a text value that is not among the most frequent values in the column's `TextSummary`.
  case others
}

/// The most frequent values of a text column (tag 138), sent before the first strip of the column.
public struct TextSummary: Equatable, Sendable {
  /// A text value, and the number of rows that contain it.
  public struct Category: Equatable, Sendable {
    /// The first bytes of the text value, at most `WireLimits.categoryText`.
    public var text: [UInt8] = []
    /// The number of rows that contain the text value.
    public var count: UInt64 = 0

    /// Creates a category.
    public init(text: [UInt8], count: UInt64) {
      self.text = text
      self.count = count
    }
  }

  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The index of the column in the table.
  public var column: UInt16 = 0
  /// Whether the column has more distinct text values than could be counted.
  public var isCut: Bool = false
  /// The number of distinct text values that were counted.
  public var distinctCount: UInt32 = 0
  /// The number of rows in the table.
  public var rowCount: UInt64 = 0
  /// The number of rows without text.
  public var missingCount: UInt64 = 0
  /// The most frequent text values, at most `WireLimits.textCategories`.
  ///
  /// Equally frequent values are in order of first appearance.
  public var top: [Category] = []

  /// Creates a summary of a text column.
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

/// The share of rows with each text value in each interval of the x axis (tag 139).
public struct TextStrip: Equatable, Sendable {
  /// The number of shares in each interval: one for each of the most frequent text values, one for all other
  /// text values, and one for rows without text.
  public static let classCount = WireLimits.textCategories + 2
  /// The index of the share of all other text values.
  public static let others = WireLimits.textCategories
  /// The index of the share of rows without text.
  public static let missing = WireLimits.textCategories + 1

  /// The number of the view to which the strip belongs.
  public var view: UInt16 = 0
  /// The index of the column in the table.
  public var column: UInt16 = 0
  /// The number of rows in the window.
  public var rowCount: UInt64 = 0
  /// The shares of all intervals, `classCount` for each interval.
  ///
  /// The shares of an interval add up to 255, or to 0 if the interval has no rows.
  public var shares: [UInt8] = []

  /// The number of intervals of the x axis.
  public var buckets: Int { shares.count / Self.classCount }

  /// Creates a strip of shares.
  public init(view: UInt16, column: UInt16, rowCount: UInt64, shares: [UInt8]) {
    self.view = view
    self.column = column
    self.rowCount = rowCount
    self.shares = shares
  }
}
