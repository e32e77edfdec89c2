/// A local maximum of a spectrum.
public struct Peak: Equatable, Sendable {
  /// Frequency in hertz, between the bins where three of them allow it.
  public var frequencyHertz: Double
  /// Power of the highest bin, linear; a tone between two bins is stronger by up to the window's scalloping
  /// loss.
  public var power: Double

  /// Holds a peak.
  public init(frequencyHertz: Double, power: Double) {
    self.frequencyHertz = frequencyHertz
    self.power = power
  }
}
