import WaveDataWire
import WaveInteraction
import WaveSeries
import WaveUnits

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
    var label = TextWriter()
    label.append(hasNeighbors ? "New column, such as diff(" : "New column, such as abs(")
    label.append(bytes: ColumnFormula.reference(to: example.info.name))
    label.append(")")
    list.words(.derived(.typeFormula), label: label.bytes, text: draft)
    if let column {
      let name = columns[column].info.name
      if hasNeighbors {
        var text = TextWriter()
        text.append("Change from row to row of ")
        text.append(bytes: name)
        list.button(.derived(.makeChange), label: text.bytes)
        list.choices(
          .derived(.makeLag), label: "Its value so many rows before", options: Texts.integers(Self.lags),
          selected: nil)
        list.choices(
          .derived(.makeAverage), label: "Its moving average of so many rows",
          options: Texts.integers(Self.windows), selected: nil)
      }
      if let pinned, pinned != column {
        for isRatio in [false, true] {
          var text = TextWriter()
          text.append(isRatio ? "Ratio of " : "Difference of ")
          text.append(bytes: name)
          text.append(" to ")
          text.append(bytes: columns[pinned].info.name)
          list.button(.derived(isRatio ? .makeRatio : .makeDifference), label: text.bytes)
        }
      }
    }
    for made in self.columns {
      var text = TextWriter()
      text.append("\u{00D7} ")
      text.append(bytes: made.formula)
      list.button(.derived(.remove(made.number)), label: text.bytes)
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
  static func integers(_ numbers: [Int]) -> [[UInt8]] {
    numbers.map { number in
      var text = TextWriter()
      text.append(integer: number)
      return text.bytes
    }
  }
}
