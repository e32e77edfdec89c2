import WaveTableFormats
import WaveDataFeed
import WaveDataWire
import WaveTables

/// Exports rows of a table as CSV (RFC 4180), part by part: cells with a comma, a quote or a line break are
/// in quotes.
///
/// Numbers read back to the last bit; missing values are empty cells.
struct RowWriter: Sendable {
  private var export: RowExport
  private let source: any TableSource
  private let table: OrderedTable
  private var places: Range<Int>
  /// The client's derived columns, which come after those of the table.
  private var derived: DerivedRows?

  init(
    request: UInt16, source: any TableSource, table: OrderedTable, places: Range<Int>,
    derived: DerivedRows? = nil
  ) {
    var header: [UInt8] = []
    RowText.append(source.info.columns.map { Array($0.name.utf8) } + (derived?.names ?? []), to: &header)
    export = RowExport(request: request, header: header, total: UInt64(places.count))
    self.derived = derived
    self.source = source
    self.table = table
    self.places = places
  }

  /// The request's number.
  var request: UInt16 { export.request }

  /// The reading of the table that the rows belong to.
  var reading: Int { table.reading }

  /// The notice about cells that are not whole, if there are any.
  var notes: [DataMessage] { RowText.notes(cutCount: export.cutCount) }

  /// Writes the next part.
  ///
  /// - Parameter key: Returns the key of a row of the table.
  /// - Returns: The part; no other follows the last one.
  /// - Throws: `TableError`.
  mutating func next(_ key: (Int) -> Int64?) throws(TableError) -> ExportPart {
    while true {
      if places.isEmpty { export.end() }
      if let part = export.next() { return part }
      let row = table.row(atPlace: places.lowerBound)
      places = (places.lowerBound + 1)..<places.upperBound
      var line: [UInt8] = []
      var cutCount = 0
      if let key = key(row), var cells = try source.row(key: key) {
        cells += derived?.cells(row, cells: cells) ?? []
        cutCount = cells.count { RowText.isCut($0) }
        RowText.append(cells.map { RowText.bytes(of: $0) }, to: &line)
      }
      export.append(line, rowCount: 1, cutCount: cutCount)
    }
  }
}
