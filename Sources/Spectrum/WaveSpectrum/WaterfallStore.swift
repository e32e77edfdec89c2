import WaveSpectrumWire
import WaveUnits

/// The waterfall's rows on the client.
///
/// A ring buffer stores one row for each slot of a time grid, with the band of the row.
///
/// Slot `s` covers the server microseconds from `start(of: s)` until `start(of: s + 1)`, on the server's own
/// time grid. A slot is unknown, contains a row, or is known to be empty; an empty slot is drawn as a gap.
struct WaterfallStore: Sendable {
  /// The number of slots in the ring, enough for slightly more than 12 minutes of half-second rows.
  static let capacity = 1536

  struct Entry: Sendable {
    let slot: Int64
    let reduction: UInt32
    let band: Band
    let columns: Int
    let isGap: Bool
    let serial: UInt32
  }

  private(set) var slotMicroseconds: Int64 = 500_000
  /// The index of the slot that begins at time zero.
  private var origin: Int64 = 0
  private(set) var columnsMax = 0
  private(set) var entries = [Entry](repeating: Entry(gap: .min), count: capacity)
  private var values: [Int16] = []
  private var serial: UInt32 = 0

  /// Prepares for a slot duration and a number of columns, discarding all rows if the duration changes or
  /// columns are added.
  mutating func prepare(slotMicroseconds: Int64, columns: Int) {
    guard slotMicroseconds != self.slotMicroseconds || columns > columnsMax else { return }
    self.slotMicroseconds = slotMicroseconds
    origin = 0
    columnsMax = Swift.max(columns, columnsMax)
    for index in entries.indices { entries[index] = Entry(gap: .min) }
    values = [Int16](repeating: RowMessage.gap, count: Self.capacity * columnsMax)
  }

  static func position(of slot: Int64) -> Int {
    let remainder = Int(slot % Int64(capacity))
    return remainder < 0 ? remainder + capacity : remainder
  }

  func slot(at microseconds: Int64) -> Int64 {
    let quotient = microseconds / slotMicroseconds
    return origin + (microseconds % slotMicroseconds < 0 ? quotient - 1 : quotient)
  }

  /// Returns the server time at which a slot begins.
  func start(of slot: Int64) -> Int64 { (slot - origin) * slotMicroseconds }

  /// Returns the slots that an axis shows, plus one slot beyond either end that is about to scroll into view.
  func slots(of axis: TimeAxis) -> ClosedRange<Int64> {
    let newest = slot(at: axis.top) + 1
    let oldest = slot(at: axis.top - Int64(saturating: axis.periodSeconds * 1e6)) - 1
    return Swift.min(oldest, newest)...newest
  }

  func entry(_ slot: Int64) -> Entry? {
    let entry = entries[Self.position(of: slot)]
    return entry.slot == slot ? entry : nil
  }

  func row(_ slot: Int64) -> ArraySlice<Int16>? {
    guard let entry = entry(slot), !entry.isGap else { return nil }
    let start = Self.position(of: slot) * columnsMax
    return values[start..<start + entry.columns]
  }

  /// Stores a row in every slot whose centre it covers.
  ///
  /// - Parameters:
  ///   - row: The row, which can cover several slots.
  ///   - band: The band of the row's columns.
  ///   - reduction: The number of the row's reduction.
  ///   - visible: The slots on the screen, which are not displaced by rows outside them.
  /// - Complexity: O(columns x slots covered), without allocation.
  mutating func insert(_ row: RowMessage, band: Band, reduction: UInt32, visible: ClosedRange<Int64>) {
    let columns = Swift.min(Int(row.columns), columnsMax, row.values.count)
    let duration = Int64(row.durationMicroseconds)
    let half = slotMicroseconds / 2
    var first = slot(at: row.startMicroseconds + half - 1)
    var last = slot(at: row.startMicroseconds + duration - half - 1)
    if duration <= slotMicroseconds {
      first = slot(at: row.startMicroseconds + duration / 2)
      last = first
    }
    guard last >= first, last - first < Int64(Self.capacity) else { return }
    for slot in first...last where mayHold(slot, visible) {
      let position = Self.position(of: slot)
      serial &+= 1
      entries[position] = Entry(
        slot: slot, reduction: reduction, band: band, columns: columns, isGap: false, serial: serial)
      let start = position * columnsMax
      for column in 0..<columns { values[start + column] = row.values[column] }
    }
  }

  /// Marks the unknown slots in a window as known to be empty.
  mutating func markGaps(_ window: ClosedRange<Int64>, reduction: UInt32, visible: ClosedRange<Int64>) {
    guard window.upperBound - window.lowerBound < Int64(Self.capacity) else { return }
    for slot in window where isMissing(slot, reduction: reduction) && mayHold(slot, visible) {
      serial &+= 1
      entries[Self.position(of: slot)] = Entry(gap: slot, reduction: reduction, serial: serial)
    }
  }

  /// Shifts all rows in time after the server's clock has jumped.
  ///
  /// - Returns: The shift in microseconds, rounded to a multiple of a slot.
  mutating func move(by microseconds: Int64) -> Int64 {
    let slots = slot(at: microseconds + slotMicroseconds / 2) - origin
    origin -= slots
    return slots * slotMicroseconds
  }

  /// Returns whether a slot is unknown, or known only for a different reduction.
  func isMissing(_ slot: Int64, reduction: UInt32) -> Bool {
    let entry = entries[Self.position(of: slot)]
    return entry.slot != slot || entry.reduction != reduction
  }

  private func mayHold(_ slot: Int64, _ visible: ClosedRange<Int64>) -> Bool {
    visible.contains(slot) || !visible.contains(entries[Self.position(of: slot)].slot)
  }
}

extension WaterfallStore {
  /// Returns the level in decibels at a frequency and time; nil if there are no data.
  func decibels(atHertz hertz: Double, microseconds: Int64) -> Double? {
    let slot = slot(at: microseconds)
    guard let entry = entry(slot), let row = row(slot),
      let column = entry.band.column(ofHertz: hertz, count: entry.columns)
    else { return nil }
    let value = row[row.startIndex + column]
    return value == RowMessage.gap ? nil : Double(value) / 10
  }

  /// Returns the newest row in view to search for peaks; nil if there are no rows.
  func peakRow(of axis: TimeAxis) -> PeakRow? {
    for slot in slots(of: axis).reversed() where start(of: slot) < axis.top {
      guard let row = row(slot), let entry = entry(slot) else { continue }
      return PeakRow(
        values: Array(row), band: entry.band, microseconds: start(of: slot) + slotMicroseconds / 2)
    }
    return nil
  }
}

extension WaterfallStore.Entry {
  /// Creates an entry for a slot that has no row.
  fileprivate init(gap slot: Int64, reduction: UInt32 = 0, serial: UInt32 = 0) {
    self.init(
      slot: slot, reduction: reduction, band: Band(low: 0, high: 1), columns: 0, isGap: true, serial: serial)
  }
}
