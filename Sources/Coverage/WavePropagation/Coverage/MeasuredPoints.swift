public import WaveUnits

/// Points at which a signal was measured; a point has no level if none could be determined.
public struct MeasuredPoints: Equatable, Sendable {
  /// The value that marks a point without a level.
  public static let nothing = Int16.min
  /// The margin above the noise, in dB, at which noise no longer affects a measured level.
  public static let noiseMarginDecibels = 6.0

  /// The latitudes in units of 1e-7 degrees, about a centimetre.
  public private(set) var latitudes: [Int32] = []
  /// The longitudes in units of 1e-7 degrees, from -180° up to but not including 180°.
  public private(set) var longitudes: [Int32] = []
  /// The levels in units of 0.01 dBm.
  public private(set) var levels: [Int16] = []
  /// The number of points with a level.
  public private(set) var levelCount = 0
  /// The number of rows that were skipped because they have no position.
  public var skippedCount = 0
  /// The receiver's noise in dBm; nil if the file does not state it.
  public var noiseDecibelMilliwatts: Double?

  /// Creates an empty list.
  public init() {}

  /// The number of points.
  public var count: Int { latitudes.count }

  /// Adds a point.
  ///
  /// - Parameters:
  ///   - place: The position of the measurement.
  ///   - decibelMilliwatts: The level, clamped to ±300 dBm; nil or NaN if there is none.
  /// - Returns: Whether the position is valid; otherwise the point is not added.
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

  /// Returns the position of a point.
  public func place(_ index: Int) -> Coordinate {
    Coordinate(
      latitudeDegrees: Double(latitudes[index]) / 1e7, longitudeDegrees: Double(longitudes[index]) / 1e7)
  }

  /// Returns the level of a point in units of 0.01 dBm, or nil if it has none.
  public func level(_ index: Int) -> Int16? { levels[index] == Self.nothing ? nil : levels[index] }

  /// The level in units of 0.01 dBm below which noise affects the measurement; nil if the file does not state
  /// the receiver's noise.
  public var floor: Int? {
    noiseDecibelMilliwatts.map {
      Int(saturating: ((Swift.max(-1000, Swift.min(1000, $0)) + Self.noiseMarginDecibels) * 100).rounded())
    }
  }
}
