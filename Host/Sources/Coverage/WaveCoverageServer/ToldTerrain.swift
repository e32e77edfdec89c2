/// What a client has been told of a station.
struct ToldTerrain: Equatable {
  /// The contents of the first tiles.
  var versions: [UInt64] = []
  /// Which of the changes of the models of the surface it knows.
  var surfaces = 0
  /// Which of the station's changes that is.
  var revision = 0

  /// Whether a tile's block of some content is of what was told.
  func holds(_ content: TerrainStation.Content, ofTile tile: UInt16) -> Bool {
    versions.indices.contains(Int(tile)) && content.tile == versions[Int(tile)]
      && (content.surfaces == 0 || content.surfaces == surfaces)
  }
}
