import WaveUnits

/// An antenna with its bearing and tilt.
public struct MountedAntenna: Equatable, Sendable {
  /// The radiation pattern.
  public let pattern: AntennaPattern
  /// The direction in which the antenna points, in degrees clockwise from north.
  public let bearingDegrees: Double
  /// The mechanical tilt of the antenna, in degrees; positive values tilt it downwards.
  public let tiltDegrees: Double
  /// The direction of the tilt, in degrees clockwise from north.
  public let tiltBearingDegrees: Double
  private let sine: Double
  private let cosine: Double

  /// Creates a mounted antenna.
  ///
  /// - Parameters:
  ///   - pattern: The radiation pattern.
  ///   - bearingDegrees: The direction in which the antenna points.
  ///   - tiltDegrees: The mechanical downtilt; electrical tilt is part of the pattern.
  ///   - tiltBearingDegrees: The direction in which the tilt is downwards; nil for the direction in which the
  ///     antenna points.
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

  /// Returns the attenuation in a direction.
  ///
  /// The direction is rotated into the antenna's own frame, so a downtilt of 5° is an uptilt of 5° behind the
  /// antenna and no tilt beside it.
  /// - Parameters:
  ///   - bearing: Degrees clockwise from north.
  ///   - elevation: Degrees above the horizon.
  /// - Returns: The attenuation in decibels below the maximum.
  /// - Complexity: O(log angles), without allocation.
  public func attenuation(bearingDegrees bearing: Double, elevationDegrees elevation: Double) -> Double {
    guard tiltDegrees != 0 else {
      return pattern.attenuation(azimuthDegrees: bearing - bearingDegrees, depressionDegrees: -elevation)
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
