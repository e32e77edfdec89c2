import WaveUnits

/// Hata's formulas for Okumura's measurements around Tokyo, which give the median loss over locations at 150
/// to 1500 MHz and ignore terrain.
///
/// Source: M. Hata, Empirical formula for propagation loss in land mobile radio services (1980),
/// doi:10.1109/T-VT.1980.23859. For large cities, the paper has one formula up to 200 MHz and another from
/// 400 MHz; here the change is at 300 MHz, where they differ by 0.003 dB at 1.5 m.
public struct Hata: Equatable, Sendable {
  /// The frequency, in MHz; the formulas are valid from 150 to 1500.
  public var frequencyMegahertz: Double
  /// The base station antenna's height above ground, in metres; the formulas are valid from 30 to 200.
  public var baseHeightMeters: Double
  /// The mobile station antenna's height above ground, in metres; the formulas are valid from 1 to 10.
  public var mobileHeightMeters: Double
  /// The type of area around the mobile station.
  public var area: HataArea

  /// Creates the parameters of a link.
  public init(
    frequencyMegahertz: Double, baseHeightMeters: Double, mobileHeightMeters: Double, area: HataArea = .city
  ) {
    self.frequencyMegahertz = frequencyMegahertz
    self.baseHeightMeters = baseHeightMeters
    self.mobileHeightMeters = mobileHeightMeters
    self.area = area
  }

  /// Checks that the link is valid.
  ///
  /// - Throws: `PropagationError.impossible`.
  public func check() throws(PropagationError) {
    try LinkQuantity.frequency.check(frequencyMegahertz, above: 0, below: 1e9)
    try LinkQuantity.transmitterHeight.check(baseHeightMeters, above: 0, below: 1e5)
    try LinkQuantity.receiverHeight.check(mobileHeightMeters, above: 0, below: 1e5)
  }

  /// Computes the median loss.
  ///
  /// - Parameter distance: The distance between the stations along the ground, in km. The formulas are valid
  ///   from 1 to 20; below some hundred metres, they give less than the free-space loss.
  /// - Returns: The basic transmission loss, in dB.
  /// - Throws: `PropagationError.impossible`.
  /// - Complexity: O(1).
  public func loss(overKilometers distance: Double) throws(PropagationError) -> Double {
    try check()
    guard distance > 0, distance < 1e6 else { throw .impossible(.distance) }
    let f = Logarithm.decimal(frequencyMegahertz)
    let base = Logarithm.decimal(baseHeightMeters)
    let urban =
      69.55 + 26.16 * f - 13.82 * base - mobileGain + (44.9 - 6.55 * base) * Logarithm.decimal(distance)
    switch area {
    case .largeCity, .city: return urban
    case .suburban:
      let ratio = Logarithm.decimal(frequencyMegahertz / 28)
      return urban - 2 * ratio * ratio - 5.4
    case .open: return urban - 4.78 * f * f + 18.33 * f - 40.94
    }
  }

  /// The gain of the mobile station's height relative to 1.5 m, in dB.
  private var mobileGain: Double {
    guard area == .largeCity else {
      let f = Logarithm.decimal(frequencyMegahertz)
      return (1.1 * f - 0.7) * mobileHeightMeters - (1.56 * f - 0.8)
    }
    if frequencyMegahertz < 300 {
      let height = Logarithm.decimal(1.54 * mobileHeightMeters)
      return 8.29 * height * height - 1.1
    }
    let height = Logarithm.decimal(11.75 * mobileHeightMeters)
    return 3.2 * height * height - 4.97
  }
}
