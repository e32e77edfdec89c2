import WaveUnits

/// A model that drive tests have taught: physics, corrected by a few numbers.
///
/// The loss beyond free space is a sum of terms that are smooth in what they depend on, and grow where
/// physics has them grow: with distance and with what stands in the way; it falls with the height of the
/// transmitting antenna above smooth ground, and of the receiver's ground above its surroundings. Outside of
/// what was measured it fades to physics. `Training` makes the numbers, and
/// `Documentation/Coverage/accuracy-coverage.md` has what they are worth.
struct LearnedLoss: Sendable {
  /// Whether the path's terrain takes part; else distance, elevation difference and frequency alone.
  let usesTerrain: Bool
  /// By `HataArea`, dB at 1 km and 900 MHz.
  let areas: [Double]
  /// By the decimal logarithm of the frequency, dB.
  let frequencySlope: Double
  /// By the other terms: the distance, then edge, edge by frequency, height and relief, or the rise alone,
  /// dB.
  let slopes: [Double]
  /// From place to place: constant, by the logarithm of the distance, by 30 dB of loss; then from site to
  /// site, dB.
  let deviations: [Double]
  /// How far physics alone was off, dB.
  let physicsDeviation: Double

  /// Whole trust within the inner two, none outside the outer two.
  struct Range: Sendable {
    let outer: Double
    let low: Double
    let high: Double
    let outmost: Double

    /// A smooth step in the logarithm.
    func trust(_ value: Double) -> Double {
      func decimal(_ value: Double) -> Double { Logarithm.decimal(value) }
      guard value > outer, value < outmost else { return 0 }
      let rising = (decimal(value) - decimal(outer)) / (decimal(low) - decimal(outer))
      let falling = (decimal(outmost) - decimal(value)) / (decimal(outmost) - decimal(high))
      let share = Swift.max(0, Swift.min(1, Swift.min(rising, falling)))
      return share * share * (3 - 2 * share)
    }
  }

  /// km.
  static let distances = Range(outer: 0.02, low: 0.1, high: 20, outmost: 60)
  /// Hz.
  static let frequencies = Range(outer: 150e6, low: 400e6, high: 2e9, outmost: 6e9)
  /// m above ground.
  static let transmitterHeights = Range(outer: 4, low: 10, high: 60, outmost: 200)
  /// m above ground.
  static let receiverHeights = Range(outer: 0.5, low: 1, high: 3, outmost: 12)
  /// How high a hill is that counts 0.7 of its height, m; and by how much the receiver's ground is above the
  /// transmitter's.
  static let relief = 15.0
  static let rise = 60.0

  /// What is the same all over a map.
  struct Link: Sendable {
    /// At 1 km, dB.
    let constant: Double
    /// By the decimal logarithm of the distance in km, dB.
    let distanceSlope: Double
    /// By the root of what the edge costs, dB.
    let edgeSlope: Double
    /// By the decimal logarithm of the effective height in units of 30 m, dB.
    let heightSlope: Double
    /// By the relief, or where terrain takes no part by the rise.
    let groundSlope: Double
    /// How much the model is trusted, 0 to 1, but for the distance.
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
    // Free space is the least loss that can be.
    let learned = (value + (value * value + 4).squareRoot()) / 2
    let physics = usesTerrain ? inputs.diffractionDecibels : 0
    return physics + link.trust * Self.distances.trust(distance) * (learned - physics)
  }

  /// How far a prediction is off, as a standard deviation in dB.
  func deviation(kilometers: Double, excessDecibels: Double, _ plan: CoveragePlan) -> Double {
    let distance = Swift.max(1e-3, kilometers)
    let local =
      deviations[0] + deviations[1] * Logarithm.decimal(distance) + deviations[2] * excessDecibels / 30
    let place = Swift.max(1, local)
    let whole = (deviations[3] * deviations[3] + place * place).squareRoot()
    let trust = link(plan).trust * Self.distances.trust(distance)
    return whole + (1 - trust) * (physicsDeviation - whole)
  }

  /// Small values as they are, great ones held at a scale.
  static func bent(_ value: Double, _ scale: Double) -> Double {
    let part = value / scale
    return value / (1 + part * part).squareRoot()
  }
}

extension CoveragePlan {
  /// What is learned of its model; nil where nothing is.
  var learnedLoss: LearnedLoss? {
    switch model {
    case .learned: .terrain
    case .learnedPlain: .plain
    default: nil
    }
  }

  /// How far a learned model's prediction is off, as a standard deviation in dB: from place to place, and
  /// from site to site.
  ///
  /// 8 of 10 measured places lie within 1.2816 of it.
  ///
  /// - Parameters:
  ///   - kilometers: Length of the path.
  ///   - excessDecibels: The predicted loss beyond free space.
  /// - Returns: Nothing for a model that tells none.
  public func learnedDeviation(kilometers: Double, excessDecibels: Double) -> Double? {
    learnedLoss?.deviation(kilometers: kilometers, excessDecibels: excessDecibels, self)
  }

  /// The loss beyond free space that a learned model tells of a path that is known already, dB; nil for other
  /// models.
  public func learnedExcess(_ inputs: LearnedInputs) -> Double? { learnedLoss?.excess(inputs, self) }
}
