import WaveServer

/// Terrain as written on the command line: `demo:hills`.
enum TerrainArgument {
  /// Whose tiles an argument stands for; nil where it is no terrain.
  ///
  /// - Throws: `CommandFailure` where they cannot be had.
  static func provider(_ argument: String) throws(CommandFailure) -> (any TerrainProvider)? {
    argument == "demo:hills" ? DemoTerrain() : nil
  }
}
