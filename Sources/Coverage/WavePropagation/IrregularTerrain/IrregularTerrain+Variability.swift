import WaveUnits

/// The variability of losses over time, locations and situations.
extension IrregularTerrain {
  /// A curve of variability over the effective distance, for one climate.
  private struct Curve {
    let c1: Double
    let c2: Double
    let x1: Double
    let x2: Double
    let x3: Double

    init(_ c1: Double, _ c2: Double, _ x1: Double, _ x2: Double, _ x3: Double) {
      (self.c1, self.c2, self.x1, self.x2, self.x3) = (c1, c2, x1 * 1000, x2 * 1000, x3 * 1000)
    }

    func value(_ distance: Double) -> Double {
      let near = distance / x1
      let far = (distance - x2) / x3
      return (c1 + c2 / (1 + far * far)) * near * near / (1 + near * near)
    }
  }

  private struct Spread {
    let median: Curve
    let below: Curve
    let above: Curve
    /// The far tail of the distribution: a factor, and the standard normal deviate at which the tail begins.
    let tail: (Double, Double)
    /// The coefficients of the frequency-dependent gain below the median.
    var belowGain = (1.0, 0.0, 0.0)
    /// The coefficients of the frequency-dependent gain above the median.
    var aboveGain = (1.0, 0.0, 0.0)
  }

  private var spread: Spread {
    switch climate {
    case .equatorial:
      Spread(
        median: Curve(-9.67, 12.7, 144.9, 190.3, 133.8), below: Curve(2.13, 159.5, 762.2, 123.6, 94.5),
        above: Curve(2.11, 102.3, 636.9, 134.8, 95.6), tail: (1.224, 1.282))
    case .continentalSubtropical:
      Spread(
        median: Curve(-0.62, 9.19, 228.9, 205.2, 143.6), below: Curve(2.66, 7.67, 100.4, 172.5, 136.4),
        above: Curve(6.87, 15.53, 138.7, 143.7, 98.6), tail: (0.801, 2.161),
        aboveGain: (0.93, 0.31, 2))
    case .maritimeSubtropical:
      Spread(
        median: Curve(1.26, 15.5, 262.6, 185.2, 99.8), below: Curve(6.11, 6.65, 138.2, 242.2, 178.6),
        above: Curve(10.08, 9.60, 165.3, 225.7, 129.7), tail: (1.380, 1.282))
    case .desert:
      Spread(
        median: Curve(-9.21, 9.05, 84.1, 101.1, 98.6), below: Curve(1.98, 13.11, 139.1, 132.7, 193.5),
        above: Curve(3.68, 159.3, 464.4, 93.1, 94.2), tail: (1, 20),
        aboveGain: (0.93, 0.19, 1.79))
    case .continentalTemperate:
      Spread(
        median: Curve(-0.62, 9.19, 228.9, 205.2, 143.6), below: Curve(2.68, 7.16, 93.7, 186.8, 133.5),
        above: Curve(4.75, 8.12, 93.2, 135.9, 113.4), tail: (1.224, 1.282), belowGain: (0.92, 0.25, 1.77),
        aboveGain: (0.93, 0.31, 2))
    case .maritimeTemperateOverLand:
      Spread(
        median: Curve(-0.39, 2.86, 141.7, 315.9, 167.4), below: Curve(6.86, 10.38, 187.8, 169.6, 108.9),
        above: Curve(8.58, 13.97, 216, 152, 122.7), tail: (1.518, 1.282))
    case .maritimeTemperateOverSea:
      Spread(
        median: Curve(3.15, 857.9, 2222, 164.8, 116.3), below: Curve(8.51, 169.8, 609.8, 119.9, 106.6),
        above: Curve(8.43, 8.19, 136.2, 188.5, 122.9), tail: (1.518, 1.282))
    }
  }

  /// Returns the standard normal deviate that is exceeded with a probability given in percent.
  static func deviate(_ percent: Double) -> Double {
    let share = percent / 100
    let tail = share > 0.5 ? 1 - share : share
    let root = (-2 * Logarithm.natural(tail)).squareRoot()
    let over = (0.010328 * root + 0.802853) * root + 2.515516
    let under = ((0.001308 * root + 0.189269) * root + 1.432788) * root + 1
    let deviate = root - over / under
    return share > 0.5 ? -deviate : deviate
  }

  /// Returns the reference attenuation adjusted to the requested percentages, in dB.
  func varied(_ reference: Double, _ path: TerrainPath) -> Double {
    let spread = spread
    let waves = frequencyMegahertz / 47.7
    let distance = path.distance
    let knee =
      (18e6 * path.effectiveHeights.0).squareRoot() + (18e6 * path.effectiveHeights.1).squareRoot()
      + Exponential.power(575.7e12 / waves, 1 / 3.0)
    let effective = distance < knee ? 130_000 * distance / knee : 130_000 + distance - knee

    var (time, place) = (Self.deviate(timePercent), Self.deviate(locationPercent))
    let situation = Self.deviate(situationPercent)
    switch variability {
    case .singleMessage: (time, place) = (situation, situation)
    case .accidental: place = situation
    case .mobile: place = time
    case .broadcast: break
    }
    let rough = path.roughness * (1 - 0.8 * Exponential.exp(-distance / 50_000))
    let placeDeviation = variesByLocation ? 10 * waves * rough / (waves * rough + 13) : 0
    let byPlace = placeDeviation * place

    let q = Logarithm.natural(0.133 * waves)
    func gain(_ g: (Double, Double, Double)) -> Double { g.0 + g.1 / (g.2 * q * g.2 * q + 1) }
    let below = spread.below.value(effective) * gain(spread.belowGain)
    let above = spread.above.value(effective) * gain(spread.aboveGain)
    let timeDeviation: Double
    if time < 0 {
      timeDeviation = below
    } else if time <= spread.tail.1 {
      timeDeviation = above
    } else {
      timeDeviation = spread.tail.0 * above + (above - spread.tail.0 * above) * spread.tail.1 / time
    }
    let byTime = timeDeviation * time
    let situationDeviation = variesBySituation ? 5 + 3 * Exponential.exp(-effective / 100_000) : 0
    let square = situation * situation
    let rest =
      situationDeviation * situationDeviation + byTime * byTime / (7.8 + square)
      + byPlace * byPlace / (24 + square)
    var (certain, bySituation) = (0.0, 0.0)
    let (timeSquare, placeSquare) = (timeDeviation * timeDeviation, placeDeviation * placeDeviation)
    switch variability {
    case .singleMessage: bySituation = (timeSquare + placeSquare + rest).squareRoot() * situation
    case .accidental:
      certain = byTime
      bySituation = (placeSquare + rest).squareRoot() * situation
    case .mobile:
      certain = (timeSquare + placeSquare).squareRoot() * time
      bySituation = rest.squareRoot() * situation
    case .broadcast:
      certain = byTime + byPlace
      bySituation = rest.squareRoot() * situation
    }
    let loss = reference - spread.median.value(effective) - certain - bySituation
    return loss < 0 ? loss * (29 - loss) / (29 - 10 * loss) : loss
  }
}
