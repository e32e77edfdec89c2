public import WaveUnits

/// The places of posts on a regular grid in latitude and longitude.
public struct PostLattice: Equatable, Sendable {
  /// The north-western post.
  public let northWest: Coordinate
  /// The spacing of rows of posts, in degrees of latitude.
  public let latitudeStepDegrees: Double
  /// The spacing of columns of posts, in degrees of longitude.
  public let longitudeStepDegrees: Double
  /// The number of rows, from north to south.
  public let rowCount: Int
  /// The number of columns, from west to east.
  public let columnCount: Int

  /// Creates a lattice.
  public init(
    northWest: Coordinate, latitudeStepDegrees: Double, longitudeStepDegrees: Double, rowCount: Int,
    columnCount: Int
  ) {
    self.northWest = northWest
    self.latitudeStepDegrees = latitudeStepDegrees
    self.longitudeStepDegrees = longitudeStepDegrees
    self.rowCount = rowCount
    self.columnCount = columnCount
  }
}

/// Values at the posts of a lattice, row by row from the north, and from the west in each row.
public protocol Latticed {
  /// The places of the posts.
  var lattice: PostLattice { get }
}

extension Latticed {
  /// The north-western post.
  @inlinable public var northWest: Coordinate { lattice.northWest }
  /// The latitude of the north-western post, in degrees.
  @inlinable public var northDegrees: Double { lattice.northWest.latitudeDegrees }
  /// The longitude of the north-western post, in degrees.
  @inlinable public var westDegrees: Double { lattice.northWest.longitudeDegrees }
  /// The spacing of rows of posts, in degrees of latitude.
  @inlinable public var latitudeStepDegrees: Double { lattice.latitudeStepDegrees }
  /// The spacing of columns of posts, in degrees of longitude.
  @inlinable public var longitudeStepDegrees: Double { lattice.longitudeStepDegrees }
  /// The number of rows, from north to south.
  @inlinable public var rowCount: Int { lattice.rowCount }
  /// The number of columns, from west to east.
  @inlinable public var columnCount: Int { lattice.columnCount }

  /// The south-eastern post.
  public var southEast: Coordinate { place(row: rowCount - 1, column: columnCount - 1) }

  /// Returns the position of a post; its longitude can be beyond ±180°.
  public func place(row: Int, column: Int) -> Coordinate {
    Coordinate(
      latitudeDegrees: northDegrees - Double(row) * latitudeStepDegrees,
      longitudeDegrees: westDegrees + Double(column) * longitudeStepDegrees)
  }

  /// Returns the index of the post nearest to a position, or nil if the position is not on the lattice.
  ///
  /// - Complexity: O(1).
  public func post(nearestTo place: Coordinate) -> Int? {
    guard let row = row(nearestTo: place.latitudeDegrees) else { return nil }
    return column(nearestTo: place.longitudeDegrees).map { row * columnCount + $0 }
  }

  func row(nearestTo latitudeDegrees: Double) -> Int? {
    let row = ((northDegrees - latitudeDegrees) / latitudeStepDegrees).rounded()
    return row >= 0 && row < Double(rowCount) ? Int(saturating: row) : nil
  }

  func column(nearestTo longitudeDegrees: Double) -> Int? {
    let east = (longitudeDegrees - westDegrees).remainder(dividingBy: 360)
    // A position up to half a post west of the lattice still belongs to its first column.
    let column = ((east < -longitudeStepDegrees ? east + 360 : east) / longitudeStepDegrees).rounded()
    return column >= 0 && column < Double(columnCount) ? Int(saturating: column) : nil
  }

  /// Returns the row of a latitude, with fractions.
  public func row(ofLatitude degrees: Double) -> Double { (northDegrees - degrees) / latitudeStepDegrees }

  /// Returns the column of a longitude, with fractions; the lattice can extend across 180°.
  public func column(ofLongitude degrees: Double) -> Double {
    (degrees - westDegrees).remainder(dividingBy: 360) / longitudeStepDegrees
  }
}

extension PostLattice: Latticed {
  /// The lattice itself.
  @inlinable public var lattice: PostLattice { self }
}
