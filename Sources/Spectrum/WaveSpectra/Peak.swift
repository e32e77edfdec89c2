/// A local maximum of a spectrum.
public struct Peak: Equatable, Sendable {
  /// The frequency in hertz, interpolated between bins where possible.
  public var frequencyHertz: Double
  /// The linear power of the highest bin.
  ///
  /// A tone between two bins is stronger than this by up to the window's scalloping loss.
  public var power: Double

  /// Creates a peak with a frequency and a power.
  public init(frequencyHertz: Double, power: Double) {
    self.frequencyHertz = frequencyHertz
    self.power = power
  }
}
