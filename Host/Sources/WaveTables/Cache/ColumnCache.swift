import WaveFiles
import WaveStorage
import WaveStore

/// Columns of a table in a store (Documentation/store.md), so that they need not be read out of a database again.
///
/// Frames are rows. The first channel of each group tells how much more a row's key is than the one before would have it; then come the columns, those of
/// nanoseconds as two halves, since a number has not all of their digits.
enum ColumnCache {
  /// Channels of a group: as many as a store's longest chunks have room for.
  static let channelLimit = 16
  /// Columns at most.
  static let columnLimit = StoreFormat.groupLimit * (channelLimit - 1) / 2
  /// What halves are apart.
  static let half: Double = 4_294_967_296

  /// Where a column's values are.
  struct Place: Equatable, Sendable {
    var group: Int
    var channel: Int
    /// Whether the lower half is the channel behind.
    var isSplit: Bool
  }

  /// What a cache holds.
  struct Layout: Equatable, Sendable {
    /// Columns, by their index in the table.
    var columns: [Int]
    var places: [Place]
    /// Channels of each group, the first included.
    var channelCounts: [Int]

    /// Finds a place for each column.
    init(columns: [Int], of info: TableInfo) {
      self.columns = columns
      places = []
      channelCounts = []
      for column in columns {
        let isSplit = info.columns[column].timeUnit == .nanoseconds
        let width = isSplit ? 2 : 1
        if channelCounts.isEmpty || channelCounts[channelCounts.count - 1] + width > ColumnCache.channelLimit
        {
          channelCounts.append(1)
        }
        let group = channelCounts.count - 1
        places.append(Place(group: group, channel: channelCounts[group], isSplit: isSplit))
        channelCounts[group] += width
      }
      if channelCounts.isEmpty { channelCounts = [1] }
    }
  }
}

/// Writes a cache beside a pass over the table.
final class ColumnCacheWriter {
  private let layout: ColumnCache.Layout
  private let file: PartFile
  private var encoder: StoreEncoder
  private var isBegun = false
  private let key: String
  private let source: String

  /// Begins a cache.
  ///
  /// - Parameters:
  ///   - path: Where it will be.
  ///   - key: What the table is, to the last change.
  ///   - source: What a list of caches shows.
  ///   - layout: What it will hold.
  /// - Throws: `FileError`.
  init(path: String, key: String, source: String, layout: ColumnCache.Layout) throws(FileError) {
    self.layout = layout
    self.key = key
    self.source = source
    file = try PartFile(path: path, isReplacing: true)
    encoder = StoreEncoder(identifier: .random(in: 0 ... .max))
  }

  /// Appends rows.
  ///
  /// - Returns: Whether that was possible; a cache that lacks rows must not be used.
  func append(_ chunk: TableChunk) -> Bool {
    do {
      if !isBegun { try begin(firstKey: chunk.keys.first ?? 0) }
      var samples = layout.channelCounts.map { count in
        var samples: [Double] = []
        samples.reserveCapacity(count * chunk.rowCount)
        return samples
      }
      for group in samples.indices {
        for (row, key) in chunk.keys.enumerated() {
          let (expected, isBeyond) = firstKey.addingReportingOverflow(Int64(chunk.firstRow + row))
          let (gap, isOver) = key.subtractingReportingOverflow(expected)
          guard !isBeyond, !isOver, gap.magnitude < 1 << 53 else { return false }
          samples[group].append(Double(gap))
        }
      }
      for (index, place) in layout.places.enumerated() {
        let values = chunk.values[index]
        guard place.isSplit else {
          // A whole number that a double does not hold is in no cache.
          if let wholes = chunk.integers[index], wholes.contains(where: { $0.magnitude > 1 << 53 }) {
            return false
          }
          samples[place.group] += values
          continue
        }
        guard let wholes = chunk.integers[index] else { return false }
        for (whole, value) in zip(wholes, values) {
          samples[place.group].append(value.isNaN ? .nan : Double(whole >> 32))
        }
        for (whole, value) in zip(wholes, values) {
          samples[place.group].append(value.isNaN ? .nan : Double(whole & 0xFFFF_FFFF))
        }
      }
      for (group, part) in samples.enumerated() {
        try encoder.append(group: group, sequence: UInt64(chunk.firstRow), samples: part.span)
      }
      try file.append(encoder.bytes)
      encoder.discardBytes()
      return true
    } catch { return false }
  }

  /// Puts the cache in its place.
  ///
  /// - Throws: `FileError`.
  func finish() throws(FileError) {
    guard isBegun else { return }
    encoder.close()
    try file.append(encoder.bytes)
    try file.finish()
    try file.commit()
  }

  private var firstKey: Int64 = 0

  private func begin(firstKey: Int64) throws {
    isBegun = true
    self.firstKey = firstKey
    for (group, count) in layout.channelCounts.enumerated() {
      var channels = [
        StoreChannel(label: Array("key \(firstKey)".utf8), unit: Array(source.utf8.prefix(1000)))
      ]
      for channel in 1..<max(1, count) {
        let index = layout.places.firstIndex { place in
          place.group == group
            && (place.channel == channel || (place.isSplit && place.channel + 1 == channel))
        }
        channels.append(
          StoreChannel(label: Array("\(index.map { layout.columns[$0] } ?? -1)".utf8), unit: []))
      }
      _ = try encoder.add(
        StoreGroup(
          name: Array(key.utf8), rateHertz: 0, chunkExponent: StoreFormat.chunkExponentLimit,
          channels: channels))
    }
  }
}

/// Reads a cache.
final class ColumnCacheReader {
  let rowCount: Int
  private let file: StoreFile
  private let firstKey: Int64
  /// Of each column, by its index in the table, where it is.
  private let places: [Int: ColumnCache.Place]

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
    var places: [Int: ColumnCache.Place] = [:]
    for (group, described) in groups.enumerated() {
      for (channel, text) in described.channels.enumerated().dropFirst() {
        guard let column = Int(String(decoding: text.label, as: UTF8.self)) else { return nil }
        if places[column] != nil {
          places[column]?.isSplit = true
        } else {
          places[column] = ColumnCache.Place(group: group, channel: channel, isSplit: false)
        }
      }
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

  /// Rows of some columns; nil where they cannot be read to the last bit.
  func chunk(_ rows: Range<Int>, columns: [Int], of info: TableInfo) -> TableChunk? {
    let sequences = UInt64(rows.lowerBound)..<UInt64(rows.upperBound)
    var chunk = TableChunk(firstRow: rows.lowerBound, keys: [], values: [], integers: [])
    guard let gaps = try? file.samples(group: 0, sequences: sequences, channels: 0..<1) else { return nil }
    chunk.keys.reserveCapacity(rows.count)
    for (row, gap) in gaps.enumerated() {
      guard let gap = Int64(exactly: gap) else { return nil }
      chunk.keys.append(firstKey &+ Int64(rows.lowerBound + row) &+ gap)
    }
    for column in columns {
      guard let place = places[column],
        let samples = try? file.samples(
          group: place.group, sequences: sequences,
          channels: place.channel..<(place.channel + (place.isSplit ? 2 : 1)))
      else { return nil }
      let kind = info.columns[column].kind
      guard kind == .integer || kind == .time else {
        chunk.values.append(samples)
        chunk.integers.append(nil)
        continue
      }
      var wholes: [Int64]? = []
      wholes?.reserveCapacity(rows.count)
      var values = place.isSplit ? Array(samples.prefix(rows.count)) : samples
      for row in 0..<rows.count {
        if values[row].isNaN {
          wholes?.append(0)
        } else if place.isSplit {
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
