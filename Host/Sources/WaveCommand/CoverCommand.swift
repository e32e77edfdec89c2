import ArgumentParser
import Foundation
import WaveDevices
import WaveDisplay
import WaveFiles
import WaveFormats
import WavePropagation
import WaveTerrain
import WaveUnits

/// `waveglass cover`: a map of where a transmitter is heard, as a file.
struct CoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover",
    abstract: "Compute a map of path loss around a transmitter.",
    discussion: """
      The file's ending says what is written: tif (GeoTIFF, decibels), png (a picture, and a world file beside it), kmz (for earth viewers), geojson (lines of equal loss) or csv. With --eirp the received level in \
      dBm is written in place of the loss. Models are diffraction (ITU-R P.526, delta-Bullington), p1812 (ITU-R P.1812 at the median), itm (Irregular Terrain Model) and free (free space).

      EXAMPLES
        waveglass cover --terrain hills --at 46.8,10.1 --frequency 915M --radius 8km -o loss.tif
        waveglass cover --terrain hills --at 46.8,10.1 --frequency 2.4G --radius 5km --eirp 30 -o level.kmz
        waveglass cover --terrain hills --sites sites.csv --part 2/5 -o maps
        waveglass cover --merge maps -o best.tif
      """)

  @Option(help: ArgumentHelp("A folder of terrain.", valueName: "folder"))
  var terrain: String?

  @Option(help: ArgumentHelp("Where the transmitter stands, degrees north and east.", valueName: "lat,lon"))
  var at: PlaceArgument?

  @Option(help: ArgumentHelp("Such as 915M or 2.4G.", valueName: "hertz"))
  var frequency: SINumber?

  @Option(help: ArgumentHelp("How far the map goes, such as 8km.", valueName: "metres"))
  var radius: LengthArgument?

  @Option(help: ArgumentHelp("diffraction, p1812, itm or free.", valueName: "model"))
  var model = "diffraction"

  @Option(help: ArgumentHelp("Transmitting antenna above ground.", valueName: "metres"))
  var txHeight = 30.0

  @Option(help: ArgumentHelp("Receiving antennas above ground.", valueName: "metres"))
  var rxHeight = 1.5

  @Option(help: ArgumentHelp("What is radiated; the received level is written then.", valueName: "dBm"))
  var eirp: Double?

  @Flag(help: "Horizontal polarisation in place of vertical.")
  var horizontal = false

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "path"))
  var output: String

  @Flag(help: "Replace a file of this name.")
  var force = false

  @OptionGroup var many: SiteOptions

  static let models: [String: CoveragePlan.Model] = [
    "diffraction": .diffraction, "p1812": .p1812, "itm": .irregularTerrain, "free": .freeSpace,
  ]
  private static let endings = ["tif", "tiff", "png", "kmz", "geojson", "csv"]

  private var ending: String { (output as NSString).pathExtension.lowercased() }

  func validate() throws {
    guard Self.models[model.lowercased()] != nil else {
      throw ValidationError("--model is one of \(Self.models.keys.sorted().joined(separator: ", ")).")
    }
    try many.validate(with: self)
    guard Self.endings.contains(ending) || many.sites != nil else {
      throw ValidationError("The file's name ends in one of \(Self.endings.joined(separator: ", ")).")
    }
    if let eirp, !(eirp.magnitude <= 150) { throw ValidationError("--eirp is -150 to 150 dBm.") }
  }

  func run() throws {
    do throws(CommandFailure) {
      if try many.run(self) { return }
      let plan = try plan()
      let map = try map(plan)
      try write(map, plan)
    } catch {
      throw error.report()
    }
  }

  /// What is computed, as the command line tells it.
  func plan() throws(CommandFailure) -> CoveragePlan {
    guard let at, let frequency, let radius else {
      throw CommandFailure(code: .usage, message: "a map needs --at, --frequency and --radius")
    }
    var plan = CoveragePlan(
      transmitter: at.place, frequencyHertz: frequency.value, radiusMeters: radius.meters,
      transmitterHeightMeters: txHeight, receiverHeightMeters: rxHeight,
      model: Self.models[model.lowercased()] ?? .diffraction)
    if horizontal { plan.polarization = .horizontal }
    return plan
  }

  /// Whether the received level is written in place of the loss.
  var isLevel: Bool { eirp != nil }

  /// What a map's values follow from besides the plan and the ground, as text.
  var inputs: String { eirp.map { "eirp \($0)" } ?? "loss" }

  private func map(_ plan: CoveragePlan) throws(CommandFailure) -> CoverageMap {
    do throws(PropagationError) { try plan.check() } catch {
      throw CommandFailure(code: .usage, message: error.description)
    }
    let surface = try Self.surface(terrain, around: plan.transmitter, meters: plan.radiusMeters)
    let progress = StatusLine()
    let map = try Self.map(
      plan, over: surface, warn: Self.warn,
      advance: { done, all in
        progress.show("\(100 * done / all) %")
        return true
      })
    progress.clear()
    guard let map else { throw CommandFailure(code: .unavailable, message: "ended before it was done") }
    return map
  }

  /// Computes a map.
  ///
  /// - Parameters:
  ///   - plan: What is computed; it has been checked.
  ///   - surface: The ground.
  ///   - warn: Called with what is wrong with the ground.
  ///   - advance: Called with the rays that are done and all of them; false ends the work.
  /// - Returns: The map; nil where the work was ended.
  /// - Throws: `CommandFailure`.
  static func map(
    _ plan: CoveragePlan, over surface: TerrainSurface, warn: (String) -> Void,
    advance: (Int, Int) -> Bool
  ) throws(CommandFailure) -> CoverageMap? {
    let patch: TerrainPatch
    do throws(TerrainError) {
      patch = try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    } catch {
      throw CommandFailure(code: .data, message: error.description)
    }
    if patch.voidCount > 0 {
      warn("\(patch.voidCount) posts have no height, and are taken as what is beside them")
    }
    if patch.absentCount > 0 {
      warn("the tiles end before the radius does in places; what lies behind their edge is left out")
    }
    do throws(PropagationError) {
      var sweep = try CoverageSweep(plan, over: patch)
      while !sweep.isComplete {
        sweep.advance(rays: 64)
        guard advance(sweep.computedCount, sweep.rayCount) else { return nil }
      }
      return sweep.map()
    } catch {
      throw CommandFailure(code: .usage, message: error.description)
    }
  }

  /// What is written of a map: losses, or received levels.
  func grid(_ map: CoverageMap) -> MapGrid {
    guard let eirp else { return MapGrid(map) }
    let power = Int((eirp * 100).rounded())
    return MapGrid(map) { Int16(Swift.max(-32_767, Swift.min(32_767, power - Int($0)))) }
  }

  static func warn(_ text: String) {
    FileHandle.standardError.write(Data("waveglass: \(text)\n".utf8))
  }

  /// The ground around a place, of a folder or the user's own one.
  static func surface(
    _ folder: String?, around place: Coordinate, meters: Double
  ) throws(CommandFailure) -> TerrainSurface {
    guard
      let folder = folder ?? TerrainFolder.userPath(environment: ProcessInfo.processInfo.environment)
    else { throw CommandFailure(code: .usage, message: "no folder of terrain; name one with --terrain") }
    let box = box(around: place, meters: meters)
    do throws(TerrainFileError) {
      let (surface, faults) = try TerrainFolder(path: folder).surface(
        southWest: box.southWest, northEast: box.northEast)
      for fault in faults { warn(fault.description) }
      return surface
    } catch {
      throw CommandFailure(error)
    }
  }

  /// A box that holds a circle.
  static func box(
    around place: Coordinate, meters: Double
  ) -> (southWest: Coordinate, northEast: Coordinate) {
    let up = meters / 110_000 + 0.01
    let across = up / Swift.max(0.05, Foundation.cos(place.latitudeDegrees * .pi / 180))
    return (
      Coordinate(
        latitudeDegrees: place.latitudeDegrees - up, longitudeDegrees: place.longitudeDegrees - across),
      Coordinate(
        latitudeDegrees: place.latitudeDegrees + up, longitudeDegrees: place.longitudeDegrees + across)
    )
  }

  private func write(_ map: CoverageMap, _ plan: CoveragePlan) throws(CommandFailure) {
    let grid = grid(map)
    // What the eye is shown goes from -130 to -40 dBm, or from 50 to 190 dB.
    let (low, high): (Int16, Int16) = isLevel ? (-13_000, -4000) : (5000, 19_000)
    let colors = ColorMap.loss.entries
    let palette = isLevel ? colors.reversed() : colors
    let name = "\(plan.frequencyHertz / 1e6) MHz, \(plan.radiusMeters / 1000) km"
    switch ending {
    case "png":
      try put(grid.png(palette: palette, low: low, high: high), output)
      try put(grid.worldFile(), (output as NSString).deletingPathExtension + ".pgw")
    case "kmz":
      var zip = ZipWriter()
      zip.add(Array("doc.kml".utf8), grid.kml(name: Array(name.utf8), picture: Array("map.png".utf8)))
      zip.add(Array("map.png".utf8), grid.png(palette: palette, low: low, high: high))
      try put(zip.archive(), output)
    case "geojson":
      try put(grid.geoJSON(levels: Array(stride(from: low, through: high, by: 1000))), output)
    case "csv":
      try put(grid.csv(column: Array((isLevel ? "level_dBm" : "loss_dB").utf8)), output)
    default: try put(grid.geoTIFF(), output)
    }
    let known = grid.values.filter { $0 != MapGrid.nothing }
    guard let least = known.min(), let most = known.max() else { return }
    let unit = isLevel ? "dBm" : "dB"
    Output.write([
      "\(output): \(known.count) posts, \(Double(least) / 100) to \(Double(most) / 100) \(unit)"
    ])
  }

  private func put(_ bytes: [UInt8], _ path: String) throws(CommandFailure) {
    try Self.put(bytes, path, isReplacing: force)
  }

  /// Writes a file whole, or none.
  static func put(_ bytes: [UInt8], _ path: String, isReplacing: Bool) throws(CommandFailure) {
    do throws(FileError) {
      let file = try PartFile(path: path, isReplacing: isReplacing)
      try file.append(bytes)
      try file.finish()
      try file.commit()
    } catch {
      throw CommandFailure(error)
    }
  }
}
