import WaveCoverageServer

/// Terrain as a command-line argument: `demo:hills`, or `terrain:` and a folder, optionally followed by
/// `?surface=` and the path of surface models.
enum TerrainArgument {
  private static let surfaceMark = "?surface="

  /// Returns the terrain provider that an argument specifies, or nil if it does not specify terrain.
  ///
  /// - Parameters:
  ///   - argument: The argument as the user wrote it.
  ///   - source: The server from which missing tiles are downloaded; nil if there is none.
  /// - Returns: The provider of the tiles.
  /// - Throws: `CommandFailure` if the tiles are not available.
  static func provider(
    _ argument: String, source: TerrainSourceOptions.Source? = nil
  ) throws(CommandFailure) -> (any TerrainProvider)? {
    if argument == "demo:hills" { return DemoTerrain() }
    guard let (folder, surface) = try paths(argument) else { return nil }
    let terrain = try FolderTerrain(path: folder, surface: surface, source: source)
    for doubt in terrain.surfaceFiles?.doubts(over: terrain.tiles) ?? [] { StandardFiles.say(doubt) }
    return terrain
  }

  /// Returns the paths of the tiles and of the surface models, or nil if an argument is not a folder of
  /// terrain.
  ///
  /// - Throws: `CommandFailure` if nothing follows `?surface=`.
  static func paths(_ argument: String) throws(CommandFailure) -> (folder: String, surface: String?)? {
    guard argument.hasPrefix("terrain:") else { return nil }
    let rest = argument.dropFirst("terrain:".count)
    guard let mark = rest.firstRange(of: surfaceMark) else { return (String(rest), nil) }
    let surface = String(rest[mark.upperBound...])
    guard !surface.isEmpty else {
      throw CommandFailure(
        .usage, "\(argument): ?surface= needs a file or a folder, such as ?surface=dsm.tif")
    }
    return (String(rest[..<mark.lowerBound]), surface)
  }
}
