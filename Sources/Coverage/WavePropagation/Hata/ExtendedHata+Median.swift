import WaveUnits

extension ExtendedHata {
  /// Returns the median loss over flat ground in dB.
  ///
  /// Up to a distance that depends on the frequency and the base station's height, Hata's exponent of
  /// distance applies. Beyond it, the exponent from Okumura's figure 12 applies, joined to his curves at 100
  /// km. The attenuations at 1 km are refitted to the values of his figures at 1500, 2000 and 3000 MHz.
  func median(_ kilometers: Double, base: Double, mobile: Double) -> Double {
    let f = Logarithm.decimal(frequencyMegahertz)
    let fit = HataFit.shared
    let logBase = Logarithm.decimal(base)
    let waves = 2e6 * Double.pi * frequencyMegahertz / HataFit.lightSpeed
    let rise = fit.urban.1 * f + fit.urban.2 * f * f

    let nearExcess =
      fit.urban.0 + rise - fit.baseGain - fit.mobileGain
      - 20 * Logarithm.decimal(2 * waves * fit.slantMeters)
    let farExcess = 120.78129 + f * (-52.714929 + 10.919011 * f)
    let farExponent = 2 * (fit.exponent.0 + logBase * (fit.exponent.1 + fit.exponent.2 * logBase) - 1)
    let nearExponent = 0.1 * (44.9 - 6.55 * logBase) - 2
    let change = Exponential.decade(
      (2 * farExponent + 0.1 * (nearExcess - farExcess)) / (farExponent - nearExponent))

    let heightTerm = -13.82 * logBase
    let mobileTerm = 4.97 - 3.2 * square(Logarithm.decimal(11.75 * mobile))
    let logDistance = Logarithm.decimal(kilometers)
    let urban: Double
    if kilometers <= change {
      urban = fit.urban.0 + rise + heightTerm + mobileTerm + (44.9 - 6.55 * logBase) * logDistance
    } else {
      let slant = (1e6 * kilometers * kilometers + square(base - mobile)).squareRoot()
      urban =
        farExcess + fit.baseGain + heightTerm + fit.mobileGain + mobileTerm - 20 * farExponent
        + 10 * farExponent * logDistance + 20 * Logarithm.decimal(2 * waves * slant)
    }
    switch area {
    case .largeCity, .city: return urban
    case .suburban: return urban - (fit.suburban.0 + fit.suburban.1 * f + fit.suburban.2 * f * f)
    case .open: return urban - (40.94 - 18.33 * f + 4.78 * f * f)
    }
  }

  private func square(_ value: Double) -> Double { value * value }
}

/// Coefficients fitted to points of Okumura's figures.
private struct HataFit {
  /// The speed of light in vacuum, derived from the permittivity in NTIA's code, in m/s.
  static let lightSpeed = 1 / (8.854e-12 * 4e-7 * Double.pi).squareRoot()
  static let shared = HataFit()

  /// The coefficients of the attenuation in cities at 1 km, a polynomial in the logarithm of the frequency,
  /// fitted to 22, 23.5 and 25.85 dB.
  let urban: (Double, Double, Double)
  /// The coefficients of the reduction in suburbs, a polynomial fitted to 11.5, 12.4 and 14 dB.
  let suburban: (Double, Double, Double)
  /// The coefficients of half the exponent of distance, a polynomial in the logarithm of the base station's
  /// height, fitted to 2.5, 3 and 3.22 at 24.5, 70 and 200 m.
  let exponent: (Double, Double, Double)
  /// The slant distance in metres between a base station at 200 m and a mobile station at 3 m that are 1 km
  /// apart.
  let slantMeters = (1e6 + 197.0 * 197).squareRoot()
  /// The height gain of a base station at 200 m, in dB.
  let baseGain = 13.82 * Logarithm.decimal(200)
  /// The height gain of a mobile station at 3 m, in dB.
  let mobileGain: Double

  init() {
    func log(_ value: Double) -> Double { Logarithm.decimal(value) }
    let height = log(11.75 * 3)
    mobileGain = 3.2 * height * height - 4.97
    let waves = 2 * Double.pi * 1.5e9 / Self.lightSpeed
    let (third, half, two) = (log(4.0 / 3), log(1.5), log(2))
    let low = log(1500)

    let bend = (3.85 / two - 1.5 / third) / half
    let slope = 20 + 1.5 / third - bend * log(3e6)
    urban = (
      22 + baseGain + mobileGain + 20 * log(2 * waves * slantMeters) - low * (slope + bend * low), slope, bend
    )

    let under = third * half * two
    let suburbanBend = (2.5 * third - 0.9 * two) / under
    let suburbanSlope = (0.9 * two * log(4.5e6) - 2.5 * third * log(3e6)) / under
    suburban = (11.5 - suburbanSlope * low - suburbanBend * low * low, suburbanSlope, suburbanBend)

    let tau =
      (0.72 * log(70 / 24.5) - 0.5 * log(200 / 24.5)) / log(70 / 24.5) / log(200.0 / 70) / log(200 / 24.5)
    let sigma = 0.72 / log(200 / 24.5) - tau * log(200 * 24.5)
    exponent = (2.5 - log(24.5) * (sigma + tau * log(24.5)), sigma, tau)
  }
}
