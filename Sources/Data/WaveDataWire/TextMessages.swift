import WaveWire

/// Which columns of texts are seen, and how finely, until it is said otherwise (tag 42).
public struct ShowTexts: Equatable, Sendable {
  /// Which table.
  public var source: UInt16 = 0
  /// Parts of x from edge to edge, at most `WireLimits.textBuckets`; 0 leaves all of them out.
  public var buckets: UInt16 = 0
  /// All columns that are seen, at most `WireLimits.textLanes`.
  public var columns: [UInt16] = []

  /// Describes what is seen.
  public init(source: UInt16, buckets: UInt16, columns: [UInt16]) {
    self.source = source
    self.buckets = buckets
    self.columns = columns
  }
}

/// Rows by what stands in a column of texts.
public enum TextMatch: Equatable, Sendable {
  /// A text, by its first `WireLimits.categoryText` bytes.
  case value([UInt8])
  /// None.
  case missing
  /// One that is not among the most frequent of the column's `TextSummary`.
  case others
}

/// What stands in a column of texts (tag 138); sent before the first strip of the column.
public struct TextSummary: Equatable, Sendable {
  /// One text, and how often it stands there.
  public struct Category: Equatable, Sendable {
    /// Its first bytes, at most `WireLimits.categoryText`.
    public var text: [UInt8] = []
    /// Rows that have it.
    public var count: UInt64 = 0

    /// Describes a text.
    public init(text: [UInt8], count: UInt64) {
      self.text = text
      self.count = count
    }
  }

  /// Which table.
  public var source: UInt16 = 0
  /// The column of the table.
  public var column: UInt16 = 0
  /// Whether there are more texts than were told apart.
  public var isCut: Bool = false
  /// Texts that were told apart.
  public var distinctCount: UInt32 = 0
  /// Rows of the table.
  public var rowCount: UInt64 = 0
  /// Rows without a text.
  public var missingCount: UInt64 = 0
  /// The most frequent ones, at most `WireLimits.textCategories`, the first of equally frequent ones first.
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

/// Which texts stand in the rows of each part of x (tag 139).
public struct TextStrip: Equatable, Sendable {
  /// Shares of one part: those of the most frequent texts, of the others, and of missing ones.
  public static let classCount = WireLimits.textCategories + 2
  /// The place of the others among them.
  public static let others = WireLimits.textCategories
  /// The place of those that are missing.
  public static let missing = WireLimits.textCategories + 1

  /// The view that it is of.
  public var view: UInt16 = 0
  /// The column of the table.
  public var column: UInt16 = 0
  /// Rows in the window.
  public var rowCount: UInt64 = 0
  /// `classCount` shares of each part, one part after another; they add up to 255, or to 0 where no row is.
  public var shares: [UInt8] = []

  /// Parts of x.
  public var buckets: Int { shares.count / Self.classCount }

  /// Describes a strip.
  public init(view: UInt16, column: UInt16, rowCount: UInt64, shares: [UInt8]) {
    self.view = view
    self.column = column
    self.rowCount = rowCount
    self.shares = shares
  }
}
