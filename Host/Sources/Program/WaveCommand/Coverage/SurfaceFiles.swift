import WaveCoverage
import WaveCoverageFeed
import WaveCoverageServer
import WaveCoverageWire
import WavePropagation
import WaveReceivers
import WaveSensorSources
import WaveServer
import WaveSystem
import WaveTerrain
import WaveTerrainFormats
import WaveUnits
import WaveWire

/// Models of the surface, trees and roofs, that lie over the tiles of a folder: a file, or a folder of them.
final class SurfaceFiles: Sendable {
  /// Times that a block is read again whose files are replaced meanwhile.
  private static let repetitions = 2

  private let files: Set<FileStamp.Identity>
  private let shelf: TerrainShelf

  /// Lists the files; headers alone are read.
  ///
  /// - Parameter path: A file of terrain, or a folder of them.
  /// - Throws: `CommandFailure` where there is none, or too many.
  init(path: String) throws(CommandFailure) {
    do throws(TerrainFileError) { shelf = try TerrainShelf(path: path) } catch { throw CommandFailure(error) }
    let entries = shelf.entries
    guard !entries.isEmpty else {
      throw CommandFailure(
        code: .noInput, message: "\(path) has no model of the surface: no DTED, HGT or GeoTIFF")
    }
    guard entries.count <= WireLimits.surfaceParts else {
      throw CommandFailure(
        code: .usage,
        message:
          """
          \(path) has more than \(WireLimits.surfaceParts) files of the surface. Put them together, as with \
          gdalbuildvrt and gdal_translate
          """
      )
    }
    files = Set(entries.compactMap { FileStamp(path: $0.path)?.identity })
  }

  /// What each file is, or why it is not used, as it was when it was looked at last.
  var parts: [SurfacePart] { shelf.entries.map { Self.part($0) } }

  /// Counts files that were found to be others than before.
  var revision: Int { shelf.replacedCount }

  /// Looks whether files are others that could not be used; those that are used are looked at as their
  /// heights are asked for.
  func refreshUnused() { shelf.refresh { $0.lattice == nil } }

  /// Whether a file is one of these: it is no ground, though it may lie in the ground's folder.
  func holds(_ path: String) -> Bool { FileStamp(path: path).map { files.contains($0.identity) } ?? false }

  /// What there is to be said of files that are not used over some tiles, in lines.
  func doubts(over tiles: [TerrainDescription]) -> [String] {
    shelf.entries.compactMap { entry in
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
      return isNear ? nil : "surface: \(entry.path): lies where no tile is, and is not used"
    }
  }

  private static func part(_ entry: TerrainEntry) -> SurfacePart {
    let name = (entry.name.split(separator: "/").last ?? "").utf8(limit: WireLimits.terrainName)
    guard let lattice = entry.lattice else {
      let why = entry.fault.map { Self.words($0, path: entry.path) } ?? "cannot be read"
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

  /// Why a file is not used, without its path, which is nobody's business in a browser.
  private static func words(_ fault: TerrainFileError, path: String) -> String {
    let text = fault.description
    return text.hasPrefix(path + ": ") ? String(text.dropFirst(path.count + 2)) : text
  }

  /// Heights at the posts of a block, of files as they are now.
  ///
  /// - Throws: Why a file that has some of them cannot be read.
  func heights(at posts: SurfacePosts) throws(WaveCoverageServer.TerrainFault) -> [Int16] {
    let northWest = Coordinate(latitudeDegrees: posts.northDegrees, longitudeDegrees: posts.westDegrees)
    let southWest = Coordinate(
      latitudeDegrees: posts.northDegrees - Double(posts.rowCount - 1) * posts.latitudeStepDegrees,
      longitudeDegrees: posts.westDegrees)
    let northEast = Coordinate(
      latitudeDegrees: posts.northDegrees,
      longitudeDegrees: posts.westDegrees + Double(posts.columnCount - 1) * posts.longitudeStepDegrees)
    func isAnother() -> Bool {
      shelf.refresh { $0.lattice?.touches(southWest: southWest, northEast: northEast) ?? true }
    }
    _ = isAnother()
    var found = shelf.surface(southWest: southWest, northEast: northEast)
    // What was replaced while it was read may have been read of the new one, and was told as the old one.
    var left = Self.repetitions
    while isAnother(), left > 0 {
      found = shelf.surface(southWest: southWest, northEast: northEast)
      left -= 1
    }
    if let fault = found.faults.first {
      throw WaveCoverageServer.TerrainFault("Trees and roofs: \(fault.description)")
    }
    return found.surface.heights(
      northWest: northWest, latitudeStepDegrees: posts.latitudeStepDegrees,
      longitudeStepDegrees: posts.longitudeStepDegrees, rowCount: posts.rowCount,
      columnCount: posts.columnCount)
  }
}

extension TerrainEntry {
  /// Which content it has, by name, length and time; never 0.
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
