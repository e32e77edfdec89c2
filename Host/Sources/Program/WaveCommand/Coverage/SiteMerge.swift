import Foundation
import WaveTerrainFormats
import WavePropagation
import WaveUnits

/// Merges the maps of all sites, possibly computed on several machines, keeping the strongest signal at each
/// grid post.
struct SiteMerge {
  /// The maximum number of sites that a message lists.
  private static let listedCount = 10

  /// A site, its map, and the folder that contains the map file.
  private struct Found {
    var site: SiteManifest.Site
    var map: SiteManifest.Map
    var folder: String
  }

  private var names: [String] = []
  private var quantity = SiteManifest.Quantity.loss
  private var found: [String: Found] = [:]
  /// The reasons why sites have no map, by site name.
  private var faults: [String: String] = [:]

  /// Reads the manifests in folders of maps.
  ///
  /// - Throws: `CommandFailure` if a folder has no manifest, or the manifests have different inputs.
  init(folders: [String]) throws(CommandFailure) {
    var first: (path: String, manifest: SiteManifest)?
    for folder in folders {
      let paths = try Self.manifests(folder)
      for path in paths {
        guard let manifest = try SiteManifest.read(path) else { continue }
        if let first, first.manifest.inputs != manifest.inputs || first.manifest.names != manifest.names {
          throw CommandFailure(
            .data,
            "\(path): has different sites, settings or terrain than \(first.path). Merge parts of one table")
        }
        if first == nil { first = (path, manifest) }
        add(manifest, folder)
      }
    }
    guard let first else {
      throw CommandFailure(.noInput, "no part was read; give the folders written by --sites")
    }
    names = first.manifest.names
    quantity = first.manifest.quantity
  }

  private static func manifests(_ folder: String) throws(CommandFailure) -> [String] {
    guard let content = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw CommandFailure(.noInput, "\(folder): cannot be read. Give a folder written by --sites")
    }
    let names = content.filter { $0.hasPrefix("part-") && $0.hasSuffix(".json") }.sorted()
    guard !names.isEmpty else {
      throw CommandFailure(
        .noInput, "\(folder): has no part-1-of-1.json or similar. Give a folder written by --sites")
    }
    return names.map { folder + "/" + $0 }
  }

  private mutating func add(_ manifest: SiteManifest, _ folder: String) {
    for site in manifest.sites {
      if site.state == .done, let map = site.map {
        if found[site.name] == nil { found[site.name] = Found(site: site, map: map, folder: folder) }
      } else {
        faults[site.name] = site.fault ?? "not computed yet"
      }
    }
  }

  /// Merges the maps and writes a GeoTIFF.
  ///
  /// - Throws: `CommandFailure` with the sites that are missing or whose files have changed, in which case
  ///   nothing is written.
  func write(to command: CoverCommand) throws(CommandFailure) {
    let missing = names.filter { found[$0] == nil }.map { "\($0) (\(faults[$0] ?? "in no part"))" }
    guard missing.isEmpty else { throw CommandFailure(.data, "maps are missing: \(Self.list(missing))") }
    let maps = names.compactMap { found[$0] }
    var union = try MapUnion(maps.map(\.map), isLevel: quantity == .level)
    var damaged: [String] = []
    for one in maps {
      guard let grid = one.site.grid(in: one.folder) else {
        damaged.append("\(one.site.name) (\(one.folder)/\(one.site.file))")
        continue
      }
      union.add(grid)
    }
    guard damaged.isEmpty else {
      throw CommandFailure(
        .data, "files are missing or have changed: \(Self.list(damaged)). Compute their parts again")
    }
    var grid = union.grid
    // The note lists the propagation models of all maps without duplicates.
    grid.note = Array(Set(maps.compactMap(\.map.note)).sorted().joined(separator: "; ").utf8)
    try Output.write(grid.geoTIFF(), to: command.output, isReplacing: command.force)
    if let summary = grid.summary(isLevel: quantity == .level) {
      Output.write(["\(command.output): \(names.count) sites, \(summary)"])
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(listedCount).joined(separator: ", ")
      + (names.count > listedCount ? ", and \(names.count - listedCount) more" : "")
  }
}

/// Merges maps on a grid with the smallest latitude step of all maps.
///
/// At each grid post, each map contributes the value of its nearest post.
struct MapUnion {
  private let reference: SiteManifest.Map
  private let isLevel: Bool
  private let top: Int
  private let left: Int
  private let rowCount: Int
  private let columnCount: Int
  private var values: [Int16]

  /// Creates an empty grid that spans the given maps.
  ///
  /// - Throws: `CommandFailure` if the grid would have too many posts.
  init(_ maps: [SiteManifest.Map], isLevel: Bool) throws(CommandFailure) {
    guard let reference = maps.min(by: { $0.latitudeStep < $1.latitudeStep }) else {
      throw CommandFailure(.data, "there are no maps")
    }
    var (top, bottom, left, right) = (Int.max, Int.min, Int.max, Int.min)
    for map in maps {
      let (row, column) = Self.position(map.north, map.west, on: reference)
      let rows = Double(map.rowCount - 1) * map.latitudeStep / reference.latitudeStep
      let columns = Double(map.columnCount - 1) * map.longitudeStep / reference.longitudeStep
      (top, bottom) = (
        min(top, Int(saturating: row.rounded())), max(bottom, Int(saturating: (row + rows).rounded()))
      )
      (left, right) = (
        min(left, Int(saturating: column.rounded())),
        max(right, Int(saturating: (column + columns).rounded()))
      )
    }
    self.reference = reference
    self.isLevel = isLevel
    (self.top, self.left) = (top, left)
    rowCount = bottom.saturatingSubtracting(top).saturatingAdding(1)
    columnCount = right.saturatingSubtracting(left).saturatingAdding(1)
    let (count, isTooMany) = rowCount.multipliedReportingOverflow(by: columnCount)
    guard !isTooMany, count <= TerrainSurface.patchPostLimit else {
      throw CommandFailure(
        .data,
        """
        all maps together span \(rowCount) by \(columnCount) posts, which is too many for one file. Merge \
        tables of sites that are nearer to each other
        """)
    }
    values = [Int16](repeating: MapGrid.nothing, count: count)
  }

  /// Returns the offset of a position from the first post of a reference map, in rows and columns.
  private static func position(
    _ north: Double, _ west: Double, on reference: SiteManifest.Map
  ) -> (row: Double, column: Double) {
    (
      (reference.north - north) / reference.latitudeStep,
      (west - reference.west).remainder(dividingBy: 360) / reference.longitudeStep
    )
  }

  /// Merges a map into the values, keeping the stronger signal at each post.
  mutating func add(_ grid: MapGrid) {
    let (row, column) = Self.position(
      grid.northWest.latitudeDegrees, grid.northWest.longitudeDegrees, on: reference)
    let rows = Self.nearest(
      rowCount, first: Double(top) - row, by: reference.latitudeStep / grid.latitudeStepDegrees, grid.rowCount
    )
    let columns = Self.nearest(
      columnCount, first: Double(left) - column, by: reference.longitudeStep / grid.longitudeStepDegrees,
      grid.columnCount)
    for (row, source) in rows {
      for (column, from) in columns {
        let value = grid.values[source * grid.columnCount + from]
        let place = row * columnCount + column
        let old = values[place]
        guard value != MapGrid.nothing else { continue }
        if old == MapGrid.nothing || (isLevel ? value > old : value < old) { values[place] = value }
      }
    }
  }

  /// Pairs each row index of the merged grid with the nearest row index of a map, omitting rows that the map
  /// does not cover.
  ///
  /// The function works for columns as well.
  private static func nearest(
    _ count: Int, first: Double, by scale: Double, _ posts: Int
  ) -> [(Int, Int)] {
    (0..<count).compactMap { index in
      let place = ((first + Double(index)) * scale).rounded()
      return place >= 0 && place < Double(posts) ? (index, Int(saturating: place)) : nil
    }
  }

  /// The merged map.
  var grid: MapGrid {
    MapGrid(
      PostLattice(
        northWest: Coordinate(
          latitudeDegrees: reference.north - Double(top) * reference.latitudeStep,
          longitudeDegrees: reference.west + Double(left) * reference.longitudeStep),
        latitudeStepDegrees: reference.latitudeStep, longitudeStepDegrees: reference.longitudeStep,
        rowCount: rowCount, columnCount: columnCount), values: values)
  }
}
