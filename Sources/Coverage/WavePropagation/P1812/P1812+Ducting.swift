import WaveUnits

/// Ducting and reflection by layers of the atmosphere, which carry signals beyond the horizon.
extension P1812 {
  /// Returns the ducting and layer-reflection loss, section 4.5.
  func ducting(
    _ geometry: PathGeometry, _ total: Double, _ sea: Double, _ tau: Double, _ beta0: Double
  ) -> Double {
    let f = frequencyGigahertz
    let radius = earthRadius
    let (near, far) = (geometry.transmitterHorizonKilometers, geometry.receiverHorizonKilometers)
    let root = Exponential.power(f, 1 / 3.0)
    func shielding(_ elevation: Double, _ horizon: Double) -> Double {
      let over = elevation - 0.1 * horizon
      guard over > 0 else { return 0 }
      return 20 * Logarithm.decimal(1 + 0.361 * over * (f * horizon).squareRoot()) + 0.264 * over * root
    }
    func coupling(_ coast: Double, _ horizon: Double, _ height: Double) -> Double {
      guard sea >= 0.75, coast <= horizon, coast <= 5 else { return 0 }
      return -3 * Exponential.exp(-0.25 * coast * coast) * (1 + Exponential.tanh(0.07 * (50 - height)))
    }
    let fixed =
      102.45 + 20 * Logarithm.decimal(f) + 20 * Logarithm.decimal(near + far)
      + (f < 0.5 ? 45.375 - 137 * f + 92.5 * f * f : 0)
      + shielding(geometry.transmitterElevation, near) + shielding(geometry.receiverElevation, far)
      + coupling(transmitterCoastKilometers, near, geometry.transmitter)
      + coupling(receiverCoastKilometers, far, geometry.receiver)

    let angle =
      1000 * total / radius + Swift.min(geometry.transmitterElevation, 0.1 * near)
      + Swift.min(geometry.receiverElevation, 0.1 * far)
    let specific = 5e-5 * radius * root * angle
    let alpha = Swift.max(-3.4, -0.6 - 3.5e-9 * Exponential.power(total, 3.1) * tau)
    let roots =
      geometry.effectiveTransmitterHeight.squareRoot() + geometry.effectiveReceiverHeight.squareRoot()
    let mu2 = Swift.min(1, Exponential.power(500 / radius * total * total / (roots * roots), alpha))
    let between = Swift.min(total - near - far, 40)
    let mu3 =
      geometry.roughness <= 10
      ? 1 : Exponential.exp(-4.6e-5 * (geometry.roughness - 10) * (43 + 6 * between))
    let beta = beta0 * mu2 * mu3
    let decades = Logarithm.decimal(beta)
    let gamma =
      1.076 / Exponential.power(2.0058 - decades, 1.012)
      * Exponential.exp(
        -(9.51 - 4.8 * decades + 0.198 * decades * decades) * 1e-6 * Exponential.power(total, 1.13))
    let ratio = timePercent / beta
    return fixed + specific - 12 + (1.2 + 3.7e-3 * total) * Logarithm.decimal(ratio)
      + 12 * Exponential.power(ratio, gamma)
  }
}
