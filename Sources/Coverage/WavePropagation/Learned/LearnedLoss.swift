import WaveUnits

/// A model fitted to drive tests: a physical model, corrected by a few numbers.
///
/// The loss beyond free space is a sum of terms that are smooth in their inputs and have the signs that
/// physics requires: it grows with distance and with obstacles, and falls with the height of the transmitting
/// antenna above smooth ground and that of the receiver's ground above its surroundings. Outside the measured
/// range it fades to the physical model. `Training` computes the numbers, and
/// `Documentation/Coverage/accuracy-coverage.md` gives their accuracy.
struct LearnedLoss: Sendable {
  /// Whether the path's terrain is used; otherwise only distance, elevation difference and frequency are.
  let usesTerrain: Bool
  /// The loss at 1 km and 900 MHz by `HataArea`, dB.
  let areas: [Double]
  /// The slope by the decimal logarithm of the frequency, dB.
  let frequencySlope: Double
  /// The slopes of the other terms: the distance, then edge, edge by frequency, height and relief, or the
  /// rise alone, dB.
  let slopes: [Double]
  /// The deviation from place to place: constant, by the logarithm of the distance, by 30 dB of loss; then
  /// the deviation from site to site, dB.
  let deviations: [Double]
  /// The deviation of the physical model alone, dB.
  let physicsDeviation: Double

  /// A range with full trust within the inner two limits, and none outside the outer two.
  struct Range: Sendable {
    let outer: Double
    let low: Double
    let high: Double
    let outmost: Double

    /// The trust at a value: a smooth step in the logarithm.
    func trust(_ value: Double) -> Double {
      func decimal(_ value: Double) -> Double { Logarithm.decimal(value) }
      guard value > outer, value < outmost else { return 0 }
      let rising = (decimal(value) - decimal(outer)) / (decimal(low) - decimal(outer))
      let falling = (decimal(outmost) - decimal(value)) / (decimal(outmost) - decimal(high))
      let share = Swift.max(0, Swift.min(1, Swift.min(rising, falling)))
      return share * share * (3 - 2 * share)
    }
  }

  /// The range of distances, km.
  static let distances = Range(outer: 0.02, low: 0.1, high: 20, outmost: 60)
  /// The range of frequencies, Hz.
  static let frequencies = Range(outer: 150e6, low: 400e6, high: 2e9, outmost: 6e9)
  /// The range of the transmitter's heights, m above ground.
  static let transmitterHeights = Range(outer: 4, low: 10, high: 60, outmost: 200)
  /// The range of the receiver's heights, m above ground.
  static let receiverHeights = Range(outer: 0.5, low: 1, high: 3, outmost: 12)
  /// The height of a hill that counts 0.7 of its height, m; and the same for the height of the receiver's
  /// ground above the transmitter's.
  static let relief = 15.0
  static let rise = 60.0

  /// The coefficients that are the same all over a map.
  struct Link: Sendable {
    /// The loss at 1 km, dB.
    let constant: Double
    /// The slope by the decimal logarithm of the distance in km, dB.
    let distanceSlope: Double
    /// The slope by the square root of the edge's loss, dB.
    let edgeSlope: Double
    /// The slope by the decimal logarithm of the effective height in units of 30 m, dB.
    let heightSlope: Double
    /// The slope by the relief, or by the rise if terrain is not used.
    let groundSlope: Double
    /// The trust in the model, 0 to 1, without that in the distance.
    let trust: Double
  }

  func link(_ plan: CoveragePlan) -> Link {
    let decades = Logarithm.decimal(plan.frequencyHertz / 900e6)
    return Link(
      constant: areas[Int(plan.area.rawValue)] + frequencySlope * decades, distanceSlope: slopes[0],
      edgeSlope: usesTerrain ? slopes[1] + slopes[2] * decades : 0,
      heightSlope: usesTerrain ? slopes[3] : 0, groundSlope: usesTerrain ? slopes[4] : slopes[1],
      trust: Self.frequencies.trust(plan.frequencyHertz)
        * Self.transmitterHeights.trust(plan.transmitterHeightMeters)
        * Self.receiverHeights.trust(plan.receiverHeightMeters))
  }

  /// The loss beyond free space, dB.
  func excess(_ inputs: LearnedInputs, _ plan: CoveragePlan) -> Double {
    let link = link(plan)
    let ground =
      usesTerrain
      ? Self.bent(inputs.reliefMeters, Self.relief) : Self.bent(inputs.riseMeters, Self.rise)
    let root = (Swift.max(0, inputs.edgeDecibels) + 1).squareRoot() - 1
    let height = Logarithm.decimal(Swift.max(1, inputs.effectiveHeightMeters) / 30)
    let distance = Swift.max(1e-3, inputs.distanceKilometers)
    let value =
      link.constant + link.distanceSlope * Logarithm.decimal(distance) + link.edgeSlope * root
      + link.heightSlope * height + link.groundSlope * ground
    // The loss cannot be less than that of free space.
    let learned = (value + (value * value + 4).squareRoot()) / 2
    let physics = usesTerrain ? inputs.diffractionDecibels : 0
    return physics + link.trust * Self.distances.trust(distance) * (learned - physics)
  }

  /// The standard deviation of a prediction, dB.
  func deviation(kilometers: Double, excessDecibels: Double, _ plan: CoveragePlan) -> Double {
    let distance = Swift.max(1e-3, kilometers)
    let local =
      deviations[0] + deviations[1] * Logarithm.decimal(distance) + deviations[2] * excessDecibels / 30
    let place = Swift.max(1, local)
    let whole = (deviations[3] * deviations[3] + place * place).squareRoot()
    let trust = link(plan).trust * Self.distances.trust(distance)
    return whole + (1 - trust) * (physicsDeviation - whole)
  }

  /// Keeps small values, and limits large ones to a scale.
  static func bent(_ value: Double, _ scale: Double) -> Double {
    let part = value / scale
    return value / (1 + part * part).squareRoot()
  }
}

extension CoveragePlan {
  /// The learned model of the plan; nil if its model is not a learned one.
  var learnedLoss: LearnedLoss? {
    switch model {
    case .learned: .terrain
    case .learnedPlain: .plain
    default: nil
    }
  }

  /// The standard deviation of a learned model's prediction, dB: from place to place, and from site to site.
  ///
  /// 8 of 10 measured places lie within 1.2816 standard deviations.
  ///
  /// - Parameters:
  ///   - kilometers: The length of the path.
  ///   - excessDecibels: The predicted loss beyond free space.
  /// - Returns: Nil if the model estimates no deviation.
  public func learnedDeviation(kilometers: Double, excessDecibels: Double) -> Double? {
    learnedLoss?.deviation(kilometers: kilometers, excessDecibels: excessDecibels, self)
  }

  /// The loss beyond free space that a learned model predicts from known inputs, dB; nil for other models.
  public func learnedExcess(_ inputs: LearnedInputs) -> Double? { learnedLoss?.excess(inputs, self) }
}
