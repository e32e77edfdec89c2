import Testing

@testable import WavePropagation

@Suite struct IrregularTerrainTests {
  private func link(_ megahertz: Double = 900, _ heights: (Double, Double) = (30, 10)) -> IrregularTerrain {
    IrregularTerrain(
      frequencyMegahertz: megahertz, transmitterHeightMeters: heights.0, receiverHeightMeters: heights.1)
  }

  @Test func lossesOverRandomGroundAreFinite() throws {
    var state: UInt64 = 5
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    for _ in 0..<500 {
      var one = link(20 + random() * 19_000, (0.5 + random() * 300, 0.5 + random() * 30))
      one.climate = try #require(IrregularTerrain.Climate(rawValue: 1 + Int(random() * 6.99)))
      one.variability = try #require(IrregularTerrain.Variability(rawValue: Int(random() * 3.99)))
      one.timePercent = 1 + random() * 98
      one.locationPercent = 1 + random() * 98
      one.situationPercent = 1 + random() * 98
      let scale = random() * 400
      let heights = (0..<Int(2 + random() * 300)).map { _ in random() * scale }
      let loss = try one.loss(over: heights, spacingMeters: 30 + random() * 300)
      #expect(loss.isFinite && loss > 20, "\(one) \(heights.count)")
      let area = try one.loss(
        overKilometers: 1 + random() * 300, roughnessMeters: scale,
        sitings: (.careful, try #require(IrregularTerrain.Siting(rawValue: Int(random() * 2.99)))))
      #expect(area.isFinite && area > 20)
    }
  }

  @Test func moreCertaintyMeansMoreLoss() throws {
    let heights = (0..<200).map { Double($0 % 17) * 9 }
    var last = 0.0
    for percent in [10.0, 50, 90, 99] {
      var one = link()
      one.timePercent = percent
      one.situationPercent = percent
      let loss = try one.loss(over: heights, spacingMeters: 90)
      #expect(loss > last)
      last = loss
    }
  }

  @Test func whatCannotBeIsRefused() {
    func refused(_ link: IrregularTerrain, _ heights: [Double], _ spacing: Double = 90) -> PropagationError? {
      do throws(PropagationError) {
        _ = try link.loss(over: heights, spacingMeters: spacing)
        return nil
      } catch { return error }
    }
    #expect(refused(link(), [0, 0]) == nil)
    #expect(refused(link(), [1]) == .tooFewPoints(1) && refused(link(), []) == .tooFewPoints(0))
    #expect(refused(link(), [0, .nan, 0]) == .notFinite(point: 1))
    for value in [0, -1, .nan, .infinity] as [Double] {
      #expect(refused(link(value), [0, 0]) == .impossible(.frequency))
      #expect(refused(link(), [0, 0], value) == .impossible(.distance))
    }
    #expect(link(10).doubts(overKilometers: 0.5) == [.frequency, .distance])
    // Where the sea is deepest rays would come back to the ground.
    for depth in [-6000.0, -10_900, -32_767] {
      #expect(refused(link(), [Double](repeating: depth, count: 900)) == .impossible(.refractivity))
    }
    #expect(refused(link(), [Double](repeating: -5000, count: 900)) == nil)
  }

  /// Seen from the other end, a path has the same horizons in reverse.
  @Test func aPathIsTheSameFromBothEnds() throws {
    var heights = (0..<120).map { Double($0 * $0 % 97) }
    heights[17] += 260
    heights[90] += 180
    let (there, back) = (link(900, (30, 10)), link(900, (10, 30)))
    let ground = Ground(there, averageHeight: 0)
    let one = TerrainPath(heights, 100, there, ground)
    let other = TerrainPath(heights.reversed(), 100, back, ground)
    func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(1, abs(a)) }
    #expect(isNear(one.horizons.0, 1700) && isNear(one.horizons.1, 2900))
    #expect(isNear(one.horizons.0, other.horizons.1) && isNear(one.horizons.1, other.horizons.0))
    #expect(isNear(one.horizonAngles.0, other.horizonAngles.1))
    #expect(isNear(one.horizonAngles.1, other.horizonAngles.0))
    // The slope to the peak, less half of the earth's curvature up to it.
    let rise = heights[17] - heights[0] - 30
    #expect(isNear(one.horizonAngles.0, rise / 1700 - 1700 / (2 * ground.radius)))
  }
}
