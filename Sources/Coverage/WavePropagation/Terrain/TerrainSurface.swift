public import WaveUnits

/// The ground formed by several tiles, as one surface.
///
/// Tiles can share edges, have a gap of one step between them, or differ in resolution; if several contain a
/// position, the finest one with a value is used.
public struct TerrainSurface: Equatable, Sendable {
  /// The tiles, finest first.
  public private(set) var tiles: [TerrainTile] = []

  /// Creates a surface without tiles.
  public init() {}

  /// Adds a tile, which replaces a tile with the same posts.
  ///
  /// - Complexity: O(tiles).
  public mutating func add(_ tile: TerrainTile) {
    tiles.removeAll { $0.hasPosts(of: tile) }
    let place = tiles.firstIndex { $0.latitudeStepDegrees > tile.latitudeStepDegrees } ?? tiles.count
    tiles.insert(tile, at: place)
  }

  /// Keeps only the tiles that satisfy a condition.
  ///
  /// - Parameter isNeeded: Returns whether to keep a tile.
  public mutating func keep(where isNeeded: (TerrainTile) -> Bool) {
    tiles.removeAll { !isNeeded($0) }
  }

  /// Returns the ground's height, interpolated bilinearly between posts.
  ///
  /// - Returns: The height in metres above mean sea level.
  /// - Throws: `TerrainError.noTile`, or `void` if every tile that contains the position has a void post
  ///   around it.
  /// - Complexity: O(tiles).
  public func height(at place: Coordinate) throws(TerrainError) -> Double {
    guard place.isPlace else { throw .beyondMap(place) }
    var isHeld = false
    for index in tiles.indices {
      guard let (row, column) = tiles[index].position(of: place, beyond: 1) else { continue }
      let height = Self.height(row, column) { row, column in
        if case .known(let height) = post(index, row, column) { height } else { nil }
      }
      if let height { return height }
      // A position up to half a post beyond the last post still belongs to the tile.
      if tiles[index].position(of: place, beyond: 0.5) != nil { isHeld = true }
    }
    throw isHeld ? .void(place) : .noTile(place)
  }

  /// Returns the profile of the ground along the shortest path between two positions.
  ///
  /// Void posts, except around the transmitter, are filled in from their surroundings, as on maps;
  /// `PathProfile.filledCount` is the number of points affected.
  ///
  /// - Parameters:
  ///   - start: The transmitter's position.
  ///   - end: The receiver's position.
  ///   - stepMeters: The approximate distance between points, which are evenly spaced.
  /// - Returns: A profile from the transmitter to the receiver.
  /// - Throws: `TerrainError`; `void` if the ground at the transmitter is void, or if no heights are known
  ///   around a point; `tooManyPosts` for more than a million points.
  /// - Complexity: O(points · tiles).
  public func profile(
    from start: Coordinate, to end: Coordinate, stepMeters: Double
  ) throws(TerrainError) -> PathProfile {
    guard start.isPlace else { throw .beyondMap(start) }
    guard end.isPlace else { throw .beyondMap(end) }
    let way = Geodesic(from: start, to: end)
    let steps = (way.lengthMeters / Swift.max(stepMeters, 1e-3)).rounded(.up)
    guard steps <= 1e6 else { throw .tooManyPosts(Int(saturating: Swift.min(steps, 1e15))) }
    let count = Swift.max(1, Int(saturating: steps))
    var distances: [Double] = []
    var heights: [Double] = []
    distances.reserveCapacity(count + 1)
    heights.reserveCapacity(count + 1)
    var filledCount = 0
    for point in 0...count {
      let meters = way.lengthMeters * Double(point) / Double(count)
      let place =
        point == 0
        ? start
        : point == count
          ? end : Geodesic.place(from: start, bearingDegrees: way.bearingDegrees, meters: meters)
      distances.append(meters / 1000)
      do throws(TerrainError) {
        heights.append(try height(at: place.folded))
      } catch {
        guard case .void = error, point > 0, let height = filledHeight(at: place.folded) else { throw error }
        heights.append(height)
        filledCount += 1
      }
    }
    var profile = PathProfile(distancesKilometers: distances, heightsMeters: heights)
    profile.filledCount = filledCount
    return profile
  }

  /// Returns the height between four posts, or nil if `post` returns none for one that counts.
  static func height(_ row: Double, _ column: Double, post: (Int, Int) -> Double?) -> Double? {
    let (top, left) = (Int(saturating: row.rounded(.down)), Int(saturating: column.rounded(.down)))
    return height((top, row - Double(top)), (left, column - Double(left)), post: post)
  }

  /// Returns the height between four posts, given the north-western one and the shares of the way from it.
  static func height(
    _ row: (top: Int, down: Double), _ column: (left: Int, right: Double), post: (Int, Int) -> Double?
  ) -> Double? {
    var sum = 0.0
    for (offset, share) in [(0, 1 - row.down), (1, row.down)] where share > 0 {
      for (side, part) in [(0, 1 - column.right), (1, column.right)] where part > 0 {
        guard let post = post(row.top + offset, column.left + side) else { return nil }
        sum += share * part * post
      }
    }
    return sum
  }

  /// The state of a post.
  enum Post {
    case known(Double)
    case void
    /// No tile contains the post.
    case absent
  }

  /// Returns a post of a tile or, beyond the tile's edge, a post of another tile with the same grid.
  func post(_ index: Int, _ row: Int, _ column: Int) -> Post {
    let tile = tiles[index]
    if let height = tile.height(row, column) { return .known(height) }
    if row >= 0, row < tile.rowCount, column >= 0, column < tile.columnCount { return .void }
    let place = tile.place(row: row, column: column)
    var isHeld = false
    for other in tiles.indices where other != index {
      guard tiles[other].hasStep(of: tile), let (row, column) = tiles[other].position(of: place, beyond: 0.01)
      else { continue }
      let (near, beside) = (row.rounded(), column.rounded())
      guard (row - near).magnitude < 0.01, (column - beside).magnitude < 0.01 else { continue }
      if let height = tiles[other].height(Int(saturating: near), Int(saturating: beside)) {
        return .known(height)
      }
      isHeld = true
    }
    return isHeld ? .void : .absent
  }
}

extension TerrainTile {
  /// Returns the row and column of a position among the posts, or nil if it is more than `margin` posts
  /// beyond the outermost ones.
  func position(of place: Coordinate, beyond margin: Double) -> (row: Double, column: Double)? {
    let row = snapped((northDegrees - place.latitudeDegrees) / latitudeStepDegrees)
    guard row >= -margin, row <= Double(rowCount - 1) + margin else { return nil }
    let east = (place.longitudeDegrees - westDegrees).remainder(dividingBy: 360)
    for turn in [east, east + 360] {
      let column = snapped(turn / longitudeStepDegrees)
      if column >= -margin, column <= Double(columnCount - 1) + margin { return (row, column) }
    }
    return nil
  }

  /// Returns a post's height, or nil if it is void or does not exist.
  func height(_ row: Int, _ column: Int) -> Double? {
    guard row >= 0, row < rowCount, column >= 0, column < columnCount else { return nil }
    let height = heights[row * columnCount + column]
    return height == Self.void ? nil : Double(height)
  }

  /// Returns whether both tiles have the same post spacing.
  func hasStep(of other: TerrainTile) -> Bool {
    (latitudeStepDegrees / other.latitudeStepDegrees - 1).magnitude < 1e-6
      && (longitudeStepDegrees / other.longitudeStepDegrees - 1).magnitude < 1e-6
  }

  func hasPosts(of other: TerrainTile) -> Bool { lattice == other.lattice }

  /// Rounds a position to the nearest post if the two differ only by a rounding error.
  private func snapped(_ position: Double) -> Double {
    let near = position.rounded()
    return (position - near).magnitude < 1e-7 ? near : position
  }
}

extension Coordinate {
  /// The same position with its longitude normalised to -180° to 180°.
  var folded: Coordinate {
    guard longitudeDegrees.magnitude > 180 else { return self }
    return Coordinate(
      latitudeDegrees: latitudeDegrees, longitudeDegrees: longitudeDegrees.remainder(dividingBy: 360))
  }
}
