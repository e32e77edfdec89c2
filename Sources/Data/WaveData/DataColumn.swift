import WaveDataWire
import WaveSeries

/// What is known of one column of the table, and how it is seen.
struct DataColumn: Sendable {
  /// What a finger, a key or a control does.
  enum Input {
    /// Scales its values by a factor about a place in its lane: 0 is the lower edge, 1 the upper one.
    case zoom(by: Double, at: Double)
    /// Moves its values down by a share of its lane.
    case move(by: Double)
    /// Shows all of its values.
    case showAll
    /// Chooses a lens of its own; nil chooses that of all.
    case choose(Lens?)
    /// Leaves a lens that there is no more.
    case limitLens(to: [Lens])
  }

  /// What the server knows of it.
  private(set) var info: TableColumns.Column
  /// The values that the user has moved to; nil for all.
  private(set) var range: ValueRange?
  /// Its own lens; nil for that of all.
  private(set) var lens: Lens?

  /// Starts with what is known; by default nothing is.
  init(info: TableColumns.Column = TableColumns.Column(kind: .other, name: [])) { self.info = info }

  /// Whether it can be drawn.
  var isDrawn: Bool { info.kind != .text && info.kind != .other }
  /// Whether it has texts, of which the most frequent ones are seen.
  var isText: Bool { info.kind == .text }
  /// All of its values.
  var whole: ValueRange { ValueRange(minimum: info.minimum, maximum: info.maximum) }
  /// Its values from edge to edge of its lane.
  var shown: ValueRange { range ?? whole }

  /// Receives what the server knows; returns whether it is something new.
  mutating func receive(_ next: TableColumns.Column) -> Bool {
    guard info != next else { return false }
    info = next
    return true
  }

  mutating func handle(_ input: Input) {
    switch input {
    case .zoom(let factor, let share): zoom(by: factor, at: share)
    case .move(let share): move(by: share)
    case .showAll: range = nil
    case .choose(let next): lens = next
    case .limitLens(let lenses): if let lens, !lenses.contains(lens) { self.lens = nil }
    }
  }

  /// Far beyond all values these are shown as they are.
  private mutating func zoom(by factor: Double, at share: Double) {
    guard isDrawn else { return }
    let before = shown
    let anchor = before.low + before.span * Swift.max(0, Swift.min(1, share))
    guard let (next, isWide) = before.scaled(by: factor, about: anchor, of: whole), next.low < next.high
    else { return }
    range = isWide ? nil : next
  }

  private mutating func move(by share: Double) {
    guard share != 0, isDrawn else { return }
    let shift = share * shown.span
    let next = ValueRange(low: shown.low + shift, high: shown.high + shift)
    if next.low < next.high { range = next }
  }
}
