public import WaveUnits

/// A correction of a map based on measured levels, consisting of an offset and a local correction around the
/// measured points.
///
/// Points are gathered in at most 1024 squares of at least 25 m, all of which have the same weight. The
/// offset is the mean of the squares' means, which minimises the mean square error. Each mean is clamped to
/// within 30 dB of the means' median, so that placeholder values for missing levels have little effect. In
/// addition, a smooth local correction fades to zero where there are no points nearby. It is used if it
/// improves the prediction of blocks of squares, each an eighth of the points' extent wide, from all other
/// blocks. The map itself is not changed.
public struct CoverageCalibration: Equatable, Sendable {
  /// Statistics of the differences between the map and the points, including the number of excluded points.
  public let residuals: CoverageResiduals
  /// The constant offset that is added to modelled levels, in dB.
  public let offsetDecibels: Double
  /// The number of squares that contain points.
  public let squareCount: Int
  /// The side of a square, in metres.
  public let squareMeters: Double
  /// The number of blocks that were left out in turn.
  public let blockCount: Int
  /// The root-mean-square difference between measured and modelled levels over all squares, in dB.
  public let plainDecibels: Double
  /// The root-mean-square error in dB of blocks that were left out and predicted with the offset of the other
  /// blocks; nil for a single block.
  public let offsetErrorDecibels: Double?
  /// The root-mean-square error in dB of blocks that were left out and predicted with the offset and a local
  /// correction; nil for fewer than 24 squares or 8 blocks.
  public let localErrorDecibels: Double?
  private let plane: GroundPlane
  private let local: LocalCorrection?

  /// Calibrates a map; nil if no point can be used.
  ///
  /// - Parameters:
  ///   - points: The measured points.
  ///   - floor: The level below which points are excluded, in units of 0.01 dBm; nil if there is no limit.
  ///   - modelled: Returns the map's level at a position in units of 0.01 dBm, or nil if the map has none.
  /// - Complexity: O(points + 512² + squares²): about 10 ms for thousands of points; 4 bytes per point plus
  ///   less than 1 MiB.
  public init?(_ points: MeasuredPoints, floor: Int?, modelled: (Coordinate) -> Int?) {
    var residuals = CoverageResiduals()
    var differences = [Int32](repeating: ResidualCells.nothing, count: points.count)
    for index in 0..<points.count {
      guard let level = points.level(index).map({ Int($0) }) else {
        residuals.addLevelless()
        continue
      }
      let modelled = modelled(points.place(index)).map { Swift.max(-1_000_000, Swift.min(1_000_000, $0)) }
      residuals.add(measured: level, floor: floor, modelled: modelled)
      guard let modelled, level >= floor ?? .min else { continue }
      differences[index] = Int32(level - modelled)
    }
    guard let cells = ResidualCells(points, differences) else { return nil }
    let trial = CalibrationTrial(cells)
    self.residuals = residuals
    offsetDecibels = trial.offset
    (squareCount, squareMeters, blockCount) = (cells.count, cells.sideMeters, cells.blockCount)
    (plainDecibels, offsetErrorDecibels, localErrorDecibels) = (
      trial.plain, trial.withOffset, trial.withLocal
    )
    plane = cells.plane
    local =
      trial.isLocalBetter
      ? LocalCorrection(cells, offset: trial.offset, radiusMeters: trial.radiusMeters) : nil
  }

  /// The radius within which a square affects the local correction, in metres; nil if there is no local
  /// correction.
  public var localMeters: Double? { local?.radiusMeters }

  /// Returns the correction in dB that is added to the modelled level at a position.
  ///
  /// - Returns: The offset, plus the local correction if there is one; nil if the coordinate is invalid.
  /// - Complexity: O(1).
  public func correction(at place: Coordinate) -> Double? {
    guard place.isPlace else { return nil }
    guard let local, let row = local.row(ofY: plane.y(ofLatitude: place.latitudeDegrees)),
      let column = local.column(ofX: plane.x(ofLongitude: place.longitudeDegrees))
    else { return offsetDecibels }
    return offsetDecibels + local.value(row, column)
  }

  /// Returns a calibrated copy of a map.
  ///
  /// - Parameter map: The map, whose losses are not changed.
  /// - Returns: A map of the same posts with losses of 0 to 320 dB; posts without a loss remain without one.
  /// - Complexity: O(posts), two arrays.
  public func calibrated(_ map: CoverageMap) -> CoverageMap {
    var losses = map.losses
    let columns = (0..<map.columnCount).map { column in
      local?.column(ofX: plane.x(ofLongitude: map.place(row: 0, column: column).longitudeDegrees))
    }
    for row in 0..<map.rowCount {
      let place = local?.row(ofY: plane.y(ofLatitude: map.place(row: row, column: 0).latitudeDegrees))
      for column in 0..<map.columnCount {
        let post = row * map.columnCount + column
        guard losses[post] != CoverageMap.nothing else { continue }
        var decibels = offsetDecibels
        if let local, let place, let step = columns[column] { decibels += local.value(place, step) }
        let loss = (Double(losses[post]) - 100 * decibels).rounded()
        losses[post] = Int16(saturating: Swift.max(0, Swift.min(32_000, loss)))
      }
    }
    var next = map
    next.losses = losses
    return next
  }
}
