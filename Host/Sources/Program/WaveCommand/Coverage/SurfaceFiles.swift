import WaveCoverageFeed
import WaveCoverageServer
import WaveCoverageWire
import WavePropagation
import WaveSystem
import WaveTerrain
import WaveTerrainFormats
import WaveUnits
import WaveWire

/// Surface models, whose heights include trees and roofs, for the area of the ground tiles.
///
/// They are read from one file or from a folder.
final class SurfaceFiles: Sendable {
  /// The maximum number of times that a block is read again if its files are replaced during reading.
  private static let repetitions = 2

  private let files: Set<FileStamp.Identity>
  private let tileCache: TerrainTileCache

  /// Lists the files, reading only their headers.
  ///
  /// - Parameter path: The path of a terrain file or a folder of terrain files.
  /// - Throws: `CommandFailure` if there are no files or too many.
  init(path: String) throws(CommandFailure) {
    tileCache = try TerrainFileError.asFailure(TerrainTileCache(path: path))
    let entries = tileCache.entries
    guard !entries.isEmpty else {
      throw CommandFailure(.noInput, "\(path) has no surface model: no DTED, HGT or GeoTIFF")
    }
    guard entries.count <= WireLimits.surfaceParts else {
      throw CommandFailure(
        .usage,
        """
        \(path) has more than \(WireLimits.surfaceParts) surface files. Merge them, for example with \
        gdalbuildvrt and gdal_translate
        """)
    }
    files = Set(entries.compactMap { FileStamp(path: $0.path)?.identity })
  }

  /// A description of each file as of the last check, with the reason if the file is not used.
  var parts: [SurfacePart] { tileCache.entries.map { Self.part($0) } }

  /// The number of times that a changed file has been found.
  var revision: Int { tileCache.replacedCount }

  /// Checks whether unusable files have changed; usable files are checked when their heights are requested.
  func refreshUnused() { tileCache.refresh { $0.lattice == nil } }

  /// Returns whether a file is one of the surface models, and therefore not a ground tile, even if it is in
  /// the folder of tiles.
  func holds(_ path: String) -> Bool { FileStamp(path: path).map { files.contains($0.identity) } ?? false }

  /// Returns a one-line message for each file that is invalid or does not overlap the given tiles.
  func doubts(over tiles: [TerrainDescription]) -> [String] {
    tileCache.entries.compactMap { entry in
      let part = Self.part(entry)
      guard part.isUsed else {
        return "surface: \(entry.path): \(String(decoding: part.fault, as: UTF8.self)); it is not used"
      }
      let isNear = tiles.contains {
        part.touches(
          north: $0.northDegrees, west: $0.westDegrees,
          south: $0.northDegrees - Double($0.rowCount - 1) * $0.latitudeStepDegrees,
          east: $0.westDegrees + Double($0.columnCount - 1) * $0.longitudeStepDegrees)
      }
      return isNear ? nil : "surface: \(entry.path): lies outside all tiles, and is not used"
    }
  }

  private static func part(_ entry: TerrainEntry) -> SurfacePart {
    let name = (entry.name.split(separator: "/").last ?? "").utf8(limit: WireLimits.terrainName)
    guard let lattice = entry.lattice else {
      // The file's path must not be shown in browsers.
      let why = entry.fault.map { Explanation($0.description).what(of: entry.path) } ?? "cannot be read"
      return SurfacePart(name: name, fault: Array(why.utf8))
    }
    let (northWest, southWest) = (lattice.northWest, lattice.southWest)
    guard northWest.isPlace, southWest.isPlace else {
      return SurfacePart(name: name, fault: Array("its posts are not on the earth".utf8))
    }
    return SurfacePart(
      northDegrees: northWest.latitudeDegrees, westDegrees: northWest.longitudeDegrees,
      southDegrees: southWest.latitudeDegrees,
      eastDegrees: northWest.longitudeDegrees
        + Double(lattice.columnCount - 1) * lattice.longitudeStepDegrees, version: entry.version, name: name)
  }

  /// Returns the surface heights at the posts of a block, from the current files.
  ///
  /// - Throws: The reason why a file that contains some of the heights cannot be read.
  func heights(at posts: SurfacePosts) throws(WaveCoverageServer.TerrainFault) -> [Int16] {
    let northWest = Coordinate(latitudeDegrees: posts.northDegrees, longitudeDegrees: posts.westDegrees)
    let southWest = Coordinate(
      latitudeDegrees: posts.northDegrees - Double(posts.rowCount - 1) * posts.latitudeStepDegrees,
      longitudeDegrees: posts.westDegrees)
    let northEast = Coordinate(
      latitudeDegrees: posts.northDegrees,
      longitudeDegrees: posts.westDegrees + Double(posts.columnCount - 1) * posts.longitudeStepDegrees)
    func isAnother() -> Bool {
      tileCache.refresh { $0.lattice?.touches(southWest: southWest, northEast: northEast) ?? true }
    }
    _ = isAnother()
    var found = tileCache.surface(southWest: southWest, northEast: northEast)
    // If a file was replaced during reading, its new heights could be sent with the old version number, so
    // the block is read again.
    var left = Self.repetitions
    while isAnother(), left > 0 {
      found = tileCache.surface(southWest: southWest, northEast: northEast)
      left -= 1
    }
    if let fault = found.faults.first {
      throw WaveCoverageServer.TerrainFault("Trees and roofs: \(fault.description)")
    }
    return found.surface.heights(
      at: PostLattice(
        northWest: northWest, latitudeStepDegrees: posts.latitudeStepDegrees,
        longitudeStepDegrees: posts.longitudeStepDegrees, rowCount: posts.rowCount,
        columnCount: posts.columnCount))
  }
}

extension TerrainEntry {
  /// The version of the file's content, derived from its name, length and modification time; never 0.
  ///
  /// Source: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv.
  var version: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    mix(name.utf8)
    for number in [Int64(byteCount), modifiedNanoseconds] {
      mix((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
    return max(1, hash)
  }
}
