import WaveUnits

/// An antenna as it is mounted: turned to a bearing, and tilted.
public struct MountedAntenna: Equatable, Sendable {
  /// How it radiates.
  public let pattern: AntennaPattern
  /// Where it looks, degrees clockwise from north.
  public let bearingDegrees: Double
  /// By how much it is tilted as a whole, degrees; above 0 downwards.
  public let tiltDegrees: Double
  /// Towards where it is tilted, degrees clockwise from north.
  public let tiltBearingDegrees: Double
  private let sine: Double
  private let cosine: Double

  /// Mounts an antenna.
  ///
  /// - Parameters:
  ///   - pattern: How it radiates.
  ///   - bearingDegrees: Where it looks.
  ///   - tiltDegrees: Downwards; of electrical tilt the pattern tells itself.
  ///   - tiltBearingDegrees: Where the tilt is downwards, if not where the antenna looks.
  public init(
    _ pattern: AntennaPattern, bearingDegrees: Double = 0, tiltDegrees: Double = 0,
    tiltBearingDegrees: Double? = nil
  ) {
    self.pattern = pattern
    self.bearingDegrees = bearingDegrees
    self.tiltDegrees = tiltDegrees
    self.tiltBearingDegrees = tiltBearingDegrees ?? bearingDegrees
    (sine, cosine) = Trigonometry.sineCosine(turns: tiltDegrees / 360)
  }

  /// Attenuation towards a direction.
  ///
  /// The direction is turned into the antenna's own frame, so that a tilt of 5° downwards is one of 5°
  /// upwards behind it and none beside it.
  /// - Parameters:
  ///   - bearing: Degrees clockwise from north.
  ///   - elevation: Degrees above the horizon.
  /// - Returns: Decibels below the most.
  /// - Complexity: O(log angles), no allocation.
  public func attenuation(bearingDegrees bearing: Double, elevationDegrees elevation: Double) -> Double {
    guard tiltDegrees != 0 else {
      return pattern.attenuation(
        azimuthDegrees: bearing - bearingDegrees, depressionDegrees: -elevation)
    }
    let across = Trigonometry.sineCosine(turns: (bearing - tiltBearingDegrees) / 360)
    let up = Trigonometry.sineCosine(turns: elevation / 360)
    let (ahead, right) = (up.cosine * across.cosine, up.cosine * across.sine)
    let front = ahead * cosine - up.sine * sine
    let height = ahead * sine + up.sine * cosine
    let degrees = 180 / Double.pi
    let azimuth = Arctangent.of(right, front) * degrees
    let level = (front * front + right * right).squareRoot()
    return pattern.attenuation(
      azimuthDegrees: azimuth + tiltBearingDegrees - bearingDegrees,
      depressionDegrees: -Arctangent.of(height, level) * degrees)
  }
}
