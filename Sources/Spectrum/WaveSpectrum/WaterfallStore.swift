import WaveInteraction
import WaveSpectrumWire
import WaveUnits

/// The waterfall's rows on the client: a ring of slots of an absolute time lattice, each with the band that
/// it was made for.
///
/// Slot `s` covers the server microseconds from `start(of: s)` until `start(of: s + 1)`, on the server's own
/// lattice. A slot is unknown, holds a row, or is known to hold none; the last is a gap and is drawn as one.
struct WaterfallStore: Sendable {
  /// Slots in the ring: 12 minutes of half seconds and some.
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
  /// The slot that begins at time zero.
  private var origin: Int64 = 0
  private(set) var columnsMax = 0
  private(set) var entries = [Entry](repeating: Entry(gap: .min), count: capacity)
  private var values: [Int16] = []
  private var serial: UInt32 = 0

  /// Starts anew with another lattice or more columns; rows of the old one are forgotten.
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

  /// When a slot begins.
  func start(of slot: Int64) -> Int64 { (slot - origin) * slotMicroseconds }

  /// The slots that an axis shows, and one beyond either end, for what is about to come in.
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

  /// Keeps a row in every slot whose middle it covers.
  ///
  /// - Parameters:
  ///   - row: A row of the lattice, or a longer one.
  ///   - band: The band of its columns.
  ///   - reduction: What it was reduced to.
  ///   - visible: Slots on the screen, which rows of other times may not push out of the ring.
  /// - Complexity: O(columns x slots covered), no allocation.
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

  /// Marks what is still unknown in a window as known to be empty.
  mutating func markGaps(_ window: ClosedRange<Int64>, reduction: UInt32, visible: ClosedRange<Int64>) {
    guard window.upperBound - window.lowerBound < Int64(Self.capacity) else { return }
    for slot in window where isMissing(slot, reduction: reduction) && mayHold(slot, visible) {
      serial &+= 1
      entries[Self.position(of: slot)] = Entry(gap: slot, reduction: reduction, serial: serial)
    }
  }

  /// Goes on where the clock that the rows are timed by begins anew: those that are kept are as much earlier
  /// or later.
  ///
  /// - Returns: By how many microseconds: the nearest multiple of a slot.
  mutating func move(by microseconds: Int64) -> Int64 {
    let slots = slot(at: microseconds + slotMicroseconds / 2) - origin
    origin -= slots
    return slots * slotMicroseconds
  }

  /// Whether a slot is unknown, or known only for another reduction.
  func isMissing(_ slot: Int64, reduction: UInt32) -> Bool {
    let entry = entries[Self.position(of: slot)]
    return entry.slot != slot || entry.reduction != reduction
  }

  private func mayHold(_ slot: Int64, _ visible: ClosedRange<Int64>) -> Bool {
    visible.contains(slot) || !visible.contains(entries[Self.position(of: slot)].slot)
  }
}

extension WaterfallStore {
  /// The level at a frequency and a moment in decibels; nil where there is none.
  func decibels(atHertz hertz: Double, microseconds: Int64) -> Double? {
    let slot = slot(at: microseconds)
    guard let entry = entry(slot), let row = row(slot),
      let column = entry.band.column(ofHertz: hertz, count: entry.columns)
    else { return nil }
    let value = row[row.startIndex + column]
    return value == RowMessage.gap ? nil : Double(value) / 10
  }

  /// The newest row in view, whose peaks are sought.
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
  /// A slot without a row.
  fileprivate init(gap slot: Int64, reduction: UInt32 = 0, serial: UInt32 = 0) {
    self.init(
      slot: slot, reduction: reduction, band: Band(low: 0, high: 1), columns: 0, isGap: true, serial: serial)
  }
}
