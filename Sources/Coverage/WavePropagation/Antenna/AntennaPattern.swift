/// The radiation pattern of an antenna, described by a horizontal and a vertical cut as in manufacturers'
/// data.
public struct AntennaPattern: Equatable, Sendable {
  /// The horizontal cut, in degrees clockwise from the main direction, seen from above.
  public var horizontal: AntennaCut
  /// The vertical cut in the main direction, in degrees below the horizontal plane.
  public var vertical: AntennaCut
  /// The maximum gain over an isotropic antenna, in dBi; nil if unknown.
  public var gainDecibels: Double?

  /// Creates a pattern from both cuts.
  public init(
    horizontal: AntennaCut = .uniform, vertical: AntennaCut = .uniform, gainDecibels: Double? = nil
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.gainDecibels = gainDecibels
  }

  /// Returns the attenuation in a direction relative to the antenna, which is the sum of the attenuations of
  /// both cuts.
  ///
  /// Only the forward half of the vertical cut is used, even for directions behind the antenna. The sum is
  /// exact if the pattern is the product of a function of each angle; otherwise it overestimates the
  /// attenuation in directions that are both behind and below.
  /// - Parameters:
  ///   - azimuthDegrees: Degrees clockwise from the main direction.
  ///   - depressionDegrees: Degrees below the antenna's horizontal plane, -90 to 90.
  /// - Returns: The attenuation in decibels below the maximum.
  public func attenuation(azimuthDegrees: Double, depressionDegrees: Double) -> Double {
    horizontal.attenuation(atDegrees: azimuthDegrees) + vertical.attenuation(atDegrees: depressionDegrees)
  }
}
