/// A local maximum of a spectrum.
public struct Peak: Equatable, Sendable {
  /// The frequency in hertz, interpolated between bins if three of them allow it.
  public var frequencyHertz: Double
  /// The power of the highest bin, linear.
  ///
  /// A tone between two bins is stronger by up to the window's scalloping loss.
  public var power: Double

  /// A peak with a frequency and a power.
  public init(frequencyHertz: Double, power: Double) {
    self.frequencyHertz = frequencyHertz
    self.power = power
  }
}
