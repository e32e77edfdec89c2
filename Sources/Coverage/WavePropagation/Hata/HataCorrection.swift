import WaveUnits

/// Okumura's terrain corrections in dB, which are subtracted from the median loss.
enum HataCorrection {
  /// Returns the correction for a ridge between the stations, by figure 31.
  static func ridge(_ ridge: HataGround.Ridge) -> Double {
    let near = [15.0, 30, 60]
    let curves: [[Double]] = [
      [4, -13, -17.5, -17.5, -15, -12.5, -10, -8, -6],
      [12, -8.5, -13, -12, -10, -8, -6.5, -5, -4],
      [20, -4, -6.5, -6, -4.5, -3.5, -2.5, -2, -1],
    ]
    let first = ridge.baseKilometers >= near[1] ? 1 : 0
    var second = 0
    while second < 7, ridge.mobileKilometers > Double(second + 1) { second += 1 }
    let part = ridge.mobileKilometers - Double(second)
    func value(_ curve: Int) -> Double {
      curves[curve][second] + (curves[curve][second + 1] - curves[curve][second]) * part
    }
    let share = (ridge.baseKilometers - near[first]) / (near[first + 1] - near[first])
    return (ridge.heightMeters / 200).squareRoot()
      * (value(first) + (value(first + 1) - value(first)) * share)
  }

  /// Returns the correction for rolling hills; a roughness below 15 m counts as 15 m.
  static func hills(_ roughness: Double) -> Double {
    let h = Logarithm.decimal(Swift.max(15, roughness))
    return -1.5072013 + h * (8.458676 - 6.102538 * h)
  }

  /// Returns the correction for the mobile station's position among the hills: at the top, in the middle, or
  /// at the bottom.
  static func fineHills(_ ground: HataGround) -> Double {
    guard ground.roughness >= 10 else { return 0 }
    let h = Logarithm.decimal(ground.roughness)
    let most = -11.728795 + h * (15.544272 - 1.8154766 * h)
    let (height, quantiles) = (ground.mobileGround, ground.quantiles)
    if height >= quantiles.high { return most }
    if height <= quantiles.low { return -most }
    if height >= quantiles.middle {
      return most * (height - quantiles.middle) / (quantiles.high - quantiles.middle)
    }
    return -most * (quantiles.middle - height) / (quantiles.middle - quantiles.low)
  }

  /// Returns the correction for the slope at the mobile station, by figure 34.
  static func slope(_ milliradians: Double, kilometers: Double) -> Double {
    let factor: Double
    if milliradians <= 0 {
      factor =
        kilometers <= 10 ? 0.25 : kilometers >= 30 ? 0.8 : 0.25 + 0.05 * (0.8 - 0.25) * (kilometers - 10)
    } else if kilometers <= 10 {
      factor = 0.125
    } else if kilometers >= 60 {
      factor = 0.6
    } else if kilometers <= 30 {
      factor = 0.125 + 0.05 * (kilometers - 10) * (0.35 - 0.125)
    } else {
      factor = 0.35 + (kilometers - 30) * (0.6 - 0.35) / 30
    }
    return milliradians * factor
  }

  /// Returns the correction for sea along the path, by figures 35 and 36, depending on the end of the path
  /// that has more sea.
  static func sea(_ share: Double, _ end: HataGround.SeaEnd, kilometers: Double) -> Double {
    guard share > 0 else { return 0 }
    let near = value(
      share, end, [0, 0.15, 0.35, 0.45, 0.6, 0.65, 0.725, 0.775, 0.85, 1],
      base: [0, 1, 3, 4, 6, 7, 8, 9, 10, 11], mobile: [0, 4, 5.5, 7, 8.5, 9, 9.5, 9.8, 10.25, 11])
    let far = value(
      share, end, [0, 0.15, 0.3, 0.4, 0.5, 0.6, 0.725, 0.85, 0.9, 1],
      base: [0, 2, 4, 5.5, 7, 9, 11, 13, 14, 15],
      mobile: [0, 4.25, 6.25, 9.2, 10.5, 11.75, 13, 14, 14.25, 15])
    if kilometers <= 30 { return near }
    if kilometers >= 60 { return far }
    return near + (kilometers - 30) / 30 * (far - near)
  }

  private static func value(
    _ share: Double, _ end: HataGround.SeaEnd, _ shares: [Double], base: [Double], mobile: [Double]
  ) -> Double {
    var index = 0
    while index < shares.count - 2, share > shares[index + 1] { index += 1 }
    let part = (share - shares[index]) / (shares[index + 1] - shares[index])
    func along(_ curve: [Double]) -> Double { curve[index] + part * (curve[index + 1] - curve[index]) }
    switch end {
    case .base: return along(base)
    case .mobile: return along(mobile)
    case .neither: return (along(base) + along(mobile)) / 2
    }
  }
}
