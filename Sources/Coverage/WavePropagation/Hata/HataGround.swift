import WaveUnits

/// The properties of the ground between two stations that the extended Hata model uses.
struct HataGround {
  /// The end of a path that has more sea.
  enum SeaEnd { case base, mobile, neither }

  /// A ridge that is the horizon of both stations.
  struct Ridge {
    let baseKilometers: Double
    let mobileKilometers: Double
    /// The height above the line between the antennas, in metres.
    let heightMeters: Double
  }

  let kilometers: Double
  let effectiveBase: Double
  let effectiveMobile: Double
  /// The height of the ground at the mobile station, in metres.
  let mobileGround: Double
  /// The heights exceeded by 10, 50 and 90 % of the ground near the mobile station, in metres.
  let quantiles: (high: Double, middle: Double, low: Double)
  let roughness: Double
  /// The slope at the mobile station, in mrad.
  let slope: Double
  let seaShare: Double
  let seaEnd: SeaEnd
  let ridge: Ridge?

  /// Analyses the ground, given its heights from the base station to the mobile station.
  init(
    _ profile: [Double], _ spacing: Double, heights: (base: Double, mobile: Double),
    _ rule: ExtendedHata.EffectiveHeights
  ) {
    // Okumura's corrections are defined from the mobile station's point of view.
    let ground = [Double](profile.reversed())
    let count = ground.count - 1
    var meters = Double(count) * spacing
    // A path of 10 km must count as 10 km regardless of rounding.
    if (meters - meters.rounded()).magnitude < 1e-5 { meters = meters.rounded() }
    kilometers = meters / 1000
    mobileGround = ground[0]

    let effective = Self.effective(ground, spacing / 1000, heights, rule)
    effectiveBase = Swift.max(30, Swift.min(200, effective.base))
    effectiveMobile = Swift.max(1, Swift.min(10, effective.mobile))

    var stretch =
      kilometers < 10 ? ground : Array(ground[...Swift.min(count, Int(saturating: 10 / (spacing / 1000)))])
    func quantile(_ share: Double) -> Double {
      let above = Swift.max(0, Int(saturating: share * Double(stretch.count) - 1))
      return Selection.value(ofRank: stretch.count - 1 - above, in: &stretch)
    }
    // A shorter path shows less of the ground's variation.
    let factor =
      kilometers < 10
      ? (1 - 0.8 * Exponential.exp(-0.2)) / (1 - 0.8 * Exponential.exp(-0.02 * kilometers)) : 1
    let (high, low) = (quantile(0.1), quantile(0.9))
    quantiles = (high * factor, quantile(0.5) * factor, low * factor)
    roughness = (high - low) * factor
    slope = Self.slope(ground, spacing, meters)

    let sea = ground.indices.filter { ground[$0] == 0 }
    let near = sea.reduce(0) { $0 + ($1 + 1 <= count / 2 ? 1 : 0) }
    seaShare = Double(sea.count) / Double(count + 1)
    seaEnd = 2 * near > sea.count ? .mobile : 2 * near < sea.count ? .base : .neither
    ridge = Self.ridge(ground, spacing, meters, heights)
  }

  /// Returns the heights of the antennas above the mean height of the ground 3 to 15 km from each antenna.
  ///
  /// The mean is not used on paths shorter than 3 km. Its weight increases with the path's length up to 15
  /// km.
  private static func effective(
    _ ground: [Double], _ step: Double, _ heights: (base: Double, mobile: Double),
    _ rule: ExtendedHata.EffectiveHeights
  ) -> (base: Double, mobile: Double) {
    let count = ground.count - 1
    let length = Double(count) * step
    guard length >= 3 else { return heights }
    let near = Swift.min(count, Int(saturating: 3 / step))
    let far = length <= 15 ? count : Swift.min(count, Int(saturating: 15 / step))
    func mean(_ range: ClosedRange<Int>) -> Double { ground[range].reduce(0, +) / Double(range.count) }
    let (mobile, base) = (mean(near...far), mean((count - far)...(count - near)))
    guard length <= 15 else {
      return (heights.base + ground[count] - base, heights.mobile + ground[0] - mobile)
    }
    let share = (length - 3) / 12
    switch rule {
    case .original:
      return (heights.base + ground[count] - base * share, heights.mobile + ground[0] - mobile * share)
    case .revised:
      return (heights.base + share * (ground[count] - base), heights.mobile + share * (ground[0] - mobile))
    }
  }

  /// Returns the slope at the mobile station, in mrad: the steepest of the slopes over the first 5, 6, … 10
  /// km if all have the same sign, otherwise the slope over 5 km.
  ///
  /// On paths shorter than 5 km, it is 0.
  private static func slope(_ ground: [Double], _ spacing: Double, _ meters: Double) -> Double {
    var (least, most, first) = (Double.infinity, -Double.infinity, 0.0)
    var reach = 5000.0
    while meters >= reach, reach <= 10_000 {
      let steps = Swift.min(ground.count - 1, Int(saturating: reach / spacing))
      guard steps > 0 else { return 0 }
      // The least-squares line, computed from deviations from the middle, with half weight at its ends.
      let half = 0.5 * Double(steps)
      var sum = 0.5 * (ground[0] - ground[steps]) * -half
      for index in stride(from: 1, to: steps, by: 1) { sum += ground[index] * (Double(index) - half) }
      let count = Double(steps)
      let slope = -1000 * (sum * 12 / ((count * count + 2) * count)) * count / reach
      (least, most) = (Swift.min(least, slope), Swift.max(most, slope))
      if reach == 5000 { first = slope }
      reach += 1000
    }
    // Smaller values are rounding errors.
    if meters <= 5000 || least * most < -1e-9 { return first }
    return most > 1e-9 ? most : least
  }

  /// Returns the ridge that is the horizon of both stations, to within half a step, or nil if there is none.
  private static func ridge(
    _ ground: [Double], _ spacing: Double, _ meters: Double, _ heights: (base: Double, mobile: Double)
  ) -> Ridge? {
    let count = ground.count - 1
    let mean = ground.reduce(0, +) / Double(count + 1)
    let refractivity = mean == 0 ? 301 : 301 * Exponential.exp(-mean / 9460)
    let curvature = 157e-9 * (1 - 0.04665 * Exponential.exp(refractivity / 179.3))
    let (mobile, base) = (ground[0] + heights.mobile, ground[count] + heights.base)

    let horizon = horizons(ground, spacing, meters, curvature / 2, mobile, base)
    let gap = (meters - horizon.mobile - horizon.base).magnitude
    guard gap <= 0.5 * spacing else { return nil }
    let edge = Swift.min(count, Int(saturating: horizon.mobile / spacing))
    let line = (base * horizon.base + mobile * horizon.mobile) / meters
    return Ridge(
      baseKilometers: horizon.base / 1000, mobileKilometers: horizon.mobile / 1000,
      heightMeters: Swift.max(0, ground[edge] - line + 0.5 * curvature * horizon.mobile * horizon.base))
  }

  /// Returns the distances from both stations to their horizons in metres.
  ///
  /// If nothing obstructs the path, both distances are the path's length.
  private static func horizons(
    _ ground: [Double], _ spacing: Double, _ meters: Double, _ bend: Double, _ mobile: Double, _ base: Double
  ) -> (mobile: Double, base: Double) {
    let direct = (base - mobile) / meters
    var (mobileSlope, baseSlope) = (direct - bend * meters, -direct - bend * meters)
    var (mobileHorizon, baseHorizon) = (meters, meters)
    var (fromMobile, fromBase) = (0.0, meters)
    var isSeen = true
    for index in stride(from: 1, to: ground.count - 1, by: 1) {
      fromMobile += spacing
      fromBase -= spacing
      let above = ground[index] - (bend * fromMobile + mobileSlope) * fromMobile - mobile
      if above > 0 {
        mobileSlope += above / fromMobile
        mobileHorizon = fromMobile
        isSeen = false
      }
      guard !isSeen else { continue }
      let rise = ground[index] - (bend * fromBase + baseSlope) * fromBase - base
      if rise > 0 {
        baseSlope += rise / fromBase
        baseHorizon = fromBase
      }
    }
    return (mobileHorizon, baseHorizon)
  }
}
