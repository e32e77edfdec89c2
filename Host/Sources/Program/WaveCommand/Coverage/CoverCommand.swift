import ArgumentParser
import Foundation
import WaveDisplay
import WaveSystem
import WaveTerrainFormats
import WavePropagation
import WaveUnits

/// `waveglass cover`: computes a transmitter's coverage map, and writes it to a file.
struct CoverCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover",
    abstract: "Compute a map of path loss around a transmitter.",
    discussion: """
      The file's extension determines the format: tif (GeoTIFF, decibels), png (a picture, and a world file \
      beside it), kmz (for earth viewers), geojson (lines of equal loss) or csv. With --eirp or --power, the \
      received level in dBm is written instead of the loss. Without --model, learned is used if the input is \
      within all its limits, otherwise p1812; the model and the reason are reported. Models are diffraction \
      (ITU-R P.526, delta-Bullington), p1812 (ITU-R P.1812), itm (Irregular Terrain Model), hata and ehata \
      (Hata's formulas, and NTIA's extension of them), learned (diffraction, corrected by measurements of \
      drive tests), learned-plain (drive tests only, no terrain) and free (free space); inputs outside a \
      model's limits are reported.

      EXAMPLES
        waveglass cover --terrain hills --at 46.8,10.1 --frequency 915M --radius 8km -o loss.tif
        waveglass cover --terrain hills --at 46.8,10.1 --frequency 2.4G --radius 5km --eirp 30 -o level.kmz
        waveglass cover --terrain hills --at 46.8,10.1 --frequency 915M --radius 8km --power 43 --loss 2 \
      --antenna panel.msi --bearing 120 --tilt 4 -o level.tif
        waveglass cover --terrain hills --sites sites.csv --part 2/5 -o maps
        waveglass cover --merge maps -o best.tif
        waveglass cover --terrain tiles --at 51.5305,-0.134 --frequency 449.425M --radius 10km --eirp 50 \
      --measured drive.csv
        waveglass cover --terrain tiles --at 51.5305,-0.134 --frequency 449.425M --radius 10km --eirp 50 \
      --measured drive.csv --calibrate -o level.tif
      """)

  @Option(help: ArgumentHelp("A folder of terrain.", valueName: "folder"))
  var terrain: String?

  @Option(
    help: ArgumentHelp(
      """
      A folder of surface models with trees and roofs, used as obstacles where they have data. Used by \
      diffraction, p1812 and learned.
      """,
      valueName: "folder"))
  var surface: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Position of the transmitter, in degrees north and east.", valueName: "lat,lon"))
  var at: PlaceArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("Frequency, such as 915M or 2.4G.", valueName: "hertz"))
  var frequency: SINumber?

  @Option(parsing: .unconditional, help: ArgumentHelp("Radius of the map, such as 8km.", valueName: "metres"))
  var radius: LengthArgument?

  @Option(
    help: ArgumentHelp(
      """
      diffraction, p1812, itm, hata, ehata, learned, learned-plain or free; by default learned if within all \
      its limits, otherwise p1812.
      """,
      valueName: "model"))
  var model: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Height of the transmitting antenna above ground.", valueName: "metres"))
  var txHeight = 30.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Height of the receiving antennas above ground.", valueName: "metres"))
  var rxHeight = 1.5

  @OptionGroup var radiation: RadiationOptions

  @OptionGroup var asked: ModelOptions

  @Flag(help: "Use horizontal instead of vertical polarisation.")
  var horizontal = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; not needed with --measured.", valueName: "path"))
  var output = ""

  @OptionGroup var measurements: MeasuredOptions

  @Flag(help: "Replace an existing file with this name.")
  var force = false

  @OptionGroup var many: SiteOptions

  static let models: [String: CoveragePlan.Model] = [
    "diffraction": .diffraction, "p1812": .p1812, "itm": .irregularTerrain, "free": .freeSpace,
    "hata": .hata, "ehata": .extendedHata, "learned": .learned, "learned-plain": .learnedPlain,
  ]
  private static let endings = ["tif", "tiff", "png", "kmz", "geojson", "csv"]

  /// The extension of the file to write.
  var ending: String { (output as NSString).pathExtension.lowercased() }

  func validate() throws {
    // Without `--model`, options are checked against P.1812, which is used for inputs that the learned model
    // does not support.
    let name = model?.lowercased() ?? "p1812"
    let chosen = try require(
      Self.models[name], "--model must be one of \(Self.models.keys.sorted().joined(separator: ", ")).")
    try require(
      !output.isEmpty || measurements.measured != nil, "Give the file to write, for example -o loss.tif.")
    try require(
      measurements.measured == nil || (many.sites == nil && many.merge.isEmpty),
      "--measured works with one transmitter only, not with --sites or --merge.")
    try require(
      measurements.measured == nil || isLevel,
      "--measured needs --eirp or --power, because it compares levels.")
    try many.validate(with: self)
    try require(
      output.isEmpty || Self.endings.contains(ending) || many.sites != nil,
      "The file's name must end in one of \(Self.endings.joined(separator: ", ")).")
    try require(
      surface == nil || chosen.meetsSurface,
      "--surface is supported by diffraction, p1812 and learned; \(name) uses the bare ground.")
    try require(
      surface == nil || many.sites == nil, "--surface works with one transmitter only, not with --sites.")
    try asked.validate(for: chosen, named: name)
  }

  func perform() throws(CommandFailure) {
    if try many.run(self) { return }
    let plan = try plan()
    try checkOutput()
    let antenna = try radiation.antennaFile()
    for reason in defaultReasons(plan) { StandardFiles.say(reason) }
    let map = try map(plan)
    var grid = grid(map.map, over: map.patch, plan, antenna)
    var compared: [String] = []
    var isCalibrated = false
    if let points = try measurements.points() {
      compared = measurements.lines(points, grid)
      if measurements.calibrate {
        let calibration = try measurements.calibration(points, grid)
        StandardFiles.say(String(decoding: calibration.note, as: UTF8.self))
        grid = self.grid(map.map, over: map.patch, plan, antenna, calibration)
        isCalibrated = true
      }
    }
    if !output.isEmpty { try write(grid, plan, isCalibrated: isCalibrated) }
    if !compared.isEmpty { Output.write(compared) }
  }

  /// Checks that the output files can be written, so that a map is not computed in vain.
  private func checkOutput() throws(CommandFailure) {
    guard !output.isEmpty else { return }
    for path in ending == "png" ? [output, worldFilePath] : [output] {
      _ = try FileError.asFailure(PartFile(path: path, isReplacing: force))
    }
  }

  /// The path of the world file, which contains the geographic position of a PNG.
  private var worldFilePath: String { (output as NSString).deletingPathExtension + ".pgw" }

  /// Returns the coverage plan that the options describe.
  func plan() throws(CommandFailure) -> CoveragePlan {
    guard let at, let frequency, let radius else {
      throw CommandFailure(.usage, "a map needs --at, --frequency and --radius")
    }
    var plan = CoveragePlan(
      transmitter: at.place, frequencyHertz: frequency.value, radiusMeters: radius.meters,
      transmitterHeightMeters: txHeight, receiverHeightMeters: rxHeight)
    if horizontal { plan.polarization = .horizontal }
    asked.apply(to: &plan)
    plan.model = model.flatMap { Self.models[$0.lowercased()] } ?? plan.defaultModel()
    return plan
  }

  /// Returns the reasons why P.1812 is used instead of the learned model; empty if the user chose the model.
  func defaultReasons(_ plan: CoveragePlan) -> [String] {
    model == nil && plan.model == .p1812
      ? Self.defaultReasons(plan, plan.learnedLimitsLeft()) : []
  }

  /// Returns the reasons why P.1812 is used, given the limits of the learned model that the plan exceeds.
  static func defaultReasons(_ plan: CoveragePlan, _ limits: [ModelLimit]) -> [String] {
    if plan.clutter != .open { return ["p1812 is used: the learned model does not support --clutter"] }
    guard !limits.isEmpty else { return ["p1812 is used: the learned model gives medians only"] }
    return limits.map { "p1812 is used: \(String(decoding: $0.text, as: UTF8.self))" }
  }

  private func map(_ plan: CoveragePlan) throws(CommandFailure) -> (map: CoverageMap, patch: TerrainPatch) {
    try CommandFailure.converting({ CommandFailure(ofMap: $0, code: .usage) }, plan.check())
    let surface = try Self.surface(terrain, around: plan.transmitter, meters: plan.radiusMeters)
    let covered = try self.surface.map { (folder) throws(CommandFailure) in
      try Self.surface(folder, around: plan.transmitter, meters: plan.radiusMeters)
    }
    let progress = StatusLine()
    let map = try Self.map(
      plan, over: surface, covered: covered ?? TerrainSurface(), warn: StandardFiles.say,
      advance: { done, all in
        progress.show("\(100 * done / all) %")
        return true
      })
    progress.clear()
    guard let map else { throw CommandFailure(.unavailable, "stopped before it was finished") }
    return map
  }

  private func write(_ grid: MapGrid, _ plan: CoveragePlan, isCalibrated: Bool) throws(CommandFailure) {
    // The colours span -130 to -40 dBm, or 50 to 190 dB.
    let (low, high): (Int16, Int16) = isLevel ? (-13_000, -4000) : (5000, 19_000)
    let colors = ColorMap.loss.entries
    let palette = isLevel ? colors.reversed() : colors
    let name = "\(plan.frequencyHertz / 1e6) MHz, \(plan.radiusMeters / 1000) km"
    let bytes: [UInt8]
    switch ending {
    case "png": bytes = grid.png(palette: palette, low: low, high: high)
    case "kmz":
      var zip = ZipWriter()
      zip.add(Array("doc.kml".utf8), grid.kml(name: Array(name.utf8), picture: Array("map.png".utf8)))
      zip.add(Array("map.png".utf8), grid.png(palette: palette, low: low, high: high))
      bytes = zip.archive()
    case "geojson": bytes = grid.geoJSON(levels: Array(stride(from: low, through: high, by: 1000)))
    case "csv":
      let column = isLevel ? "level_dBm" : "loss_dB"
      bytes = grid.csv(column: Array((isCalibrated ? "\(column)_calibrated" : column).utf8))
    default: bytes = grid.geoTIFF()
    }
    try Output.write(bytes, to: output, isReplacing: force)
    if ending == "png" { try Output.write(grid.worldFile(), to: worldFilePath, isReplacing: force) }
    if let summary = grid.summary(isLevel: isLevel) {
      Output.write(["\(output): \(summary), by \(Self.words(plan))"])
    }
  }

  /// Returns the command-line name of a plan's model, with the settings that affect the result.
  static func words(_ plan: CoveragePlan) -> String {
    let name = name(of: plan.model)
    if plan.model == .extendedHata { return "\(name) with revised effective heights" }
    return plan.clutterMeters > 0 ? "\(name) with \(words(plan.clutter))" : name
  }

  /// Returns a description of clutter with its height, for use in a sentence.
  static func words(_ clutter: Clutter) -> String {
    "\(ClutterArgument(clutter).rawValue) clutter of \(Output.number(clutter.heightMeters, 1)) m"
  }

  /// Returns the command-line name of a model.
  static func name(of model: CoveragePlan.Model) -> String {
    models.first { $0.value == model }?.key ?? "\(model)"
  }
}
