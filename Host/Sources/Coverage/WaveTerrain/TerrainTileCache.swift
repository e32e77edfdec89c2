import Foundation
import Synchronization
public import WavePropagation
import WaveSystem
public import WaveUnits

/// A cache of a folder's tiles, which are read when first needed.
public final class TerrainTileCache: Sendable {
  /// The maximum number of bytes of cached heights, which is exceeded only if a single tile is larger.
  public static let keptBytes = 512 << 20

  private struct State {
    var entries: [TerrainEntry]
    var replacedCount = 0
    var tiles: [Int: TerrainTile] = [:]
    /// The indices of the cached tiles, in the order in which they were read.
    var order: [Int] = []
  }

  private let state: Mutex<State>

  /// All entries of the folder, including invalid ones, as first listed or updated by `refresh`.
  public var entries: [TerrainEntry] { state.withLock { $0.entries } }

  /// The number of file changes that `refresh` has found.
  public var replacedCount: Int { state.withLock { $0.replacedCount } }

  /// Creates a cache for a folder.
  ///
  /// - Throws: `TerrainFileError` if the folder cannot be read or has too many files.
  public init(_ folder: TerrainFolder) throws(TerrainFileError) {
    state = Mutex(State(entries: try folder.list()))
  }

  /// Creates a cache for a folder or a single file.
  ///
  /// - Parameter path: The path of the folder or file.
  /// - Throws: `TerrainFileError` if neither exists, or the file does not have a terrain extension.
  public init(path: String) throws(TerrainFileError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .file(FileError(path: path, cause: .notFound))
    }
    state = Mutex(
      State(
        entries: isFolder.boolValue ? try TerrainFolder(path: path).list() : [try TerrainEntry(path: path)]))
  }

  /// Finds files that have changed and removes their tiles from the cache.
  ///
  /// A changed file that cannot be read, for example because it is still being written, is skipped; the next
  /// call checks it again.
  ///
  /// - Parameter isLookedAt: Returns whether to check a file.
  /// - Returns: Whether any file has changed.
  @discardableResult
  public func refresh(where isLookedAt: (TerrainEntry) -> Bool) -> Bool {
    var isOther = false
    for (index, entry) in entries.enumerated() where isLookedAt(entry) && entry.isReplaced {
      guard let next = try? TerrainEntry(path: entry.path, name: entry.name), next.lattice != nil else {
        continue
      }
      state.withLock { state in
        // Another thread may have found the change already.
        guard state.entries[index] == entry else { return }
        state.entries[index] = next
        state.replacedCount += 1
        state.tiles[index] = nil
        state.order.removeAll { $0 == index }
      }
      isOther = true
    }
    return isOther
  }

  /// Returns the entries whose tiles overlap a box, according to their headers.
  public func entries(southWest: Coordinate, northEast: Coordinate) -> [TerrainEntry] {
    entries.filter { $0.lattice?.touches(southWest: southWest, northEast: northEast) == true }
  }

  /// Returns the surface formed by all tiles that overlap a box.
  ///
  /// - Parameters:
  ///   - southWest: The box's south-western corner.
  ///   - northEast: The box's north-eastern corner; its longitude is greater than that of the south-western
  ///     corner, and exceeds 180° if the box crosses the antimeridian.
  /// - Returns: The surface, and the errors of tiles that could not be loaded.
  public func surface(
    southWest: Coordinate, northEast: Coordinate
  ) -> (surface: TerrainSurface, faults: [TerrainFileError]) {
    var surface = TerrainSurface()
    var faults: [TerrainFileError] = []
    for (index, entry) in entries.enumerated()
    where entry.lattice?.touches(southWest: southWest, northEast: northEast) == true {
      do throws(TerrainFileError) { surface.add(try tile(index, entry)) } catch { faults.append(error) }
    }
    return (surface, faults)
  }

  private func tile(_ index: Int, _ entry: TerrainEntry) throws(TerrainFileError) -> TerrainTile {
    if let tile = state.withLock({ $0.entries[index] == entry ? $0.tiles[index] : nil }) { return tile }
    // Two threads that need the same tile both read it, so that neither blocks access to other tiles.
    let tile = try entry.load()
    state.withLock { state in
      // A tile is not cached if its file was replaced meanwhile.
      guard state.entries[index] == entry else { return }
      if state.tiles.updateValue(tile, forKey: index) == nil { state.order.append(index) }
      while state.order.count > 1,
        state.tiles.values.reduce(0, { $0 + 2 * $1.heights.count }) > Self.keptBytes
      {
        state.tiles[state.order.removeFirst()] = nil
      }
    }
    return tile
  }
}
