import WaveCoverageFeed
import WaveCoverageWire

/// A rectangle of the earth; its east edge is not below its west edge, and may be beyond 180°.
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

  /// Around some tiles, whichever way round the earth the first one is nearer; at least one.
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

/// Tiles that lie together.
enum TileGroups {
  /// What tiles may leave between them, as a share of the smaller one's height: posts of neighbours need not
  /// meet.
  private static let gap = 0.1

  /// The tiles of the largest group: of most tiles, then of most degrees, then the first.
  ///
  /// - Complexity: O(n log n + pairs of tiles at the same longitudes).
  static func largest(of tiles: [TerrainDescription]) -> [TerrainDescription] {
    // The head of each tile's group.
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
    // A second time round, since tiles meet at 180° too.
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
        // The earlier tile is the head of both.
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
      // Sums of equal tiles differ in their last bits.
      if size.count > count || size.count == count && size.ground > 1.000_001 * ground { best = index }
    }
    return tiles.indices.filter { head($0) == best }.map { tiles[$0] }
  }
}
