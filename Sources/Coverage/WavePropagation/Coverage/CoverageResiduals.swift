public import WaveUnits

/// The differences between measured levels and those of a map: measured minus modelled.
///
/// Points below a floor are left out, since a receiver measures its own noise there, and so are points where
/// the map has no value; both are counted. Every figure refers to the compared points; the standard deviation
/// is that of all of them (divided by their count).
public struct CoverageResiduals: Equatable, Sendable {
  /// Points that were compared.
  public private(set) var count = 0
  /// Points with a level, at which the map has none.
  public private(set) var outsideCount = 0
  /// Points whose level is below the floor.
  public private(set) var belowCount = 0
  /// Points without a level.
  public private(set) var levellessCount = 0
  /// The mean of measured minus modelled, dB; 0 if no points were compared.
  public private(set) var biasDecibels = 0.0
  private var squares = 0.0

  /// Creates residuals of no points.
  public init() {}

  /// Compares all points.
  ///
  /// - Parameters:
  ///   - points: The measured points.
  ///   - floor: The level below which points are left out, 0.01 dBm; nil for none.
  ///   - modelled: Returns the level of the map at a place, 0.01 dBm; nil if the map has none.
  /// - Complexity: O(points), no allocation.
  public init(_ points: MeasuredPoints, floor: Int?, modelled: (Coordinate) -> Int?) {
    for index in 0..<points.count {
      guard let level = points.level(index) else {
        addLevelless()
        continue
      }
      add(measured: Int(level), floor: floor, modelled: modelled(points.place(index)))
    }
  }

  /// Compares a point; levels are in 0.01 dBm.
  ///
  /// By B. P. Welford, Note on a method for calculating corrected sums of squares (1962),
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

  /// The standard deviation, dB: the error that remains if the bias is removed.
  public var deviationDecibels: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }

  /// The root of the mean square, dB.
  public var rootMeanSquareDecibels: Double {
    count > 0 ? (squares / Double(count) + biasDecibels * biasDecibels).squareRoot() : 0
  }
}
