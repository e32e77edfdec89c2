import WaveTableFormats
import WaveTables

/// A table whose values are extremes, as a file may have them.
final class HostileTable: TableSource {
  let info: TableInfo
  private let rowCount: Int
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
    rowCount = Int(seed % 1500)
    info = TableInfo(
      name: "hostile",
      columns: [
        TableColumn(name: "time", kind: .time, timeUnit: .nanoseconds),
        TableColumn(name: "integer", kind: .integer),
        TableColumn(name: "real", kind: .real), TableColumn(name: "wide", kind: .integer),
        TableColumn(name: "whole", kind: .integer), TableColumn(name: "none", kind: .real),
        TableColumn(name: "one", kind: .real), TableColumn(name: "walk", kind: .real),
        TableColumn(name: "other", kind: .other), TableColumn(name: "weather", kind: .text),
      ], rowCount: rowCount, rowCountEstimate: seed & 1 == 0 ? .max : 0)
  }

  /// A cell: the same whenever it is asked for.
  private func cell(_ row: Int, _ column: Int) -> TableCell {
    var draw = Draw(seed: seed &+ UInt64(row) &* 64 &+ UInt64(column))
    draw.wildness = seed & 6 == 0 ? 0.5 : 0.05
    guard !draw.chance(0.1) else { return .null }
    switch column {
    case 0, 1: return .integer(draw.integer(0...2000))
    case 2, 7: return .real(draw.number(-1...1))
    case 3: return .integer(draw.wildInteger())
    case 4: return .integer(Int64(row))
    case 5: return .null
    case 6: return .real(1)
    case 8: return .blob(byteCount: draw.chance(draw.wildness) ? .max : 7)
    default:
      let text =
        draw.chance(draw.wildness)
        ? String(decoding: draw.text(300), as: UTF8.self) : draw.pick(["rain", "sun", "fog"])
      return .text(text, byteCount: text.utf8.count)
    }
  }

  func scan(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TableChunk) -> Void
  ) throws(TableError) {
    for start in stride(from: 0, to: rowCount, by: TableChunk.rowLimit) {
      let rows = start..<min(rowCount, start + TableChunk.rowLimit)
      let cells = columns.map { column in rows.map { cell($0, column) } }
      let integers = zip(columns, cells).map { column, cells -> [Int64]? in
        guard info.columns[column].kind == .integer || info.columns[column].kind == .time else { return nil }
        return cells.map { if case .integer(let value) = $0 { value } else { 0 } }
      }
      each(
        TableChunk(
          firstRow: start, keys: rows.map { Int64($0) }, values: cells.map { $0.map(Self.number) },
          integers: integers))
      guard progress(TableProgress(phase: .reading, rowCount: rows.upperBound, fraction: nil)) else {
        throw .cancelled
      }
    }
  }

  private static func number(_ cell: TableCell) -> Double {
    switch cell {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: .nan
    }
  }

  func scanTexts(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary] {
    var dictionaries = columns.map { _ in TextDictionary() }
    var codes: [[UInt16]] = columns.map { _ in [] }
    for row in 0..<rowCount {
      for (place, column) in columns.enumerated() {
        guard case .text(let text, _) = cell(row, column) else {
          codes[place].append(TextDictionary.missing)
          continue
        }
        codes[place].append(dictionaries[place].code(adding: Array(text.utf8).span))
      }
    }
    if rowCount > 0 { each(TextChunk(firstRow: 0, keys: (0..<rowCount).map { Int64($0) }, codes: codes)) }
    return dictionaries
  }

  func row(key: Int64) throws(TableError) -> [TableCell]? {
    guard key >= 0, key < rowCount else { return nil }
    return info.columns.indices.map { cell(Int(key), $0) }
  }

  func rows(from key: Int64, count: Int) throws(TableError) -> [TableRow] {
    var rows: [TableRow] = []
    var next = max(0, key)
    while next < rowCount, rows.count < count {
      rows.append(TableRow(key: next, cells: info.columns.indices.map { cell(Int(next), $0) }))
      next += 1
    }
    return rows
  }

  func interrupt() {}
}
