/// How an antenna radiates in all directions, as makers tell it: by one cut around it and one through it.
public struct AntennaPattern: Equatable, Sendable {
  /// Around the antenna: degrees clockwise from where it looks, as seen from above.
  public var horizontal: AntennaCut
  /// Through it, in the direction that it looks: degrees below the horizontal plane.
  public var vertical: AntennaCut
  /// Gain over an isotropic antenna where it radiates most, dBi; nil where it is not known.
  public var gainDecibels: Double?

  /// Takes both cuts.
  public init(
    horizontal: AntennaCut = .uniform, vertical: AntennaCut = .uniform, gainDecibels: Double? = nil
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.gainDecibels = gainDecibels
  }

  /// Attenuation towards a direction, as the antenna sees it, by the sum of both cuts' attenuations.
  ///
  /// Of the vertical cut only the half where the antenna looks is used: behind it, too. The sum is exact
  /// where a pattern is the product of a function of each angle, and tells too much attenuation behind and
  /// below at once.
  /// - Parameters:
  ///   - azimuthDegrees: Clockwise from where it looks.
  ///   - depressionDegrees: Below its horizontal plane, -90 to 90.
  /// - Returns: Decibels below the most.
  public func attenuation(azimuthDegrees: Double, depressionDegrees: Double) -> Double {
    horizontal.attenuation(atDegrees: azimuthDegrees) + vertical.attenuation(atDegrees: depressionDegrees)
  }
}
