public import WaveDataFeed
import WaveSeries

/// A tile as stored in a tile file (Documentation/Data/tables.md): consecutive pixel columns of one table
/// column.
public struct TileRecord: Equatable, Sendable {
  /// The name that identifies a tile.
  public struct Name: Hashable, Sendable {
    /// The order of the rows along x.
    public var order: ColumnOrder
    /// The filters that rows pass.
    public var filters: [ColumnFilter]
    /// The index of the column in the table.
    public var column: Int
    /// The number of ticks in a pixel column.
    public var ticks: Int64
    /// The index of the tile.
    ///
    /// Its first pixel column begins at tick `index` · 64 · `ticks`.
    public var index: Int64
  }

  /// The maximum number of filters in a name.
  static let filterLimit = 64
  /// The maximum nesting depth of filters.
  static let depthLimit = 16
  /// The maximum length of a name, in bytes.
  static let nameLimit = 1 << 16

  /// The name that identifies the tile.
  public var name: Name
  let tile: ColumnTile
}

extension TileRecord {
  /// Decodes `bytes`, or returns nil if they are not a valid tile.
  public init?(_ bytes: [UInt8]) {
    var cursor = ColumnCursor(bytes)
    guard let name = cursor.name(),
      var buckets = cursor.items(ColumnTile.width + 2, { cursor, _ in cursor.bucket() }), cursor.isAtEnd
    else { return nil }
    let after = buckets.removeLast()
    let before = buckets.removeFirst()
    self.init(name: name, tile: ColumnTile(buckets: buckets, before: before, after: after))
  }

  /// The encoded tile; nil if its name is too long to store.
  public var bytes: [UInt8]? {
    guard var bytes = name.bytes else { return nil }
    bytes.reserveCapacity(bytes.count + (ColumnTile.width + 2) * 65)
    for bucket in [tile.before] + tile.buckets + [tile.after] { bytes.append(bucket) }
    return bytes
  }
}

extension TileRecord.Name {
  /// Creates the name of a tile of a lane.
  init(_ lane: TileLane, in scene: TileScene, at index: Int64) {
    self.init(
      order: scene.order, filters: scene.filters, column: lane.column, ticks: lane.ticks, index: index)
  }

  /// Decodes the name at the beginning of a record, or returns nil if it is invalid.
  init?(_ bytes: [UInt8]) {
    var cursor = ColumnCursor(bytes)
    guard let name = cursor.name() else { return nil }
    self = name
  }

  /// The set of tiles that the tile belongs to.
  var scene: TileScene { TileScene(order: order, filters: filters) }
  /// The column and the zoom level of the tile.
  var lane: TileLane { TileLane(column: column, ticks: ticks) }

  /// The encoded name; nil if it is too long or its fields do not fit the format.
  var bytes: [UInt8]? {
    var made: [UInt8] = []
    made.append(little: ticks)
    made.append(little: index)
    made.append(little: UInt32(truncatingIfNeeded: column))
    made.append(order)
    made.append(little: UInt32(filters.count))
    for filter in filters { made.append(filter) }
    // A name with fields that do not fit would decode to the name of a different tile.
    return TileRecord.Name(made) == self ? made : nil
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ filter: ColumnFilter) {
    switch filter {
    case .values(let column, let low, let high):
      append(little: UInt32(1))
      append(little: UInt32(truncatingIfNeeded: column))
      append(little: low)
      append(little: high)
    case .ticks(let order, let from, let until, let among):
      append(little: UInt32(2))
      append(order)
      append(little: from)
      append(little: until)
      append(little: UInt32(truncatingIfNeeded: among.count))
      for filter in among { append(filter) }
    case .text(let column, let text, let isKept):
      append(little: UInt32(isKept ? 4 : 3))
      append(little: UInt32(truncatingIfNeeded: column))
      append(little: UInt32(text == nil ? 0 : 1))
      if let text { append(text) }
    case .others(let column, let than, let isKept):
      append(little: UInt32(isKept ? 6 : 5))
      append(little: UInt32(truncatingIfNeeded: column))
      append(little: UInt32(truncatingIfNeeded: than.count))
      for text in than { append(text) }
    }
  }
}

extension ColumnCursor {
  fileprivate mutating func tick() -> Int64? { integer(UInt64.self).map { Int64(bitPattern: $0) } }

  fileprivate mutating func column() -> Int? { integer(UInt32.self).map { Int($0) } }

  private mutating func order() -> ColumnOrder? {
    guard let kind = integer(UInt32.self), let column = column() else { return nil }
    switch kind {
    case 0: return column == 0 ? .rows : nil
    case 1: return .ranks(column)
    case 2: return .values(column)
    default: return nil
    }
  }

  private mutating func bytes() -> [UInt8]? {
    guard let size = integer(UInt32.self), size <= TileRecord.nameLimit else { return nil }
    return bytes(Int(size)).map(Array.init)
  }

  fileprivate mutating func name() -> TileRecord.Name? {
    guard let ticks = tick(), ticks > 0, let index = tick(), let column = column(), let order = order(),
      let filters = filters(depth: 0), place <= TileRecord.nameLimit
    else { return nil }
    return TileRecord.Name(order: order, filters: filters, column: column, ticks: ticks, index: index)
  }

  /// Decodes a list of filters that are nested `depth` levels deep.
  private mutating func filters(depth: Int) -> [ColumnFilter]? {
    guard depth <= TileRecord.depthLimit, let count = integer(UInt32.self), count <= TileRecord.filterLimit
    else { return nil }
    return items(Int(count)) { cursor, _ in cursor.filter(depth: depth) }
  }

  private mutating func filter(depth: Int) -> ColumnFilter? {
    guard let kind = integer(UInt32.self) else { return nil }
    switch kind {
    case 1:
      guard let column = column(), let low = double(), let high = double(), !low.isNaN, !high.isNaN else {
        return nil
      }
      return .values(column: column, low: low, high: high)
    case 2:
      guard let order = order(), let from = tick(), let until = tick(),
        let among = filters(depth: depth + 1)
      else { return nil }
      return .ticks(order, from: from, until: until, among: among)
    case 3, 4:
      guard let column = column(), let isThere = integer(UInt32.self), isThere <= 1 else { return nil }
      var found: [UInt8]?
      if isThere == 1 {
        guard let text = bytes() else { return nil }
        found = text
      }
      return .text(column: column, text: found, isKept: kind == 4)
    case 5, 6:
      // Each text takes at least four bytes, for its length.
      guard let column = column(), let count = integer(UInt32.self), count <= restCount / 4,
        let texts = items(Int(count), { cursor, _ in cursor.bytes() })
      else { return nil }
      return .others(column: column, than: texts, isKept: kind == 6)
    default: return nil
    }
  }

  fileprivate mutating func bucket() -> ColumnBucket? {
    guard let flags = integer(UInt8.self) else { return nil }
    guard flags & 1 != 0 else { return flags == 0 ? .empty : nil }
    guard flags < 16, let rowCount = integer(UInt64.self), (1...ColumnTile.rowLimit).contains(rowCount) else {
      return nil
    }
    var bucket = ColumnBucket.missing(rowCount: rowCount)
    bucket.startsMissing = flags & 4 != 0
    bucket.endsMissing = flags & 8 != 0
    guard flags & 2 != 0 else { return bucket }
    guard let count = integer(UInt64.self), (1...rowCount).contains(count), let firstTick = tick(),
      let lastTick = tick(), firstTick <= lastTick, let first = double(), let minimum = double(),
      let maximum = double(), let last = double()
    else { return nil }
    return ColumnBucket(
      rowCount: rowCount, count: count, firstTick: firstTick, lastTick: lastTick, first: first,
      minimum: minimum, maximum: maximum, last: last, startsMissing: bucket.startsMissing,
      endsMissing: bucket.endsMissing)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ order: ColumnOrder) {
    switch order {
    case .rows: append(little: UInt32(0))
    case .ranks: append(little: UInt32(1))
    case .values: append(little: UInt32(2))
    }
    append(little: UInt32(truncatingIfNeeded: order.column ?? 0))
  }

  fileprivate mutating func append(_ text: [UInt8]) {
    append(little: UInt32(truncatingIfNeeded: text.count))
    self += text
  }

  fileprivate mutating func append(_ bucket: ColumnBucket) {
    guard bucket.rowCount > 0 else { return append(0) }
    let hasValues = bucket.count > 0
    append(1 | (hasValues ? 2 : 0) | (bucket.startsMissing ? 4 : 0) | (bucket.endsMissing ? 8 : 0))
    append(little: bucket.rowCount)
    guard hasValues else { return }
    append(little: bucket.count)
    append(little: bucket.firstTick)
    append(little: bucket.lastTick)
    for value in [bucket.first, bucket.minimum, bucket.maximum, bucket.last] { append(little: value) }
  }
}
