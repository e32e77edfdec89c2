import WaveFiles
import WaveStorage
import WaveStore

/// Columns of a table in a store (Documentation/store.md), so that they need not be read out of a database again.
///
/// Frames are rows. The first group tells how much more a row's key is than that of the first row and its number; then comes a group for each
/// column, so that one is read without the others. Nanoseconds are two channels, the upper and the lower half, since a number has not all of their digits.
enum ColumnCache {
  /// Columns at most.
  static let columnLimit = StoreFormat.groupLimit - 1

  /// Whether a column is stored as two halves.
  static func isSplit(_ column: TableColumn) -> Bool { column.timeUnit == .nanoseconds }
}

/// Writes a cache.
final class ColumnCacheWriter {
  private let columns: [Int]
  private let isSplit: [Bool]
  private let file: PartFile
  private var encoder: StoreEncoder
  private var firstKey: Int64?
  private let key: String
  private let source: String

  /// Begins a cache.
  ///
  /// - Parameters:
  ///   - path: Where it will be.
  ///   - key: What the table is, to the last change.
  ///   - source: What a list of caches shows.
  ///   - columns: Which columns it will hold.
  ///   - info: What these are.
  /// - Throws: `FileError`.
  init(path: String, key: String, source: String, columns: [Int], of info: TableInfo) throws(FileError) {
    self.columns = columns
    self.key = key
    self.source = source
    isSplit = columns.map { ColumnCache.isSplit(info.columns[$0]) }
    file = try PartFile(path: path, isReplacing: true)
    encoder = StoreEncoder(identifier: .random(in: 0 ... .max))
  }

  /// Appends rows.
  ///
  /// - Returns: Whether that was possible; a cache that lacks rows must not be used.
  func append(_ chunk: TableChunk) -> Bool {
    do {
      let firstKey = try firstKey ?? begin(firstKey: chunk.keys.first ?? 0)
      var gaps: [Double] = []
      gaps.reserveCapacity(chunk.rowCount)
      for (row, key) in chunk.keys.enumerated() {
        let (expected, isBeyond) = firstKey.addingReportingOverflow(Int64(chunk.firstRow + row))
        let (gap, isOver) = key.subtractingReportingOverflow(expected)
        guard !isBeyond, !isOver, gap.magnitude < 1 << 53 else { return false }
        gaps.append(Double(gap))
      }
      let sequence = UInt64(chunk.firstRow)
      try encoder.append(group: 0, sequence: sequence, samples: gaps.span)
      for (index, values) in chunk.values.enumerated() {
        let wholes = chunk.integers[index]
        if isSplit[index] {
          guard let wholes else { return false }
          let halves = Self.halves(wholes, values)
          try encoder.append(group: index + 1, sequence: sequence, samples: halves.span)
        } else {
          // A whole number that a double does not hold is in no cache.
          if let wholes, wholes.contains(where: { $0.magnitude > 1 << 53 }) { return false }
          try encoder.append(group: index + 1, sequence: sequence, samples: values.span)
        }
        try file.append(encoder.bytes)
        encoder.discardBytes()
      }
      return true
    } catch { return false }
  }

  /// All upper halves, then all lower ones.
  private static func halves(_ wholes: [Int64], _ values: [Double]) -> [Double] {
    zip(wholes, values).map { $1.isNaN ? .nan : Double($0 >> 32) }
      + zip(wholes, values).map { $1.isNaN ? .nan : Double($0 & 0xFFFF_FFFF) }
  }

  /// Puts the cache in its place.
  ///
  /// - Throws: `FileError`.
  func finish() throws(FileError) {
    guard firstKey != nil else { return }
    encoder.close()
    try file.append(encoder.bytes)
    try file.finish()
    try file.commit()
  }

  private func begin(firstKey: Int64) throws -> Int64 {
    self.firstKey = firstKey
    func add(_ labels: [String], unit: [UInt8] = []) throws {
      let channels = labels.map { StoreChannel(label: Array($0.utf8), unit: unit) }
      _ = try encoder.add(
        StoreGroup(
          name: Array(key.utf8), rateHertz: 0, chunkExponent: StoreFormat.chunkExponentLimit,
          channels: channels))
    }
    try add(["key \(firstKey)"], unit: Array(source.utf8.prefix(1000)))
    for (column, isSplit) in zip(columns, isSplit) {
      try add(isSplit ? ["\(column)", "\(column)"] : ["\(column)"])
    }
    return firstKey
  }
}

/// Reads a cache.
final class ColumnCacheReader {
  let rowCount: Int
  private let file: StoreFile
  private let firstKey: Int64
  /// Of each column, by its index in the table, the group that it is.
  private let places: [Int: Int]

  /// Opens a cache; nil where it is none, is damaged, or is of what the table no longer is.
  init?(path: String, key: String) {
    guard let file = try? StoreFile(path: path), file.isClosed, file.damagedCount == 0 else { return nil }
    let groups = file.groups
    guard let first = groups.first, groups.allSatisfy({ $0.name == Array(key.utf8) }),
      let label = first.channels.first.map({ String(decoding: $0.label, as: UTF8.self) }),
      label.hasPrefix("key "),
      let firstKey = Int64(label.dropFirst(4))
    else { return nil }
    let range = file.sequences(group: 0)
    guard range.lowerBound == 0,
      groups.indices.allSatisfy({ file.sequences(group: $0) == range && file.missingCount(group: $0) == 0 })
    else { return nil }
    var places: [Int: Int] = [:]
    for (group, described) in groups.enumerated().dropFirst() {
      guard let label = described.channels.first?.label,
        let column = Int(String(decoding: label, as: UTF8.self))
      else { return nil }
      places[column] = group
    }
    self.file = file
    self.firstKey = firstKey
    self.places = places
    rowCount = Int(range.upperBound)
  }

  /// How many columns it has.
  var columnCount: Int { places.count }

  /// Whether it has all of these columns.
  func holds(_ columns: [Int]) -> Bool { columns.allSatisfy { places[$0] != nil } }

  /// Rows of some columns; nil where they cannot be read to the last bit, or that was ended.
  func chunk(_ rows: Range<Int>, columns: [Int], of info: TableInfo, isEnded: () -> Bool) -> TableChunk? {
    let sequences = UInt64(rows.lowerBound)..<UInt64(rows.upperBound)
    var chunk = TableChunk(firstRow: rows.lowerBound, keys: [], values: [], integers: [])
    guard let gaps = try? file.samples(group: 0, sequences: sequences, channels: 0..<1) else { return nil }
    chunk.keys.reserveCapacity(rows.count)
    for (row, gap) in gaps.enumerated() {
      guard let gap = Int64(exactly: gap) else { return nil }
      chunk.keys.append(firstKey &+ Int64(rows.lowerBound + row) &+ gap)
    }
    for column in columns {
      if isEnded() { return nil }
      let isSplit = ColumnCache.isSplit(info.columns[column])
      guard let group = places[column],
        let samples = try? file.samples(group: group, sequences: sequences, channels: 0..<(isSplit ? 2 : 1)),
        samples.count == rows.count * (isSplit ? 2 : 1)
      else { return nil }
      let kind = info.columns[column].kind
      guard kind == .integer || kind == .time else {
        chunk.values.append(samples)
        chunk.integers.append(nil)
        continue
      }
      var wholes: [Int64]? = []
      wholes?.reserveCapacity(rows.count)
      var values = isSplit ? Array(samples.prefix(rows.count)) : samples
      for row in 0..<rows.count {
        if values[row].isNaN {
          wholes?.append(0)
        } else if isSplit {
          guard let high = Int64(exactly: samples[row]), let low = Int64(exactly: samples[rows.count + row])
          else {
            return nil
          }
          let whole = high << 32 | low
          values[row] = Double(whole)
          wholes?.append(whole)
        } else if let whole = Int64(exactly: values[row]) {
          wholes?.append(whole)
        } else {
          wholes = nil
          break
        }
      }
      chunk.values.append(values)
      chunk.integers.append(wholes)
    }
    // What is damaged is missing in a store, and must not be so in a table.
    return file.damagedCount == 0 ? chunk : nil
  }
}
