import WaveUnits

/// Finds the last tick of a column in whose order the rows lie, by questions that an index answers: whether
/// there is a row from a tick on.
///
/// Each round asks at several ticks at once, so that a table of any size takes about ten; what is left is
/// small enough to be read.
struct EndSearch: Sendable {
  /// Ticks asked at in one round.
  static let width = 16
  /// Of the first round: powers of four.
  private static let steps = 31

  /// There is a row here.
  private(set) var known: Int64
  /// There is none from here on; nil while that is not known.
  private(set) var beyond: Int64?
  private let first: Int64

  /// Begins at any row's tick.
  init(from tick: Int64) {
    known = tick
    first = tick
  }

  /// Where to ask next; empty where what is left is a small part of the whole.
  var ticks: [Int64] {
    guard let beyond else {
      return (0..<Self.steps).compactMap { step in
        let (tick, isOver) = known.addingReportingOverflow(1 << (2 * Int64(step)))
        return isOver ? nil : tick
      }
    }
    let rest = beyond.subtractingReportingOverflow(known)
    let whole = beyond.subtractingReportingOverflow(first)
    guard rest.overflow || whole.overflow || rest.partialValue > max(1, whole.partialValue >> 20) else {
      return []
    }
    // Halves, since the whole may have more than 63 bits; then the farther ticks are asked at in the next
    // round.
    let step = max(1, (beyond / 2 - known / 2) / Int64(Self.width / 2))
    return (1..<Int64(Self.width)).compactMap { place in
      let tick = known.saturatingAdding(step.saturatingMultiplying(by: place))
      return tick >= beyond ? nil : tick
    }
  }

  /// Takes an answer.
  ///
  /// - Parameters:
  ///   - asked: Where it was asked; there was a row behind some of them.
  ///   - found: The greatest tick of these rows; nil where there was none.
  mutating func take(_ asked: [Int64], found: Int64?) {
    known = max(known, found ?? known)
    let empty = asked.filter { $0 > known }.min()
    beyond = [beyond, empty].compactMap { $0 }.min() ?? .max
  }
}
