import WaveUnits

/// Loss around a smooth earth of land at the median, for many receivers.
///
/// Source: Recommendation ITU-R P.1812-8, Annex 1, section 4.3.2 and 4.3.3; `Diffraction` is its twin in double precision.
struct SphereLoss: Sendable {
  private let wavelength: Float
  /// What of K, X and Y depends on the frequency alone.
  private let admittance: Float
  private let cubeRootFrequency: Float
  private let radius = Float(P1812.medianEarthRadius)
  private static let permittivity = 22.0
  private static let conductivity = 0.003

  init(frequencyHertz: Double, polarization: P1812.Polarization) {
    let gigahertz = frequencyHertz / 1e9
    wavelength = Float(0.299792458 / gigahertz)
    cubeRootFrequency = Float(Exponential.power(gigahertz, 1 / 3.0))
    let lossy = 18 * Self.conductivity / gigahertz
    var k =
      0.036 * Exponential.power(gigahertz, -1 / 3.0)
      * Exponential.power((Self.permittivity - 1) * (Self.permittivity - 1) + lossy * lossy, -0.25)
    if polarization == .vertical {
      k *= (Self.permittivity * Self.permittivity + lossy * lossy).squareRoot()
    }
    admittance = Float(k)
  }

  /// The loss over a distance in km between antennas at heights in m above the smooth earth; 0 where it is out of the way.
  func loss(_ transmitter: Float, _ receiver: Float, _ distance: Float) -> Float {
    let sight =
      (0.002 * radius).squareRoot() * (transmitter.squareRoot() + receiver.squareRoot())
    guard distance < sight else {
      return Swift.max(0, firstTerm(transmitter, receiver, distance, radius))
    }
    // Where even the lower antenna is far above all that could be in the way, nothing needs solving.
    let clear = Swift.min(transmitter, receiver) - 125 * distance * distance / radius
    if clear > 0, clear * clear > 76.2 * wavelength * distance { return 0 }
    let both = transmitter + receiver
    let c = (transmitter - receiver) / both
    let m = 250 * distance * distance / (radius * both)
    // Where the ray is lowest: the middle root of m b³ - (m + 1) b + c.
    var b = c / (m + 1)
    for _ in 0..<3 {
      let slope = 3 * m * b * b - (m + 1)
      guard slope < -1e-3 else { break }
      b -= (m * b * b * b - (m + 1) * b + c) / slope
    }
    let first = distance / 2 * (1 + b)
    let second = distance - first
    let clearance =
      ((transmitter - 500 * first * first / radius) * second
        + (receiver - 500 * second * second / radius) * first) / distance
    let needed = 17.456 * (first * second * wavelength / distance).squareRoot()
    guard clearance <= needed else { return 0 }
    let root = distance / (transmitter.squareRoot() + receiver.squareRoot())
    let loss = firstTerm(transmitter, receiver, distance, 500 * root * root)
    return loss <= 0 ? 0 : (1 - clearance / needed) * loss
  }

  /// Equations (29) to (36).
  private func firstTerm(
    _ transmitter: Float, _ receiver: Float, _ distance: Float, _ radius: Float
  ) -> Float {
    let inverseRoot = FastMath.exp2(-FastMath.log2(radius) / 3)
    let k = admittance * inverseRoot
    let square = k * k
    let beta = (1 + 1.6 * square + 0.67 * square * square) / (1 + 4.5 * square + 1.53 * square * square)
    let x = 21.88 * beta * cubeRootFrequency * inverseRoot * inverseRoot * distance
    let y = 0.9575 * beta * cubeRootFrequency * cubeRootFrequency * inverseRoot
    let decimal: Float = 0.301_03
    let far =
      x >= 1.6
      ? 11 + 10 * decimal * FastMath.log2(x) - 17.6 * x
      : -20 * decimal * FastMath.log2(x) - 5.6488 * FastMath.exp2(1.425 * FastMath.log2(x))
    let least = 2 + 20 * decimal * FastMath.log2(k)
    func gain(_ height: Float) -> Float {
      let b = beta * y * height
      let gain =
        b > 2
        ? 17.6 * (b - 1.1).squareRoot() - 5 * decimal * FastMath.log2(b - 1.1) - 8
        : 20 * decimal * FastMath.log2(b + 0.1 * b * b * b)
      return Swift.max(gain, least)
    }
    return -far - gain(transmitter) - gain(receiver)
  }
}
