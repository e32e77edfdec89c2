public import WaveStore

/// The layout of a tile file, which is a store with several kinds of records (see
/// Documentation/Data/tables.md).
enum TileFormat {
  /// The version of the layout; files of all other versions are recreated.
  static let version: UInt32 = 2
  static let tableKind = StoreAttachment.firstKind + 4
  static let tileKind = StoreAttachment.firstKind + 5
  /// The maximum length of the table's name, and of its revision, in bytes.
  static let textLimit = 1 << 20
}

/// The contents of the first record of a tile file, which identify the table and its revision.
struct TileTable: Equatable, Sendable {
  /// The name to show in a list of caches.
  var source: String
  /// The encoded revision, which changes whenever the table does.
  var revision: [UInt8]
}

extension TileTable {
  /// Creates the record of a table and its revision.
  init(source: String, revision: ColumnRevision?) {
    var bytes: [UInt8] = []
    if let revision {
      bytes.append(little: revision.rowCount)
      bytes.append(little: UInt32(truncatingIfNeeded: revision.ticks.count))
      for tick in revision.ticks { bytes.append(little: tick) }
      for column in revision.columns {
        bytes.append(little: UInt32(truncatingIfNeeded: column.utf8.count))
        bytes += Array(column.utf8)
      }
    }
    self.init(source: source, revision: bytes)
  }

  /// Decodes `bytes`, or returns nil if they have a different version or are invalid.
  init?(_ bytes: [UInt8]) {
    var cursor = ColumnCursor(bytes)
    guard cursor.integer(UInt32.self) == TileFormat.version,
      cursor.integer(UInt32.self) == UInt32(ColumnTile.width), let sourceCount = cursor.integer(UInt32.self),
      let revisionCount = cursor.integer(UInt32.self), sourceCount <= TileFormat.textLimit,
      revisionCount <= TileFormat.textLimit, bytes.count == 16 + Int(sourceCount) + Int(revisionCount)
    else { return nil }
    let texts = bytes[16...]
    self.init(
      source: String(decoding: texts.prefix(Int(sourceCount)), as: UTF8.self),
      revision: Array(texts.dropFirst(Int(sourceCount))))
  }

  /// The encoded record; nil if it is too long to store.
  var bytes: [UInt8]? {
    guard max(source.utf8.count, revision.count) <= TileFormat.textLimit else { return nil }
    var made: [UInt8] = []
    made.append(little: TileFormat.version)
    made.append(little: UInt32(ColumnTile.width))
    made.append(little: UInt32(source.utf8.count))
    made.append(little: UInt32(revision.count))
    return made + Array(source.utf8) + revision
  }
}

/// The index of a tile file: its tiles and their file offsets.
public struct TileIndex: Equatable, Sendable {
  /// The identifier of the store.
  let identifier: UInt64
  /// The table that the tiles belong to.
  let table: TileTable
  /// The number of bytes up to the end of the last complete record.
  public private(set) var byteCount: UInt64
  /// The number of complete records.
  private(set) var recordCount: UInt64 = 1
  /// The latest record of each tile.
  private(set) var tiles: [TileRecord.Name: ColumnPiece] = [:]
}

extension TileIndex {
  /// Reads the index up to the first incomplete record, or returns nil if the source is not a tile file.
  ///
  /// Checksums of tiles are verified when the tiles are read.
  /// - Complexity: O(bytes); memory grows with the number of tiles.
  public init?<Source: StoreSource>(_ source: inout Source) {
    var bytes: [UInt8] = []
    let headerCount = StoreFormat.headerByteCount
    guard source.byteCount >= UInt64(headerCount), Self.read(&source, 0, headerCount, &bytes),
      let identifier = try? StoreAttachment.identifier(ofHeader: bytes),
      let first = Self.record(&source, at: UInt64(headerCount), identifier),
      first.kind == TileFormat.tableKind,
      let payload = Self.payload(&source, ColumnPiece(first), identifier), let table = TileTable(payload)
    else { return nil }
    self.init(identifier: identifier, table: table, byteCount: Self.end(of: first))
    while let record = Self.record(&source, at: byteCount, identifier) {
      if record.kind == TileFormat.tileKind, let name = Self.name(&source, record, &bytes) {
        tiles[name] = ColumnPiece(record)
      }
      byteCount = Self.end(of: record)
      recordCount += 1
    }
  }

  /// The number of tiles in the index.
  public var count: Int { tiles.count }

  /// Reads all tiles whose checksums are correct.
  ///
  /// - Complexity: O(bytes), with all tiles in memory.
  public func records<Source: StoreSource>(_ source: inout Source) -> [TileRecord] {
    tiles.compactMap { Self.tile(&source, $1, $0, identifier) }
  }

  /// Adds a record that has been appended to the file.
  mutating func append(_ record: StoreAttachment, _ name: TileRecord.Name) {
    tiles[name] = ColumnPiece(record)
    byteCount = Self.end(of: record)
    recordCount += 1
  }

  /// Removes the damaged record of a tile.
  mutating func remove(_ name: TileRecord.Name, _ piece: ColumnPiece) {
    if tiles[name] == piece { tiles[name] = nil }
  }

  /// Reads a tile, or returns nil if it is damaged or has a different name.
  static func tile<Source: StoreSource>(
    _ source: inout Source, _ piece: ColumnPiece, _ name: TileRecord.Name, _ identifier: UInt64
  ) -> TileRecord? {
    guard let payload = payload(&source, piece, identifier), let record = TileRecord(payload),
      record.name == name
    else { return nil }
    return record
  }

  /// Reads the name at the beginning of a tile's record, with a short read that is usually sufficient.
  private static func name<Source: StoreSource>(
    _ source: inout Source, _ record: StoreAttachment, _ bytes: inout [UInt8]
  ) -> TileRecord.Name? {
    for count in [128, TileRecord.nameLimit] {
      guard read(&source, record.place, min(count, record.byteCount), &bytes) else { return nil }
      if let name = TileRecord.Name(bytes) { return name }
    }
    return nil
  }

  /// Reads the header of a record, or returns nil if the record is missing or incomplete.
  private static func record<Source: StoreSource>(
    _ source: inout Source, at place: UInt64, _ identifier: UInt64
  ) -> StoreAttachment? {
    var bytes: [UInt8] = []
    guard read(&source, place, StoreFormat.recordHeaderByteCount, &bytes),
      let record = StoreAttachment(header: bytes, place: place, identifier: identifier),
      end(of: record) <= source.byteCount
    else { return nil }
    return record
  }

  private static func end(of record: StoreAttachment) -> UInt64 {
    record.place + (UInt64(record.byteCount) + 7) & ~7
  }

  private static func payload<Source: StoreSource>(
    _ source: inout Source, _ piece: ColumnPiece, _ identifier: UInt64
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    guard read(&source, piece.place, piece.byteCount, &bytes),
      StoreAttachment.checksum(of: bytes.span, identifier: identifier) == piece.checksum
    else { return nil }
    return bytes
  }

  /// Reads bytes and returns whether all of them could be read.
  private static func read<Source: StoreSource>(
    _ source: inout Source, _ place: UInt64, _ count: Int, _ bytes: inout [UInt8]
  ) -> Bool {
    do { try source.read(at: place, count: count, into: &bytes) } catch { return false }
    return bytes.count == count
  }
}
