import Dispatch
import Logging
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveServer

@testable import WaveDataServer

/// A table of three chunks; what is to happen behind the second of a pass can be set.
private final class ThreeChunks: TableSource {
  static let rowCount = 3 * TableChunk.rowLimit

  let info = TableInfo(name: "t", columns: [TableColumn(name: "a", kind: .real)])
  let passes = Mutex(0)
  let firstKey = Mutex<Int64>(0)
  let between = Mutex<(@Sendable () -> Void)?>(nil)

  func scan(
    _ columns: [Int], progress: (WaveTables.TableProgress) -> Bool, each: (TableChunk) -> Void
  ) throws(TableError) {
    passes.withLock { $0 += 1 }
    let key = firstKey.withLock { $0 }
    for chunk in 0..<3 {
      let first = chunk * TableChunk.rowLimit
      if chunk == 2 { between.withLock { $0 }?() }
      guard progress(TableProgress(phase: .reading, rowCount: first, fraction: 0)) else { throw .cancelled }
      let rows = first..<(first + TableChunk.rowLimit)
      each(
        TableChunk(
          firstRow: first, keys: rows.map { key + Int64($0) },
          values: columns.map { _ in rows.map { Double($0) } }, integers: columns.map { _ in nil }))
    }
  }

  func scanTexts(
    _ columns: [Int], progress: (WaveTables.TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary] { [] }
  func row(key: Int64) -> [TableCell]? { nil }
  func rows(from key: Int64, count: Int) -> [TableRow] { [] }
  func interrupt() {}
}

/// A reading that was stopped can be resumed behind the rows that are here, or these are discarded.
@Suite struct PartialReadingTests {
  private static func host(_ table: ThreeChunks, isLazy: Bool = false) -> LoadedTableHost {
    LoadedTableHost(
      number: 0, opening: RowsOpening(name: "t", path: nil, isLazy: isLazy) { _ in table },
      logger: Logger(label: "test"))
  }

  /// One that was stopped behind its second chunk.
  private static func stopped() -> (ThreeChunks, LoadedTableHost) {
    let table = ThreeChunks()
    let host = host(table)
    table.between.withLock { $0 = { host.stop() } }
    host.read()
    table.between.withLock { $0 = nil }
    return (table, host)
  }

  private static func description(_ host: LoadedTableHost) -> TableDescription {
    host.state.withLock { $0.table.description }
  }

  private static func check(_ host: LoadedTableHost) throws {
    let found = description(host)
    #expect(found.rowCount == UInt64(ThreeChunks.rowCount) && found.flags == .complete)
    let (series, keys) = try #require(
      host.state.withLock { state in state.series[0].map { ($0, state.keys) } })
    let count = ThreeChunks.rowCount
    #expect(series.count == count && host.state.withLock { $0.persistentNotice } == nil)
    for row in [0, 65_535, 65_536, 131_071, 131_072, count - 1] {
      #expect(series.value(at: row) == Float(row) && keys.key(ofRow: row) == Int64(row))
    }
  }

  @Test func whatWasStoppedIsPartialAndGoesOnBehindTheRowsThatAreThere() throws {
    let (table, host) = Self.stopped()
    #expect(Self.description(host).flags == .partial)
    #expect(Self.description(host).rowCount == 2 * UInt64(TableChunk.rowLimit))
    let described = host.greeting.compactMap { if case .table(let table) = $0 { table } else { nil } }
    #expect(described.first?.flags == .partial)
    // Of the second pass no row is taken twice.
    let rows = Mutex<[UInt64]>([])
    table.between.withLock { $0 = { rows.withLock { $0.append(Self.description(host).rowCount) } } }
    host.read(ReadTable(source: 0))
    #expect(Self.description(host).flags == [])
    host.reader.sync {}
    try Self.check(host)
    #expect(table.passes.withLock { $0 } == 2 && rows.withLock { $0 } == [2 * UInt64(TableChunk.rowLimit)])
    // What is complete is neither read again nor given up.
    host.read(ReadTable(source: 0))
    host.read(ReadTable(source: 0, isDiscarded: true))
    host.reader.sync {}
    try Self.check(host)
    #expect(table.passes.withLock { $0 } == 2)
  }

  @Test func rowsThatAreOthersNowAreReadFromTheBeginning() throws {
    let (table, host) = Self.stopped()
    table.firstKey.withLock { $0 = 7 }
    host.resume()
    host.reader.sync {}
    let keys = host.state.withLock { $0.keys }
    #expect(keys.key(ofRow: 0) == 7 && keys.key(ofRow: 131_072) == 131_079)
    #expect(Self.description(host).rowCount == UInt64(ThreeChunks.rowCount))
    #expect(Self.description(host).flags == .complete)
  }

  @Test func whatIsGivenUpCanBeReadAgain() throws {
    let (_, host) = Self.stopped()
    host.read(ReadTable(source: 0, isDiscarded: true))
    host.reader.sync {}
    let found = Self.description(host)
    #expect(found.rowCount == 0 && found.flags == .partial)
    #expect(host.state.withLock { $0.series[0]?.count == 0 && $0.persistentNotice == nil } && !host.isUnread)
    host.resume()
    host.reader.sync {}
    try Self.check(host)
  }

  @Test func aTableThatNobodyHasWantedIsNotRead() throws {
    let table = ThreeChunks()
    let host = Self.host(table, isLazy: true)
    #expect(host.isUnread && Self.description(host).flags == .partial)
    #expect(table.passes.withLock { $0 } == 0)
    host.read(ReadTable(source: 0))
    host.reader.sync {}
    #expect(!host.isUnread)
    try Self.check(host)
  }
}
