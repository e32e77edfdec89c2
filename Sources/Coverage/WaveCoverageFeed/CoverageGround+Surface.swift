public import WaveCoverageWire
import WaveWire

extension CoverageGround {
  /// The blocks of models of the surface that lie over blocks of the ground, as far as a model may know some
  /// of their posts.
  ///
  /// - Parameters:
  ///   - keys: Blocks of the ground.
  ///   - tiles: The ground's tiles.
  ///   - parts: The models; those that are not used have none.
  /// - Returns: Keys in the order of the ground's.
  /// - Complexity: O(blocks · models).
  public static func surfaceKeys(
    over keys: [TerrainBlockKey], of tiles: [TerrainDescription], parts: some Collection<SurfacePart>
  ) -> [TerrainBlockKey] {
    keys.compactMap { key in
      guard tiles.indices.contains(Int(key.tile)), !key.isSurface else { return nil }
      let tile = tiles[Int(key.tile)]
      let span = Double(WireLimits.terrainBlock << Int(key.level))
      let (high, wide) = (span * tile.latitudeStepDegrees, span * tile.longitudeStepDegrees)
      let north = tile.northDegrees - Double(key.row) * high
      let west = tile.westDegrees + Double(key.column) * wide
      guard
        parts.contains(where: {
          $0.isUsed && $0.touches(north: north, west: west, south: north - high, east: west + wide)
        })
      else { return nil }
      var key = key
      key.isSurface = true
      return key
    }
  }
}

extension SurfacePart {
  /// Whether some of its posts may lie in a rectangle, in degrees, whichever way round the earth they meet.
  public func touches(north: Double, west: Double, south: Double, east: Double) -> Bool {
    guard southDegrees <= north, northDegrees >= south else { return false }
    let aside = (west - westDegrees).remainder(dividingBy: 360)
    for turn in [aside, aside - 360, aside + 360]
    where turn <= eastDegrees - westDegrees && turn + east - west >= 0 {
      return true
    }
    return false
  }
}
