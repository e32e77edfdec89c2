import WaveDataFeed
import WaveDataWire
import WaveTableFormats
import WaveTables
import WaveWire

/// Fills in the description of a table, and creates messages from it.
extension FeedTable {
  /// Creates the description of a table that is not open yet.
  init(source: UInt16, name: String, flags: TableDescription.Flags) {
    self.init(
      description: TableDescription(
        source: source, flags: flags, rowCount: 0, columnCount: 0, name: Array(name.utf8), detail: []),
      hasRankLenses: !flags.contains(.remote), isOpen: false)
  }

  /// Stores the table's name, notes and columns, but leaves the statistics in `summaries` unchanged.
  mutating func describe(_ info: TableInfo) {
    columns = info.columns.prefix(WireLimits.tableColumns).map { column in
      TableColumns.Column(
        kind: .init(column.kind), timeDigits: column.timeUnit?.digits ?? 0, name: Array(column.name.utf8))
    }
    drawn = columns.indices.filter { info.columns[$0].isNumeric }
    description.name = Array(info.name.utf8)
    description.columnCount = UInt16(columns.count)
    description.detail = Array(info.notes.joined(separator: " ").utf8)
  }

  /// Stores the statistics of a column's values.
  mutating func set(_ summary: ColumnSummary, of column: Int) {
    summaries[column] = summary
    columns[column].setStatistics(of: summary)
  }

  /// The event that describes the columns.
  var columnsEvent: TableEvent { .columns(TableColumns.parts(of: columns, source: description.source)) }

  /// Returns the messages that a client receives after its hello message.
  func greeting(axis: TableAxis?, progress: TableWork?, notice: Notice?) -> [DataMessage] {
    var messages: [DataMessage] = [.table(description)]
    if let abilities { messages.append(.abilities(abilities)) }
    messages += TableColumns.parts(of: columns, source: description.source).map { .columns($0) }
    if let axis { messages.append(.axis(axis)) }
    if let progress { messages.append(.progress(progress)) }
    if let notice { messages.append(.notice(notice)) }
    return messages
  }
}

extension TableColumns.Kind {
  init(_ kind: TableColumn.Kind) {
    self =
      switch kind {
      case .integer: .integer
      case .real: .real
      case .time: .time
      case .text: .text
      case .other: .other
      }
  }
}

extension TableColumn.TimeUnit {
  /// The number of decimal places of a second in this unit, for example 3 for milliseconds.
  var digits: UInt8 {
    switch self {
    case .seconds: 0
    case .milliseconds: 3
    case .microseconds: 6
    case .nanoseconds: 9
    }
  }
}
