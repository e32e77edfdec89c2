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
        waveglass cover --terrain tiles --at 51.5305,-0.134 --frequency 449.425M --radius 10km --eirp 50 --measured drive.csv
      """)

  @Option(help: ArgumentHelp("A folder of terrain.", valueName: "folder"))
  var terrain: String?

  @Option(help: ArgumentHelp("Where the transmitter stands, degrees north and east.", valueName: "lat,lon"))
  var at: PlaceArgument

  @Option(help: ArgumentHelp("Such as 915M or 2.4G.", valueName: "hertz"))
  var frequency: SINumber

  @Option(help: ArgumentHelp("How far the map goes, such as 8km.", valueName: "metres"))
  var radius: LengthArgument

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

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; not needed with --measured.", valueName: "path"))
  var output: String?

  @OptionGroup var measurements: MeasuredOptions

  @Flag(help: "Replace a file of this name.")
  var force = false

  private static let models: [String: CoveragePlan.Model] = [
    "diffraction": .diffraction, "p1812": .p1812, "itm": .irregularTerrain, "free": .freeSpace,
  ]
  private static let endings = ["tif", "tiff", "png", "kmz", "geojson", "csv"]

  private var ending: String { ((output ?? "") as NSString).pathExtension.lowercased() }

  func validate() throws {
    guard Self.models[model.lowercased()] != nil else {
      throw ValidationError("--model is one of \(Self.models.keys.sorted().joined(separator: ", ")).")
    }
    guard measurements.measured == nil || eirp != nil else {
      throw ValidationError("--measured needs --eirp: levels are compared.")
    }
    guard output != nil || measurements.measured != nil else {
      throw ValidationError("Name a file to write: -o loss.tif.")
    }
    guard output == nil || Self.endings.contains(ending) else {
      throw ValidationError("The file's name ends in one of \(Self.endings.joined(separator: ", ")).")
    }
    if let eirp, !(eirp.magnitude <= 150) { throw ValidationError("--eirp is -150 to 150 dBm.") }
  }

  func run() throws {
    do throws(CommandFailure) {
      let plan = plan
      let map = try map(plan)
      let compared = try measurements.lines(map, eirp: eirp ?? 0)
      if let output { try write(map, plan, to: output) }
      if !compared.isEmpty { Output.write(compared) }
    } catch {
      throw error.report()
    }
  }

  private var plan: CoveragePlan {
    var plan = CoveragePlan(
      transmitter: at.place, frequencyHertz: frequency.value, radiusMeters: radius.meters,
      transmitterHeightMeters: txHeight, receiverHeightMeters: rxHeight,
      model: Self.models[model.lowercased()] ?? .diffraction)
    if horizontal { plan.polarization = .horizontal }
    return plan
  }

  private func map(_ plan: CoveragePlan) throws(CommandFailure) -> CoverageMap {
    let patch: TerrainPatch
    do throws(PropagationError) { try plan.check() } catch {
      throw CommandFailure(code: .usage, message: error.description)
    }
    let surface = try Self.surface(terrain, around: plan.transmitter, meters: plan.radiusMeters)
    do throws(TerrainError) {
      patch = try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    } catch {
      throw CommandFailure(code: .data, message: error.description)
    }
    if patch.voidCount > 0 {
      Self.warn("\(patch.voidCount) posts have no height, and are taken as what is beside them")
    }
    if patch.absentCount > 0 {
      Self.warn("the tiles end before the radius does in places; what lies behind their edge is left out")
    }
    do throws(PropagationError) {
      var sweep = try CoverageSweep(plan, over: patch)
      let progress = StatusLine()
      while !sweep.isComplete {
        sweep.advance(rays: 64)
        progress.show("\(100 * sweep.computedCount / sweep.rayCount) %")
      }
      progress.clear()
      return sweep.map()
    } catch {
      throw CommandFailure(code: .usage, message: error.description)
    }
  }

  private static func warn(_ text: String) {
    FileHandle.standardError.write(Data("waveglass: \(text)\n".utf8))
  }

  /// The ground around a place, of a folder or the user's own one.
  static func surface(
    _ folder: String?, around place: Coordinate, meters: Double
  ) throws(CommandFailure) -> TerrainSurface {
    guard
      let folder = folder ?? TerrainFolder.userPath(environment: ProcessInfo.processInfo.environment)
    else { throw CommandFailure(code: .usage, message: "no folder of terrain; name one with --terrain") }
    let up = meters / 110_000 + 0.01
    let across = up / Swift.max(0.05, Foundation.cos(place.latitudeDegrees * .pi / 180))
    do throws(TerrainFileError) {
      let (surface, faults) = try TerrainFolder(path: folder).surface(
        southWest: Coordinate(
          latitudeDegrees: place.latitudeDegrees - up, longitudeDegrees: place.longitudeDegrees - across),
        northEast: Coordinate(
          latitudeDegrees: place.latitudeDegrees + up, longitudeDegrees: place.longitudeDegrees + across))
      for fault in faults { warn(fault.description) }
      return surface
    } catch {
      throw CommandFailure(error)
    }
  }

  private func write(
    _ map: CoverageMap, _ plan: CoveragePlan, to output: String
  ) throws(CommandFailure) {
    let power = eirp.map { Int(($0 * 100).rounded()) }
    let grid =
      power.map { power in
        MapGrid(map) { Int16(Swift.max(-32_767, Swift.min(32_767, power - Int($0)))) }
      } ?? MapGrid(map)
    // What the eye is shown goes from -130 to -40 dBm, or from 50 to 190 dB.
    let (low, high): (Int16, Int16) = power == nil ? (5000, 19_000) : (-13_000, -4000)
    let colors = ColorMap.loss.entries
    let palette = power == nil ? colors : colors.reversed()
    let name = "\(frequency.value / 1e6) MHz, \(radius.meters / 1000) km"
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
      try put(grid.csv(column: Array((power == nil ? "loss_dB" : "level_dBm").utf8)), output)
    default: try put(grid.geoTIFF(), output)
    }
    let known = grid.values.filter { $0 != MapGrid.nothing }
    guard let least = known.min(), let most = known.max() else { return }
    let unit = power == nil ? "dB" : "dBm"
    Output.write([
      "\(output): \(known.count) posts, \(Double(least) / 100) to \(Double(most) / 100) \(unit)"
    ])
  }

  private func put(_ bytes: [UInt8], _ path: String) throws(CommandFailure) {
    do throws(FileError) {
      let file = try PartFile(path: path, isReplacing: force)
      try file.append(bytes)
      try file.finish()
      try file.commit()
    } catch {
      throw CommandFailure(error)
    }
  }
}
