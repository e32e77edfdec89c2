import WaveUnits

/// The median loss of a path beyond free space, over all times, locations and situations, in dB.
struct ReferenceAttenuation {
  let path: TerrainPath
  let ground: Ground
  let frequency: Double
  let heights: (Double, Double)
  let isPointToPoint: Bool

  private var radius: Double { ground.radius }
  private var horizon: Double { path.horizons.0 + path.horizons.1 }
  /// The sum of the distances to the horizons of a smooth earth.
  private var sight: Double {
    (2 * path.effectiveHeights.0 * radius).squareRoot() + (2 * path.effectiveHeights.1 * radius).squareRoot()
  }
  private var angle: Double { -Swift.max(path.horizonAngles.0 + path.horizonAngles.1, -horizon / radius) }
  private var waveNumber: Double { frequency / 47.7 }

  var value: Double {
    let scale = Exponential.power(radius * radius / frequency, 1 / 3.0)
    let near = Swift.max(sight, horizon + 5 * scale)
    let far = near + 10 * scale
    let slope = (diffraction(far) - diffraction(near)) / (far - near)
    let base = diffraction(near) - slope * near
    let d = path.distance
    return Swift.max(0, d < sight ? lineOfSight(d, slope, base) : beyond(d, slope, base, scale))
  }

  private func lineOfSight(_ d: Double, _ slope: Double, _ base: Double) -> Double {
    let atSight = sight * slope + base
    var first = 0.04 * frequency * path.effectiveHeights.0 * path.effectiveHeights.1
    let second: Double
    if base >= 0 {
      first = Swift.min(first, 0.5 * horizon)
      second = first + 0.25 * (horizon - first)
    } else {
      second = Swift.max(-base / slope, 0.25 * horizon)
    }
    let atSecond = twoRays(second, slope, base)
    var (linear, logarithmic, isFitted) = (0.0, 0.0, false)
    if first < second {
      let atFirst = twoRays(first, slope, base)
      let q = Logarithm.natural(sight / first)
      logarithmic = Swift.max(
        0,
        ((sight - first) * (atSecond - atFirst) - (second - first) * (atSight - atFirst))
          / ((sight - first) * Logarithm.natural(second / first) - (second - first) * q))
      isFitted = base > 0 || logarithmic > 0
      if isFitted {
        linear = (atSight - atFirst - logarithmic * q) / (sight - first)
        if linear < 0 {
          linear = 0
          logarithmic = Swift.max(atSight - atFirst, 0) / q
          if logarithmic == 0 { linear = slope }
        }
      }
    }
    if !isFitted {
      linear = Swift.max(atSight - atSecond, 0) / (sight - second)
      logarithmic = 0
      if linear == 0 { linear = slope }
    }
    let start = atSight - linear * sight - logarithmic * Logarithm.natural(sight)
    return start + linear * d + logarithmic * Logarithm.natural(d)
  }

  private func beyond(_ d: Double, _ slope: Double, _ base: Double, _ scale: Double) -> Double {
    let (near, far) = (horizon + 200_000, horizon + 400_000)
    var frequencyGain = -1.0
    let atFar = scatter(far, &frequencyGain)
    let atNear = scatter(near, &frequencyGain)
    guard atNear < 1000 else { return slope * d + base }
    let scattered = (atFar - atNear) / 200_000
    let change = Swift.max(
      sight, horizon + 1.088 * scale * Logarithm.natural(frequency),
      (atNear - base - scattered * near) / (slope - scattered))
    guard d > change else { return slope * d + base }
    return scattered * d + (slope - scattered) * change + base
  }

  // MARK: - Diffraction

  private static func roughness(_ d: Double, _ roughness: Double) -> Double {
    roughness * (1 - 0.8 * Exponential.exp(-d / 50_000))
  }

  private static func deviation(_ roughness: Double) -> Double {
    0.78 * roughness * Exponential.exp(-0.5 * roughness.squareRoot().squareRoot())
  }

  private func diffraction(_ d: Double) -> Double {
    let deviation = Self.deviation(Self.roughness(sight, path.roughness))
    let clutter = Swift.min(
      15, 5 * Logarithm.decimal(1 + 1e-5 * heights.0 * heights.1 * frequency * deviation))
    var product = heights.0 * heights.1
    let gain = path.effectiveHeights.0 * path.effectiveHeights.1 - product
    if isPointToPoint { product += 10 }
    let ratio = (1 + gain / product).squareRoot()
    let q =
      (ratio + (-angle * radius + horizon) / d)
      * Swift.min(Self.roughness(d, path.roughness) * waveNumber, 6283.2)
    let weight = 25.1 / (25.1 + q.squareRoot())
    return weight * smoothEarth(d) + (1 - weight) * knifeEdges(d) + clutter
  }

  private func knifeEdges(_ d: Double) -> Double {
    let bend = d / radius - angle
    let rest = d - horizon
    func edge(_ near: Double) -> Double {
      let square = 0.0795775 * waveNumber * bend * bend * near * rest / (rest + near)
      return square < 5.76
        ? 6.02 + 9.11 * square.squareRoot() - 1.27 * square : 12.953 + 10 * Logarithm.decimal(square)
    }
    return edge(path.horizons.0) + edge(path.horizons.1)
  }

  private func smoothEarth(_ d: Double) -> Double {
    let bend = d / radius - angle
    let magnitude = ground.impedance.norm.squareRoot()
    let root = Exponential.power(frequency, 1 / 3.0)
    func part(_ partRadius: Double, _ kilometers: Double) -> (x: Double, k: Double) {
      let c = Exponential.power(4 / 3.0 * 6_370_000 / partRadius, 1 / 3.0)
      let k = 0.017778 * c / root / magnitude
      return ((1.607 - k) * c * c * root * kilometers, k)
    }
    let middle = (d - horizon) / bend
    let first = part(
      0.5 * path.horizons.0 * path.horizons.0 / path.effectiveHeights.0, path.horizons.0 / 1000)
    let second = part(
      0.5 * path.horizons.1 * path.horizons.1 / path.effectiveHeights.1, path.horizons.1 / 1000)
    let x = part(middle, middle * bend / 1000).x + first.x + second.x
    return 0.05751 * x - 10 * Logarithm.decimal(x) - Self.heightGain(first.x, first.k)
      - Self.heightGain(second.x, second.k) - 20
  }

  private static func heightGain(_ x: Double, _ k: Double) -> Double {
    if x < 200 {
      let w = -Logarithm.natural(k)
      if k < 1e-5 || x * w * w * w > 5495 { return x > 1 ? 17.372 * Logarithm.natural(x) - 117 : -117 }
      return 2.5e-5 * x * x / k - 8.686 * w - 15
    }
    let gain = 0.05751 * x - 4.343 * Logarithm.natural(x)
    guard x < 2000 else { return gain }
    let weight = 0.0134 * x * Exponential.exp(-0.005 * x)
    return (1 - weight) * gain + weight * (17.372 * Logarithm.natural(x) - 117)
  }

  // MARK: - Two rays, and scatter

  private func twoRays(_ d: Double, _ slope: Double, _ base: Double) -> Double {
    let deviation = Self.deviation(Self.roughness(d, path.roughness))
    let sum = path.effectiveHeights.0 + path.effectiveHeights.1
    let sine = sum / (d * d + sum * sum).squareRoot()
    var reflected =
      (Complex(sine, 0) - ground.impedance) / (Complex(sine, 0) + ground.impedance)
      * Exponential.exp(-Swift.min(10, waveNumber * deviation * sine))
    let norm = reflected.norm
    if norm < 0.25 || norm < sine { reflected = reflected * (sine / norm).squareRoot() }
    let half = 1.570_796_326_794_896_6
    var phase = waveNumber * 2 * path.effectiveHeights.0 * path.effectiveHeights.1 / d
    if phase > half { phase = 2 * half - half * half / phase }
    let (s, c) = Trigonometry.sineCosine(turns: phase / (4 * half))
    let loss = -10 * Logarithm.decimal((Complex(c, -s) + reflected).norm)
    let weight = 1 / (1 + frequency * path.roughness / Swift.max(10_000, sight))
    return weight * loss + (1 - weight) * (slope * d + base)
  }

  private func scatter(_ d: Double, _ frequencyGain: inout Double) -> Double {
    let theta = path.horizonAngles.0 + path.horizonAngles.1 + d / radius
    var gain = frequencyGain
    if frequencyGain <= 15 {
      var difference = path.horizons.0 - path.horizons.1
      var ratio = path.effectiveHeights.1 / path.effectiveHeights.0
      if difference < 0 { (difference, ratio) = (-difference, 1 / ratio) }
      let near = 2 * waveNumber * theta * path.effectiveHeights.0
      let far = 2 * waveNumber * theta * path.effectiveHeights.1
      if near < 0.2, far < 0.2 { return 1001 }
      var s = (d - difference) / (d + difference)
      let q = Swift.min(Swift.max(0.1, ratio / s), 10)
      s = Swift.max(0.1, s)
      let height = (d - difference) * (d + difference) * theta * 0.25 / d
      let n = ground.refractivity
      let sixth = Swift.min(1.7, height / 8000)
      let cube = sixth * sixth * sixth
      let efficiency =
        height / 1755.6 * (1 + (0.031 - n * 2.32e-3 + n * n * 5.67e-6) * Exponential.exp(-cube * cube))
      let base = (Self.gain(near, efficiency) + Self.gain(far, efficiency)) / 2
      let shift = Swift.min(
        base,
        6 * (0.6 - Logarithm.decimal(Swift.max(efficiency, 1))) * Logarithm.decimal(s) * Logarithm.decimal(q)
      )
      gain = Swift.max(base + shift, 0)
      if efficiency < 1 {
        let root = 2.0.squareRoot()
        let product = (1 + root / near) * (1 + root / far)
        gain =
          efficiency * gain + (1 - efficiency) * 10
          * Logarithm.decimal(product * product * (near + far) / (near + far + 2 * root))
      }
      if gain > 15, frequencyGain >= 0 { gain = frequencyGain }
    }
    frequencyGain = gain
    // The angular distance, with the horizon angles limited to those of a smooth earth.
    let bend = d / radius - angle
    let product = bend * d
    return Self.attenuation(product) + 10 * Logarithm.decimal(frequency * bend * bend * bend * bend)
      - 0.1 * (ground.refractivity - 301) * Exponential.exp(-product / 40_000) + gain
  }

  private static func attenuation(_ product: Double) -> Double {
    let (a, b, c) =
      product <= 10_000
      ? (133.4, 0.332e-3, -10.0) : product <= 70_000 ? (104.6, 0.212e-3, -2.5) : (71.8, 0.157e-3, 5.0)
    return a + b * product + c * Logarithm.decimal(product)
  }

  private static func gain(_ r: Double, _ efficiency: Double) -> Double {
    // The order of the arguments turns NaN into 1.
    let limited = Swift.max(1, Swift.min(efficiency, 5))
    let whole = Int(saturating: limited)
    let rest = limited - Double(whole)
    func curve(_ number: Int) -> Double {
      let a = [25.0, 80, 177, 395, 705][number], b = [24.0, 45, 68, 80, 105][number]
      return 10 * Logarithm.decimal(1 + a / (r * r * r * r) + b / (r * r))
    }
    return rest == 0 ? curve(whole - 1) : (1 - rest) * curve(whole - 1) + rest * curve(whole)
  }
}
