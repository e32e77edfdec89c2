import Foundation
import WaveSystem
public import WaveTerrainFormats
public import WavePropagation
public import WaveUnits

/// A folder of terrain: DTED, HGT and GeoTIFF, side by side or in folders of it.
public struct TerrainFolder: Equatable, Sendable {
  /// Files of terrain at most.
  public static let fileLimit = 65_536

  /// Where it is.
  public let path: String

  /// Names a folder; it is not looked at.
  public init(path: String) { self.path = path }

  /// Where the user's own terrain is: `terrain` in the folder of what the program keeps.
  ///
  /// - Parameter environment: The process's variables.
  /// - Returns: Its path; nil where nothing says where that is.
  public static func userPath(environment: [String: String]) -> String? {
    StateDirectory.path(environment: environment).map { $0 + "/terrain" }
  }

  /// Looks at the headers of all files of terrain, as they are now.
  ///
  /// - Returns: In the order of the names; broken ones tell what is wrong. Files of another kind are left
  ///   out.
  /// - Throws: `TerrainFileError` where the folder cannot be read, or has too many files.
  public func list() throws(TerrainFileError) -> [TerrainEntry] {
    var entries: [TerrainEntry] = []
    for name in try names() {
      // Only names of terrain are there.
      if let entry = try? TerrainEntry(path: path + "/" + name, name: name) { entries.append(entry) }
    }
    return entries
  }

  /// Reads all of a file and checks what can be checked.
  ///
  /// - Parameter entry: One of the list.
  /// - Returns: Its posts.
  /// - Throws: `TerrainFileError`.
  public func load(_ entry: TerrainEntry) throws(TerrainFileError) -> TerrainTile { try entry.load() }

  /// Names of files of terrain, in order; those in folders of this one, too, as DTED has them.
  private func names() throws(TerrainFileError) -> [String] {
    var names: [String] = []
    let first = try Self.content(of: path)
    for name in first {
      guard FileStatus(path: path + "/" + name)?.isFolder == true else {
        if TerrainFormat(name: name) != nil { names.append(name) }
        continue
      }
      // A folder that may not be read has nothing for this user.
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
    } catch CocoaError.fileReadNoSuchFile {
      throw .file(FileError(path: folder, cause: .noFolder))
    } catch {
      throw .file(FileError(path: folder, cause: .noFolder))
    }
  }
}

extension TerrainFolder {
  /// The surface of all tiles that a box needs.
  ///
  /// - Parameters:
  ///   - southWest: The box's corner.
  ///   - northEast: Its other corner; east of the first one, beyond 180° where it has to be.
  /// - Returns: A surface, and what is wrong with the tiles that it lacks.
  /// - Throws: `TerrainFileError` where the folder cannot be read.
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
  /// Whether some of its posts, or the posts around them, may lie in a box.
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
