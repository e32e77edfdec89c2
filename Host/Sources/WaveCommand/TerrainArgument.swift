import WaveServer

/// Terrain as written on the command line: `demo:hills`, or `terrain:` and a folder.
enum TerrainArgument {
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
    guard argument.hasPrefix("terrain:") else { return nil }
    return try FolderTerrain(path: String(argument.dropFirst("terrain:".count)), source: source)
  }
}
