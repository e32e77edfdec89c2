import WaveUnits

/// The horizons, effective heights and roughness of a path, in metres and radians.
struct TerrainPath {
  var distance: Double
  var roughness: Double
  var horizonAngles = (0.0, 0.0)
  var horizons = (0.0, 0.0)
  var effectiveHeights = (0.0, 0.0)

  /// Creates a path by analysing a profile.
  init(_ heights: [Double], _ spacing: Double, _ link: IrregularTerrain, _ ground: Ground) {
    let last = heights.count - 1
    distance = Double(last) * spacing
    let (near, far) = (link.transmitterHeightMeters, link.receiverHeightMeters)
    roughness = 0
    findHorizons(heights, spacing, near, far, ground.radius)
    let start = Swift.min(15 * near, 0.1 * horizons.0)
    let end = distance - Swift.min(15 * far, 0.1 * horizons.1)
    roughness = Self.roughness(heights, spacing, start, end)
    if horizons.0 + horizons.1 > 1.5 * distance {
      let fit = LineFit(heights, spacing, start, end)
      effectiveHeights = (
        near + Swift.max(0, heights[0] - fit.first), far + Swift.max(0, heights[last] - fit.last)
      )
      smoothHorizons(ground.radius)
      let sum = horizons.0 + horizons.1
      if sum <= distance {
        let factor = (distance / sum) * (distance / sum)
        effectiveHeights.0 *= factor
        effectiveHeights.1 *= factor
        smoothHorizons(ground.radius)
      }
      horizonAngles.0 = smoothAngle(effectiveHeights.0, horizons.0, ground.radius)
      horizonAngles.1 = smoothAngle(effectiveHeights.1, horizons.1, ground.radius)
    } else {
      let before = LineFit(heights, spacing, start, 0.9 * horizons.0)
      let behind = LineFit(heights, spacing, distance - 0.9 * horizons.1, end)
      effectiveHeights = (
        near + Swift.max(0, heights[0] - before.first), far + Swift.max(0, heights[last] - behind.last)
      )
    }
  }

  /// Creates a typical path over an area with a given roughness.
  init(
    _ distance: Double, _ roughness: Double, _ sitings: (IrregularTerrain.Siting, IrregularTerrain.Siting),
    _ link: IrregularTerrain, _ ground: Ground
  ) {
    self.distance = distance
    self.roughness = roughness
    func effective(_ height: Double, _ siting: IrregularTerrain.Siting) -> Double {
      guard siting != .random else { return height }
      var gain = siting == .careful ? 4.0 : 9.0
      if height < 5 { gain *= Trigonometry.sineCosine(turns: height / 20).sine }
      return height + (1 + gain)
        * Exponential.exp(-Swift.min(20, 2 * height / Swift.max(1e-3, roughness)))
    }
    effectiveHeights = (
      effective(link.transmitterHeightMeters, sitings.0), effective(link.receiverHeightMeters, sitings.1)
    )
    smoothHorizons(ground.radius)
    horizonAngles.0 = smoothAngle(effectiveHeights.0, horizons.0, ground.radius)
    horizonAngles.1 = smoothAngle(effectiveHeights.1, horizons.1, ground.radius)
  }

  private mutating func smoothHorizons(_ radius: Double) {
    func horizon(_ height: Double) -> Double {
      (2 * height * radius).squareRoot()
        * Exponential.exp(-0.07 * (roughness / Swift.max(height, 5)).squareRoot())
    }
    horizons = (horizon(effectiveHeights.0), horizon(effectiveHeights.1))
  }

  private func smoothAngle(_ height: Double, _ horizon: Double, _ radius: Double) -> Double {
    let smooth = (2 * height * radius).squareRoot()
    return (0.65 * roughness * (smooth / horizon - 1) - 2 * height) / smooth
  }

  private mutating func findHorizons(
    _ heights: [Double], _ spacing: Double, _ near: Double, _ far: Double, _ radius: Double
  ) {
    let last = heights.count - 1
    let (transmitter, receiver) = (heights[0] + near, heights[last] + far)
    horizonAngles.0 = (receiver - transmitter) / distance - distance / (2 * radius)
    horizonAngles.1 = -(receiver - transmitter) / distance - distance / (2 * radius)
    horizons = (distance, distance)
    var (before, behind) = (0.0, distance)
    for i in 1..<last {
      before += spacing
      behind -= spacing
      let up = (heights[i] - transmitter) / before - before / (2 * radius)
      let down = -(receiver - heights[i]) / behind - behind / (2 * radius)
      if up > horizonAngles.0 { (horizonAngles.0, horizons.0) = (up, before) }
      if down > horizonAngles.1 { (horizonAngles.1, horizons.1) = (down, behind) }
    }
  }

  /// Returns the range that contains the middle 80 % of the heights relative to a straight line, scaled to a
  /// long path.
  private static func roughness(
    _ heights: [Double], _ spacing: Double, _ start: Double, _ end: Double
  ) -> Double {
    let last = heights.count - 1
    var x = start / spacing
    var step = end / spacing - x
    guard step >= 2 else { return 0 }
    let tenth = Swift.min(Swift.max(4, Int(saturating: 0.1 * (step + 8))), 25)
    let count = 10 * tenth - 5
    step /= Double(count - 1)
    var i = Int(saturating: x)
    x -= Double(i) + 1
    var sampled: [Double] = []
    sampled.reserveCapacity(count)
    for _ in 0..<count {
      while x > 0, i + 1 < last {
        x -= 1
        i += 1
      }
      sampled.append(heights[i + 1] + (heights[i + 1] - heights[i]) * x)
      x += step
    }
    let fit = LineFit(sampled, 1, 0, Double(count - 1))
    let slope = (fit.last - fit.first) / Double(count - 1)
    for place in sampled.indices { sampled[place] -= fit.first + slope * Double(place) }
    let high = Selection.value(ofRank: count - tenth, in: &sampled)
    let middle = high - Selection.value(ofRank: tenth - 1, in: &sampled)
    return middle / (1 - 0.8 * Exponential.exp(-(end - start) / 50_000))
  }
}
