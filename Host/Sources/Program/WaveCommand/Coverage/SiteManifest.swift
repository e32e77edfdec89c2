import Crypto
import Foundation
import WaveSystem
import WaveTerrainFormats
import WavePropagation
import WaveUnits

/// What one part of a table of sites has come to: which maps, where, and how to know them again.
struct SiteManifest: Codable, Equatable {
  /// What this writes; others are refused.
  static let format = "waveglass sites 1"
  /// Bytes of a manifest at most.
  private static let byteLimit = 256 << 20

  /// How far a site is.
  enum State: String, Codable {
    case waiting, done, failed
  }

  /// What is written.
  enum Quantity: String, Codable {
    case loss = "loss_dB"
    case level = "level_dBm"
  }

  /// One of the part's sites.
  struct Site: Codable, Equatable {
    var name: String
    var latitude: Double
    var longitude: Double
    var frequencyHertz: Double
    var radiusMeters: Double
    var transmitterHeightMeters: Double
    var receiverHeightMeters: Double
    var model: String
    /// What covers the ground along the paths; nil where nothing does.
    var clutter: String?
    var eirp: Double?
    /// The digest of all that the map follows from.
    var inputs: String
    var file: String
    var state: State
    /// Why it failed.
    var fault: String?
    /// What is to be known of the ground.
    var notes: [String]?
    var map: Map?
  }

  /// A map as it was written.
  struct Map: Codable, Equatable {
    var byteCount: Int
    var sha256: String
    var north: Double
    var west: Double
    var latitudeStep: Double
    var longitudeStep: Double
    var rowCount: Int
    var columnCount: Int
    /// Posts that have a value.
    var postCount: Int
    /// What the file says of its values; nil where it says nothing.
    var note: String?
  }

  var format = SiteManifest.format
  var version: String
  var part: Int
  var partCount: Int
  var quantity: Quantity
  /// The digest of what all maps of all parts follow from.
  var inputs: String
  /// All sites of the table, in its order.
  var names: [String]
  var sites: [Site]

  /// Reads what a part has written.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: `CommandFailure` where it is no manifest.
  static func read(_ path: String) throws(CommandFailure) -> SiteManifest? {
    var bytes: [UInt8] = []
    do throws(FileError) {
      try FileContent(path: path).read(limit: byteLimit) { piece in
        bytes += piece
        return bytes.count <= byteLimit
      }
    } catch {
      if error.cause == .notFound { return nil }
      throw CommandFailure(error)
    }
    guard let manifest = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
      manifest.format == Self.format, manifest.sites.allSatisfy(\.isSound)
    else {
      throw CommandFailure(
        code: .data,
        message: "\(path): is no manifest of this program's maps. Move it away, and compute its part again")
    }
    return manifest
  }

  /// Writes it whole, or leaves the one that is there.
  func write(_ path: String) throws(CommandFailure) {
    guard let data = try? Output.json(self) else {
      throw CommandFailure(code: .data, message: "\(path): a number of the sites is none")
    }
    do throws(FileError) { try FileReplacement.write(Array(data) + [0x0A], path: path) } catch {
      throw CommandFailure(error)
    }
  }

  static func digest(_ bytes: [UInt8]) -> String {
    SHA256.hash(data: bytes).map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }.joined()
  }
}

extension SiteManifest.Site {
  /// What is to be done for a site of the table.
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

  /// Whether its file is one of this folder, and its map can be held.
  fileprivate var isSound: Bool {
    guard file == SiteTable.fileName(name), (state == .done) == (map != nil) else { return false }
    guard let map else { return true }
    return (1...100_000).contains(map.rowCount) && (1...100_000).contains(map.columnCount)
      && map.rowCount * map.columnCount <= TerrainSurface.patchPostLimit
      && map.north.magnitude <= 91 && map.west.magnitude <= 540
      && (1e-6...1).contains(map.latitudeStep) && (1e-6...1).contains(map.longitudeStep)
  }

  /// Reads its map where it is what was written.
  ///
  /// - Parameter folder: Where the manifest is.
  /// - Returns: nil where the file is gone, or another.
  func grid(in folder: String) -> MapGrid? {
    guard let map, let bytes = map.bytes(of: folder + "/" + file) else { return nil }
    let count = map.rowCount * map.columnCount
    guard bytes.count > 4 * count else { return nil }
    let values = bytes.withUnsafeBytes { bytes in
      // Values are the last thing in the file.
      (0..<count).map { index -> Int16 in
        let word = bytes.loadUnaligned(fromByteOffset: bytes.count - 4 * (count - index), as: UInt32.self)
        let decibels = Float(bitPattern: UInt32(littleEndian: word))
        guard decibels.magnitude < 327.675 else { return MapGrid.nothing }
        return Int16(saturating: (decibels * 100).rounded())
      }
    }
    var grid = MapGrid(
      northWest: Coordinate(latitudeDegrees: map.north, longitudeDegrees: map.west),
      latitudeStepDegrees: map.latitudeStep, longitudeStepDegrees: map.longitudeStep,
      rowCount: map.rowCount, columnCount: map.columnCount, values: values)
    grid.note = Array((map.note ?? "").utf8)
    // So the place in the file is that of the manifest, too.
    return grid.geoTIFF() == bytes ? grid : nil
  }

  /// Whether its map is there as it was written.
  func isVerified(in folder: String) -> Bool { map?.bytes(of: folder + "/" + file) != nil }
}

extension SiteManifest.Map {
  /// Describes a map that is written as some bytes.
  init(_ grid: MapGrid, _ bytes: [UInt8]) {
    self.init(
      byteCount: bytes.count, sha256: SiteManifest.digest(bytes), north: grid.northWest.latitudeDegrees,
      west: grid.northWest.longitudeDegrees, latitudeStep: grid.latitudeStepDegrees,
      longitudeStep: grid.longitudeStepDegrees, rowCount: grid.rowCount, columnCount: grid.columnCount,
      postCount: grid.values.reduce(0) { $1 == MapGrid.nothing ? $0 : $0 + 1 },
      note: grid.note.isEmpty ? nil : String(decoding: grid.note, as: UTF8.self))
  }

  /// The file's bytes; nil where they are others.
  fileprivate func bytes(of path: String) -> [UInt8]? {
    guard let file = try? ReadOnlyFile(path: path), file.byteCount == byteCount else { return nil }
    var bytes = [UInt8](repeating: 0, count: byteCount)
    guard let count = try? file.read(into: &bytes, at: 0), count == byteCount,
      SiteManifest.digest(bytes) == sha256
    else { return nil }
    return bytes
  }
}
