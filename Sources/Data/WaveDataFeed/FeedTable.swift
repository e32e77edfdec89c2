public import WaveDataWire
public import WaveSeries
public import WaveTableFormats

/// What a feed knows of its table, which is the same for all clients.
public struct FeedTable: Equatable, Sendable {
  /// The description that clients receive.
  public var description: TableDescription
  /// The table's own columns with their statistics.
  public var columns: [TableColumns.Column]
  /// The columns that can be drawn.
  public var drawn: [Int]
  /// The statistics of columns that can be drawn, as far as they are known.
  public var summaries: [Int: ColumnSummary]
  /// The columns that formulas can use.
  public var operands: [ColumnFormula.Column]
  /// The requests that the source can answer; nil for all of them.
  public var abilities: TableAbilities?
  /// Whether lenses can choose points in the order of a column's values.
  public var hasRankLenses: Bool
  /// The number of the opening or reading of the rows; what is known of older ones is invalid.
  public var reading: Int
  /// Whether the source answers questions.
  public var isOpen: Bool

  /// Describes a table.
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
