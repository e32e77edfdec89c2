import WaveDataWire
import WaveInteraction
import WaveSeries

/// The controls that add and remove derived columns.
extension DerivedColumns {
  /// Appends the controls if any column is numeric.
  ///
  /// - Parameters:
  ///   - columns: All columns.
  ///   - column: The column from which buttons derive new columns.
  ///   - pinned: The pinned column, which buttons can combine with `column`.
  ///   - hasNeighbors: Whether formulas can refer to other rows, which is not possible in remote tables.
  ///   - list: The list to append to.
  func appendControls(
    _ columns: [DataColumn], of column: Int?, pinned: Int?, hasNeighbors: Bool,
    to list: inout ControlListBuilder<DataAction>
  ) {
    guard let example = columns.first(where: { $0.isDrawn && $0.info.kind != .time }) else { return }
    let label = Texts.bytes(
      hasNeighbors ? "New column, such as diff(" : "New column, such as abs(",
      ColumnFormula.reference(to: example.info.name), ")")
    list.words(.derived(.typeFormula), label: label, text: draft)
    if let column {
      let name = columns[column].info.name
      if hasNeighbors {
        list.button(.derived(.makeChange), label: Texts.bytes("Change from row to row of ", name))
        list.choices(
          .derived(.makeLag), label: "Its value so many rows before", options: Texts.integers(Self.lags),
          selected: nil)
        list.choices(
          .derived(.makeAverage), label: "Its moving average of so many rows",
          options: Texts.integers(Self.windows), selected: nil)
      }
      if let pinned, pinned != column {
        for isRatio in [false, true] {
          let label = Texts.bytes(isRatio ? "Ratio of " : "Difference of ", name, " to ")
          list.button(
            .derived(isRatio ? .makeRatio : .makeDifference), label: label + columns[pinned].info.name)
        }
      }
    }
    for made in self.columns {
      list.button(.derived(.remove(made.number)), label: Texts.bytes("\u{00D7} ", made.formula))
    }
  }
}

extension DerivedColumns.Addition {
  /// A message that explains why no column was added; nil if a column was added or the formula is empty.
  var alert: StaticString? {
    switch self {
    case .added, .empty: nil
    case .tooLong: "The formula is too long: names and all it may have 192 bytes."
    case .tooMany: "There are 16 columns of your own: take one away first."
    }
  }
}

extension Texts {
  /// Returns each number as text.
  static func integers(_ numbers: [Int]) -> [[UInt8]] { numbers.map { integer(Int64($0)) } }
}
