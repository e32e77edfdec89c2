import ArgumentParser
import Foundation
import WavePropagation
import WaveSystem
import WaveUnits
import WaveTerrain

/// `waveglass terrain`: manages the terrain tiles from which coverage is computed.
struct TerrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terrain",
    abstract: "List, check, add and fetch tiles of terrain.",
    discussion: """
      Tiles are DTED (.dt0, .dt1, .dt2) and HGT, plain or compressed with gzip or zip, and GeoTIFF on WGS 84 \
      if GDAL is installed. They are stored in a folder, by default terrain in the program's state folder \
      ($XDG_STATE_HOME/waveglass, else ~/.local/state/waveglass).

      EXAMPLES
        waveglass terrain list tiles
        waveglass terrain info tiles/n51_w001_1arc.dt2
        waveglass terrain add N51W001.hgt.zip --to tiles
        waveglass terrain fetch --url 'https://dem.example/{ns}{lat}/{name}.hgt.gz' --around 51.5,-0.12 \
      --radius 8km
      """,
    subcommands: [
      TerrainListCommand.self, TerrainInfoCommand.self, TerrainAddCommand.self, TerrainFetchCommand.self,
    ])

  /// Returns the given folder of terrain, or the user's own if none is given.
  static func folder(_ given: String?) throws(CommandFailure) -> TerrainFolder {
    guard let path = given ?? TerrainFolder.userPath(environment: ProcessInfo.processInfo.environment) else {
      throw CommandFailure(FileError(path: "HOME", cause: .noHome))
    }
    return TerrainFolder(path: path)
  }

  /// Returns the given folder of terrain or the user's own, creating it if necessary.
  static func madeFolder(_ given: String?) throws(CommandFailure) -> TerrainFolder {
    let folder = try folder(given)
    try Output.makeFolder(folder.path)
    return folder
  }
}

extension TerrainFolder {
  /// Returns the surface formed by all tiles that overlap a box, and reports tiles that cannot be loaded.
  func surface(
    in box: (southWest: Coordinate, northEast: Coordinate)
  ) throws(CommandFailure) -> TerrainSurface {
    let (surface, faults) = try TerrainFileError.asFailure(
      surface(southWest: box.southWest, northEast: box.northEast))
    for fault in faults { StandardFiles.say(fault.description) }
    return surface
  }
}

/// `waveglass terrain list`: lists the tiles of a folder.
struct TerrainListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tiles in a folder: place, step, posts, and which are damaged.",
    discussion: "Reads only the headers; waveglass terrain info reads a whole tile.")

  @Argument(help: ArgumentHelp("A folder; by default the user's own.", valueName: "dir"))
  var directory: String?

  @OptionGroup var form: OutputOptions

  func perform() throws(CommandFailure) {
    let folder = try TerrainCommand.folder(directory)
    // The user's own folder exists only after a tile has been added.
    let isMissing = directory == nil && FileStatus(path: folder.path) == nil
    let entries = isMissing ? [] : try TerrainFileError.asFailure(folder.list())
    let rows = entries.map { ($0.name, $0.fault?.description ?? TerrainReport.line($0)) }
    let end = entries.isEmpty ? [("tiles", "none; add some with waveglass terrain add or fetch")] : []
    try form.write(
      TerrainList(folder: folder.path, tiles: entries.map { TerrainReport($0) }),
      lines: Output.table([("folder", folder.path)] + rows + end))
  }
}

/// The output of `waveglass terrain list --json`.
struct TerrainList: Encodable {
  var folder: String
  var tiles: [TerrainReport]
}

/// `waveglass terrain info`: describes a tile and verifies its content.
struct TerrainInfoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Describe a tile and verify it: heights, voids, checksums.")

  @Argument(help: ArgumentHelp("A tile.", valueName: "file"))
  var file: String

  @OptionGroup var form: OutputOptions

  func perform() throws(CommandFailure) {
    let entry = try TerrainFileError.asFailure(TerrainEntry(path: file))
    if let fault = entry.fault { throw CommandFailure(fault) }
    let report = TerrainReport(entry, try TerrainFileError.asFailure(entry.load()))
    try form.write(report, lines: report.lines)
  }
}
