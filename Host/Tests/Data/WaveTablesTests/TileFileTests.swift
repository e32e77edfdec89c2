import Foundation
import Synchronization
import TestSupport
import Testing
import WaveDataFeed
import WaveSeries
import WaveStore

@testable import WaveTables

/// Tiles on a disk.
@Suite struct TileFileTests {
  private let folder: TemporaryFolder
  private let cache: CacheFolder
  private let source = ArrayColumns(TiledColumnsTests.rows(31))

  init() throws {
    folder = try TemporaryFolder()
    cache = try CacheFolder(path: folder.url.appending(path: "cache").path)
  }

  private var path: String { cache.path(of: "tiles-\(CacheFolder.name(of: "array")).wgs") }

  private func open(name: String = "array", limit: Int = TileFile.byteLimit) async throws -> TiledColumns {
    try await TiledColumns(
      source, name: name, folder: cache, memoryLimit: 64 << 20, fileLimit: limit,
      idle: TiledColumnsTests.never)
  }

  private func windows() async throws -> [ColumnWindow] {
    let axis = try await source.axis(of: .rows, keeping: [])
    return [64, 7].flatMap { ticks in
      (0..<3).map { part in
        TiledColumnsTests.window(
          ticks: ticks, first: TileLattice.floor(axis.from, by: ticks) + Int64(part) * 300, pixels: 200)
      }
    }
  }

  private static let filters: [[ColumnFilter]] = [
    [], [.values(column: 0, low: -500, high: .infinity), .text(column: 1, text: nil, isKept: true)],
  ]

  /// What the pictures are.
  private func drawn(_ columns: [Int]) async throws -> [[DrawnLane]] {
    try await windows().flatMap { window in
      Self.filters.map { source.naive(of: columns, in: window, keeping: $0).drawn }
    }
  }

  /// Looks at all pictures, and whether they are right.
  ///
  /// - Returns: How many questions that took.
  private func look(
    _ tiled: TiledColumns, columns: [Int] = [0, 1, 2], are expected: [[DrawnLane]]? = nil
  ) async throws -> Int {
    let count = source.questions.count
    var left: [[DrawnLane]]
    if let expected { left = expected } else { left = try await drawn(columns) }
    for window in try await windows() {
      for filters in Self.filters {
        let picture = try await tiled.picture(of: columns, in: window, keeping: filters)
        #expect(picture.drawn == left.removeFirst())
      }
    }
    await tiled.settle()
    return source.questions.count - count
  }

  @Test func whatWasSeenIsThereAfterwards() async throws {
    #expect(try await look(open()) == 12)
    #expect(cache.entries.map(\.name) == [String(path.split(separator: "/").last ?? "")])
    #expect(cache.entries[0].source == "array" && cache.entries[0].byteCount > 50_000)
    #expect(try await look(open()) == 0)
    // It is a store, and nothing of it is damaged.
    let reader = try StoreReader(StoreMemory([UInt8](Data(contentsOf: URL(filePath: path)))))
    #expect(reader.damagedCount == 0 && reader.byteCount == UInt64(cache.entries[0].byteCount))
    // Other columns, another name.
    #expect(try await look(open(), columns: [1]) == 0)
    #expect(try await look(open(name: "other")) == 12)
    #expect(cache.entries.count == 2)
    #expect(cache.clear() > 100_000 && cache.entries.isEmpty)
    #expect(try await look(open()) == 12)
  }

  @Test func widthsOfBeforeAreShownAtOnce() async throws {
    let window = try await windows()[0]
    let tiled = try await open()
    _ = try await tiled.picture(of: [0], in: window, keeping: [])
    await tiled.settle()
    let half = TiledColumnsTests.window(ticks: 32, first: window.from / 32 + 30, pixels: 300)
    let again = try await open()
    let coarse = try #require(try await again.coarsePicture(of: [0], in: half, keeping: []))
    #expect(coarse.lanes[0].buckets.count == 300 && coarse.rowCount > 0 && source.questions.count == 1)
    #expect(try await again.coarsePicture(of: [0], in: window, keeping: []) == nil)
    #expect(source.state.withLock { $0.coarseCount } == 0)
  }

  @Test func anotherRevisionBeginsTheFileAnew() async throws {
    _ = try await look(open())
    var tiled: TiledColumns? = try await open()
    #expect(try await look(#require(tiled)) == 0)
    source.state.withLock { state in
      for row in state.rows.indices { state.rows[row].values[0] += 1 }
      state.revision?.rowCount += 1
    }
    _ = try await tiled?.revision()
    #expect(try await look(#require(tiled)) == 12)
    // Nobody else begins the file anew while it is written.
    tiled = nil
    #expect(try await look(open()) == 0)
    source.state.withLock { $0.revision = nil }
    #expect(try await look(open()) == 12)
    #expect(try await look(open()) == 0)
  }

  @Test func whateverIsCutOffTheRestIsThere() async throws {
    _ = try await look(open())
    let whole = try Data(contentsOf: URL(filePath: path))
    var random = SeededGenerator(seed: 5)
    let expected = try await drawn([0, 1, 2])
    var counts: [Int] = []
    for length in [0, 7, 31, 40, 64, 200]
      + (0..<12).map({ _ in Int.random(in: 0..<whole.count, using: &random) })
    {
      try whole.prefix(length).write(to: URL(filePath: path))
      counts.append(try await look(open(), are: expected))
      let reader = try StoreReader(StoreMemory([UInt8](Data(contentsOf: URL(filePath: path)))))
      #expect(reader.damagedCount == 0)
      #expect(try await look(open(), are: expected) == 0)
    }
    #expect(counts[0] == 12 && counts.contains { (1..<12).contains($0) })
  }

  @Test func whateverIsDamagedPicturesAreRight() async throws {
    _ = try await look(open())
    let whole = try Data(contentsOf: URL(filePath: path))
    var random = SeededGenerator(seed: 6)
    let expected = try await drawn([0, 1, 2])
    var count = 0
    for round in 0..<20 {
      var damaged = whole
      for _ in 0...(round % 7) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
      }
      try damaged.write(to: URL(filePath: path))
      count += try await look(open(), are: expected)
      // What was damaged has been written once more.
      #expect(try await look(open(), are: expected) == 0)
    }
    #expect(count > 20)
  }

  @Test func theFileHasALimit() async throws {
    let limit = 100_000
    for _ in 0..<3 {
      _ = try await look(open(limit: limit))
      #expect(cache.entries[0].byteCount <= limit)
    }
    // It was begun anew, and the last tiles are in it.
    let window = try #require(try await windows().last)
    let filters = try #require(Self.filters.last)
    let count = source.questions.count
    _ = try await open(limit: limit).picture(of: [2], in: window, keeping: filters)
    #expect(source.questions.count == count)
  }

  @Test func oneWritesAndTheOthersRead() async throws {
    var first: TiledColumns? = try await open()
    _ = try await look(#require(first), columns: [0])
    let length = cache.entries[0].byteCount
    let second = try await open()
    #expect(try await look(second, columns: [0]) == 0)
    #expect(try await look(second, columns: [1]) == 12)
    #expect(cache.entries[0].byteCount == length)
    withExtendedLifetime(first) {}
    first = nil
    // Once it is free the other one takes it.
    #expect(try await look(second, columns: [2]) == 12)
    #expect(cache.entries[0].byteCount > length)
    #expect(try await look(open(), columns: [0, 2]) == 0)
  }

  @Test func withoutAFileAllIsInMemory() async throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let tiled = try await open()
    #expect(try await look(tiled) == 12)
    #expect(try await look(tiled) == 0)
  }
}
