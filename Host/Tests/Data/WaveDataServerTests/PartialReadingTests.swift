import Dispatch
import Logging
import Synchronization
import Testing
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
  private static func station(_ table: ThreeChunks, isLazy: Bool = false) -> TableStation {
    TableStation(
      number: 0, opening: RowsOpening(name: "t", path: nil, isLazy: isLazy) { _ in table },
      logger: Logger(label: "test"))
  }

  /// One that was stopped behind its second chunk.
  private static func stopped() -> (ThreeChunks, TableStation) {
    let table = ThreeChunks()
    let station = station(table)
    table.between.withLock { $0 = { station.stop() } }
    station.read()
    table.between.withLock { $0 = nil }
    return (table, station)
  }

  private static func description(_ station: TableStation) -> TableDescription {
    station.state.withLock { $0.description }
  }

  private static func check(_ station: TableStation) throws {
    let found = description(station)
    #expect(found.rowCount == UInt64(ThreeChunks.rowCount) && found.flags == .complete)
    let (series, keys) = try #require(
      station.state.withLock { state in state.series[0].map { ($0, state.keys) } })
    let count = ThreeChunks.rowCount
    #expect(series.count == count && station.state.withLock { $0.standing } == nil)
    for row in [0, 65_535, 65_536, 131_071, 131_072, count - 1] {
      #expect(series.value(at: row) == Float(row) && keys.key(ofRow: row) == Int64(row))
    }
  }

  @Test func whatWasStoppedIsPartialAndGoesOnBehindTheRowsThatAreThere() throws {
    let (table, station) = Self.stopped()
    #expect(Self.description(station).flags == .partial)
    #expect(Self.description(station).rowCount == 2 * UInt64(TableChunk.rowLimit))
    let told = station.greeting.compactMap { if case .table(let table) = $0 { table } else { nil } }
    #expect(told.first?.flags == .partial)
    // Of the second pass no row is taken twice.
    let rows = Mutex<[UInt64]>([])
    table.between.withLock { $0 = { rows.withLock { $0.append(Self.description(station).rowCount) } } }
    TableDesk(station: station, waker: .none).read(ReadTable(source: 0))
    #expect(Self.description(station).flags == [])
    station.reader.sync {}
    try Self.check(station)
    #expect(table.passes.withLock { $0 } == 2 && rows.withLock { $0 } == [2 * UInt64(TableChunk.rowLimit)])
    // What is complete is neither read again nor given up.
    TableDesk(station: station, waker: .none).read(ReadTable(source: 0))
    TableDesk(station: station, waker: .none).read(ReadTable(source: 0, isDiscarded: true))
    station.reader.sync {}
    try Self.check(station)
    #expect(table.passes.withLock { $0 } == 2)
  }

  @Test func rowsThatAreOthersNowAreReadFromTheBeginning() throws {
    let (table, station) = Self.stopped()
    table.firstKey.withLock { $0 = 7 }
    station.resume()
    station.reader.sync {}
    let keys = station.state.withLock { $0.keys }
    #expect(keys.key(ofRow: 0) == 7 && keys.key(ofRow: 131_072) == 131_079)
    #expect(Self.description(station).rowCount == UInt64(ThreeChunks.rowCount))
    #expect(Self.description(station).flags == .complete)
  }

  @Test func whatIsGivenUpCanBeReadAgain() throws {
    let (_, station) = Self.stopped()
    TableDesk(station: station, waker: .none).read(ReadTable(source: 0, isDiscarded: true))
    station.reader.sync {}
    let found = Self.description(station)
    #expect(found.rowCount == 0 && found.flags == .partial)
    #expect(station.state.withLock { $0.series[0]?.count == 0 && $0.standing == nil } && !station.isUnread)
    station.resume()
    station.reader.sync {}
    try Self.check(station)
  }

  @Test func aTableThatNobodyHasWantedIsNotRead() throws {
    let table = ThreeChunks()
    let station = Self.station(table, isLazy: true)
    #expect(station.isUnread && Self.description(station).flags == .partial)
    #expect(table.passes.withLock { $0 } == 0)
    TableDesk(station: station, waker: .none).read(ReadTable(source: 0))
    station.reader.sync {}
    #expect(!station.isUnread)
    try Self.check(station)
  }
}
