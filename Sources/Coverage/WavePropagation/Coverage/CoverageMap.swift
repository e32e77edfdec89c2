public import WaveUnits

/// A map of path loss at the posts around a transmitter.
public struct CoverageMap: Latticed, Equatable, Sendable {
  /// The value that marks a post without a loss, because it is outside the radius or not yet computed.
  public static let nothing = Int16.min

  /// The places of the posts.
  public let lattice: PostLattice
  /// Path losses in units of 0.01 dB, row by row from the north, and from the west in each row.
  ///
  /// They exclude power, gains and sensitivity, so that these and the colours can change without a new
  /// computation.
  public internal(set) var losses: [Int16]

  /// Creates a map without losses.
  public init(_ lattice: PostLattice) {
    self.lattice = lattice
    losses = [Int16](repeating: Self.nothing, count: lattice.rowCount * lattice.columnCount)
  }

  /// Creates a map from losses that were computed earlier.
  ///
  /// The result is nil if the number of losses differs from the number of posts.
  ///
  /// - Parameters:
  ///   - lattice: The places of the posts.
  ///   - losses: Path losses in units of 0.01 dB, row by row; `nothing` where there is none.
  public init?(_ lattice: PostLattice, losses: [Int16]) {
    let (count, isTooMany) = lattice.rowCount.multipliedReportingOverflow(by: lattice.columnCount)
    guard lattice.rowCount > 0, lattice.columnCount > 0, !isTooMany, losses.count == count else { return nil }
    (self.lattice, self.losses) = (lattice, losses)
  }

  /// Returns the loss at the post nearest to a position.
  ///
  /// - Returns: Path loss in units of 0.01 dB, or nil if the map has none there.
  /// - Complexity: O(1).
  public func loss(at place: Coordinate) -> Int16? {
    post(nearestTo: place).flatMap { losses[$0] == Self.nothing ? nil : losses[$0] }
  }
}
