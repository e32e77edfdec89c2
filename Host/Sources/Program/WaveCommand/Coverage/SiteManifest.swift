import Crypto
import Foundation
import WaveSystem
import WaveTerrainFormats
import WavePropagation
import WaveUnits

/// The manifest of one part of a site table: the part's maps with their positions and checksums.
struct SiteManifest: Codable, Equatable {
  /// The format that this version writes and reads.
  static let format = "waveglass sites 1"
  /// The maximum size of a manifest, in bytes.
  private static let byteLimit = 256 << 20

  /// The state of a site's map.
  enum State: String, Codable {
    case waiting, done, failed
  }

  /// The quantity that the maps contain.
  enum Quantity: String, Codable {
    case loss = "loss_dB"
    case level = "level_dBm"
  }

  /// A site in the part.
  struct Site: Codable, Equatable {
    var name: String
    var latitude: Double
    var longitude: Double
    var frequencyHertz: Double
    var radiusMeters: Double
    var transmitterHeightMeters: Double
    var receiverHeightMeters: Double
    var model: String
    /// The ground cover along paths; nil if there is none.
    var clutter: String?
    var eirp: Double?
    /// The digest of all inputs to the map.
    var inputs: String
    var file: String
    var state: State
    /// The reason why the site failed; nil if it did not fail.
    var fault: String?
    /// Notes about the ground data; nil if there are none.
    var notes: [String]?
    var map: Map?
  }

  /// A map file that has been written.
  struct Map: Codable, Equatable {
    var byteCount: Int
    var sha256: String
    var north: Double
    var west: Double
    var latitudeStep: Double
    var longitudeStep: Double
    var rowCount: Int
    var columnCount: Int
    /// The number of posts that have a value.
    var postCount: Int
    /// The note in the map file about the map's values; nil if there is none.
    var note: String?
  }

  var format = SiteManifest.format
  var version: String
  var part: Int
  var partCount: Int
  var quantity: Quantity
  /// The digest of all inputs to the maps of all parts.
  var inputs: String
  /// The names of all sites in the table, in order.
  var names: [String]
  var sites: [Site]

  /// Reads a manifest from a file.
  ///
  /// - Returns: The manifest, or nil if the file does not exist.
  /// - Throws: `CommandFailure` if the file is not a manifest.
  static func read(_ path: String) throws(CommandFailure) -> SiteManifest? {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileContent.start(path: path, limit: byteLimit) } catch {
      if error.cause == .notFound { return nil }
      throw CommandFailure(error)
    }
    guard let manifest = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
      manifest.format == Self.format, manifest.sites.allSatisfy(\.isSound)
    else {
      throw CommandFailure(
        .data, "\(path): is not a manifest of this program's maps. Move it away, and compute its part again")
    }
    return manifest
  }

  /// Writes the manifest to a file atomically.
  func write(_ path: String) throws(CommandFailure) {
    guard let data = try? Output.json(self) else {
      throw CommandFailure(.data, "\(path): a value of the sites is not a number")
    }
    try FileError.asFailure(FileReplacement.write(Array(data) + [0x0A], path: path))
  }

  static func digest(_ bytes: [UInt8]) -> String {
    SHA256.hash(data: bytes).map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }.joined()
  }
}

extension SiteManifest.Site {
  /// Creates a manifest entry for a site whose map has not been computed.
  init(_ site: SiteTable.Site, _ antenna: AntennaFile?, inputs: String) {
    let plan = site.plan
    self.init(
      name: site.name, latitude: plan.transmitter.latitudeDegrees,
      longitude: plan.transmitter.longitudeDegrees, frequencyHertz: plan.frequencyHertz,
      radiusMeters: plan.radiusMeters, transmitterHeightMeters: plan.transmitterHeightMeters,
      receiverHeightMeters: plan.receiverHeightMeters, model: CoverCommand.name(of: plan.model),
      clutter: plan.clutterMeters > 0 ? ClutterArgument(plan.clutter).rawValue : nil,
      eirp: site.command.radiation.radiated(by: antenna), inputs: inputs, file: site.file, state: .waiting)
  }

  /// Whether the entry is valid: the file name matches the site's name, and the map has a plausible size and
  /// position.
  fileprivate var isSound: Bool {
    guard file == SiteTable.fileName(name), (state == .done) == (map != nil) else { return false }
    guard let map else { return true }
    return (1...100_000).contains(map.rowCount) && (1...100_000).contains(map.columnCount)
      && map.rowCount * map.columnCount <= TerrainSurface.patchPostLimit
      && map.north.magnitude <= 91 && map.west.magnitude <= 540
      && (1e-6...1).contains(map.latitudeStep) && (1e-6...1).contains(map.longitudeStep)
  }

  /// Reads the site's map if its file is unchanged.
  ///
  /// - Parameter folder: The folder of the manifest.
  /// - Returns: The map, or nil if the file is missing or has changed.
  func grid(in folder: String) -> MapGrid? {
    guard let map, let bytes = map.bytes(of: folder + "/" + file) else { return nil }
    let count = map.rowCount * map.columnCount
    guard bytes.count > 4 * count else { return nil }
    let values = bytes.withUnsafeBytes { bytes in
      // A GeoTIFF's values are at the end of the file.
      (0..<count).map { index -> Int16 in
        let word = bytes.loadUnaligned(fromByteOffset: bytes.count - 4 * (count - index), as: UInt32.self)
        let decibels = Float(bitPattern: UInt32(littleEndian: word))
        guard decibels.magnitude < 327.675 else { return MapGrid.nothing }
        return Int16(saturating: (decibels * 100).rounded())
      }
    }
    var grid = MapGrid(
      PostLattice(
        northWest: Coordinate(latitudeDegrees: map.north, longitudeDegrees: map.west),
        latitudeStepDegrees: map.latitudeStep, longitudeStepDegrees: map.longitudeStep,
        rowCount: map.rowCount, columnCount: map.columnCount), values: values)
    grid.note = Array((map.note ?? "").utf8)
    // This also compares the position in the file with that in the manifest.
    return grid.geoTIFF() == bytes ? grid : nil
  }

  /// Returns whether the site's map file exists and is unchanged.
  func isVerified(in folder: String) -> Bool { map?.bytes(of: folder + "/" + file) != nil }
}

extension SiteManifest.Map {
  /// Creates a manifest entry for a map from the map's grid and the bytes of its file.
  init(_ grid: MapGrid, _ bytes: [UInt8]) {
    self.init(
      byteCount: bytes.count, sha256: SiteManifest.digest(bytes), north: grid.northWest.latitudeDegrees,
      west: grid.northWest.longitudeDegrees, latitudeStep: grid.latitudeStepDegrees,
      longitudeStep: grid.longitudeStepDegrees, rowCount: grid.rowCount, columnCount: grid.columnCount,
      postCount: grid.values.reduce(0) { $1 == MapGrid.nothing ? $0 : $0 + 1 },
      note: grid.note.isEmpty ? nil : String(decoding: grid.note, as: UTF8.self))
  }

  /// Returns the bytes of the map's file, or nil if the file is missing or has changed.
  fileprivate func bytes(of path: String) -> [UInt8]? {
    guard let file = try? ReadOnlyFile(path: path), file.byteCount == byteCount else { return nil }
    var bytes = [UInt8](repeating: 0, count: byteCount)
    guard let count = try? file.read(into: &bytes, at: 0), count == byteCount,
      SiteManifest.digest(bytes) == sha256
    else { return nil }
    return bytes
  }
}
