import WaveDataWire
import WaveSeries

/// The state of a column: its properties, the range of values shown, and the lens that reduces it to points.
struct DataColumn: Sendable {
  /// An input from a touch gesture, a key or a control.
  enum Input {
    /// Scales the values by a factor about a position in the lane, from 0 at the lower edge to 1 at the upper
    /// edge.
    case zoom(by: Double, at: Double)
    /// Moves the values down by a fraction of the lane's height.
    case move(by: Double)
    /// Shows the range of all values.
    case showAll
    /// Chooses a lens (a downsampling method) for this column; nil to use the lens chosen for all columns.
    case choose(Lens?)
    /// Resets the column's own lens if that lens is not available.
    case limitLens(to: [Lens])
  }

  /// The properties received from the server.
  private(set) var info: TableColumns.Column
  /// The range that the user has chosen; nil for the range of all values.
  private(set) var range: ValueRange?
  /// The column's own lens; nil to use the lens for all columns.
  private(set) var lens: Lens?

  /// Creates a column with the given properties, or with none.
  init(info: TableColumns.Column = TableColumns.Column(kind: .other, name: [])) { self.info = info }

  /// Whether the column is numeric and can therefore be drawn.
  var isDrawn: Bool { info.kind != .text && info.kind != .other }
  /// Whether the column contains text, in which case its lane shows the most frequent values.
  var isText: Bool { info.kind == .text }
  /// The range of all values in the column.
  var whole: ValueRange { ValueRange(minimum: info.minimum, maximum: info.maximum) }
  /// The range shown from the lower to the upper edge of the lane.
  var shown: ValueRange { range ?? whole }

  /// Updates the properties, and returns whether they have changed.
  mutating func receive(_ next: TableColumns.Column) -> Bool {
    guard info != next else { return false }
    info = next
    return true
  }

  mutating func handle(_ input: Input) {
    switch input {
    case .zoom(let factor, let share): zoom(by: factor, at: share)
    case .move(let share):
      guard share != 0, isDrawn else { return }
      let shift = share * shown.span
      let next = ValueRange(low: shown.low + shift, high: shown.high + shift)
      if next.low < next.high { range = next }
    case .showAll: range = nil
    case .choose(let next): lens = next
    case .limitLens(let lenses): if let lens, !lenses.contains(lens) { self.lens = nil }
    }
  }

  /// Scales the visible range, but shows the range of all values if the scaled range would be much wider.
  private mutating func zoom(by factor: Double, at share: Double) {
    guard isDrawn else { return }
    let before = shown
    let anchor = before.low + before.span * Swift.max(0, Swift.min(1, share))
    guard let (next, isWide) = before.scaled(by: factor, about: anchor, of: whole), next.low < next.high
    else { return }
    range = isWide ? nil : next
  }
}
