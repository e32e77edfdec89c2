import ArgumentParser
import Testing
import WavePropagation
import WaveTerrainFormats
import WaveUnits

@testable import WaveCommand

@Suite struct PathCommandTests {
  /// A ridge between two places.
  private func report(_ arguments: [String], _ text: String) throws -> PathReport {
    let bytes = Array(text.utf8)
    let profile = try ProfileTable.profile(bytes.span)
    let command = try #require(
      WaveglassCommand.parseAsRoot(["path", "--profile", "p"] + arguments) as? PathCommand)
    return try command.link.report(of: PathCommand.Path(profile: profile))
  }

  private let ridge = "0,40\n1,50\n2,120\n3,80\n4,60\n"

  @Test func theLossIsTheModels() throws {
    let result = try report(
      ["--model", "p1812", "--frequency", "449M", "--tx-height", "17", "--rx-height", "2"], ridge)
    let profile = PathProfile(distancesKilometers: [0, 1, 2, 3, 4], heightsMeters: [40, 50, 120, 80, 60])
    let link = P1812(frequencyGigahertz: 0.449, transmitterHeightMeters: 17, receiverHeightMeters: 2)
    let terms = try link.terms(of: profile)
    #expect(result.lossDecibels == terms.loss && result.freeSpaceDecibels == terms.freeSpace)
    #expect(result.terms?["bullington"] == terms.bullington && result.doubts.isEmpty)
    #expect(result.terms?["receiverHorizonKilometers"] == 2)
    let other = try report(
      ["--model", "itm", "--frequency", "449M", "--tx-height", "17", "--rx-height", "2"], ridge)
    let itm = IrregularTerrain(frequencyMegahertz: 449, transmitterHeightMeters: 17, receiverHeightMeters: 2)
    #expect(other.lossDecibels == (try itm.loss(over: profile.heightsMeters, spacingMeters: 1000)))
    #expect(abs(other.freeSpaceDecibels - 97.533) < 0.01 && other.terms == nil)
    #expect(other.notes == ["itm: without clutter 31 to 33 dB optimistic in towns (London)"])
  }

  @Test func hatasModelsAreThoseOfTheLibrary() throws {
    let given = ["--frequency", "1.8G", "--tx-height", "40", "--rx-height", "2", "--area", "suburban"]
    let plain = try report(["--model", "hata"] + given, ridge)
    let hata = Hata(
      frequencyMegahertz: 1800, baseHeightMeters: 40, mobileHeightMeters: 2, area: .suburban)
    #expect(plain.lossDecibels == (try hata.loss(overKilometers: 4)))
    #expect(
      plain.doubts == [
        "the frequency is outside of what Hata was made for (150 MHz to 1.5 GHz): the loss may be wrong"
      ])
    for (name, rule) in [("original", ExtendedHata.EffectiveHeights.original), ("revised", .revised)] {
      let result = try report(["--model", "ehata", "--effective-heights", name] + given, ridge)
      let link = ExtendedHata(
        frequencyMegahertz: 1800, baseHeightMeters: 40, mobileHeightMeters: 2, area: .suburban,
        effectiveHeights: rule)
      let terms = try link.terms(over: [40, 50, 120, 80, 60], spacingMeters: 1000)
      #expect(
        result.lossDecibels == terms.loss && result.terms?["ridge"] == terms.ridge && result.doubts.isEmpty)
      #expect(result.terms?["median"] == terms.median)
    }
    let usual = try report(["--model", "ehata"] + given, ridge)
    let revised = try report(["--model", "ehata", "--effective-heights", "revised"] + given, ridge)
    #expect(usual.lossDecibels == revised.lossDecibels && usual.effectiveHeights == "revised")
    #expect(usual.lines.contains { $0.contains("ehata, revised effective heights") })
    #expect(plain.effectiveHeights == nil)
    // A map's default is the path's.
    let place = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
    let plan = CoveragePlan(
      transmitter: place, frequencyHertz: 1.8e9, radiusMeters: 1, transmitterHeightMeters: 40,
      receiverHeightMeters: 2, model: .extendedHata)
    var link = plan.extendedHata
    link.area = .suburban
    #expect(usual.lossDecibels == (try link.terms(over: [40, 50, 120, 80, 60], spacingMeters: 1000).loss))
    #expect(CoverCommand.words(plan) == "ehata with revised effective heights")
  }

  @Test func airAndGroundAreUsedAsGiven() throws {
    let profile = PathProfile(distancesKilometers: [0, 1, 2, 3, 4], heightsMeters: [40, 50, 120, 80, 60])
    var link = P1812(frequencyGigahertz: 0.915, transmitterHeightMeters: 30, receiverHeightMeters: 1.5)
    link.latitudeDegrees = -20
    link.surfaceRefractivity = 350
    link.refractivityLapse = 60
    link.transmitterCoastKilometers = 2
    link.receiverCoastKilometers = 0
    link.timePercent = 1
    let result = try report(
      [
        "--model", "p1812", "--latitude", "-20", "--refractivity", "350", "--lapse", "60", "--tx-coast", "2",
        "--rx-coast", "0",
        "--time", "1",
      ], ridge)
    let terms = try link.terms(of: profile)
    #expect(result.lossDecibels == terms.loss && result.terms?["ducting"] == terms.ducting)
    #expect(result.notes == ["p1812: without clutter 30 to 35 dB optimistic in towns (London)"])
    #expect(terms.loss != (try report(["--time", "1"], ridge).lossDecibels))

    var other = IrregularTerrain(
      frequencyMegahertz: 915, transmitterHeightMeters: 30, receiverHeightMeters: 1.5)
    other.surfaceRefractivity = 240
    other.climate = .desert
    other.permittivity = 4
    other.conductivity = 0.001
    other.variability = .mobile
    other.variesByLocation = false
    other.variesBySituation = false
    (other.timePercent, other.locationPercent, other.situationPercent) = (10, 20, 30)
    let same = try report(
      [
        "--model", "itm", "--refractivity", "240", "--climate", "desert", "--permittivity", "4",
        "--conductivity", "0.001", "--variability", "32", "--time", "10", "--locations", "20", "--confidence",
        "30",
      ], ridge)
    #expect(same.lossDecibels == (try other.loss(over: profile.heightsMeters, spacingMeters: 1000)))
    #expect(same.doubts.contains { $0.contains("250 to 400 N-units") })
  }

  @Test(arguments: [
    ["--model", "hata", "--refractivity", "301"], ["--climate", "desert"], ["--variability", "3"],
    ["--model", "itm", "--variability", "4"], ["--model", "itm", "--variability", "40"],
    ["--model", "itm", "--lapse", "45"], ["--latitude", "91"], ["--latitude", "nan"], ["--tx-coast", "-1"],
    ["--rx-coast", "nan"], ["--model", "itm", "--climate", "wet"],
  ])
  func airThatAModelDoesNotKnowIsRefused(arguments: [String]) {
    #expect(throws: (any Error).self) {
      _ = try WaveglassCommand.parseAsRoot(["path", "--profile", "p"] + arguments)
    }
  }

  @Test func pointsThatAreNotEvenlyApartArePutSo() throws {
    let uneven = PathProfile(distancesKilometers: [0, 0.5, 3, 4], heightsMeters: [0, 50, 300, 400])
    let (heights, isEven) = LinkOptions.even(uneven)
    #expect(!isEven && zip(heights, [0, 400.0 / 3, 800.0 / 3, 400]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(try report(["--model", "itm"], "0 1 0\n1 2 3\n3 4 5\n").notes.count == 3)
  }

  @Test func doubtsAreReportedInWords() throws {
    let result = try report(["--frequency", "20G", "--tx-height", "0.5"], ridge)
    #expect(
      result.doubts.contains { $0.contains("the frequency is outside") && $0.contains("30 MHz to 6 GHz") })
    #expect(result.doubts.contains { $0.contains("transmitting antenna") && $0.contains("1 to 3000 m") })
    #expect(result.lines.contains { $0.hasPrefix("doubt") } && result.lossDecibels > result.freeSpaceDecibels)
    let short = try report(["--model", "itm"], "0 1\n0.1 2\n")
    #expect(short.doubts.count == 1 && short.doubts[0].contains("1 to 2000 km"))
  }

  /// Ways over the pole's side of parallels and over 180° are in their box.
  @Test func boxesHoldTheWay() {
    for (from, to) in [
      ((51.5, -0.1), (51.6, 40.0)), ((-60, 100), (-60, 179)), ((70, 170), (69, -150)), ((10, -20), (-40, 30)),
      ((51, 0), (51, 0)),
    ] as [((Double, Double), (Double, Double))] {
      let start = Coordinate(latitudeDegrees: from.0, longitudeDegrees: from.1)
      let end = Coordinate(latitudeDegrees: to.0, longitudeDegrees: to.1)
      let box = PathCommand.box(start, end)
      let way = Geodesic(from: start, to: end)
      for part in 0...100 {
        let place = Geodesic.place(
          from: start, bearingDegrees: way.bearingDegrees, meters: way.lengthMeters * Double(part) / 100)
        #expect(place.latitudeDegrees <= box.northEast.latitudeDegrees + 1e-6)
        #expect(place.latitudeDegrees >= box.southWest.latitudeDegrees - 1e-6)
        var east = place.longitudeDegrees - box.southWest.longitudeDegrees
        while east < -1e-6 { east += 360 }
        while east >= 360 - 1e-6 { east -= 360 }
        #expect(box.southWest.longitudeDegrees + east <= box.northEast.longitudeDegrees + 1e-6)
      }
    }
  }
}
