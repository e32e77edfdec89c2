import Synchronization
import WaveCoverageServer
import WaveCoverageWire
import WaveReceivers
import WaveSensorSources
import WaveTerrainFormats
import WavePropagation
import WaveServer
import WaveSystem
import WaveTerrain
import WaveUnits
import WaveWire

/// The tiles of a folder, each read when one of its blocks is asked for first.
final class FolderTerrain: TerrainProvider {
  /// Bytes of heights that are kept for the next block; a tile more may be held while it is read.
  private static let keptBytes = 256 << 20

  /// What the tiles are, and the files that hold them; those that were fetched since stand behind the others.
  private let listed: Mutex<(tiles: [TerrainDescription], entries: [TerrainEntry])>
  private let fetcher: TerrainFetcher?
  /// What stands on the ground.
  let standing: SurfaceFiles?
  private let kept = Mutex<(tiles: [Int: TerrainTile], order: [Int])>(([:], []))

  var tiles: [TerrainDescription] { listed.withLock { $0.tiles } }

  /// Of names, lengths and times of the files.
  var versions: [UInt64] { listed.withLock { $0.entries }.map { $0.version } }

  var surfaces: [SurfacePart] { standing?.parts ?? [] }

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - surface: Models of the surface that lie over it, a file or a folder, if there are any.
  ///   - source: Where tiles are got from that it does not have, if from anywhere.
  /// - Throws: `CommandFailure` where it cannot be read, or holds no tile that can be shown; so of models.
  init(
    path: String, surface: String? = nil, source: TerrainSourceOptions.Source? = nil
  ) throws(CommandFailure) {
    fetcher = source.map { TerrainFetcher($0.template, headers: $0.headers, folder: path) }
    var entries: [TerrainEntry] = []
    do throws(TerrainFileError) { entries = try TerrainFolder(path: path).list() } catch {
      throw CommandFailure(error)
    }
    let standing = try surface.map { (path) throws(CommandFailure) in try SurfaceFiles(path: path) }
    self.standing = standing
    let shown = entries.filter { Self.canBeShown($0) && standing?.holds($0.path) != true }
    guard !shown.isEmpty else {
      throw CommandFailure(
        code: .noInput,
        message: "\(path) has no terrain that can be read; waveglass terrain list \(path) says what is wrong")
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
      // The name without what says how it is packed.
      let name = entry.name.split(separator: "/").last?.split(separator: ".").first ?? ""
      return TerrainDescription(
        flags: [], northDegrees: lattice.northWest.latitudeDegrees,
        westDegrees: lattice.northWest.longitudeDegrees,
        latitudeStepDegrees: lattice.latitudeStepDegrees, longitudeStepDegrees: lattice.longitudeStepDegrees,
        rowCount: UInt32(lattice.rowCount), columnCount: UInt32(lattice.columnCount),
        name: name.utf8(limit: WireLimits.terrainName))
    }
  }

  func surfaceHeights(at posts: SurfacePosts) throws(WaveCoverageServer.TerrainFault) -> [Int16] {
    guard let standing else {
      return [Int16](repeating: TerrainBlock.void, count: posts.rowCount * posts.columnCount)
    }
    return try standing.heights(at: posts)
  }

  func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(WaveCoverageServer.TerrainFault)
    -> [Int16]
  {
    standing?.refreshUnused()
    let posts = try posts(ofTile: tile)
    guard rows.allSatisfy({ $0 >= 0 && $0 < posts.rowCount }),
      columns.allSatisfy({ $0 >= 0 && $0 < posts.columnCount })
    else {
      throw WaveCoverageServer.TerrainFault("The tile was replaced by one of other posts. Look at it again.")
    }
    var heights: [Int16] = []
    heights.reserveCapacity(rows.count * columns.count)
    for row in rows {
      for column in columns { heights.append(posts.heights[row * posts.columnCount + column]) }
    }
    return heights
  }

  /// How many files were found to be others than before.
  private let replacedCount = Atomic<Int>(0)

  var revision: Int { replacedCount.load(ordering: .acquiring) + (standing?.revision ?? 0) }

  /// Looks whether a tile's file is another one, and drops what was read of the one before; its posts may be
  /// others, too.
  ///
  /// One that cannot be read, such as one that is still being written, changes nothing: it is looked at again
  /// the next time.
  private func refresh(_ tile: Int) throws(WaveCoverageServer.TerrainFault) {
    guard let (entry, _) = found(tile), entry.isReplaced,
      let next = try? TerrainEntry(path: entry.path, name: entry.name), next.lattice != nil
    else { return }
    guard Self.canBeShown(next), let description = Self.description(next) else {
      throw WaveCoverageServer.TerrainFault(
        """
        \(entry.name) was replaced by one with more posts than can be shown, \(WireLimits.terrainPosts) \
        along a side. Cut it into smaller ones.
        """
      )
    }
    // Both at once, and counted before anybody can read the new one.
    kept.withLock { kept in
      listed.withLock { listed in
        (listed.entries[tile], listed.tiles[tile]) = (next, description)
        replacedCount.add(1, ordering: .acquiringAndReleasing)
      }
      kept.tiles[tile] = nil
      kept.order.removeAll { $0 == tile }
    }
  }

  private func found(_ tile: Int) -> (TerrainEntry, TerrainDescription)? {
    listed.withLock { listed in
      listed.entries.indices.contains(tile) ? (listed.entries[tile], listed.tiles[tile]) : nil
    }
  }

  private func posts(ofTile tile: Int) throws(WaveCoverageServer.TerrainFault) -> TerrainTile {
    try refresh(tile)
    if let posts = kept.withLock({ $0.tiles[tile] }) { return posts }
    guard let (entry, described) = found(tile) else {
      throw WaveCoverageServer.TerrainFault("There is no tile \(tile).")
    }
    let posts: TerrainTile
    do throws(TerrainFileError) { posts = try entry.load() } catch {
      throw WaveCoverageServer.TerrainFault(error.description)
    }
    // What was replaced since it was looked at is told of before anything of it is.
    try refresh(tile)
    guard posts.rowCount == Int(described.rowCount), posts.columnCount == Int(described.columnCount) else {
      throw WaveCoverageServer.TerrainFault("\(entry.name) was replaced while it was read. Look at it again.")
    }
    kept.withLock { kept in
      // Another may have found meanwhile that the file was replaced, or have read it as well.
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

  /// The server's name.
  var whence: String {
    let address = fetcher?.template.text.split(separator: "/", omittingEmptySubsequences: true)
    guard let address, address.count > 1 else { return "" }
    // A user's name and password are nobody's business.
    return String(address[1].split(separator: "@").last ?? "")
  }

  func fetch(
    _ cell: TerrainCell, progress: @escaping @Sendable (Int, Int?) -> Void
  ) async throws(WaveCoverageServer.TerrainFault) {
    guard let fetcher, let degree = DegreeCell(south: Int(cell.south), west: Int(cell.west)) else {
      throw WaveCoverageServer.TerrainFault("There is no such tile.")
    }
    let entry: TerrainEntry
    do throws(TerrainFileError) {
      let outcome = try await fetcher.fetch(degree) { progress($0.byteCount, $0.totalByteCount) }
      entry =
        switch outcome {
        case .present(let entry), .fetched(let entry, _): entry
        }
    } catch {
      throw WaveCoverageServer.TerrainFault(error.description)
    }
    guard Self.canBeShown(entry), let description = Self.description(entry) else {
      throw WaveCoverageServer.TerrainFault("\(entry.name) has posts that cannot be shown.")
    }
    listed.withLock { listed in
      guard !listed.entries.contains(where: { $0.path == entry.path }) else { return }
      listed.entries.append(entry)
      listed.tiles.append(description)
    }
  }
}
