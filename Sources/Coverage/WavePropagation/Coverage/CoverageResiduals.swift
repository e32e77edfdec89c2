public import WaveUnits

/// Statistics of the differences between measured and modelled levels (measured minus modelled).
///
/// Points are excluded if their level is below a floor, where a receiver measures mainly its own noise, or if
/// the map has no value there; both kinds are counted. Every statistic refers to the compared points. The
/// standard deviation is a population standard deviation, with the number of compared points as the divisor.
public struct CoverageResiduals: Equatable, Sendable {
  /// The number of points that were compared.
  public private(set) var count = 0
  /// The number of measured levels at positions where the map has no level.
  public private(set) var outsideCount = 0
  /// The number of points whose level is below the floor.
  public private(set) var belowCount = 0
  /// The number of points without a level.
  public private(set) var levellessCount = 0
  /// The mean of measured minus modelled levels, in dB; 0 if no points were compared.
  public private(set) var biasDecibels = 0.0
  private var squares = 0.0

  /// Creates empty statistics.
  public init() {}

  /// Creates statistics by comparing all points.
  ///
  /// - Parameters:
  ///   - points: The measured points.
  ///   - floor: The level below which points are excluded, in units of 0.01 dBm; nil if there is no limit.
  ///   - modelled: Returns the map's level at a position in units of 0.01 dBm, or nil if the map has none.
  /// - Complexity: O(points), without allocation.
  public init(_ points: MeasuredPoints, floor: Int?, modelled: (Coordinate) -> Int?) {
    for index in 0..<points.count {
      guard let level = points.level(index) else {
        addLevelless()
        continue
      }
      add(measured: Int(level), floor: floor, modelled: modelled(points.place(index)))
    }
  }

  /// Adds the comparison of a point with the map, with levels in units of 0.01 dBm.
  ///
  /// Source: B. P. Welford, Note on a method for calculating corrected sums of squares (1962),
  /// doi:10.1080/00401706.1962.10490022.
  public mutating func add(measured: Int, floor: Int?, modelled: Int?) {
    guard let modelled else { return outsideCount += 1 }
    if let floor, measured < floor { return belowCount += 1 }
    let difference = Double(measured - modelled) / 100
    count += 1
    let before = difference - biasDecibels
    biasDecibels += before / Double(count)
    squares += before * (difference - biasDecibels)
  }

  /// Counts a point without a level.
  mutating func addLevelless() { levellessCount += 1 }

  /// The standard deviation in dB, which is the error that remains if the bias is removed.
  public var deviationDecibels: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }

  /// The root-mean-square difference, in dB.
  public var rootMeanSquareDecibels: Double {
    count > 0 ? (squares / Double(count) + biasDecibels * biasDecibels).squareRoot() : 0
  }
}
