import WaveUnits

/// The diffraction loss over a smooth earth, by the first term of the residue series.
extension Diffraction {
  /// Returns the spherical-earth diffraction loss, equations (22) to (28).
  func sphere(_ transmitter: Double, _ receiver: Double, _ radius: Double) -> Double {
    let sight =
      (2 * radius).squareRoot() * ((0.001 * transmitter).squareRoot() + (0.001 * receiver).squareRoot())
    if total >= sight { return firstTerm(transmitter, receiver, radius) }
    let c = (transmitter - receiver) / (transmitter + receiver)
    let m = 250 * total * total / (radius * (transmitter + receiver))
    let cube = 3 * m / ((m + 1) * (m + 1) * (m + 1))
    let angle = 1.047_197_551_196_597_6 + Arctangent.ofCosine(1.5 * c * cube.squareRoot()) / 3
    let b =
      2 * ((m + 1) / (3 * m)).squareRoot()
      * Trigonometry.sineCosine(turns: angle / 6.283_185_307_179_586_5).cosine
    let first = total / 2 * (1 + b)
    let second = total - first
    let clearance =
      ((transmitter - 500 * first * first / radius) * second
        + (receiver - 500 * second * second / radius) * first) / total
    let needed = 17.456 * (first * second * wavelength / total).squareRoot()
    if clearance > needed { return 0 }
    let root = total / (transmitter.squareRoot() + receiver.squareRoot())
    let loss = firstTerm(transmitter, receiver, 500 * root * root)
    return loss < 0 ? 0 : (1 - clearance / needed) * loss
  }

  private func firstTerm(_ transmitter: Double, _ receiver: Double, _ radius: Double) -> Double {
    var loss = 0.0
    if seaShare > 0 { loss += seaShare * firstTerm(transmitter, receiver, radius, 80, 5) }
    if seaShare < 1 { loss += (1 - seaShare) * firstTerm(transmitter, receiver, radius, 22, 0.003) }
    return loss
  }

  /// Returns the first term of the residue series for ground with the given permittivity and conductivity,
  /// equations (29) to (36).
  private func firstTerm(
    _ transmitter: Double, _ receiver: Double, _ radius: Double, _ permittivity: Double,
    _ conductivity: Double
  ) -> Double {
    let lossy = 18 * conductivity / frequency
    var k =
      0.036 * Exponential.power(radius * frequency, -1 / 3.0)
      * Exponential.power((permittivity - 1) * (permittivity - 1) + lossy * lossy, -0.25)
    if polarization == .vertical { k *= (permittivity * permittivity + lossy * lossy).squareRoot() }
    let (k2, k4) = (k * k, k * k * k * k)
    let beta = (1 + 1.6 * k2 + 0.67 * k4) / (1 + 4.5 * k2 + 1.53 * k4)
    let x = 21.88 * beta * Exponential.power(frequency / (radius * radius), 1 / 3.0) * total
    let y = 0.9575 * beta * Exponential.power(frequency * frequency / radius, 1 / 3.0)
    let distance =
      x >= 1.6
      ? 11 + 10 * Logarithm.decimal(x) - 17.6 * x
      : -20 * Logarithm.decimal(x) - 5.6488 * Exponential.power(x, 1.425)
    func gain(_ height: Double) -> Double {
      let b = beta * y * height
      let gain =
        b > 2
        ? 17.6 * (b - 1.1).squareRoot() - 5 * Logarithm.decimal(b - 1.1) - 8
        : 20 * Logarithm.decimal(b + 0.1 * b * b * b)
      return Swift.max(gain, 2 + 20 * Logarithm.decimal(k))
    }
    return -distance - gain(transmitter) - gain(receiver)
  }
}
