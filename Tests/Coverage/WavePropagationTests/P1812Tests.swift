import Testing

@testable import WavePropagation

@Suite struct P1812Tests {
  /// Even points over heights.
  private func profile(_ kilometers: Double, _ heights: [Double]) -> PathProfile {
    let step = kilometers / Double(heights.count - 1)
    return PathProfile(
      distancesKilometers: heights.indices.map { Double($0) * step }, heightsMeters: heights)
  }

  private func link(_ gigahertz: Double = 0.9, _ heights: (Double, Double) = (30, 10)) -> P1812 {
    P1812(frequencyGigahertz: gigahertz, transmitterHeightMeters: heights.0, receiverHeightMeters: heights.1)
  }

  @Test func aShortPathOverAValleyIsFreeSpace() throws {
    // A kilometre deep, and so nothing stands in the way.
    var heights = [Double](repeating: 0, count: 41)
    heights[0] = 1000
    heights[40] = 1000
    let terms = try link().terms(of: profile(4, heights))
    // 92.4 + 20 log d + 20 log f.
    let direct = 92.4 + 12.041_199_827 - 0.915_149_811
    #expect(abs(terms.freeSpace - direct) < 1e-3)
    #expect(terms.diffractionMedian == 0 && abs(terms.loss - terms.freeSpace) < 0.01)
  }

  @Test func anEdgeCostsSixDecibelsWhereItTouchesTheRay() throws {
    // Flat heights of 1 km at both ends, and one edge as high as the ray, the earth's bulge with it.
    var heights = [Double](repeating: 0, count: 101)
    heights[0] = 1000
    heights[100] = 1000
    var link = link(0.9, (10, 10))
    link.refractivityLapse = 45
    let radius = 6371.0 * 157 / (157 - 45)
    heights[50] = 1010 - 500 * 5 * 5 / radius
    let terms = try link.terms(of: profile(10, heights))
    // J(0) = 6.0 dB, and Bullington's addition for a path of 10 km, eq. (21); as the median has it.
    #expect(abs(terms.diffractionMedian - (6.0311 + (1 - 0.366_04) * 10.2)) < 0.05)
  }

  @Test func bothWaysLoseTheSame() throws {
    var state: UInt64 = 3
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    for _ in 0..<200 {
      let heights = (0..<Int(2 + random() * 80)).map { _ in 20 + random() * 300 }
      let path = profile(0.5 + random() * 90, heights)
      var one = link(0.03 + random() * 5.9, (1 + random() * 100, 1 + random() * 30))
      one.timePercent = 1 + random() * 49
      var other = one
      (other.transmitterHeightMeters, other.receiverHeightMeters) =
        (one.receiverHeightMeters, one.transmitterHeightMeters)
      let there = try one.terms(of: path)
      let back = try other.terms(of: profile(path.lengthKilometers, heights.reversed()))
      #expect(abs(there.diffractionMedian - back.diffractionMedian) < 1e-8)
      #expect(abs(there.troposcatter - back.troposcatter) < 1e-8)
      #expect(there.loss.isFinite && there.loss >= there.lineOfSight)
      #expect(there.diffractionMedian >= 0 && there.bullington >= 0)
      // Each sum is of its own earth's parts.
      for (sum, edge, smooth, sphere) in [
        (
          there.diffractionMedian, there.bullingtonMedian, there.smoothBullingtonMedian,
          there.sphericalEarthMedian
        ), (there.diffractionDucting, there.bullington, there.smoothBullington, there.sphericalEarth),
      ] {
        #expect(abs(sum - edge - max(sphere - smooth, 0)) < 1e-9)
      }
    }
  }

  @Test func moreInTheWayCostsMore() throws {
    var last = -1.0
    for height in stride(from: 0.0, to: 500, by: 5) {
      var heights = [Double](repeating: 0, count: 61)
      heights[30] = height
      let loss = try link(0.9, (20, 20)).terms(of: profile(15, heights)).loss
      #expect(loss >= last - 1e-9)
      last = loss
    }
  }

  @Test func whatCannotBeIsRefused() {
    func refused(_ link: P1812, _ profile: PathProfile) -> PropagationError? {
      do throws(PropagationError) {
        _ = try link.terms(of: profile)
        return nil
      } catch { return error }
    }
    let flat = profile(5, [0, 0, 0])
    #expect(refused(link(), flat) == nil && refused(link(), profile(1, [3, 4])) == nil)
    #expect(refused(link(), PathProfile(distancesKilometers: [], heightsMeters: [])) == .tooFewPoints(0))
    #expect(refused(link(), PathProfile(distancesKilometers: [0], heightsMeters: [1])) == .tooFewPoints(1))
    #expect(
      refused(link(), PathProfile(distancesKilometers: [0, 1], heightsMeters: [1]))
        == .unequalCounts(distances: 2, others: 1))
    for distances in [[0, 1, 1], [0, 2, 1], [0, .nan, 1], [1, 2, 3], [0, 1, .infinity]] {
      let path = PathProfile(distancesKilometers: distances, heightsMeters: [0, 0, 0])
      guard case .notAscending = refused(link(), path) else {
        Issue.record("\(distances)")
        continue
      }
    }
    #expect(refused(link(), profile(5, [0, .nan, 0])) == .notFinite(point: 1))
    #expect(refused(link(), profile(5, [0, 0, -.infinity])) == .notFinite(point: 2))
    for value in [0, -1, .nan, .infinity] as [Double] {
      #expect(refused(link(value), flat) == .impossible(.frequency))
      #expect(refused(link(1, (value, 10)), flat) == .impossible(.transmitterHeight))
      #expect(refused(link(1, (10, value)), flat) == .impossible(.receiverHeight))
      var other = link()
      other.timePercent = value
      #expect(refused(other, flat) == .impossible(.timePercent))
    }
    var other = link()
    other.refractivityLapse = 157
    #expect(refused(other, flat) == .impossible(.refractivity))
    #expect(PropagationError.notAscending(point: 0).description.contains("point 1"))
  }

  @Test func reportsWhatTheModelWasNotMadeFor() throws {
    #expect(link().doubts(of: profile(5, [0, 0])).isEmpty)
    #expect(
      link(7, (5000, 0.5)).doubts(of: profile(0.1, [0, 0])) == [
        .frequency, .transmitterHeight, .receiverHeight, .distance,
      ])
  }

  @Test func zonesShareThePathByLength() {
    var path = profile(10, [0, 0, 0, 0, 0])
    #expect(path.share(of: .inland) == 1 && path.share(of: .sea) == 0)
    path.zones = [.sea, .sea, .coastalLand, .inland, .inland]
    // Points count up to halfway to their neighbours: 0 to 3.75 km, to 6.25 km and to the end.
    #expect(abs(path.share(of: .sea) - 0.375) < 1e-12)
    #expect(abs(path.share(of: .coastalLand) - 0.25) < 1e-12)
    #expect(abs(path.share(of: .inland) - 0.375) < 1e-12)
  }
}
