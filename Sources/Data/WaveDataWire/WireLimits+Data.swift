public import WaveWire

extension WireLimits {
  /// The maximum number of pixel columns, or of pixel rows, in a table's lane.
  public static let tablePixels = 8192
  /// The maximum number of columns in a table.
  public static let tableColumns = 32_767
  /// The column index that means "no column".
  public static let noColumn = UInt16.max
  /// The maximum number of columns in one message, chosen so that the message fits even with names and texts
  /// of maximum length.
  public static let columnsPerMessage = 200
  /// The maximum number of rows read by one request.
  public static let rowsAtOnce = 100
  /// The maximum number of cells along a side of a scatter plot.
  public static let scatterCells = 512
  /// The maximum length of a part of a scatter plot, in bytes.
  public static let scatterBytes = 48_000
  /// The maximum length of a part of an exported file, in bytes.
  public static let exportBytes = 48_000
  /// The maximum number of bins in a histogram.
  public static let histogramBins = 128
  /// The maximum length of a column's name, in bytes.
  public static let columnName = 120
  /// The maximum number of columns that a client can derive.
  public static let derivedColumns = 16
  /// The maximum length of a derived column's name, in bytes.
  public static let derivedName = 48
  /// The maximum length of a formula, in bytes.
  ///
  /// A formula and a column name together fit in a client message.
  public static let formula = 192
  /// The maximum length of text in a cell, in bytes.
  public static let cellText = 240
  /// The maximum number of text columns shown at once, limited by the length of a client message.
  public static let textLanes = 100
  /// The maximum number of intervals of the x axis in which text values are counted.
  public static let textBuckets = 512
  /// The maximum number of a column's most frequent text values that are counted individually.
  public static let textCategories = 7
  /// The number of leading bytes that identify a text value.
  public static let categoryText = 200
  /// The maximum length of the list of missing features and reasons, in bytes.
  public static let reasons = 2048
  /// The maximum length of the details about an engine's availability, in bytes.
  public static let conditionText = 300
  /// The maximum magnitude of a tick, chosen so that the difference of two ticks stays far from overflow.
  public static let ticks: Int64 = 1 << 61
  /// The maximum magnitude of the values at a lane's edges.
  public static let tableValue = 1e300
}
