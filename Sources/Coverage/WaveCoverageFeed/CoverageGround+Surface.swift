public import WaveCoverageWire
import WaveWire

extension CoverageGround {
  /// Returns the surface model blocks above the given ground blocks, wherever a model can have values.
  ///
  /// - Parameters:
  ///   - keys: The ground blocks.
  ///   - tiles: The ground's tiles.
  ///   - parts: The surface models; unused ones have no blocks.
  /// - Returns: Keys in the order of the ground's keys.
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
  /// Returns whether the model's area overlaps a rectangle in degrees; both can cross the antimeridian.
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
