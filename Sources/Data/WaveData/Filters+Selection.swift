import WaveDataWire
import WaveInteraction
import WaveSeries

/// Filters based on the user's selection, with the names to show for them.
extension Filters.Input {
  /// Creates a filter that keeps only the rows in a range.
  ///
  /// - Parameters:
  ///   - range: The range to keep.
  ///   - axis: The x axis.
  ///   - column: The column that orders the rows; nil for their original order.
  /// - Returns: The input that adds the filter.
  static func rows(_ range: MarkedRange, of axis: TableAxis, by column: DataColumn?) -> Self {
    let count = range.summary?.rowCount
    var text = count.map { Texts.bytes("", Texts.grouped($0), " rows") } ?? Texts.bytes("a range")
    if let column { text += Texts.bytes(" by ", column.info.name) }
    let (from, until) = axis.ticks(range.low, range.high)
    return .keep(.ticks(from: from, until: until), text: text)
  }

  /// Creates a filter that keeps only rows whose values in a column are in a range.
  static func values(_ range: ValueRange, of column: Int, in columns: [DataColumn]) -> Self {
    let info = columns[column].info
    return .keep(
      .values(column: UInt16(truncatingIfNeeded: column), low: range.low, high: range.high),
      text: Texts.bytes("", info.name, " ") + info.text(range.low, range.high))
  }

  /// Creates a filter that keeps only the rows with a given text, or excludes those rows.
  static func texts(_ choice: TextChoice, isKept: Bool, in columns: [DataColumn], _ look: Appearance) -> Self
  {
    let name = Texts.bytes("", columns[choice.column].info.name, isKept ? ": only " : ": without ")
    return .keep(
      .texts(column: UInt16(truncatingIfNeeded: choice.column), choice.match, isKept: isKept),
      text: name + look.fitted(choice.text, width: 200 * look.screen.type, style: look.labelStyle))
  }
}
