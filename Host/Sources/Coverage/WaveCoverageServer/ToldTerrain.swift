/// The tiles and contents of a station that a client knows.
struct ToldTerrain: Equatable {
  /// The versions of the first tiles.
  var versions: [UInt64] = []
  /// The number of changes of the surface models that the client knows.
  var surfaces = 0
  /// The station's revision that the client knows.
  var revision = 0

  /// Whether the client knows the content that a tile's block is made from.
  func holds(_ content: TerrainStation.Content, ofTile tile: UInt16) -> Bool {
    versions.indices.contains(Int(tile)) && content.tile == versions[Int(tile)]
      && (content.surfaces == 0 || content.surfaces == surfaces)
  }
}
