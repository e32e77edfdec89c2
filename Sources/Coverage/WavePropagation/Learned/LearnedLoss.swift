import WaveUnits

/// A model fitted to drive tests, which corrects a physical model with a few coefficients.
///
/// The loss beyond free space is a sum of terms that are smooth in their inputs and have the signs that
/// physics requires: it grows with distance and with obstacles, and falls with the heights of the
/// transmitting antenna above smooth ground and of the ground at the receiver above its surroundings. Outside
/// the measured range, the model fades to the physical one. `Training` computes the coefficients, and
/// `Documentation/Coverage/accuracy-coverage.md` states their accuracy.
struct LearnedLoss: Sendable {
  /// Whether the terrain along the path is used; otherwise, only distance, elevation difference and frequency
  /// are used.
  let usesTerrain: Bool
  /// The loss at 1 km and 900 MHz for each `HataArea`, in dB.
  let areas: [Double]
  /// The slope of the loss in dB per decade of frequency.
  let frequencySlope: Double
  /// The slopes of the other terms in dB: distance, Bullington's edge, the change in the edge's slope per
  /// decade of frequency, antenna height, and relief.
  ///
  /// If terrain is not used, the rise is the only term after distance.
  let slopes: [Double]
  /// The standard deviation between locations (its constant, slope per decade of distance, and slope per 30
  /// dB of loss), followed by the standard deviation between sites, in dB.
  let deviations: [Double]
  /// The standard deviation of the physical model alone, in dB.
  let physicsDeviation: Double

  /// The range of a quantity in which the model is trusted.
  ///
  /// The trust is complete between the inner limits and falls to zero at the outer limits.
  struct Range: Sendable {
    let outer: Double
    let low: Double
    let high: Double
    let outmost: Double

    /// Returns the trust in the model at a value, 0 to 1, as a smooth step function of the value's logarithm.
    func trust(_ value: Double) -> Double {
      func decimal(_ value: Double) -> Double { Logarithm.decimal(value) }
      guard value > outer, value < outmost else { return 0 }
      let rising = (decimal(value) - decimal(outer)) / (decimal(low) - decimal(outer))
      let falling = (decimal(outmost) - decimal(value)) / (decimal(outmost) - decimal(high))
      let share = Swift.max(0, Swift.min(1, Swift.min(rising, falling)))
      return share * share * (3 - 2 * share)
    }
  }

  /// The trusted range of distances, in km.
  static let distances = Range(outer: 0.02, low: 0.1, high: 20, outmost: 60)
  /// The trusted range of frequencies, in Hz.
  static let frequencies = Range(outer: 150e6, low: 400e6, high: 2e9, outmost: 6e9)
  /// The trusted range of transmitting antenna heights, in metres above ground.
  static let transmitterHeights = Range(outer: 4, low: 10, high: 60, outmost: 200)
  /// The trusted range of receiving antenna heights, in metres above ground.
  static let receiverHeights = Range(outer: 0.5, low: 1, high: 3, outmost: 12)
  /// The height of a hill, in metres, at which saturation reduces its effect to 0.7 of the linear effect.
  static let relief = 15.0
  /// The rise from transmitter to receiver, in metres, at which saturation reduces its effect to 0.7 of the
  /// linear effect.
  static let rise = 60.0

  /// The coefficients that are constant over a map.
  struct Link: Sendable {
    /// The loss at 1 km, in dB.
    let constant: Double
    /// The slope of the loss in dB per decade of distance.
    let distanceSlope: Double
    /// The slope of the loss in dB per square root of the loss of Bullington's edge.
    let edgeSlope: Double
    /// The slope of the loss in dB per decade of effective height, relative to 30 m.
    let heightSlope: Double
    /// The slope of the loss in dB per metre of relief, or of rise if terrain is not used.
    let groundSlope: Double
    /// The trust in the model at the plan's frequency and antenna heights, 0 to 1; the trust at a distance is
    /// a separate factor.
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

  /// Returns the loss beyond free space in dB.
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
    // The loss cannot be less than the free-space loss.
    let learned = (value + (value * value + 4).squareRoot()) / 2
    let physics = usesTerrain ? inputs.diffractionDecibels : 0
    return physics + link.trust * Self.distances.trust(distance) * (learned - physics)
  }

  /// Returns the standard deviation of a prediction in dB.
  func deviation(kilometers: Double, excessDecibels: Double, _ plan: CoveragePlan) -> Double {
    let distance = Swift.max(1e-3, kilometers)
    let local =
      deviations[0] + deviations[1] * Logarithm.decimal(distance) + deviations[2] * excessDecibels / 30
    let place = Swift.max(1, local)
    let whole = (deviations[3] * deviations[3] + place * place).squareRoot()
    let trust = link(plan).trust * Self.distances.trust(distance)
    return whole + (1 - trust) * (physicsDeviation - whole)
  }

  /// Returns a value compressed smoothly so that its magnitude stays below a scale.
  static func bent(_ value: Double, _ scale: Double) -> Double {
    let part = value / scale
    return value / (1 + part * part).squareRoot()
  }
}

extension CoveragePlan {
  /// The learned model of the plan; nil if the plan does not use one.
  var learnedLoss: LearnedLoss? {
    switch model {
    case .learned: .terrain
    case .learnedPlain: .plain
    default: nil
    }
  }

  /// Returns the standard deviation in dB of a learned model's prediction, combining the deviations between
  /// locations and between sites.
  ///
  /// 8 of 10 measured locations are within 1.2816 standard deviations.
  ///
  /// - Parameters:
  ///   - kilometers: The length of the path.
  ///   - excessDecibels: The predicted loss beyond free space.
  /// - Returns: The deviation, or nil if the model does not estimate one.
  public func learnedDeviation(kilometers: Double, excessDecibels: Double) -> Double? {
    learnedLoss?.deviation(kilometers: kilometers, excessDecibels: excessDecibels, self)
  }

  /// Returns the loss beyond free space in dB that a learned model predicts from known inputs, or nil for
  /// other models.
  public func learnedExcess(_ inputs: LearnedInputs) -> Double? { learnedLoss?.excess(inputs, self) }
}
