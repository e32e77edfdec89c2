public import WaveDataWire
public import WaveSeries
public import WaveTableFormats

/// The description of a table that the feeds of all clients share.
public struct FeedTable: Equatable, Sendable {
  /// The description sent to clients.
  public var description: TableDescription
  /// The table's own columns, including their statistics.
  public var columns: [TableColumns.Column]
  /// The indices of the columns that can be drawn.
  public var drawn: [Int]
  /// The known statistics of the columns that can be drawn, by column index.
  public var summaries: [Int: ColumnSummary]
  /// The columns that formulas can use.
  public var operands: [ColumnFormula.Column]
  /// The requests that the source supports; nil if it supports all of them.
  public var abilities: TableAbilities?
  /// Whether lenses can choose points in the order of a column's values.
  public var hasRankLenses: Bool
  /// The number of times that the table has been opened or read.
  ///
  /// When this number increases, earlier data becomes invalid.
  public var reading: Int
  /// Whether the source is open and answers questions.
  public var isOpen: Bool

  /// Creates the description of a table.
  public init(
    description: TableDescription, columns: [TableColumns.Column] = [], drawn: [Int] = [],
    summaries: [Int: ColumnSummary] = [:], operands: [ColumnFormula.Column] = [],
    abilities: TableAbilities? = nil, hasRankLenses: Bool = true, reading: Int = 0, isOpen: Bool = true
  ) {
    self.description = description
    self.columns = columns
    self.drawn = drawn
    self.summaries = summaries
    self.operands = operands
    self.abilities = abilities
    self.hasRankLenses = hasRankLenses
    self.reading = reading
    self.isOpen = isOpen
  }
}
