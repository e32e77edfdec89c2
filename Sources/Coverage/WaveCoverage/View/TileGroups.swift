import WaveCoverageFeed
import WaveCoverageWire

/// A rectangle of the earth, whose eastern edge is not less than its western edge and can be beyond 180°.
struct MapCorners: Equatable {
  private(set) var north: Double
  private(set) var west: Double
  private(set) var south: Double
  private(set) var east: Double

  init(north: Double, west: Double, south: Double, east: Double) {
    (self.north, self.west, self.south, self.east) = (north, west, south, east)
  }

  init(of tile: TerrainDescription) {
    self.init(
      north: tile.northDegrees, west: tile.westDegrees, south: tile.southDegrees, east: tile.eastDegrees)
  }

  /// Creates the bounding rectangle of at least one tile, going the shorter way around the earth from the
  /// first one.
  init(of tiles: [TerrainDescription]) {
    self.init(of: tiles[0])
    for tile in tiles.dropFirst() {
      north = Swift.max(north, tile.northDegrees)
      south = Swift.min(south, tile.southDegrees)
      let aside = (tile.westDegrees - west).remainder(dividingBy: 360)
      let width = Swift.max(east - west, aside + tile.eastDegrees - tile.westDegrees)
      west += Swift.min(0, aside)
      east = west + Swift.min(360, width - Swift.min(0, aside))
    }
  }
}

/// Finds groups of adjacent tiles.
enum TileGroups {
  /// The maximum gap between adjacent tiles, which do not always share posts, as a fraction of the smaller
  /// tile's height.
  private static let gap = 0.1

  /// Returns the tiles of the group with the most tiles.
  ///
  /// If several groups have that many tiles, the one with the largest area in square degrees is used; if
  /// their areas are also equal, the first one is used.
  ///
  /// - Complexity: O(n log n + pairs of tiles at the same longitudes).
  static func largest(of tiles: [TerrainDescription]) -> [TerrainDescription] {
    // The representative of each tile's group.
    var heads = Array(tiles.indices)
    func head(_ index: Int) -> Int {
      var index = index
      while heads[index] != index {
        heads[index] = heads[heads[index]]
        index = heads[index]
      }
      return index
    }
    let order = tiles.indices.sorted { tiles[$0].westDegrees < tiles[$1].westDegrees }
    // The loop continues for a second turn around the earth, since tiles are also adjacent at 180°.
    for (place, first) in order.enumerated() {
      let tile = tiles[first]
      let height = tile.northDegrees - tile.southDegrees
      for step in 1..<Swift.max(1, order.count) {
        let turn = (place + step) / order.count
        let other = tiles[order[(place + step) % order.count]]
        let room = Self.gap * height
        let aside = other.westDegrees + Double(turn) * 360 - tile.eastDegrees
        guard aside <= room else { break }
        let near = Swift.min(room, Self.gap * (other.northDegrees - other.southDegrees))
        guard aside <= near, other.southDegrees <= tile.northDegrees + near,
          other.northDegrees >= tile.southDegrees - near
        else { continue }
        let (a, b) = (head(first), head(order[(place + step) % order.count]))
        // The earlier tile represents both groups.
        heads[Swift.max(a, b)] = Swift.min(a, b)
      }
    }
    var sizes = [(count: Int, ground: Double)](repeating: (0, 0), count: tiles.count)
    for (index, tile) in tiles.enumerated() {
      let group = head(index)
      sizes[group].count += 1
      sizes[group].ground += (tile.northDegrees - tile.southDegrees) * (tile.eastDegrees - tile.westDegrees)
    }
    var best = 0
    for (index, size) in sizes.enumerated() {
      let (count, ground) = sizes[best]
      // The areas of equal tiles differ by rounding errors.
      if size.count > count || size.count == count && size.ground > 1.000_001 * ground { best = index }
    }
    return tiles.indices.filter { head($0) == best }.map { tiles[$0] }
  }
}
