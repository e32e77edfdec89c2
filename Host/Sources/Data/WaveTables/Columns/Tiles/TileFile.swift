import Dispatch
import Synchronization
import WaveStore
import WaveSystem

/// A file that stores tiles, so that they need not be requested again after their table is reopened.
///
/// Writing never delays a response. One process writes a file. Other processes use the tiles that the file
/// contained when they opened it. If the disk is full or fails, writing stops and reading continues.
final class TileFile: Sendable {
  /// The size, in bytes, at which a file is cleared and started again.
  static let byteLimit = 256 << 20
  /// The maximum size of tiles waiting to be written, in bytes.
  ///
  /// Further tiles are not stored.
  static let waitingLimit = 16 << 20

  private struct State {
    var table: TileTable
    var index: TileIndex?
    var source: TileSource?
    /// The columns and zoom levels for which tiles exist, used to find tiles at a different zoom level.
    var lanes: [TileScene: Set<TileLane>] = [:]
    var waitingCount = 0
    /// Whether this process has already tried to read the file.
    var isLookedAt = false

    mutating func note(_ name: TileRecord.Name) { lanes[name.scene, default: []].insert(name.lane) }
  }

  /// The writer of the file, which is used only on the file's queue.
  private struct Writer {
    let table: TileTable
    let file: AppendedFile
    var encoder: StoreEncoder

    /// Appends a record and returns its location, or returns nil if it cannot be written.
    mutating func append(kind: UInt16, _ payload: [UInt8]) -> StoreAttachment? {
      let whole = Int(encoder.byteCount) - encoder.bytes.count
      guard let record = try? encoder.attach(kind: kind, payload) else { return nil }
      let (count, failure) = file.append(encoder.bytes)
      encoder.discardBytes()
      if failure == nil { return record }
      if count > 0 { try? file.cut(toByteCount: whole) }
      return nil
    }
  }

  private let path: String
  private let folder: String
  private let byteLimit: Int
  private let queue = DispatchQueue(label: "waveglass.tiles.write", qos: .utility)
  private let readers = DispatchQueue(label: "waveglass.tiles.read")
  private let state: Mutex<State>
  private let writer = Mutex<Writer?>(nil)
  private let isGivenUp = Atomic<Bool>(false)

  /// Creates the tile file of a table; nothing is read before `open()` is called.
  init(folder: CacheFolder, table: TileTable, byteLimit: Int = TileFile.byteLimit) {
    path = folder.path(of: "tiles-\(CacheFolder.name(of: table.source)).wgs")
    self.folder = folder.path
    self.byteLimit = byteLimit
    state = Mutex(State(table: table))
  }

  /// Returns the name of the table whose tiles a file contains, or nil if it is not a tile file.
  static func source(path: String) -> String? {
    guard var source = TileSource(path: path) else { return nil }
    return TileIndex(&source)?.table.source
  }

  /// Reads the index of tiles, and locks the file for writing unless it is locked by a different process.
  func open() async {
    let table = state.withLock { $0.table }
    await queue.run { self.acquire(table) }
  }

  /// Waits until all pending tiles have been written.
  func settle() async {
    await queue.run {}
  }

  // MARK: - Reading

  /// Returns whether the file contains a tile.
  func holds(_ name: TileRecord.Name) -> Bool { state.withLock { $0.index?.tiles[name] != nil } }

  /// Returns the zoom levels, in ticks per pixel column, for which a column has tiles.
  func ticks(ofColumn column: Int, in scene: TileScene) -> [Int64] {
    state.withLock { $0.lanes[scene]?.filter { $0.column == column }.map(\.ticks) ?? [] }
  }

  /// Reads tiles, omitting those that are missing or damaged.
  func tiles(_ names: [TileRecord.Name]) async -> [TileRecord] {
    let found = state.withLock { state -> (pieces: [(TileRecord.Name, ColumnPiece)], TileSource, UInt64)? in
      guard let index = state.index, let source = state.source else { return nil }
      let pieces = names.compactMap { name in index.tiles[name].map { (name, $0) } }
      return pieces.isEmpty ? nil : (pieces, source, index.identifier)
    }
    guard let (pieces, source, identifier) = found else { return [] }
    let read = await readers.run {
      var source = source
      let inOrder = pieces.sorted { $0.1.place < $1.1.place }
      return inOrder.compactMap { TileIndex.tile(&source, $0.1, $0.0, identifier) }
    }
    if read.count < pieces.count {
      // Damaged tiles are requested from the source again, and rewritten.
      let whole = Set(read.map(\.name))
      state.withLock { state in
        guard state.index?.identifier == identifier else { return }
        for (name, piece) in pieces where !whole.contains(name) { state.index?.remove(name, piece) }
      }
    }
    return read
  }

  // MARK: - Writing

  /// Writes tiles in the background.
  func append(_ records: [TileRecord]) {
    let count = records.count * ColumnTile.byteCount
    let table = state.withLock { state -> TileTable? in
      guard state.waitingCount + count <= Self.waitingLimit else { return nil }
      state.waitingCount += count
      return state.table
    }
    guard let table else { return }
    queue.async { [self] in
      state.withLock { $0.waitingCount -= count }
      if !isGivenUp.load(ordering: .relaxed) { write(records, of: table) }
    }
  }

  /// Removes all tiles from the index, since the table has changed.
  func forget(_ table: TileTable) {
    state.withLock { state in
      state.table = table
      state.index = nil
      state.source = nil
      state.lanes = [:]
    }
    // This process releases the file, so that another process that uses the table can write it.
    queue.async { [self] in writer.withLock { $0 = nil } }
  }

  private func write(_ records: [TileRecord], of table: TileTable) {
    if writer.withLock({ $0?.table != table }) {
      writer.withLock { $0 = nil }
      acquire(table)
    }
    guard var current = writer.withLock({ $0 }) else { return }
    for record in records where !holds(record.name) {
      guard let payload = record.bytes else { continue }
      let added = StoreFormat.recordHeaderByteCount + payload.count + 8
      if Int(current.encoder.byteCount) + added > byteLimit {
        guard let begun = begin(current.file, table) else { return giveUp() }
        current = begun
      }
      // Use no more than half of the free disk space.
      guard Int(current.encoder.byteCount) + added <= DiskRoom.freeByteCount(inFolder: folder) ?? .max,
        let written = current.append(kind: TileFormat.tileKind, payload)
      else { return giveUp() }
      state.withLock { state in
        guard state.index?.identifier == current.encoder.identifier else { return }
        state.index?.append(written, record.name)
        state.note(record.name)
      }
    }
    writer.withLock { $0 = current }
  }

  private func giveUp() {
    isGivenUp.store(true, ordering: .relaxed)
    writer.withLock { $0 = nil }
  }

  /// Opens the file on the queue.
  ///
  /// Its contents are kept if they match the current state of the table, and cleared otherwise.
  private func acquire(_ table: TileTable) {
    guard table.bytes != nil else { return giveUp() }
    let file: AppendedFile?
    do { file = try AppendedFile(path: path, replacing: true, isPrivate: true) } catch { file = nil }
    // A file that another process is writing is read only the first time.
    if file == nil, state.withLock({ $0.index != nil || $0.isLookedAt }) { return }
    state.withLock { $0.isLookedAt = true }
    let source = TileSource(path: path)
    if let source, let index = Self.index(source), index.table == table {
      adopt(index, source)
      guard let file else { return }
      guard (try? file.cut(toByteCount: Int(index.byteCount))) != nil else { return giveUp() }
      let encoder = StoreEncoder(
        identifier: index.identifier, byteCount: index.byteCount, recordCount: index.recordCount)
      writer.withLock { $0 = Writer(table: table, file: file, encoder: encoder) }
    } else if let file {
      guard let begun = begin(file, table) else { return giveUp() }
      writer.withLock { $0 = begun }
    }
  }

  private static func index(_ source: TileSource) -> TileIndex? {
    var source = source
    return TileIndex(&source)
  }

  /// Clears a file and starts writing it, or returns nil if it cannot be written.
  private func begin(_ file: AppendedFile, _ table: TileTable) -> Writer? {
    let identifier = UInt64.random(in: 0 ... .max)
    var begun = Writer(table: table, file: file, encoder: StoreEncoder(identifier: identifier))
    guard let bytes = table.bytes, (try? file.cut(toByteCount: 0)) != nil,
      begun.append(kind: TileFormat.tableKind, bytes) != nil
    else { return nil }
    adopt(
      TileIndex(identifier: identifier, table: table, byteCount: begun.encoder.byteCount),
      TileSource(path: path))
    return begun
  }

  /// Adopts the contents of a file unless the table has changed in the meantime.
  private func adopt(_ index: TileIndex, _ source: TileSource?) {
    state.withLock { state in
      guard state.table == index.table else { return }
      state.index = index
      state.source = source
      state.lanes = [:]
      for name in index.tiles.keys { state.note(name) }
    }
  }
}
