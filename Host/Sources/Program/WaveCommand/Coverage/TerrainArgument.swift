import WaveCoverageServer

/// Terrain as written on the command line: `demo:hills`, or `terrain:` and a folder, and behind `?surface=`
/// models of the surface.
enum TerrainArgument {
  private static let surfaceMark = "?surface="

  /// Whose tiles an argument stands for; nil where it is no terrain.
  ///
  /// - Parameters:
  ///   - argument: As written.
  ///   - source: Where a folder's missing tiles are got from, if from anywhere.
  /// - Returns: What gives them.
  /// - Throws: `CommandFailure` where they cannot be had.
  static func provider(
    _ argument: String, source: TerrainSourceOptions.Source? = nil
  ) throws(CommandFailure) -> (any TerrainProvider)? {
    if argument == "demo:hills" { return DemoTerrain() }
    guard let (folder, surface) = try paths(argument) else { return nil }
    let terrain = try FolderTerrain(path: folder, surface: surface, source: source)
    let line = StatusLine()
    for doubt in terrain.standing?.doubts(over: terrain.tiles) ?? [] { line.say("waveglass: \(doubt)") }
    return terrain
  }

  /// The folder of tiles, and where models of the surface are; nil where an argument is no folder of terrain.
  ///
  /// - Throws: `CommandFailure` where nothing stands behind `?surface=`.
  static func paths(_ argument: String) throws(CommandFailure) -> (folder: String, surface: String?)? {
    guard argument.hasPrefix("terrain:") else { return nil }
    let rest = argument.dropFirst("terrain:".count)
    guard let mark = rest.firstRange(of: surfaceMark) else { return (String(rest), nil) }
    let surface = String(rest[mark.upperBound...])
    guard !surface.isEmpty else {
      throw CommandFailure(
        code: .usage, message: "\(argument): ?surface= names a file or a folder, such as ?surface=dsm.tif")
    }
    return (String(rest[..<mark.lowerBound]), surface)
  }
}
