import Foundation
import Synchronization
public import WavePropagation
import WaveSystem
public import WaveUnits

/// A folder's tiles, each read when it is needed first and kept for who needs it next.
public final class TerrainShelf: Sendable {
  /// Bytes of heights that are kept; what is being used may be held besides.
  public static let keptBytes = 512 << 20

  private struct State {
    var entries: [TerrainEntry]
    var replacedCount = 0
    var tiles: [Int: TerrainTile] = [:]
    /// Of those tiles, in which they were read.
    var order: [Int] = []
  }

  private let state: Mutex<State>

  /// All that the folder holds, broken ones too, as it was when it was listed, or when `refresh` found
  /// another content.
  public var entries: [TerrainEntry] { state.withLock { $0.entries } }

  /// How many files `refresh` has found to be others than before.
  public var replacedCount: Int { state.withLock { $0.replacedCount } }

  /// Lists a folder.
  ///
  /// - Throws: `TerrainFileError` where it cannot be read, or has too many files.
  public init(_ folder: TerrainFolder) throws(TerrainFileError) {
    state = Mutex(State(entries: try folder.list()))
  }

  /// Lists a folder, or takes one file.
  ///
  /// - Parameter path: Either's.
  /// - Throws: `TerrainFileError` where there is none, or its name is none of terrain.
  public init(path: String) throws(TerrainFileError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .file(FileError(path: path, cause: .notFound))
    }
    state = Mutex(
      State(
        entries: isFolder.boolValue ? try TerrainFolder(path: path).list() : [try TerrainEntry(path: path)]))
  }

  /// Looks whether files are others than before, and drops what was read of those before.
  ///
  /// One that cannot be read, such as one that is still being written, changes nothing: it is looked at again
  /// the next time.
  /// - Parameter isLookedAt: Which files are looked at.
  /// - Returns: Whether one is another.
  @discardableResult
  public func refresh(where isLookedAt: (TerrainEntry) -> Bool) -> Bool {
    var isOther = false
    for (index, entry) in entries.enumerated() where isLookedAt(entry) && entry.isReplaced {
      guard let next = try? TerrainEntry(path: entry.path, name: entry.name), next.lattice != nil else {
        continue
      }
      state.withLock { state in
        // Another may have found it as well.
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

  /// The tiles that a box needs, as far as their headers tell.
  public func entries(southWest: Coordinate, northEast: Coordinate) -> [TerrainEntry] {
    entries.filter { $0.lattice?.touches(southWest: southWest, northEast: northEast) == true }
  }

  /// The surface of all tiles that a box needs.
  ///
  /// - Parameters:
  ///   - southWest: The box's corner.
  ///   - northEast: Its other corner; east of the first one, beyond 180° where it has to be.
  /// - Returns: A surface, and what is wrong with the tiles that it lacks.
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
    // Two that need it at the same time both read it, and hold up no other.
    let tile = try entry.load()
    state.withLock { state in
      // What was replaced meanwhile is not kept.
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
