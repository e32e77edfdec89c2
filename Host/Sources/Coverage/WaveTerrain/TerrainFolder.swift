import Foundation
import WaveSystem
public import WaveTerrainFormats
public import WavePropagation
public import WaveUnits

/// A folder of terrain files in DTED, HGT or GeoTIFF format, including its direct subfolders.
public struct TerrainFolder: Equatable, Sendable {
  /// The maximum number of terrain files in a folder.
  public static let fileLimit = 65_536

  /// The folder's path.
  public let path: String

  /// Creates a reference to a folder without reading it.
  public init(path: String) { self.path = path }

  /// Returns the path of the user's own terrain folder, which is `terrain` in the program's state folder.
  ///
  /// - Parameter environment: The process's environment variables.
  /// - Returns: The path, or nil if the environment does not define the state folder.
  public static func userPath(environment: [String: String]) -> String? {
    StateDirectory.path(environment: environment).map { $0 + "/terrain" }
  }

  /// Reads the headers of all terrain files in their current state.
  ///
  /// - Returns: The terrain files, sorted by name; invalid ones have a `fault`. Other files are omitted.
  /// - Throws: `TerrainFileError` if the folder cannot be read or has too many files.
  public func list() throws(TerrainFileError) -> [TerrainEntry] {
    var entries: [TerrainEntry] = []
    for name in try names() {
      // The initialiser throws only for names that `names()` leaves out.
      if let entry = try? TerrainEntry(path: path + "/" + name, name: name) { entries.append(entry) }
    }
    return entries
  }

  /// Returns the sorted names of the terrain files in the folder and in its subfolders; DTED files are
  /// usually in subfolders.
  private func names() throws(TerrainFileError) -> [String] {
    var names: [String] = []
    let first = try Self.content(of: path)
    for name in first {
      guard FileStatus(path: path + "/" + name)?.isFolder == true else {
        if TerrainFormat(name: name) != nil { names.append(name) }
        continue
      }
      // A folder without read permission is treated as empty.
      let below = (try? Self.content(of: path + "/" + name)) ?? []
      names += below.filter { TerrainFormat(name: $0) != nil }.map { name + "/" + $0 }
      guard names.count <= Self.fileLimit else { break }
    }
    guard names.count <= Self.fileLimit else { throw .tooManyFiles(path: path, limit: Self.fileLimit) }
    return names.sorted()
  }

  private static func content(of folder: String) throws(TerrainFileError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch CocoaError.fileReadNoPermission {
      throw .file(FileError(path: folder, cause: .notPermitted))
    } catch { throw .file(FileError(path: folder, cause: .noFolder)) }
  }
}

extension TerrainFolder {
  /// Returns the surface formed by all tiles that overlap a box.
  ///
  /// - Parameters:
  ///   - southWest: The box's south-western corner.
  ///   - northEast: The box's north-eastern corner; its longitude is greater than that of the south-western
  ///     corner, and exceeds 180° if the box crosses the antimeridian.
  /// - Returns: The surface, and the errors of tiles that could not be loaded.
  /// - Throws: `TerrainFileError` if the folder cannot be read.
  public func surface(
    southWest: Coordinate, northEast: Coordinate
  ) throws(TerrainFileError) -> (surface: TerrainSurface, faults: [TerrainFileError]) {
    var surface = TerrainSurface()
    var faults: [TerrainFileError] = []
    for entry in try list() {
      guard let lattice = entry.lattice else {
        if let fault = entry.fault { faults.append(fault) }
        continue
      }
      guard lattice.touches(southWest: southWest, northEast: northEast) else { continue }
      do throws(TerrainFileError) { surface.add(try entry.load()) } catch { faults.append(error) }
    }
    return (surface, faults)
  }
}

extension TerrainLattice {
  /// Returns whether the grid of posts, widened by one post spacing on each side, overlaps a box.
  public func touches(southWest low: Coordinate, northEast high: Coordinate) -> Bool {
    let (own, end) = (southWest, northEast)
    guard own.latitudeDegrees - latitudeStepDegrees <= high.latitudeDegrees,
      end.latitudeDegrees + latitudeStepDegrees >= low.latitudeDegrees
    else { return false }
    return [-360.0, 0, 360].contains { turn in
      own.longitudeDegrees - longitudeStepDegrees + turn <= high.longitudeDegrees
        && end.longitudeDegrees + longitudeStepDegrees + turn >= low.longitudeDegrees
    }
  }
}
