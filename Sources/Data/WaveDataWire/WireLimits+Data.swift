public import WaveWire

extension WireLimits {
  /// Columns of pixels in a table's lane, and rows of pixels.
  public static let tablePixels = 8192
  /// Columns of a table.
  public static let tableColumns = 32_767
  /// The place that stands for no column.
  public static let noColumn = UInt16.max
  /// Columns in one message: as many as fit with the longest names and texts.
  public static let columnsPerMessage = 200
  /// Rows that are read by one request.
  public static let rowsAtOnce = 100
  /// Cells along a side of a scatter plot.
  public static let scatterCells = 512
  /// Bytes of a scatter plot's part.
  public static let scatterBytes = 48_000
  /// Bytes of one part of an exported text.
  public static let exportBytes = 48_000
  /// Bins of a histogram.
  public static let histogramBins = 128
  /// Bytes in a column's name.
  public static let columnName = 120
  /// Columns that a client derives from others.
  public static let derivedColumns = 16
  /// Bytes of a derived column's name.
  public static let derivedName = 48
  /// Bytes of a derived column's formula; together with the name it fits into a client's message.
  public static let formula = 192
  /// Bytes of a text in a cell.
  public static let cellText = 240
  /// Columns of texts that are shown at once: as many as fit into a client's message.
  public static let textLanes = 100
  /// Parts of x in which texts are counted.
  public static let textBuckets = 512
  /// The most frequent texts of a column that have a share of their own.
  public static let textCategories = 7
  /// Bytes of a text by which it is distinguished from others.
  public static let categoryText = 200
  /// Bytes of the list of missing features and their reasons.
  public static let reasons = 2048
  /// Bytes of the details of an engine's condition.
  public static let conditionText = 300
  /// Largest magnitude of a tick of x: differences of two stay far from overflow.
  public static let ticks: Int64 = 1 << 61
  /// Largest magnitude of the edges of a lane's values.
  public static let tableValue = 1e300
}
