import Foundation
import Testing
import WaveSeries

@testable import WaveTables

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Mapped files of the cache that another program changes: each test would end the process without the guard.
@Suite struct CutMappingTests {
  private static let statements = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, x REAL);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 139999)
    INSERT INTO t SELECT i * 2 + (i > 100), i % 1000, i / 3.0 FROM n;
    """

  /// A file of pages, each filled with its number and one more.
  private static func file(pages: Int) throws -> (folder: TemporaryFolder, path: String, page: Int) {
    let folder = try TemporaryFolder()
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let bytes = (0..<pages).flatMap { [UInt8](repeating: UInt8(truncatingIfNeeded: $0 + 1), count: page) }
    return (folder, try folder.write(bytes, "pages"), page)
  }

  /// A table whose columns are kept, and the path of the file that keeps them.
  private static func kept(_ name: String) throws -> (
    fixture: SQLiteFixture, table: CachedTable, path: String
  ) {
    let fixture = try SQLiteFixture(name, statements)
    let table = CachedTable(try fixture.table(), folder: fixture.cache)
    let state = try #require(try fixture.table().state)
    let path = fixture.cache.path + "/columns-\(CacheFolder.name(of: "\(fixture.path)\0t")).wgs"
    let writer = try ColumnCacheWriter(
      path: path, key: state, source: "t", columns: [0, 1, 2], of: table.info)
    for chunk in try fixture.table().chunks([0, 1, 2]) { #expect(writer.append(chunk)) }
    try writer.finish()
    return (fixture, table, path)
  }

  @Test func pagesThatAreGoneAreZerosAndAreReported() throws {
    let (folder, path, page) = try Self.file(pages: 40)
    let file = try #require(MappedFile(path: path))
    let other = try #require(MappedFile(path: path))
    #expect(file.number(UInt8.self, at: UInt64(7 * page), index: 0) == 8)
    #expect(!file.isUnreadable && !file.isDamaged)
    #expect(truncate(path, off_t(3 * page)) == 0)
    // What is still there is read, and what is not gives nothing, in either order.
    #expect(
      file.number(UInt8.self, at: UInt64(2 * page), index: 5) == 3 && !file.isUnreadable && file.isDamaged)
    #expect(file.number(UInt8.self, at: UInt64(30 * page), index: 0) == nil)
    #expect(file.number(UInt8.self, at: UInt64(3 * page), index: 0) == nil)
    #expect(file.numbers(UInt64.self, at: UInt64(4 * page), count: 10) == nil)
    #expect(file.bytes(at: 0, count: 40 * page)?.last == 0 && file.isUnreadable)
    // Each mapping is marked by itself.
    #expect(!other.isUnreadable && other.isDamaged)
    #expect(other.bytes(at: UInt64(3 * page), count: page)?.first == 0 && other.isUnreadable)
    withExtendedLifetime(folder) {}
  }

  @Test func readingBesideTheMappingFailsBehindTheEnd() throws {
    let (folder, path, page) = try Self.file(pages: 4)
    let file = try #require(MappedFile(path: path))
    var bytes: [UInt8] = []
    var isWhole = file.read(at: UInt64(2 * page), count: 2 * page, into: &bytes)
    #expect(isWhole && bytes.first == 3 && bytes.last == 4)
    #expect(truncate(path, off_t(3 * page)) == 0)
    isWhole = file.read(at: UInt64(2 * page), count: 2 * page, into: &bytes)
    #expect(!isWhole)
    isWhole = file.read(at: UInt64(2 * page), count: page, into: &bytes)
    #expect(isWhole && bytes.last == 3)
    withExtendedLifetime(folder) {}
  }

  @Test func aFileThatIsWrittenWhereItLiesIsReported() throws {
    let (folder, path, page) = try Self.file(pages: 3)
    let file = try #require(MappedFile(path: path))
    // Cut and as long as before: no page is missing, and all are zeros.
    #expect(truncate(path, 0) == 0 && truncate(path, off_t(3 * page)) == 0)
    #expect(file.number(UInt8.self, at: 0, index: 0) == 0 && !file.isUnreadable && file.isDamaged)
    let again = try #require(MappedFile(path: path))
    #expect(unlink(path) == 0 && !again.isDamaged)
    withExtendedLifetime(folder) {}
  }

  @Test func manyThreadsReadAFileThatIsCut() throws {
    let (folder, path, page) = try Self.file(pages: 200)
    let files = try (0..<4).map { _ in try #require(MappedFile(path: path)) }
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Threads of their own: each reads until its mapping is cut, from another end.
    for (number, file) in files.enumerated() {
      Thread.detachNewThread {
        begun.signal()
        while !file.isUnreadable {
          for step in 0..<200 {
            let place = number % 2 == 0 ? step : 199 - step
            _ = file.bytes(at: UInt64(place * page), count: 1)
          }
        }
        ended.signal()
      }
    }
    for _ in files { begun.wait() }
    #expect(truncate(path, off_t(page)) == 0)
    for _ in files { ended.wait() }
    #expect(files.allSatisfy { $0.isDamaged })
    withExtendedLifetime(folder) {}
  }

  @Test func slotsOfTheGuardAreUsedAgain() throws {
    let (folder, path, _) = try Self.file(pages: 1)
    for _ in 0..<10_000 { _ = try #require(MappedFile(path: path)) }
    var held: [MappedFile] = []
    while let next = MappedFile(path: path), held.count < 5000 { held.append(next) }
    // More than are guarded are not mapped.
    #expect(held.count > 1000 && held.count < 5000)
    held = []
    #expect(MappedFile(path: path) != nil)
    withExtendedLifetime(folder) {}
  }

  @Test func columnsThatAreCutWhileTheyAreDrawnAreReported() throws {
    let (fixture, table, path) = try Self.kept("cut.sqlite")
    let kept = try #require(table.keptColumns([1, 2]))
    let series = try #require(kept.columns[2]?.series)
    #expect(series.value(at: 90_000) == 30_000 && kept.key(ofRow: 139_999) == 279_999 && !kept.isDamaged)
    #expect(truncate(path, 4096) == 0)
    // What a picture, an order and a finger read of it.
    _ = series.buckets(edges: [0, 70_001, 139_000]) { Int64($0) }
    _ = series.positionsOfExtremes(from: 70, to: 139_990)
    _ = series.values(from: 0, to: 140_000)
    _ = series.firstValid(from: 130_000, to: 140_000)
    _ = kept.columns[1]?.series.extremes(from: 1, to: 100_000)
    #expect(kept.isDamaged && kept.key(ofRow: 139_999) == nil && !kept.isIntact { true })
    #expect(kept.values(of: 2) { _ in true } == nil)
    // The table itself is there as ever.
    table.forgetKeptColumns()
    #expect(table.keptColumns([1, 2]) == nil)
    #expect(
      try table.chunks([2]).flatMap { $0.values[0] } == fixture.table().chunks([2]).flatMap { $0.values[0] })
  }

  @Test func aPassOverColumnsThatAreCutGoesOnInTheDatabase() throws {
    let (fixture, table, path) = try Self.kept("pass.sqlite")
    let plain = try fixture.table().chunks([1, 2])
    var chunks: [TableChunk] = []
    try table.scan([1, 2]) { _ in
      true
    } each: { chunk in
      if chunks.isEmpty { #expect(truncate(path, 4096) == 0) }
      chunks.append(chunk)
    }
    #expect(chunks.map(\.firstRow) == plain.map(\.firstRow))
    #expect(chunks.map(\.values) == plain.map(\.values) && chunks.map(\.keys) == plain.map(\.keys))
  }

  @Test func aMappingThatIsNotGuardedEndsTheProcessAsBefore() throws {
    let (folder, path, _) = try Self.file(pages: 2)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "TableVictim")
    process.arguments = ["fault", path]
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    process.standardOutput = output
    try process.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: said, as: UTF8.self) == "zeros\n")
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGBUS)
    withExtendedLifetime(folder) {}
  }
}
