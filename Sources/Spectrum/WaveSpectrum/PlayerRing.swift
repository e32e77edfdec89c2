import WaveDisplay
import WaveUnits

/// What the player's field of waterfall rows holds, so that only what it lacks is sent.
struct PlayerRing: Equatable, Sendable {
  /// The field of the rows.
  static let field: UInt32 = 1
  /// The field of the legend, one row with each colour once.
  static let legendField: UInt32 = 2

  /// Columns of the field; nil until it is created.
  private var columns: Int?
  /// The serial number of the entry in each row of the field.
  private var serials: [UInt32] = []
  private var low = Int16.min
  private var high = Int16.min

  /// Whether the fields are created.
  var isCreated: Bool { columns != nil }

  /// The player has lost its fields.
  mutating func forget() { columns = nil }

  /// Sends the player the rows that it lacks, and the colours.
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

  /// Newer slots are above older ones, so that a run of slots is a run of rows.
  static func row(of slot: Int64) -> Int { WaterfallStore.capacity - 1 - WaterfallStore.position(of: slot) }

  /// Tenths of a decibel, as in rows.
  private static func value(ofLevel level: Double) -> Int16 {
    Int16(saturating: Swift.max(-32_000, Swift.min(32_000, (level * 10).rounded())))
  }
}
