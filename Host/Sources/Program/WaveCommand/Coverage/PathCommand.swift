import ArgumentParser
import WaveSystem
import WaveTerrainFormats
import WavePropagation
import WaveTerrain
import WaveUnits

/// `waveglass path`: computes the path loss between two locations.
struct PathCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Compute the loss along a path over land or sea, and its components.",
    discussion: """
      The ground comes from tiles (two places, and --terrain) or from a table (--profile): distance in km, \
      height in m and, if known, the height of clutter in m and the zone (1 sea, 3 coastal land, 4 inland), \
      one point per line. Models are p1812 (Recommendation ITU-R P.1812), diffraction (ITU-R P.526, as in \
      P.1812 at the median), itm (Irregular Terrain Model), hata and ehata (Hata's formulas, and NTIA's \
      extension of them), learned (diffraction, corrected by drive tests) and learned-plain (drive tests \
      only, no terrain); inputs outside a model's limits are reported. Without --model, learned is used if \
      the input is within all its limits, otherwise p1812, and a note says why.

      EXAMPLES
        waveglass path --terrain tiles 51.5305,-0.134 51.6,-0.2 --frequency 915M --tx-height 17
        waveglass path --terrain tiles 34.6S,58.4W 34.7S,58.3W --json
        waveglass path --profile ridge.csv --model itm --frequency 449M --tx-height 30 --rx-height 1.5
      """)

  @Argument(help: ArgumentHelp("With tiles, positions of transmitter and receiver.", valueName: "lat,lon"))
  var places: [PlaceArgument] = []

  @Option(help: ArgumentHelp("A folder of tiles; by default the user's own.", valueName: "dir"))
  var terrain: String?

  @Option(
    help: ArgumentHelp(
      """
      A folder of surface models with trees and roofs, used as obstacles where they have data. Used by \
      diffraction, p1812 and learned.
      """,
      valueName: "dir"))
  var surface: String?

  @Option(help: ArgumentHelp("A table with a profile.", valueName: "file"))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "With tiles, distance between points; by default the spacing of posts.", valueName: "length"))
  var step: LengthArgument?

  @Flag(help: "With --json, also write the points of the profile.")
  var points = false

  @OptionGroup var form: OutputOptions

  @OptionGroup var link: LinkOptions

  func validate() throws {
    try require(
      terrain == nil || profile == nil,
      "The ground comes from --terrain or from --profile: give one of them.")
    try require(
      places.count == (profile == nil ? 2 : 0),
      profile == nil
        ? "Give two places, such as 51.5,-0.1 51.6,-0.2, or --profile."
        : "--profile has its own ends: do not give places.")
    try require(
      profile != nil || Geodesic(from: places[0].place, to: places[1].place).lengthMeters >= 1,
      "Both places are the same. Give two places at least a metre apart.")
    try require(
      surface == nil || profile == nil, "--surface requires tiles; a profile has a column for clutter.")
    try require(step == nil || profile == nil, "--step requires tiles.")
    try link.air.validate(for: link.model ?? .p1812, ofProfile: profile != nil)
  }

  func perform() throws(CommandFailure) {
    let path = if let profile { try ofTable(profile) } else { try overTiles() }
    var report = try PropagationError.asFailure(link.report(of: path))
    for doubt in report.doubts { StandardFiles.say(doubt) }
    if points { report.profile = PathReport.Points(path.profile) }
    try form.write(report, lines: report.lines)
  }

  /// A path and the ground along it.
  struct Path {
    var profile: PathProfile
    /// The coordinates of the path's ends; nil if unknown.
    var ends: (from: Coordinate, to: Coordinate)?
  }

  private func ofTable(_ path: String) throws(CommandFailure) -> Path {
    let bytes = try FileError.asFailure(FileContent.whole(path: path, limit: 1 << 26))
    return Path(profile: try TerrainFormatError.asFailure(ofFile: path, ProfileTable.profile(bytes.span)))
  }

  private func overTiles() throws(CommandFailure) -> Path {
    let folder = try TerrainCommand.folder(terrain)
    let (from, to) = (places[0].place, places[1].place)
    let box = Self.box(from, to)
    let ground = try folder.surface(in: box)
    let covered = try surface.map { (path) throws(CommandFailure) in
      try TerrainCommand.folder(path).surface(in: box)
    }
    // A degree of latitude is about 111 km long everywhere.
    let finest = ground.tiles.first.map { $0.latitudeStepDegrees * 111_195 } ?? 100
    var profile = try TerrainError.asFailure(
      ground.profile(from: from, to: to, stepMeters: step?.meters ?? finest))
    if let covered {
      let clutterMeters = link.asked.clutter.clutter.heightMeters
      let known = covered.cover(&profile, from: from, to: to, clutterMeters: clutterMeters)
      StandardFiles.say(
        """
        the surface model has data for \(known) of \(profile.heightsMeters.count) points; elsewhere the bare \
        ground is used
        """)
    }
    return Path(profile: profile, ends: (from, to))
  }

  /// Returns the corners of a box that contains the great-circle path between two locations.
  ///
  /// The path can extend beyond both locations towards the pole.
  static func box(_ from: Coordinate, _ to: Coordinate) -> (southWest: Coordinate, northEast: Coordinate) {
    var east = (to.longitudeDegrees - from.longitudeDegrees).truncatingRemainder(dividingBy: 360)
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    // On a sphere, the path extends beyond the parallels of its ends by no more than this angle.
    let bend = east * east / 360
    let latitudes = [from.latitudeDegrees, to.latitudeDegrees].sorted()
    let west = from.longitudeDegrees + min(0, east)
    return (
      Coordinate(latitudeDegrees: latitudes[0] - bend, longitudeDegrees: west),
      Coordinate(latitudeDegrees: latitudes[1] + bend, longitudeDegrees: west + abs(east))
    )
  }
}
