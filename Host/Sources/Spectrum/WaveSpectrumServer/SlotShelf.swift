import Synchronization
import WaveSpectra
import WaveSpectrumFeed

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
