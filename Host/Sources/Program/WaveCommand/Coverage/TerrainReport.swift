import WavePropagation
import WaveTerrain
import WaveTerrainFormats
import WaveUnits

/// The description of a terrain tile, as text or JSON.
struct TerrainReport: Encodable {
  var name: String
  var path: String
  var format: String
  var packing: String
  var byteCount: Int
  var level: Int?
  var south: Double?
  var west: Double?
  var north: Double?
  var east: Double?
  var latitudeStepSeconds: Double?
  var longitudeStepSeconds: Double?
  var rowCount: Int?
  var columnCount: Int?
  var verticalAccuracyMeters: Int?
  var fault: String?
  var lowestMeters: Int?
  var highestMeters: Int?
  var voidCount: Int?
  var checksums: String?

  /// Creates a description from a tile's header.
  init(_ entry: TerrainEntry) {
    name = entry.name
    path = entry.path
    format = entry.format.content.rawValue
    packing = entry.format.packing.rawValue
    byteCount = entry.byteCount
    level = entry.level
    verticalAccuracyMeters = entry.verticalAccuracyMeters
    fault = entry.fault?.description
    guard let lattice = entry.lattice else { return }
    (south, west) = (lattice.southWest.latitudeDegrees, lattice.southWest.longitudeDegrees)
    (north, east) = (lattice.northEast.latitudeDegrees, lattice.northEast.longitudeDegrees)
    latitudeStepSeconds = Self.seconds(lattice.latitudeStepDegrees)
    longitudeStepSeconds = Self.seconds(lattice.longitudeStepDegrees)
    (rowCount, columnCount) = (lattice.rowCount, lattice.columnCount)
  }

  /// Creates a description from a tile's header and heights.
  init(_ entry: TerrainEntry, _ tile: TerrainTile) {
    self.init(entry)
    let range = tile.heightRange()
    lowestMeters = range.meters.map { Int($0.lowerBound) }
    highestMeters = range.meters.map { Int($0.upperBound) }
    voidCount = range.voidCount
    let packed: String? =
      switch entry.format.packing {
      case .plain: nil
      case .gzip: "gzip's matches"
      case .zip: "zip's matches"
      }
    let records = entry.format.content == .dted ? "all \(tile.columnCount) records match" : nil
    let found = [records, packed].compactMap(\.self)
    checksums = found.isEmpty ? "the format has none" : found.joined(separator: ", ")
  }

  private static func seconds(_ degrees: Double) -> Double { (degrees * 3600 * 1e6).rounded() / 1e6 }

  private var place: String? {
    guard let south, let west, let north, let east else { return nil }
    return "\(Self.text(south, "N", "S")) \(Self.text(west, "E", "W")) to "
      + "\(Self.text(north, "N", "S")) \(Self.text(east, "E", "W"))"
  }

  private var posts: String? {
    guard let rowCount, let columnCount, let latitudeStepSeconds, let longitudeStepSeconds else { return nil }
    return "\(rowCount) x \(columnCount), every \(Output.number(latitudeStepSeconds, 3))″ north and "
      + "\(Output.number(longitudeStepSeconds, 3))″ east"
  }

  private var kind: String {
    format + (level.map { " level \($0)" } ?? "") + (packing == "plain" ? "" : " in \(packing)")
  }

  /// Returns a one-line description of a tile.
  static func line(_ entry: TerrainEntry) -> String {
    let report = TerrainReport(entry)
    return [report.place, report.posts, report.kind, "\(entry.byteCount) bytes"].compactMap(\.self)
      .joined(separator: "; ")
  }

  /// The description as several lines of text.
  var lines: [String] {
    let heights =
      lowestMeters.flatMap { low in highestMeters.map { "\(low) to \($0) m" } } ?? "none, all posts are void"
    return Output.table([
      ("file", path), ("kind", kind), ("size", "\(byteCount) bytes"), ("place", place), ("posts", posts),
      ("accuracy", verticalAccuracyMeters.map { "within \($0) m, nine times out of ten" }),
      ("heights", heights), ("voids", voidCount.map { "\($0)" }), ("checksums", checksums),
    ])
  }

  private static func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
    Output.number(degrees.magnitude, 6) + "°" + (degrees < 0 ? negative : positive)
  }
}
