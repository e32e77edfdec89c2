import Testing
import WavePropagation
import WaveUnits

/// What a plan asks of its model, and what that was made for.
@Suite struct CoveragePlanTests {
  private func plan(
    _ model: CoveragePlan.Model, hertz: Double = 915e6, kilometers: Double = 8,
    heights: (Double, Double) = (30, 1.5)
  ) -> CoveragePlan {
    CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: 50, longitudeDegrees: 10), frequencyHertz: hertz,
      radiusMeters: kilometers * 1000, transmitterHeightMeters: heights.0, receiverHeightMeters: heights.1,
      model: model)
  }

  private let profile = PathProfile(
    distancesKilometers: (0...80).map { Double($0) / 10 },
    heightsMeters: (0...80).map { 30 + Double($0 * 7 % 23) * 4 })

  private func texts(_ plan: CoveragePlan) -> [String] {
    plan.limitsLeft().map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test func limitsThatArePassedAreNamed() {
    #expect(texts(plan(.p1812)).isEmpty && texts(plan(.irregularTerrain)).isEmpty)
    #expect(texts(plan(.hata)).isEmpty && texts(plan(.diffraction)).isEmpty)
    #expect(texts(plan(.p1812, hertz: 8e9)) == ["ITU-R P.1812 was made for 30 MHz to 6 GHz"])
    #expect(
      texts(plan(.irregularTerrain, hertz: 10e6)) == ["Longley\u{2013}Rice was made for 20 MHz to 20 GHz"])
    #expect(texts(plan(.diffraction, hertz: 60e9)) == ["ITU-R P.526 was made for 30 MHz to 50 GHz"])
    #expect(texts(plan(.freeSpace, hertz: 1e6, kilometers: 900, heights: (9000, 9000))).isEmpty)
    #expect(
      texts(plan(.hata, hertz: 2e9, kilometers: 30, heights: (10, 20))) == [
        "Hata was made for 150 MHz to 1.5 GHz",
        "Hata was made for transmitting antennas 30 to 200 m above ground",
        "Hata was made for receiving antennas 1 to 10 m above ground",
        "Hata was made for paths of 1 to 20 km",
      ])
    #expect(texts(plan(.extendedHata, hertz: 915e6)) == ["Extended Hata was made for 1.5 GHz to 3 GHz"])
    #expect(
      texts(plan(.p1812, kilometers: 0.2, heights: (0.5, 4000))) == [
        "ITU-R P.1812 was made for transmitting antennas 1 to 3000 m above ground",
        "ITU-R P.1812 was made for receiving antennas 1 to 3000 m above ground",
        "ITU-R P.1812 was made for paths of 0.25 to 3000 km",
      ])
    #expect(texts(plan(.irregularTerrain, heights: (30, 0.4))).first?.contains("0.5 to 3000 m") == true)
  }

  /// The limits themselves are within, whatever unit a number went through.
  @Test func limitsThemselvesAreWithin() {
    for hertz in [30e6, 6e9] { #expect(texts(plan(.p1812, hertz: hertz)).isEmpty) }
    for hertz in [150e6, 1.5e9] { #expect(texts(plan(.hata, hertz: hertz)).isEmpty) }
    #expect(
      P1812(frequencyGigahertz: 0.03, transmitterHeightMeters: 1, receiverHeightMeters: 3000)
        .doubts(of: profile).isEmpty)
    #expect(plan(.hata).limitsLeft(overKilometers: 21).map { $0.quantity } == [.distance])
    #expect(plan(.p1812, hertz: .nan).limitsLeft().map { $0.quantity } == [.frequency])
  }

  @Test func percentagesReachTheModels() throws {
    var one = plan(.p1812)
    let median = try one.loss(over: profile)
    one.locationPercent = 90
    #expect(abs(try one.loss(over: profile) - median - 1.2816 * 5.5) < 0.01)
    one.locationPercent = 50
    one.timePercent = 1
    var link = one.p1812
    #expect(link.timePercent == 1 && link.locationDeviationDecibels == 0)
    link.timePercent = 50
    #expect(try one.loss(over: profile) <= link.terms(of: profile).loss)

    var two = plan(.irregularTerrain)
    let usual = try two.loss(over: profile)
    two.situationPercent = 90
    #expect(try two.loss(over: profile) > usual + 2)
    (two.timePercent, two.locationPercent, two.situationPercent) = (10, 20, 30)
    let itm = two.irregularTerrain
    #expect([itm.timePercent, itm.locationPercent, itm.situationPercent] == [10, 20, 30])

    var three = plan(.extendedHata, hertz: 2e9)
    let middle = try three.loss(over: profile)
    three.locationPercent = 90
    #expect(abs(try three.loss(over: profile) - middle - 1.2816 * 7.5) < 0.05)
  }

  @Test func percentagesThatCannotBeAreRefused() {
    func refused(_ model: CoveragePlan.Model, _ change: (inout CoveragePlan) -> Void) -> PropagationError? {
      var one = plan(model)
      change(&one)
      do throws(PropagationError) {
        try one.check()
        return nil
      } catch { return error }
    }
    for percent in [0, 0.9, 50.1, -1, .nan, 100] as [Double] {
      #expect(refused(.p1812) { $0.timePercent = percent } == .impossible(.timePercent))
      #expect(refused(.diffraction) { $0.timePercent = percent } == nil)
    }
    for percent in [0, 0.9, 99.1, .nan] as [Double] {
      #expect(refused(.p1812) { $0.locationPercent = percent } == .impossible(.locationPercent))
    }
    for percent in [0, 100, .nan] as [Double] {
      #expect(refused(.irregularTerrain) { $0.timePercent = percent } == .impossible(.timePercent))
      #expect(refused(.irregularTerrain) { $0.locationPercent = percent } == .impossible(.locationPercent))
      #expect(refused(.irregularTerrain) { $0.situationPercent = percent } == .impossible(.situationPercent))
      #expect(refused(.extendedHata) { $0.locationPercent = percent } == .impossible(.locationPercent))
    }
    #expect(refused(.irregularTerrain) { $0.timePercent = 99 } == nil)
  }

  /// Near the antenna Hata's formulas would gain over free space.
  @Test func hataIsNeverLessThanFreeSpace() throws {
    for model in [CoveragePlan.Model.hata, .extendedHata] {
      var near = plan(model, hertz: 1.5e9, heights: (200, 1.5))
      near.area = .open
      let ground = PathProfile(distancesKilometers: [0, 0.02, 0.04], heightsMeters: [100, 100, 100])
      var free = near
      free.model = .freeSpace
      #expect(try near.loss(over: ground) >= free.loss(over: ground))
    }
    let far = plan(.hata)
    #expect(try far.loss(over: profile) == far.hata.loss(overKilometers: 8))
  }
}
