import WaveUnits

/// A search for the last tick in a table sorted by ticks.
///
/// Each query tests whether any row exists at or after a tick, which the server can answer from an index.
/// Each round tests several ticks at once, so about ten rounds are enough for a table of any size. The range
/// that remains after the last round is small enough to be read in full.
struct EndSearch: Sendable {
  /// The number of intervals into which each round divides the range.
  static let width = 16
  /// The number of ticks to test in the first round, at distances from `known` that are powers of four.
  private static let steps = 31

  /// A tick at which a row is known to exist.
  private(set) var known: Int64
  /// A tick after the last row; nil until such a tick has been found.
  private(set) var beyond: Int64?
  private let first: Int64

  /// Creates a search that starts at the tick of an existing row.
  init(from tick: Int64) {
    known = tick
    first = tick
  }

  /// The ticks to test in the next round.
  ///
  /// Empty once the remaining range is a small fraction of the total range.
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
    // Both ticks are halved before the subtraction, since the difference can need more than 63 bits. If the
    // ticks do not span the whole range, the next round tests the rest.
    let step = max(1, (beyond / 2 - known / 2) / Int64(Self.width / 2))
    return (1..<Int64(Self.width)).compactMap { place in
      let tick = known.saturatingAdding(step.saturatingMultiplying(by: place))
      return tick >= beyond ? nil : tick
    }
  }

  /// Narrows the range with the result of a round.
  ///
  /// - Parameters:
  ///   - asked: The ticks that were tested.
  ///   - found: The greatest tick of a row found by the queries; nil if they found none.
  mutating func receive(_ asked: [Int64], found: Int64?) {
    known = max(known, found ?? known)
    let empty = asked.filter { $0 > known }.min()
    beyond = [beyond, empty].compactMap { $0 }.min() ?? .max
  }
}
