import Synchronization
import WaveCoverageServer
import WaveCoverageWire
import WaveTerrainFormats
import WavePropagation
import WaveSystem
import WaveTerrain
import WaveUnits
import WaveWire

/// The terrain tiles of a folder, each of which is read when one of its blocks is first requested.
final class FolderTerrain: TerrainProvider {
  /// A fault for pages; the readers of terrain files have another type of the same name.
  typealias Fault = WaveCoverageServer.TerrainFault

  /// The maximum size of cached heights in bytes, not counting a tile that is being read.
  private static let keptBytes = 256 << 20

  /// The tiles and their files, in the same order; downloaded tiles come last.
  private let listed: Mutex<(tiles: [TerrainDescription], entries: [TerrainEntry])>
  private let fetcher: TerrainFetcher?
  /// The surface models above the ground; nil if there are none.
  let surfaceFiles: SurfaceFiles?
  private let kept = Mutex<(tiles: [Int: TerrainTile], order: [Int])>(([:], []))

  var tiles: [TerrainDescription] { listed.withLock { $0.tiles } }

  /// The versions of the tiles, derived from the names, lengths and times of their files.
  var versions: [UInt64] { listed.withLock { $0.entries }.map { $0.version } }

  var surfaces: [SurfacePart] { surfaceFiles?.parts ?? [] }

  /// Lists the tiles of a folder.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - surface: The path of a file or folder of surface models above the tiles; nil if there is none.
  ///   - source: The server from which missing tiles are downloaded; nil if there is none.
  /// - Throws: `CommandFailure` if the folder or the surface models cannot be read, or no tile can be shown.
  init(
    path: String, surface: String? = nil, source: TerrainSourceOptions.Source? = nil
  ) throws(CommandFailure) {
    fetcher = source.map { TerrainFetcher($0.template, headers: $0.headers, folder: path) }
    let entries = try TerrainFileError.asFailure(TerrainFolder(path: path).list())
    let surfaceFiles = try surface.map { (path) throws(CommandFailure) in try SurfaceFiles(path: path) }
    self.surfaceFiles = surfaceFiles
    let shown = entries.filter { Self.canBeShown($0) && surfaceFiles?.holds($0.path) != true }
    guard !shown.isEmpty else {
      throw CommandFailure(
        .noInput, "\(path) has no readable terrain; run waveglass terrain list \(path) to see what is wrong")
    }
    let first = Array(shown.prefix(WireLimits.tiles))
    listed = Mutex((first.compactMap(Self.description), first))
  }

  private static func canBeShown(_ entry: TerrainEntry) -> Bool {
    guard let lattice = entry.lattice else { return false }
    return lattice.rowCount <= Int(WireLimits.terrainPosts)
      && lattice.columnCount <= Int(WireLimits.terrainPosts)
      && lattice.latitudeStepDegrees >= WireLimits.terrainStep
      && lattice.longitudeStepDegrees >= WireLimits.terrainStep
  }

  private static func description(_ entry: TerrainEntry) -> TerrainDescription? {
    entry.lattice.map { lattice in
      // The name of the tile is the file name without the extensions for format and compression.
      let name = entry.name.split(separator: "/").last?.split(separator: ".").first ?? ""
      return TerrainDescription(
        flags: [], northDegrees: lattice.northWest.latitudeDegrees,
        westDegrees: lattice.northWest.longitudeDegrees,
        latitudeStepDegrees: lattice.latitudeStepDegrees, longitudeStepDegrees: lattice.longitudeStepDegrees,
        rowCount: UInt32(lattice.rowCount), columnCount: UInt32(lattice.columnCount),
        name: name.utf8(limit: WireLimits.terrainName))
    }
  }

  func surfaceHeights(at posts: SurfacePosts) throws(Fault) -> [Int16] {
    guard let surfaceFiles else {
      return [Int16](repeating: TerrainBlock.void, count: posts.rowCount * posts.columnCount)
    }
    return try surfaceFiles.heights(at: posts)
  }

  func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(Fault) -> [Int16] {
    surfaceFiles?.refreshUnused()
    let posts = try posts(ofTile: tile)
    guard rows.allSatisfy({ $0 >= 0 && $0 < posts.rowCount }),
      columns.allSatisfy({ $0 >= 0 && $0 < posts.columnCount })
    else { throw Fault("The tile was replaced by one with different posts. View it again.") }
    var heights: [Int16] = []
    heights.reserveCapacity(rows.count * columns.count)
    for row in rows {
      for column in columns { heights.append(posts.heights[row * posts.columnCount + column]) }
    }
    return heights
  }

  /// The number of times that a changed file has been found.
  private let replacedCount = Atomic<Int>(0)

  var revision: Int { replacedCount.load(ordering: .acquiring) + (surfaceFiles?.revision ?? 0) }

  /// Checks whether a tile's file has been replaced and, if so, updates the tile and discards its cached
  /// heights.
  ///
  /// A file that cannot be read, for example while it is being written, is ignored until the next call.
  private func refresh(_ tile: Int) throws(Fault) {
    guard let (entry, _) = listedTile(tile), entry.isReplaced,
      let next = try? TerrainEntry(path: entry.path, name: entry.name), next.lattice != nil
    else { return }
    guard Self.canBeShown(next), let description = Self.description(next) else {
      throw Fault(
        """
        \(entry.name) was replaced by a tile with more posts than can be shown, \
        \(WireLimits.terrainPosts) along a side. Split it into smaller tiles.
        """)
    }
    // The entry and the description are updated together, and the change is counted, before any data of the
    // new file is sent.
    kept.withLock { kept in
      listed.withLock { listed in
        (listed.entries[tile], listed.tiles[tile]) = (next, description)
        replacedCount.add(1, ordering: .acquiringAndReleasing)
      }
      kept.tiles[tile] = nil
      kept.order.removeAll { $0 == tile }
    }
  }

  private func listedTile(_ tile: Int) -> (TerrainEntry, TerrainDescription)? {
    listed.withLock { listed in
      listed.entries.indices.contains(tile) ? (listed.entries[tile], listed.tiles[tile]) : nil
    }
  }

  private func posts(ofTile tile: Int) throws(Fault) -> TerrainTile {
    try refresh(tile)
    if let posts = kept.withLock({ $0.tiles[tile] }) { return posts }
    guard let (entry, described) = listedTile(tile) else { throw Fault("There is no tile \(tile).") }
    let posts = try Fault.converting({ (error: TerrainFileError) in Fault(error.description) }, entry.load())
    // Clients must learn of a changed file before they receive heights from it.
    try refresh(tile)
    guard posts.rowCount == Int(described.rowCount), posts.columnCount == Int(described.columnCount) else {
      throw Fault("\(entry.name) was replaced while it was being read. View it again.")
    }
    kept.withLock { kept in
      // Another thread may have read the file or found a change in the meantime.
      guard kept.tiles[tile] == nil, listed.withLock({ $0.entries[tile] == entry }) else { return }
      kept.tiles[tile] = posts
      kept.order.append(tile)
      while kept.order.count > 1,
        kept.tiles.values.reduce(0, { $0 + 2 * $1.heights.count }) > Self.keptBytes
      {
        kept.tiles[kept.order.removeFirst()] = nil
      }
    }
    return posts
  }
}

extension FolderTerrain: TerrainSupply {
  var supply: (any TerrainSupply)? { fetcher == nil ? nil : self }

  /// The name of the server from which missing tiles are downloaded.
  var sourceName: String {
    let address = fetcher?.template.text.split(separator: "/", omittingEmptySubsequences: true)
    guard let address, address.count > 1 else { return "" }
    // The user name and password in the address are omitted.
    return String(address[1].split(separator: "@").last ?? "")
  }

  func fetch(
    _ cell: TerrainCell, progress: @escaping @Sendable (Int, Int?) -> Void
  ) async throws(Fault) {
    guard let fetcher, let degree = DegreeCell(south: Int(cell.south), west: Int(cell.west)) else {
      throw Fault("There is no such tile.")
    }
    let outcome: TerrainFetcher.Outcome
    do throws(TerrainFileError) {
      outcome = try await fetcher.fetch(degree) { progress($0.byteCount, $0.totalByteCount) }
    } catch { throw Fault(error.description) }
    let entry =
      switch outcome {
      case .present(let entry), .fetched(let entry, _): entry
      }
    guard Self.canBeShown(entry), let description = Self.description(entry) else {
      throw Fault("\(entry.name) has posts that cannot be shown.")
    }
    listed.withLock { listed in
      guard !listed.entries.contains(where: { $0.path == entry.path }) else { return }
      listed.entries.append(entry)
      listed.tiles.append(description)
    }
  }
}
