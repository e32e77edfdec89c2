import Foundation
import Synchronization
import WaveFiles
public import WavePropagation
public import WaveUnits

/// A folder's tiles, each read when it is needed first and kept for who needs it next.
public final class TerrainShelf: Sendable {
  /// Bytes of heights that are kept; what is being used may be held besides.
  public static let keptBytes = 512 << 20

  /// All that the folder holds, broken ones too, as it was when it was listed.
  public let entries: [TerrainEntry]
  private let kept = Mutex<(tiles: [Int: TerrainTile], order: [Int])>(([:], []))

  /// Lists a folder.
  ///
  /// - Throws: `TerrainFileError` where it cannot be read, or has too many files.
  public init(_ folder: TerrainFolder) throws(TerrainFileError) { entries = try folder.list() }

  /// Lists a folder, or takes one file.
  ///
  /// - Parameter path: Either's.
  /// - Throws: `TerrainFileError` where there is none, or its name is none of terrain.
  public init(path: String) throws(TerrainFileError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .file(FileError(path: path, cause: .notFound))
    }
    entries = isFolder.boolValue ? try TerrainFolder(path: path).list() : [try TerrainEntry(path: path)]
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
      do throws(TerrainFileError) { surface.add(try tile(index)) } catch { faults.append(error) }
    }
    return (surface, faults)
  }

  private func tile(_ index: Int) throws(TerrainFileError) -> TerrainTile {
    if let tile = kept.withLock({ $0.tiles[index] }) { return tile }
    // Two that need it at the same time both read it, and hold up no other.
    let tile = try entries[index].load()
    kept.withLock { kept in
      if kept.tiles.updateValue(tile, forKey: index) == nil { kept.order.append(index) }
      while kept.order.count > 1,
        kept.tiles.values.reduce(0, { $0 + 2 * $1.heights.count }) > Self.keptBytes
      {
        kept.tiles[kept.order.removeFirst()] = nil
      }
    }
    return tile
  }
}
