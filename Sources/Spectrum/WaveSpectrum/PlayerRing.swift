import WaveDisplay
import WaveUnits

/// Tracks the waterfall rows that the draw-list player already has, so that only missing rows are sent to it.
struct PlayerRing: Equatable, Sendable {
  /// The number of the field that contains the waterfall.
  ///
  /// A field is a ring buffer of rows in the draw-list player.
  static let field: UInt32 = 1
  /// The number of the field that contains the legend: one row with each colour once.
  static let legendField: UInt32 = 2

  /// The number of columns in the field; nil until the field is created.
  private var columns: Int?
  /// For each row of the field, the serial number of the waterfall entry that it contains.
  private var serials: [UInt32] = []
  private var low = Int16.min
  private var high = Int16.min

  /// Whether the fields have been created.
  var isCreated: Bool { columns != nil }

  /// Records that the draw-list player has lost its stored rows and colours.
  mutating func forget() { columns = nil }

  /// Sends the draw-list player any missing rows, and the colours.
  ///
  /// - Complexity: O(slots in view), and O(columns) for each row that is sent.
  mutating func update(
    from store: WaterfallStore, slots: ClosedRange<Int64>, levels: LevelWindow, into list: inout DrawList
  ) {
    guard store.columnsMax > 0 else { return }
    if columns != store.columnsMax {
      self = PlayerRing()
      columns = store.columnsMax
      serials = [UInt32](repeating: 0, count: WaterfallStore.capacity)
      list.createField(Self.field, columns: store.columnsMax, rows: WaterfallStore.capacity)
      let colors = (0..<256).map { Int16($0) }
      list.createField(Self.legendField, columns: colors.count, rows: 1)
      list.fieldRow(Self.legendField, row: 0, values: colors[...])
      list.fieldColors(Self.legendField, map: .waterfall, low: 0, high: 256)
    }
    let (low, high) = (Self.value(ofLevel: levels.bottom), Self.value(ofLevel: levels.top))
    if low != self.low || high != self.high {
      (self.low, self.high) = (low, high)
      list.fieldColors(Self.field, map: .waterfall, low: low, high: high)
    }
    guard slots.upperBound - slots.lowerBound < Int64(WaterfallStore.capacity) else { return }
    for slot in slots {
      guard let entry = store.entry(slot), let row = store.row(slot) else { continue }
      let position = WaterfallStore.position(of: slot)
      guard serials[position] != entry.serial else { continue }
      serials[position] = entry.serial
      list.fieldRow(Self.field, row: Self.row(of: slot), values: row)
    }
  }

  /// Returns the index of the field's row for a slot.
  ///
  /// Consecutive slots occupy adjacent rows, the newer one above the older one.
  static func row(of slot: Int64) -> Int { WaterfallStore.capacity - 1 - WaterfallStore.position(of: slot) }

  /// Converts a level from decibels to tenths of a decibel, as used in rows.
  private static func value(ofLevel level: Double) -> Int16 {
    Int16(saturating: Swift.max(-32_000, Swift.min(32_000, (level * 10).rounded())))
  }
}
