public import WaveUnits

/// Places at which a signal was measured, or was to be.
public struct MeasuredPoints: Equatable, Sendable {
  /// The level of a point that has none.
  public static let nothing = Int16.min
  /// How far above the noise a level has to be to tell of the path rather than of the noise, dB.
  public static let noiseMarginDecibels = 6.0

  /// Latitudes in 1e-7 degrees, about a centimetre.
  public private(set) var latitudes: [Int32] = []
  /// Longitudes in 1e-7 degrees, from -180° up to but without 180°.
  public private(set) var longitudes: [Int32] = []
  /// Levels in 0.01 dBm.
  public private(set) var levels: [Int16] = []
  /// Points with a level.
  public private(set) var levelCount = 0
  /// Rows without a place, which were passed over.
  public var skippedCount = 0
  /// The receiver's noise, where the file tells it, dBm.
  public var noiseDecibelMilliwatts: Double?

  /// Has no points yet.
  public init() {}

  /// How many points there are.
  public var count: Int { latitudes.count }

  /// Adds a point.
  ///
  /// - Parameters:
  ///   - place: Where it was measured.
  ///   - decibelMilliwatts: The level, held within ±300 dBm; nil or NaN where there is none.
  /// - Returns: Whether that is a place; what is none is not added.
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

  /// The level of a point in 0.01 dBm; nil where it has none.
  public func level(_ index: Int) -> Int16? {
    levels[index] == Self.nothing ? nil : levels[index]
  }

  /// The level below which the noise is measured too, 0.01 dBm; nil where the file does not tell its
  /// receiver's noise.
  public var floor: Int? {
    noiseDecibelMilliwatts.map {
      Int(saturating: ((Swift.max(-1000, Swift.min(1000, $0)) + Self.noiseMarginDecibels) * 100).rounded())
    }
  }
}
