import ArgumentParser
import WaveTerrain

/// Options for downloading missing terrain tiles.
struct TerrainSourceOptions: ParsableArguments {
  /// The address template and the headers for downloading tiles.
  struct Source {
    var template: TerrainTemplate
    var headers: [(name: String, value: String)]
  }

  @Option(
    help: ArgumentHelp(
      "Address of tiles that a terrain:FOLDER lacks, as for terrain fetch --url; pages can request them.",
      valueName: "template"))
  var terrainUrl: String?

  @Option(
    name: .customLong("terrain-header"), parsing: .singleValue,
    help: ArgumentHelp(
      "A header to send to that host only, such as a key. May be repeated.",
      valueName: "name: value"))
  var terrainHeaders: [String] = []

  func validate() throws {
    _ = try terrainHeaders.map(TerrainFetchCommand.header)
    try require(terrainUrl != nil || terrainHeaders.isEmpty, "--terrain-header requires --terrain-url.")
  }

  /// Returns the address and headers for downloading tiles, or nil if no address was given.
  ///
  /// - Throws: `CommandFailure` if the address is not a valid template.
  func source() throws(CommandFailure) -> Source? {
    guard let terrainUrl else { return nil }
    return Source(
      template: try TerrainFileError.asFailure(TerrainTemplate(terrainUrl)),
      headers: terrainHeaders.compactMap { try? TerrainFetchCommand.header($0) })
  }
}
