import WaveUnits

/// What a smooth earth of land costs, for eight receivers at a time.
///
/// Source: Recommendation ITU-R P.1812-8, Annex 1, sections 4.3.2 to 4.3.5; `Diffraction` is its twin in double precision.
struct SphereLoss: Sendable {
  typealias Eight = SIMD8<Float>

  private let wavelength: Float
  /// √(0.002/λ).
  let scale: Float
  /// What of K, X and Y depends on the frequency alone.
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
    if polarization == .vertical {
      k *= (Self.permittivity * Self.permittivity + lossy * lossy).squareRoot()
    }
    admittance = Float(k)
    logAdmittance = Float(Logarithm.decimal(k) / Logarithm.decimal(2))
  }

  /// Of Bullington's edge, by its parameter: equations (12) and (21), dB.
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

  /// What the product of two antennas' heights above smooth ground is at least where no sphere is in the way, m².
  ///
  /// With the zone's width by √(d₁d₂), both heights' part of the clearance is least where they have the same: 2√(h₁h₂). The bulge takes no more of it than in the middle.
  func clearProduct(kilometers: Double) -> Float {
    let zone = 17.456 * (kilometers * Double(wavelength)).squareRoot()
    let wanted = zone + kilometers * kilometers * Double(bulge) / 2
    return Float(wanted * wanted / 4)
  }

  /// What the sphere costs more than Bullington's edge over smooth ground, dB.
  ///
  /// - Parameters:
  ///   - transmitter: Antennas above smooth ground, m.
  ///   - receiver: The same at the other end.
  ///   - distance: Distances, km.
  /// - Returns: Nothing where the sphere is out of the way.
  @inline(__always)
  func excess(_ transmitter: Eight, _ receiver: Eight, _ distance: Eight) -> Eight {
    let (rootTransmitter, rootReceiver) = (FastMath.root(transmitter), FastMath.root(receiver))
    let roots = rootTransmitter + rootReceiver
    let isSeen = distance .< roots * (0.002 * radius).squareRoot()
    // Where the ray is lowest: the middle root of m b³ - (m + 1) b + c.
    let both = transmitter + receiver
    let c: Eight = (transmitter - receiver) / both
    let m: Eight = distance * distance * (250 / radius) / both
    let more: Eight = m + 1
    var b: Eight = c / more
    for _ in 0..<3 {
      let square: Eight = m * b * b
      let value: Eight = (square - more) * b + c
      b -= value / FastMath.least(square * 3 - more, -1e-3)
    }
    b = FastMath.least(FastMath.greatest(b, -0.999), 0.999)
    let first: Eight = distance * 0.5 * (b + 1)
    let second: Eight = distance - first
    let far: Eight = (transmitter - first * first * bulge) * second
    let near: Eight = (receiver - second * second * bulge) * first
    let clearance: Eight = (far + near) / distance
    let needed: Eight = FastMath.root(first * second * wavelength / distance) * 17.456
    let isGrazed = isSeen .& (clearance .<= needed)
    let isHidden = .!isSeen
    guard FastMath.any(isGrazed .| isHidden) else { return Eight() }

    let ratio = distance / roots
    // Where it is seen, a radius at which it would be just out of sight.
    let shrunk: Eight = ratio * ratio * 500
    let logShrunk = FastMath.log2(shrunk) * (-1 / 3 as Float)
    let logRoot = logShrunk.replacing(with: Eight(repeating: logInverseRoot), where: isHidden)
    var loss = FastMath.greatest(firstTerm(transmitter, receiver, distance, logRoot), Eight())
    let part: Eight = loss * (1 - clearance / needed)
    loss = part.replacing(with: loss, where: isHidden)
    loss.replace(with: Eight(), where: .!(isGrazed .| isHidden))
    let smooth = Self.obstructed(
      parameter(transmitter, receiver, distance, rootTransmitter, rootReceiver), distance)
    return FastMath.greatest(loss - smooth, Eight())
  }

  /// Equations (29) to (36), by the logarithm to base 2 of the inverse cube root of the radius.
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
    // Ten times the decimal logarithm is 3.0103 times that to base 2.
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

  /// Bullington's parameter over the smooth earth, as if it had samples everywhere but beside the antennas.
  @inline(__always)
  private func parameter(
    _ transmitter: Eight, _ receiver: Eight, _ distance: Eight, _ rootTransmitter: Eight,
    _ rootReceiver: Eight
  ) -> Eight {
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
    if FastMath.any(.!isHidden) {
      seen = nearest(transmitter, receiver, distance, last, start: rootTransmitter / rootReceiver)
    }
    guard FastMath.any(isHidden) else { return seen * scale }
    let back: Eight = steepest(receiver, rootReceiver) + distance * (2 * bulge)
    let edge = FastMath.greatest((chord + back) * distance / (slope + back), 1e-6)
    let ratio: Eight = edge * distance / FastMath.greatest(distance - edge, 1e-6)
    let hidden: Eight = (slope - chord) * FastMath.root(ratio)
    return scale * seen.replacing(with: hidden, where: isHidden)
  }

  /// Where a ray over the smooth earth comes nearest to it, by its zone.
  ///
  /// With t = √(d₁/d₂) what is to be least is h₁/t + h₂ t - B/(t + 1/t), B being the bulge by d²; without B it is so at √(h₁/h₂). Newton's steps are taken in the logarithm of t, and no
  /// further than what both antennas alone would have them be where the bulge bends the other way.
  @inline(__always)
  private func nearest(
    _ transmitter: Eight, _ receiver: Eight, _ distance: Eight, _ last: Eight, start: Eight
  ) -> Eight {
    // No further than the profile's own samples: beside a low antenna it would be between the last two.
    let most: Eight = FastMath.root(last / FastMath.greatest(distance - last, step * 1e-3))
    let least: Eight = 1 / most
    let swell: Eight = distance * distance * bulge
    var t = FastMath.least(FastMath.greatest(start, least), most)
    for _ in 0..<3 {
      let q: Eight = 1 / t
      let inverse: Eight = 1 / (t + q)
      let lean: Eight = (t - q) * inverse
      let part: Eight = swell * inverse
      let both: Eight = transmitter * q + receiver * t
      let slope: Eight = receiver * t - transmitter * q + part * lean
      let bend: Eight = both + FastMath.greatest(part * (1 - lean * lean * 2), Eight())
      let step = FastMath.least(FastMath.greatest(Eight() - slope / bend, -1), 1)
      let moved: Eight = t * (step * (step * 0.5 + 1) + 1)
      t = FastMath.least(FastMath.greatest(moved, least), most)
    }
    let q: Eight = 1 / t
    let clearance: Eight = transmitter * q + receiver * t - swell / (t + q)
    return Eight() - clearance / FastMath.root(distance)
  }
}
