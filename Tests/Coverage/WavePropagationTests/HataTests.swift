import Foundation
import TestSupport
import Testing
import WavePropagation
import WaveUnits

/// What make_hata.py wrote.
private struct HataFixtures: Decodable {
  struct Plain: Decodable {
    let f: Double
    let hb: Double
    let hm: Double
    let d: Double
    let area: String
    let loss: Double
  }

  struct Extended: Decodable {
    let ground: [Double]
    let step: Double
    let f: Double
    let hb: Double
    let hm: Double
    let area: String
    let rule: String
    let terms: [String: Double]
  }

  let hata: [Plain]
  let extended: [Extended]

  static func load() throws -> HataFixtures {
    let url = Repository.fixture("propagation/hata.json")
    return try JSONDecoder().decode(HataFixtures.self, from: Data(contentsOf: url))
  }

  static func area(_ name: String) throws -> HataArea {
    try #require(HataArea.allCases.first { "\($0)" == name })
  }
}

@Suite struct HataTests {
  @Test func lossesAreTheFormulas() throws {
    let cases = try HataFixtures.load().hata
    #expect(cases.count >= 60)
    for one in cases {
      let link = Hata(
        frequencyMegahertz: one.f, baseHeightMeters: one.hb, mobileHeightMeters: one.hm,
        area: try HataFixtures.area(one.area))
      #expect(abs(try link.loss(overKilometers: one.d) - one.loss) < 1e-10, "\(one)")
    }
  }

  /// Okumura's example, as textbooks have it: 900 MHz, 30 m and 1.5 m, 5 km in a city.
  @Test func aCityIsWorseThanItsSuburbsAndThoseThanFields() throws {
    let losses = try HataArea.allCases.map { area in
      try Hata(frequencyMegahertz: 900, baseHeightMeters: 30, mobileHeightMeters: 1.5, area: area)
        .loss(overKilometers: 5)
    }
    #expect(abs(losses[1] - 151.024) < 0.001)
    #expect(losses[0] > losses[1] - 0.1 && losses[1] > losses[2] + 9 && losses[2] > losses[3] + 17)
  }

  @Test func everyTermOfTheExtendedModelIsTheScripts() throws {
    let cases = try HataFixtures.load().extended
    #expect(cases.count >= 48)
    for one in cases {
      let link = ExtendedHata(
        frequencyMegahertz: one.f, baseHeightMeters: one.hb, mobileHeightMeters: one.hm,
        area: try HataFixtures.area(one.area),
        effectiveHeights: one.rule == "original" ? .original : .revised)
      let terms = try link.terms(over: one.ground, spacingMeters: one.step)
      #expect(terms.hasSingleHorizon == (one.terms["ridge"] != nil))
      for (name, value) in [
        ("loss", terms.loss), ("median", terms.median), ("ridge", terms.ridge), ("hills", terms.hills),
        ("fineHills", terms.fineHills), ("slope", terms.slope), ("sea", terms.sea),
        ("roughness", terms.roughnessMeters), ("slopeAngle", terms.slopeMilliradians),
        ("effectiveBase", terms.effectiveBaseHeightMeters),
        ("effectiveMobile", terms.effectiveMobileHeightMeters),
      ] {
        let wanted = one.terms[name] ?? 0
        #expect(abs(value - wanted) < 1e-8, "\(name) \(value) \(wanted), \(one.ground.count) by \(one.step)")
      }
    }
  }

  @Test func percentagesOfPlacesSpreadByTheDeviation() throws {
    var link = ExtendedHata(frequencyMegahertz: 2000, baseHeightMeters: 40, mobileHeightMeters: 1.5)
    let ground = [Double](repeating: 12, count: 60)
    let median = try link.terms(over: ground, spacingMeters: 100).loss
    // 7.5 dB at 2 GHz in cities, Okumura's figure; 1.2816 deviations at 90 %.
    link.locationPercent = 90
    #expect(abs(try link.terms(over: ground, spacingMeters: 100).loss - median - 1.2816 * 7.5) < 0.02)
    link.locationPercent = 10
    #expect(abs(try link.terms(over: ground, spacingMeters: 100).loss - median + 1.2816 * 7.5) < 0.02)
    link.area = .open
    #expect(abs(link.locationDeviationDecibels - 9.5) < 0.01)
  }

  @Test func lossesOverRandomGroundAreFinite() throws {
    var state: UInt64 = 9
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    for _ in 0..<500 {
      let link = ExtendedHata(
        frequencyMegahertz: 100 + random() * 6000, baseHeightMeters: 0.1 + random() * 400,
        mobileHeightMeters: 0.1 + random() * 40, area: random() > 0.5 ? .suburban : .open,
        effectiveHeights: random() > 0.5 ? .original : .revised)
      let scale = random() * 900
      let heights = (0..<Int(2 + random() * 300)).map { _ in (random() * scale).rounded() }
      let terms = try link.terms(over: heights, spacingMeters: 1 + random() * 2000)
      #expect(terms.loss.isFinite)
    }
  }

  @Test func whatCannotBeIsRefused() {
    func refused(_ link: Hata, _ kilometers: Double = 5) -> PropagationError? {
      do throws(PropagationError) {
        _ = try link.loss(overKilometers: kilometers)
        return nil
      } catch { return error }
    }
    func refused(_ link: ExtendedHata, _ heights: [Double] = [0, 0, 0], _ step: Double = 100)
      -> PropagationError?
    {
      do throws(PropagationError) {
        _ = try link.terms(over: heights, spacingMeters: step)
        return nil
      } catch { return error }
    }
    let hata = Hata(frequencyMegahertz: 900, baseHeightMeters: 30, mobileHeightMeters: 1.5)
    let extended = ExtendedHata(frequencyMegahertz: 900, baseHeightMeters: 30, mobileHeightMeters: 1.5)
    #expect(refused(hata) == nil && refused(extended) == nil && refused(extended, [1, 2]) == nil)
    for value in [0, -1, .nan, .infinity] as [Double] {
      #expect(refused(hata, value) == .impossible(.distance))
      #expect(refused(extended, [0, 0], value) == .impossible(.distance))
      var (one, two) = (hata, extended)
      (one.frequencyMegahertz, two.frequencyMegahertz) = (value, value)
      #expect(refused(one) == .impossible(.frequency) && refused(two) == .impossible(.frequency))
      (one, two) = (hata, extended)
      (one.baseHeightMeters, two.baseHeightMeters) = (value, value)
      #expect(
        refused(one) == .impossible(.transmitterHeight) && refused(two) == .impossible(.transmitterHeight))
      (one, two) = (hata, extended)
      (one.mobileHeightMeters, two.mobileHeightMeters) = (value, value)
      #expect(refused(one) == .impossible(.receiverHeight) && refused(two) == .impossible(.receiverHeight))
      two = extended
      two.locationPercent = value
      #expect(refused(two) == .impossible(.locationPercent))
    }
    #expect(refused(extended, [1]) == .tooFewPoints(1))
    #expect(refused(extended, [1, .nan, 3]) == .notFinite(point: 1))
  }
}
