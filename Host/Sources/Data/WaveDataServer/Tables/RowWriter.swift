import WaveDataWire
import WaveTableFormats
import WaveTables
import WaveWire

/// Exports rows of a table as CSV (RFC 4180), part by part: cells with a comma, a quote or a line break are
/// in quotes.
///
/// Numbers read back to the last bit; missing values are empty cells.
struct RowWriter: Sendable {
  let request: UInt16
  private let source: any TableSource
  private let table: OrderedTable
  private let places: Range<Int>
  private var place: Int
  private var hasHeader = false
  private var cutCount = 0
  /// The client's derived columns, which come after those of the table.
  private var derived: DerivedRows?
  /// Bytes that did not fit into the previous part.
  private var rest: [UInt8] = []

  init(
    request: UInt16, source: any TableSource, table: OrderedTable, places: Range<Int>,
    derived: DerivedRows? = nil
  ) {
    self.derived = derived
    self.request = request
    self.source = source
    self.table = table
    self.places = places
    place = places.lowerBound
  }

  /// The reading of the table that the rows belong to.
  var reading: Int { table.reading }

  /// The note for the user about cells that are not whole; nil if all are.
  var note: String? {
    cutCount == 0
      ? nil
      : RowText.note(cutCount: cutCount)
  }

  /// Writes the next part.
  ///
  /// - Parameter key: Returns the key of a row of the table.
  /// - Returns: The part; no other follows the last one.
  /// - Throws: `TableError`.
  mutating func next(_ key: (Int) -> Int64?) throws(TableError) -> ExportPart {
    var bytes = rest
    rest = []
    if !hasHeader {
      hasHeader = true
      RowText.append(source.info.columns.map { Array($0.name.utf8) } + (derived?.names ?? []), to: &bytes)
    }
    while bytes.count < WireLimits.exportBytes, place < places.upperBound {
      defer { place += 1 }
      let row = table.row(atPlace: place)
      guard let key = key(row), let cells = try source.row(key: key) else { continue }
      let own = derived?.cells(row, cells: cells) ?? []
      RowText.append((cells + own).map { text($0) }, to: &bytes)
    }
    if bytes.count > WireLimits.exportBytes {
      rest = Array(bytes[WireLimits.exportBytes...])
      bytes.removeLast(rest.count)
    }
    return ExportPart(
      request: request, isLast: place == places.upperBound && rest.isEmpty,
      done: UInt64(place - places.lowerBound), total: UInt64(places.count), bytes: bytes)
  }

  private mutating func text(_ cell: TableCell) -> [UInt8] {
    if RowText.isCut(cell) { cutCount += 1 }
    return RowText.bytes(of: cell)
  }
}
