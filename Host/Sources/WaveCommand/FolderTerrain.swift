import Synchronization
import WaveFormats
import WavePropagation
import WaveServer
import WaveTerrain
import WaveUnits
import WaveWire

/// The tiles of a folder, each read when one of its blocks is asked for first.
final class FolderTerrain: TerrainProvider {
  /// Bytes of heights that are kept for the next block; a tile more may be held while it is read.
  private static let keptBytes = 256 << 20

  let tiles: [TerrainDescription]
  private let entries: [TerrainEntry]
  private let kept = Mutex<(tiles: [Int: TerrainTile], order: [Int])>(([:], []))

  /// Lists a folder.
  ///
  /// - Throws: `CommandFailure` where it cannot be read, or holds no tile that can be shown.
  init(path: String) throws(CommandFailure) {
    var entries: [TerrainEntry] = []
    do throws(TerrainFileError) { entries = try TerrainFolder(path: path).list() } catch {
      throw CommandFailure(error)
    }
    let shown = entries.filter { entry in
      guard let lattice = entry.lattice else { return false }
      return lattice.rowCount <= Int(WireLimits.terrainPosts)
        && lattice.columnCount <= Int(WireLimits.terrainPosts)
        && lattice.latitudeStepDegrees >= WireLimits.terrainStep
        && lattice.longitudeStepDegrees >= WireLimits.terrainStep
    }
    guard !shown.isEmpty else {
      throw CommandFailure(
        code: .noInput,
        message: "\(path) has no terrain that can be read; waveglass terrain list \(path) says what is wrong")
    }
    self.entries = Array(shown.prefix(WireLimits.tiles))
    tiles = self.entries.compactMap(Self.description)
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
        name: Array(name.utf8.prefix(WireLimits.terrainName)))
    }
  }

  func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(WaveServer.TerrainFault) -> [Int16] {
    let posts = try posts(ofTile: tile)
    var heights: [Int16] = []
    heights.reserveCapacity(rows.count * columns.count)
    for row in rows {
      for column in columns { heights.append(posts.heights[row * posts.columnCount + column]) }
    }
    return heights
  }

  private func posts(ofTile tile: Int) throws(WaveServer.TerrainFault) -> TerrainTile {
    if let posts = kept.withLock({ $0.tiles[tile] }) { return posts }
    guard entries.indices.contains(tile) else { throw WaveServer.TerrainFault("There is no tile \(tile).") }
    let posts: TerrainTile
    do throws(TerrainFileError) { posts = try entries[tile].load() } catch {
      throw WaveServer.TerrainFault(error.description)
    }
    let described = tiles[tile]
    guard posts.rowCount == Int(described.rowCount), posts.columnCount == Int(described.columnCount) else {
      throw WaveServer.TerrainFault(
        "\(entries[tile].name) has changed. Start the server again to see what is there.")
    }
    kept.withLock { kept in
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
