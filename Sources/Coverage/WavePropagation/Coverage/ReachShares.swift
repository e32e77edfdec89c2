import WaveUnits

/// The probabilities that the level at a receiver is sufficient, for the posts around a transmitter.
public struct ReachShares: Latticed, Equatable, Sendable {
  /// The value that marks a post whose probability is unknown.
  public static let nothing = CoverageMap.nothing

  /// The places of the posts.
  public let lattice: PostLattice
  /// The probabilities in whole percent, row by row from the north, and from the west in each row.
  public private(set) var percents: [Int16]

  /// Computes the probabilities from losses.
  ///
  /// - Parameters:
  ///   - map: Path losses of the model, which also determine its uncertainty.
  ///   - calibrated: The calibrated losses at the same posts, which replace the model's losses; nil if there
  ///     are none.
  ///   - plan: The plan of the map.
  ///   - headroom: The greatest permissible loss in units of 0.01 dB, which is the radiated power minus the
  ///     lowest sufficient level.
  ///   - postLimit: The maximum number of posts, at least 1; a larger map is reduced to every second, third,
  ///     … post.
  ///
  /// If the model does not estimate a deviation, all probabilities are unknown. A calibrated map keeps the
  /// model's deviation, which does not depend on the measured points.
  /// - Complexity: O(posts), one array.
  public init(
    _ map: CoverageMap, calibrated: CoverageMap? = nil, of plan: CoveragePlan, headroom: Int, postLimit: Int
  ) {
    let isSame = calibrated?.rowCount == map.rowCount && calibrated?.columnCount == map.columnCount
    let losses = isSame ? calibrated?.losses ?? map.losses : map.losses
    var step = 1
    func count(_ posts: Int) -> Int { (posts + step - 1) / step }
    let limit = Swift.max(1, postLimit)
    while count(map.rowCount) * count(map.columnCount) > limit { step += 1 }
    lattice = PostLattice(
      northWest: map.northWest, latitudeStepDegrees: map.latitudeStepDegrees * Double(step),
      longitudeStepDegrees: map.longitudeStepDegrees * Double(step), rowCount: count(map.rowCount),
      columnCount: count(map.columnCount))
    let transmitter = plan.transmitter
    let west = (map.westDegrees - transmitter.longitudeDegrees).remainder(dividingBy: 360)
    percents = [Int16](repeating: Self.nothing, count: lattice.rowCount * lattice.columnCount)
    guard let table = DeviationTable(plan) else { return }
    let free = plan.freeSpaceLossAtOneKilometer
    for row in 0..<rowCount {
      let latitude = northDegrees - Double(row) * latitudeStepDegrees
      // Over the area of a map, the lengths of a degree halfway to the post are as accurate as geodesics.
      let scale = LocalScale((latitude + transmitter.latitudeDegrees) / 2)
      let north = (latitude - transmitter.latitudeDegrees) * scale.northMetersPerDegree / 1000
      let first = row * step * map.columnCount
      for column in 0..<columnCount {
        let post = first + column * step
        let (modelled, loss) = (map.losses[post], losses[post])
        guard modelled != CoverageMap.nothing, loss != CoverageMap.nothing else { continue }
        let east = (west + Double(column) * longitudeStepDegrees) * scale.eastMetersPerDegree / 1000
        let decades = Logarithm.decimal(Swift.max(1e-6, north * north + east * east)) / 2
        let excess = Double(modelled) / 100 - free - 20 * decades
        guard let deviation = table.deviation(decades: decades, excess: excess) else { continue }
        let place = Double(headroom - Int(loss)) / 100 / deviation
        // Beyond these limits the rounded percentage is 0 or 100.
        let share = place.magnitude < 2.6 ? NormalDistribution.share(below: place) : place > 0 ? 1 : 0
        percents[row * columnCount + column] = Int16(saturating: (share * 100).rounded())
      }
    }
  }
}
