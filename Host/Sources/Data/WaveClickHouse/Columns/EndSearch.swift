import WaveUnits

/// Finds the last tick of a column by which rows are sorted, with queries that an index answers: whether
/// there is a row from a tick on.
///
/// Each round asks about several ticks at once, so a table of any size needs about ten rounds. The remaining
/// range is small enough to be read.
struct EndSearch: Sendable {
  /// Number of ticks in a round.
  static let width = 16
  /// Number of ticks in the first round: distances that are powers of four.
  private static let steps = 31

  /// A tick at which there is a row.
  private(set) var known: Int64
  /// A tick from which there are no rows; nil while none is known.
  private(set) var beyond: Int64?
  private let first: Int64

  /// Starts at the tick of any row.
  init(from tick: Int64) {
    known = tick
    first = tick
  }

  /// The ticks of the next round; empty if the remaining range is a small part of the whole.
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
    // Divided by two first, since the whole may need more than 63 bits. The farther ticks then belong to the
    // next round.
    let step = max(1, (beyond / 2 - known / 2) / Int64(Self.width / 2))
    return (1..<Int64(Self.width)).compactMap { place in
      let tick = known.saturatingAdding(step.saturatingMultiplying(by: place))
      return tick >= beyond ? nil : tick
    }
  }

  /// Receives an answer.
  ///
  /// - Parameters:
  ///   - asked: The ticks of the round.
  ///   - found: The greatest tick of the rows that the queries found; nil if there were none.
  mutating func receive(_ asked: [Int64], found: Int64?) {
    known = max(known, found ?? known)
    let empty = asked.filter { $0 > known }.min()
    beyond = [beyond, empty].compactMap { $0 }.min() ?? .max
  }
}
