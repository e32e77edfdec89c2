import Synchronization
import WaveSpectra
import WaveSpectrumFeed

/// A cache of the newest slots of a source's waterfall, each merged once for all clients that use the same
/// slot duration.
final class SlotCache: Sendable {
  /// The maximum number of cached slots; enough for the newest slots of a few durations.
  static let limit = 16

  private struct Slot {
    var index: Int64
    var microseconds: Int64
    var row: SharedRow?
  }

  private let slots = Mutex<[Slot]>([])

  /// Returns the row of a completed slot; nil if nothing was acquired in it.
  ///
  /// - Complexity: O(1), except for the first request for a slot, which costs as much as
  ///   `SpectrumHistory.slot`.
  func row(index: Int64, slotMicroseconds: Int64, _ history: () -> SpectrumHistory) -> SharedRow? {
    // The row is computed under the lock, so that simultaneous requests do not each compute it.
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
