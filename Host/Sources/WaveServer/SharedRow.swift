import Synchronization
import WaveSignal
import WaveStreams

/// A row that never changes, held once however many clients look at it.
final class SharedRow: Sendable {
  let row: PowerRow
  /// Its blocks of bins; nil for a row that few look at, which is reduced bin by bin.
  let pyramid: PowerPyramid?

  /// Holds a row of the past.
  init(_ row: PowerRow) {
    self.row = row
    pyramid = nil
  }

  /// Holds a row that many may look at.
  init(building row: PowerRow) {
    self.row = row
    pyramid = PowerPyramid(row)
  }

  /// Reduces the plane of a detector; a sample is one of the mean.
  func reduce(by reducer: ColumnReducer, _ detector: Detector, into output: inout MutableSpan<Float>) {
    if let pyramid { return reducer.reduce(pyramid, detector, into: &output) }
    let row = row
    switch detector {
    case .max: reducer.reduce(row.max.span, .max, into: &output)
    case .min: reducer.reduce(row.min.span, .min, into: &output)
    case .mean, .sample: reducer.reduce(row.mean.span, detector, into: &output)
    }
  }

  /// Mean power in a band.
  func power(lowHertz: Double, highHertz: Double) -> Double {
    pyramid?.bandPower(lowHertz: lowHertz, highHertz: highHertz)
      ?? bandPower(of: row, lowHertz: lowHertz, highHertz: highHertz)
  }
}

/// The newest slots of a source's waterfall, each merged once for all clients on the same lattice.
final class SlotShelf: Sendable {
  /// Slots kept: the newest of a few lattices.
  static let limit = 16

  private struct Slot {
    var index: Int64
    var microseconds: Int64
    var row: SharedRow?
  }

  private let slots = Mutex<[Slot]>([])

  /// The row of a slot that is over.
  ///
  /// - Complexity: O(1) but for the first who asks; for that one as `SpectrumHistory.slot`.
  func row(index: Int64, slotMicroseconds: Int64, _ history: () -> SpectrumHistory) -> SharedRow? {
    // Made under the lock: who asks for it at the same time would make it, too.
    slots.withLock { slots in
      if let known = slots.first(where: { $0.index == index && $0.microseconds == slotMicroseconds }) {
        return known.row
      }
      let row = history().slot(index: index, slotMicroseconds: slotMicroseconds).map(
        SharedRow.init(building:))
      if slots.count == Self.limit { slots.removeFirst() }
      slots.append(Slot(index: index, microseconds: slotMicroseconds, row: row))
      return row
    }
  }
}
