import WaveDataWire
import WaveSeries
import WaveUnits

/// The formulas that controls generate, and the column that a typed formula mentions first.
extension DerivedColumns {
  /// The available lags, in rows.
  static let lags = [1, 2, 5, 10, 100, 1000]
  /// The available window lengths of a moving average, in rows.
  static let windows = [5, 25, 101, 501, 2501]

  /// Returns a reference to a column in formula syntax.
  ///
  /// A derived column is replaced by its own formula.
  private func reference(to column: Int, in all: [DataColumn]) -> [UInt8] {
    guard let own = self.column(at: column) else { return ColumnFormula.reference(to: all[column].info.name) }
    return Texts.bytes("(") + own.formula + Texts.bytes(")")
  }

  /// Returns the numeric column whose name appears first in the draft formula, or nil if none does.
  ///
  /// If several names begin at the same position, the longest name counts.
  func originOfDraft(in all: [DataColumn]) -> Int? {
    var found: (place: Int, count: Int, column: Int)?
    for column in all.indices where all[column].isDrawn {
      let name = all[column].info.name
      guard !name.isEmpty, name.count <= draft.count else { continue }
      let place = (0...(draft.count - name.count)).first { start in
        name.indices.allSatisfy { draft[start + $0] == name[$0] }
      }
      guard let place else { continue }
      if let best = found, (best.place, -best.count) <= (place, -name.count) { continue }
      found = (place, name.count, column)
    }
    return found?.column
  }

  /// Returns the formula that a control creates for a column.
  ///
  /// - Parameters:
  ///   - action: The action of the control.
  ///   - value: The index of the option chosen in the control.
  ///   - column: The column to apply the formula to.
  ///   - pinned: The column to compare it with.
  ///   - all: All columns.
  /// - Returns: The formula, or nil if the control does not create a formula.
  func formula(
    for action: DerivedAction, _ value: Int, of column: Int, pinned: Int?, in all: [DataColumn]
  ) -> [UInt8]? {
    let own = reference(to: column, in: all)
    switch action {
    case .makeChange: return Texts.bytes("diff(", own, ")")
    case .makeLag, .makeAverage:
      let (name, counts): (StaticString, [Int]) =
        action == .makeLag ? ("lag(", Self.lags) : ("mean(", Self.windows)
      guard counts.indices.contains(value) else { return nil }
      return Texts.bytes(name, own, ", ") + Texts.bytes("", Texts.integer(Int64(counts[value])), ")")
    case .makeDifference, .makeRatio:
      let left = Texts.bytes("", own, action == .makeRatio ? " / " : " - ")
      return pinned.map { left + reference(to: $0, in: all) }
    case .typeFormula, .remove: return nil
    }
  }
}
