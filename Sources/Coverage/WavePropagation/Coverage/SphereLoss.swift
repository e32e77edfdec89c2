import WaveUnits

/// The diffraction loss over a smooth, spherical earth with land surface, for eight receivers at once.
///
/// Source: Recommendation ITU-R P.1812-8, Annex 1, sections 4.3.2 to 4.3.5; `Diffraction` is the reference in
/// double precision.
struct SphereLoss: Sendable {
  typealias Eight = SIMD8<Float>

  private let wavelength: Float
  /// The factor √(0.002/λ).
  let scale: Float
  /// The part of K, X and Y that depends only on the frequency.
  private let admittance: Float
  private let logAdmittance: Float
  private let cubeRootFrequency: Float
  private let step: Float
  private let radius: Float
  private let logInverseRoot: Float
  private let bulge: Float
  private static let permittivity = 22.0
  private static let conductivity = 0.003

  init(
    frequencyHertz: Double, polarization: P1812.Polarization, stepKilometers: Float,
    earthRadius: Double = P1812.medianEarthRadius
  ) {
    radius = Float(earthRadius)
    bulge = Float(500 / earthRadius)
    let gigahertz = frequencyHertz / 1e9
    wavelength = Float(0.299792458 / gigahertz)
    scale = Float((0.002 * gigahertz / 0.299792458).squareRoot())
    step = stepKilometers
    cubeRootFrequency = Float(Exponential.power(gigahertz, 1 / 3.0))
    logInverseRoot = Float(Logarithm.decimal(earthRadius) / (-3 * Logarithm.decimal(2)))
    let lossy = 18 * Self.conductivity / gigahertz
    var k =
      0.036 * Exponential.power(gigahertz, -1 / 3.0)
      * Exponential.power((Self.permittivity - 1) * (Self.permittivity - 1) + lossy * lossy, -0.25)
    if polarization == .vertical { k *= (Self.permittivity * Self.permittivity + lossy * lossy).squareRoot() }
    admittance = Float(k)
    logAdmittance = Float(Logarithm.decimal(k) / Logarithm.decimal(2))
  }

  /// Returns the loss of Bullington's edge in dB, given its parameter, by equations (12) and (21).
  @inline(__always)
  static func obstructed(_ parameter: Eight, _ distance: Eight) -> Eight {
    let near = FastMath.greatest(parameter, -0.78) - 0.1
    let root: Eight = FastMath.root(near * near + 1)
    let edge: Eight = FastMath.log2(root + near) * 6.020_599_9 + 6.9
    let missing: Eight = 1 - FastMath.exp2(edge * -0.240_449_17)
    let long: Eight = distance * 0.02 + 10
    let loss: Eight = edge + missing * long
    return Eight().replacing(with: loss, where: parameter .> -0.78)
  }

  /// Returns the smallest product of two antennas' heights above smooth ground at which the spherical earth
  /// does not obstruct the path, in m².
  ///
  /// The width of the Fresnel zone is proportional to √(d₁d₂). Relative to it, the heights contribute least
  /// to the clearance where both contribute equally: 2√(h₁h₂). The earth's bulge reduces the clearance most
  /// in the middle.
  func clearProduct(kilometers: Double) -> Float {
    let zone = 17.456 * (kilometers * Double(wavelength)).squareRoot()
    let wanted = zone + kilometers * kilometers * Double(bulge) / 2
    return Float(wanted * wanted / 4)
  }

  /// The paths from a transmitter to eight receivers above a smooth earth, with intermediate results.
  struct Link {
    /// The index of the profile sample at the first receiver.
    var sample = 0
    /// The heights of the transmitting antenna above smooth ground, one for each receiver, in metres.
    var transmitter = Eight()
    /// The heights of the receiving antennas above smooth ground, in metres.
    var receiver = Eight()
    var rootTransmitter = Eight()
    var rootReceiver = Eight()
    /// The distances between the transmitter and the receivers, in km.
    var distance = Eight()
    /// The fraction of the first-term loss that is used: 0 if the spherical earth does not obstruct the path,
    /// 1 if it hides the receiver.
    var share = Eight()
    /// The spherical-earth loss, in dB.
    var loss = Eight()
    /// Bullington's parameter over the spherical earth.
    var parameter = Eight()
  }

  /// Computes the fraction of the first-term loss that is used, by equations (22) to (27).
  ///
  /// - Returns: False if the fraction is 0 for all receivers.
  @inline(__always)
  func see(_ link: inout Link) -> Bool {
    let (transmitter, receiver, distance) = (link.transmitter, link.receiver, link.distance)
    let (rootTransmitter, rootReceiver) = (FastMath.root(transmitter), FastMath.root(receiver))
    (link.rootTransmitter, link.rootReceiver) = (rootTransmitter, rootReceiver)
    let roots = rootTransmitter + rootReceiver
    let isSeen = distance .< roots * (0.002 * radius).squareRoot()
    // The lowest point of the ray is at the middle root of m b³ - (m + 1) b + c.
    let inverse: Eight = 1 / (transmitter + receiver)
    let c: Eight = (transmitter - receiver) * inverse
    let m: Eight = distance * distance * (250 / radius) * inverse
    // The initial value is exact at the largest distance in line of sight. At smaller distances, Halley's
    // step leaves an error of a thousandth of a decibel.
    let outmost: Eight = (rootTransmitter - rootReceiver) / roots
    var b: Eight = c / (m - m * outmost * outmost + 1)
    let value: Eight = (m * b * b - m - 1) * b + c
    let slope: Eight = m * b * b * 3 - m - 1
    let bend: Eight = m * b * 6
    b -= value * slope * 2 / FastMath.greatest(slope * slope * 2 - value * bend, 1e-3)
    b = FastMath.least(FastMath.greatest(b, -0.999), 0.999)
    let first: Eight = distance * 0.5 * (b + 1)
    let second: Eight = distance - first
    let far: Eight = (transmitter - first * first * bulge) * second
    let near: Eight = (receiver - second * second * bulge) * first
    // Both clearances, multiplied by the distance.
    let needed: Eight = FastMath.root(first * second * wavelength * distance) * 17.456
    let share = FastMath.greatest(1 - (far + near) / needed, 0)
    link.share = Eight(repeating: 1).replacing(with: share, where: isSeen)
    return FastMath.any(link.share .> 0)
  }

  /// Computes the spherical-earth loss.
  @inline(__always)
  func bend(_ link: inout Link) {
    let ratio: Eight = link.distance / (link.rootTransmitter + link.rootReceiver)
    // For receivers in line of sight, the radius is that at which they would just be hidden.
    let logShrunk: Eight = FastMath.log2(ratio * ratio * 500) * (-1 / 3 as Float)
    let isSeen = ratio .< (0.002 * radius).squareRoot()
    let logRoot = Eight(repeating: logInverseRoot).replacing(with: logShrunk, where: isSeen)
    let loss = firstTerm(link.transmitter, link.receiver, link.distance, logRoot)
    link.loss = FastMath.greatest(loss, 0) * link.share
  }

  /// Returns the amount by which the spherical-earth loss exceeds the loss of Bullington's edge over that
  /// earth, in dB.
  @inline(__always)
  func excess(_ link: Link) -> Eight {
    FastMath.greatest(link.loss - Self.obstructed(link.parameter, link.distance), 0)
  }

  /// Returns the first-term loss by equations (29) to (36), given the binary logarithm of the inverse cube
  /// root of the radius.
  @inline(__always)
  private func firstTerm(
    _ transmitter: Eight, _ receiver: Eight, _ distance: Eight, _ logInverseRoot: Eight
  ) -> Eight {
    let inverseRoot = FastMath.exp2(logInverseRoot)
    let k = admittance * inverseRoot
    let square = k * k
    let upper: Eight = (square * 0.67 + 1.6) * square + 1
    let lower: Eight = (square * 1.53 + 4.5) * square + 1
    let beta: Eight = upper / lower
    let x: Eight = beta * inverseRoot * inverseRoot * distance * (21.88 * cubeRootFrequency)
    let y: Eight = beta * beta * inverseRoot * (0.9575 * cubeRootFrequency * cubeRootFrequency)
    let log = FastMath.log2(x)
    // Ten decimal logarithms are 3.0103 binary ones.
    let close: Eight = log * -6.0206 - FastMath.exp2(log * 1.425) * 5.6488
    let distant: Eight = log * 3.0103 - x * 17.6 + 11
    let far = close.replacing(with: distant, where: x .>= 1.6)
    let least: Eight = (logInverseRoot + logAdmittance) * 6.0206 + 2
    func gain(_ height: Eight) -> Eight {
      let b: Eight = y * height
      let isHigh = b .> 2
      let above = FastMath.greatest(b - 1.1, 0.9)
      let below: Eight = (b * b * 0.1 + 1) * b
      let log = FastMath.log2(below.replacing(with: above, where: isHigh))
      let high: Eight = FastMath.root(above) * 17.6 - log * 1.505_15 - 8
      return FastMath.greatest((log * 6.0206).replacing(with: high, where: isHigh), least)
    }
    return Eight() - far - gain(transmitter) - gain(receiver)
  }

  /// Computes Bullington's parameter over the smooth earth, sampled everywhere except next to the antennas.
  @inline(__always)
  func computeParameter(_ link: inout Link) {
    let (transmitter, receiver, distance) = (link.transmitter, link.receiver, link.distance)
    let (rootTransmitter, rootReceiver) = (link.rootTransmitter, link.rootReceiver)
    let last = FastMath.greatest(distance - step, step)
    let inverseBulge = (1 / bulge).squareRoot()
    func steepest(_ height: Eight, _ root: Eight) -> Eight {
      // -k d - h/d is greatest at √(h/k).
      let d = FastMath.least(FastMath.greatest(root * inverseBulge, step), last)
      return Eight() - (d * bulge + height / d)
    }
    let chord: Eight = (receiver - transmitter) / distance - distance * bulge
    let slope = steepest(transmitter, rootTransmitter)
    let isHidden = slope .> chord
    var seen = Eight()
    if FastMath.any(.!isHidden) { seen = nearest(link) }
    link.parameter = seen * scale
    guard FastMath.any(isHidden) else { return }
    let back: Eight = steepest(receiver, rootReceiver) + distance * (2 * bulge)
    let edge = FastMath.greatest((chord + back) * distance / (slope + back), 1e-6)
    let ratio: Eight = edge * distance / FastMath.greatest(distance - edge, 1e-6)
    let hidden: Eight = (slope - chord) * FastMath.root(ratio)
    link.parameter.replace(with: hidden * scale, where: isHidden)
  }

  /// Returns the negative minimum clearance of a ray above the smooth earth, relative to its zone.
  ///
  /// With t = √(d₁/d₂), the function minimises h₁/t + h₂t - B/(t + 1/t), where B is the bulge times d². The
  /// minimum is at t² = (h₁ + w√(h₁h₂))/(h₂ + w√(h₁h₂)). Here w solves 2w(u + w)² = x(u + 1)(1 + 2uw + w²),
  /// with u = (h₁ + h₂)/2√(h₁h₂) and x = B/(√h₁ + √h₂)², which ranges from 0 nearby to 1 where the receiver
  /// is just hidden.
  @inline(__always)
  private func nearest(_ link: Link) -> Eight {
    let (transmitter, receiver, distance) = (link.transmitter, link.receiver, link.distance)
    let roots = link.rootTransmitter + link.rootReceiver
    let product = link.rootTransmitter * link.rootReceiver
    let swell: Eight = distance * distance * bulge
    let u: Eight = (transmitter + receiver) * 0.5 / product
    let x = FastMath.least(swell / (roots * roots), 1)
    // The initial value is exact at both ends, and has the exact slope at the first; it is refined by
    // Halley's step.
    let reach: Eight = x * (u + 1)
    let share: Eight = u * u * 2
    var w: Eight = reach / (share * (1 - x) + reach)
    let sum = u + w
    let value: Eight = w * sum * sum * 2 - reach * ((u * 2 + w) * w + 1)
    let slope: Eight = sum * 2 * (u + w * 3 - reach)
    let bend: Eight = (u * 4 + w * 6 - reach) * 2
    w -= value * slope * 2 / (slope * slope * 2 - value * bend)
    // The minimum is limited to the profile's own samples, since next to a low antenna it would be between
    // the last two.
    let most = FastMath.greatest(distance * (1 / step) - 1, 1)
    let square: Eight = (transmitter + product * w) / (receiver + product * w)
    let t = FastMath.root(FastMath.least(FastMath.greatest(square, 1 / most), most))
    let q: Eight = 1 / t
    let clearance: Eight = transmitter * q + receiver * t - swell / (t + q)
    return Eight() - clearance / FastMath.root(distance)
  }
}
