public import WaveWire

extension WireLimits {
  /// Columns of pixels, and rows of them, of a table's lane.
  public static let tablePixels = 8192
  /// Columns of a table.
  public static let tableColumns = 32_767
  /// Stands for no column.
  public static let noColumn = UInt16.max
  /// Columns that one message tells of: as many as fit with the longest names and texts.
  public static let toldColumns = 200
  /// Rows that are read at once.
  public static let rowsAtOnce = 100
  /// Cells along a side of a scatter plot.
  public static let scatterCells = 512
  /// Bytes of a scatter plot's part.
  public static let scatterBytes = 48_000
  /// Bytes of a text's part.
  public static let exportBytes = 48_000
  /// Bins of a histogram.
  public static let histogramBins = 128
  /// Bytes in a column's name.
  public static let columnName = 120
  /// Columns that a client has made of others.
  public static let derivedColumns = 16
  /// Bytes of such a column's name.
  public static let derivedName = 48
  /// Bytes of its formula: with the name it fits into a client's message.
  public static let formula = 192
  /// Bytes of a cell's words.
  public static let cellText = 240
  /// Columns of texts that are seen at once: as many as fit into a client's message.
  public static let textLanes = 100
  /// Parts of x in which texts are counted.
  public static let textBuckets = 512
  /// Texts of a column that have a share of their own, the most frequent ones.
  public static let textCategories = 7
  /// Bytes of a text that tell it apart from others.
  public static let categoryText = 200
  /// Bytes that say what cannot be done with a table, and why.
  public static let reasons = 2048
  /// Bytes that say how the engine is that holds a table.
  public static let conditionText = 300
  /// Largest magnitude of a tick of x: differences of two stay far from overflow.
  public static let ticks: Int64 = 1 << 61
  /// Largest magnitude of an edge of a lane's values.
  public static let tableValue = 1e300
}
