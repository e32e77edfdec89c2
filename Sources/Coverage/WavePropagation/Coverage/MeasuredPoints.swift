public import WaveUnits

/// Places at which a signal was measured, or could not be.
public struct MeasuredPoints: Equatable, Sendable {
  /// The value for a point without a level.
  public static let nothing = Int16.min
  /// The distance above the noise from which a level depends on the path rather than on the noise, dB.
  public static let noiseMarginDecibels = 6.0

  /// Latitudes in 1e-7 degrees, about a centimetre.
  public private(set) var latitudes: [Int32] = []
  /// Longitudes in 1e-7 degrees, from -180° up to but without 180°.
  public private(set) var longitudes: [Int32] = []
  /// Levels in 0.01 dBm.
  public private(set) var levels: [Int16] = []
  /// Points with a level.
  public private(set) var levelCount = 0
  /// Rows without a place, which were skipped.
  public var skippedCount = 0
  /// The receiver's noise, dBm, if the file gives it.
  public var noiseDecibelMilliwatts: Double?

  /// Creates an empty list.
  public init() {}

  /// The number of points.
  public var count: Int { latitudes.count }

  /// Adds a point.
  ///
  /// - Parameters:
  ///   - place: The place of the measurement.
  ///   - decibelMilliwatts: The level, clamped to ±300 dBm; nil or NaN if there is none.
  /// - Returns: Whether the coordinate is a place; otherwise the point is not added.
  @discardableResult
  public mutating func add(_ place: Coordinate, decibelMilliwatts: Double?) -> Bool {
    guard place.isPlace else { return false }
    let east = place.longitudeDegrees.remainder(dividingBy: 360)
    latitudes.append(Int32(saturating: (place.latitudeDegrees * 1e7).rounded()))
    longitudes.append(Int32(saturating: ((east >= 180 ? east - 360 : east) * 1e7).rounded()))
    guard let level = decibelMilliwatts, !level.isNaN else {
      levels.append(Self.nothing)
      return true
    }
    levelCount += 1
    levels.append(Int16(saturating: (Swift.max(-300, Swift.min(300, level)) * 100).rounded()))
    return true
  }

  /// The place of a point.
  public func place(_ index: Int) -> Coordinate {
    Coordinate(
      latitudeDegrees: Double(latitudes[index]) / 1e7, longitudeDegrees: Double(longitudes[index]) / 1e7)
  }

  /// The level of a point in 0.01 dBm; nil if it has none.
  public func level(_ index: Int) -> Int16? {
    levels[index] == Self.nothing ? nil : levels[index]
  }

  /// The level below which noise affects the measurement, 0.01 dBm; nil if the file does not give the
  /// receiver's noise.
  public var floor: Int? {
    noiseDecibelMilliwatts.map {
      Int(saturating: ((Swift.max(-1000, Swift.min(1000, $0)) + Self.noiseMarginDecibels) * 100).rounded())
    }
  }
}
