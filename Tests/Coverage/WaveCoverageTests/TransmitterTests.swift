import Foundation
import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct TransmitterTests {
  static let west = Coordinate(latitudeDegrees: 46.86, longitudeDegrees: 10.085)
  static let east = Coordinate(latitudeDegrees: 46.845, longitudeDegrees: 10.115)

  /// Works, answers and draws until nothing is left.
  private static func settle(_ bench: inout Bench) throws {
    for _ in 0..<40 {
      bench.answer()
      try bench.draw()
    }
    #expect(bench.sent.isEmpty && !bench.model.hasWork)
  }

  /// Two transmitters with their maps.
  private static func pair() throws -> Bench {
    var bench = Bench()
    bench.answer()
    bench.pin(at: west)
    try settle(&bench)
    bench.hold(bench.model.view.pixel(of: east).x, bench.model.view.pixel(of: east).y)
    try settle(&bench)
    bench.press(.keepBoth)
    try settle(&bench)
    return bench
  }

  @Test func aPlaceThatIsHeldMayBeAnothers() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Self.west)
    try Self.settle(&bench)
    #expect(!bench.controls.contains("back"))
    let first = try #require(bench.model.shown)
    let (x, y) = bench.model.view.pixel(of: Self.east)
    bench.hold(x, y)
    // It went there, as before, and what it may have meant is offered.
    #expect(bench.model.content.sites.list.count == 1 && bench.controls.contains("Put B here, and A back"))
    try Self.settle(&bench)
    let second = try #require(bench.model.shown)
    bench.press(.keepBoth)
    #expect(bench.model.content.sites.list.count == 2 && bench.model.content.sites.selected == 1)
    #expect(!bench.model.hasWork, "neither is computed again")
    #expect(
      bench.model.content.sites.list[0].shown?.map == first.map
        && bench.model.content.sites.list[1].shown?.map == second.map)
    #expect(!bench.controls.contains("back"))
    // What is not wanted goes at the next touch.
    bench.hold(x - 60, y)
    #expect(bench.controls.contains("Put C here"))
    bench.tap(30, 1600)
    #expect(!bench.controls.contains("Put C here"))
  }

  @Test func onlyTheOneThatIsDraggedIsComputed() throws {
    var bench = try Self.pair()
    let before = bench.model.content.sites.list.map { $0.shown?.revision }
    let (x, y) = bench.model.view.pixel(of: Self.west)
    bench.now += 1_000_000
    bench.touch(.began, x, y - 40)
    #expect(bench.model.content.sites.selected == 0, "a finger on a pin selects it")
    bench.touch(.moved, x + 30, y - 60)
    bench.touch(.moved, x + 50, y - 60)
    try bench.draw()
    #expect(bench.model.content.sites.list[0].shown?.revision != before[0])
    #expect(bench.model.content.sites.list[1].shown?.revision == before[1])
    bench.touch(.ended, x + 50, y - 60)
    try Self.settle(&bench)
    #expect(bench.model.content.sites.list[0].shown?.isCoarse == false)
    #expect(bench.model.content.sites.list[1].shown?.revision == before[1])
    // Each map is what it would be alone.
    for site in bench.model.content.sites.list {
      var alone = Bench()
      alone.answer()
      alone.pin(at: site.plan.transmitter)
      alone.model.placePin(at: site.plan.transmitter)
      try Self.settle(&alone)
      #expect(alone.model.shown?.map == site.shown?.map)
    }
  }

  @Test func numbersAreThoseOfTheSelectedOne() throws {
    var bench = try Self.pair()
    bench.enter("20", into: .power)
    bench.enter("60", into: .transmitterHeight)
    bench.set(.selectSite, to: 0)
    #expect(bench.model.content.sites.budget.radiatedDecibelMilliwatts == 34)
    #expect(bench.model.plan?.transmitterHeightMeters == 30)
    #expect(
      bench.model.content.sites.radiated(of: 1) == 20
        && bench.model.content.sites.list[1].plan.transmitterHeightMeters == 60)
    // Receivers are everyone's.
    let revisions = bench.model.content.sites.list.map { $0.shown?.revision }
    bench.enter("4", into: .receiverHeight)
    try Self.settle(&bench)
    #expect(
      bench.model.content.sites.list.allSatisfy {
        $0.plan.receiverHeightMeters == 4 && $0.shown?.isCoarse == false
      })
    #expect(zip(bench.model.content.sites.list, revisions).allSatisfy { $0.shown?.revision != $1 })
    for site in bench.model.content.sites.list { #expect(site.shown?.plan == site.plan) }
  }

  /// The field that the player has is what the library puts together, in each mode.
  @Test func modesShowWhatTheLibraryPutsTogether() throws {
    var bench = try Self.pair()
    bench.enter("-70", into: .sensitivity)
    bench.enter("31", into: .power)
    let maps = try bench.model.content.sites.list.map { try #require($0.shown).map }
    let lattice = try #require(PostLattice(covering: maps, postLimit: UnionLayer.postLimit))
    var union = CoverageUnion(over: lattice, sensitivity: -7000)
    union.add(maps[0], radiated: 3400)
    union.add(maps[1], radiated: 3100)
    for (mode, number, value) in [
      (
        CoverageDisplay.strongest, ColorMap.level.rawValue,
        { union.levels[$0] == CoverageUnion.nothing ? FieldPainter.gap : -union.levels[$0] }
      ),
      (.server, 128, { union.server(at: $0).map { Int16($0) } ?? FieldPainter.gap }),
      (.overlap, 130, { union.reachCounts[$0] == 0 ? FieldPainter.gap : Int16(union.reachCounts[$0]) }),
    ] as [(CoverageDisplay, UInt8, (Int) -> Int16)] {
      bench.set(.chooseDisplay, to: mode.rawValue)
      try Self.settle(&bench)
      let field = try #require(bench.scene.fields.first { $0.id == FieldID.union })
      #expect(field.values == union.levels.indices.map(value), "\(mode)")
      #expect(bench.model.pictures.union.field.colors?.number == number)
      #expect(Set(field.values).count > (mode == .strongest ? 100 : 2))
    }
    // One map alone again.
    bench.set(.chooseDisplay, to: 0)
    try Self.settle(&bench)
    let ids = Set(
      bench.marks(ofLayer: LayerID.coverage).compactMap { mark -> UInt32? in
        if case .field(let id, _, _, _, _, _) = mark { id } else { nil }
      })
    #expect(ids == [FieldID.maps + 1])
  }

  @Test func powersAndSensitivityComputeNoMap() throws {
    var bench = try Self.pair()
    let revisions = bench.model.content.sites.list.map { $0.shown?.revision }
    bench.set(.chooseDisplay, to: CoverageDisplay.overlap.rawValue)
    bench.enter("50", into: .power)
    bench.enter("-100", into: .sensitivity)
    #expect(!bench.model.hasWork)
    try bench.draw()
    #expect(bench.model.content.sites.list.map { $0.shown?.revision } == revisions)
    #expect(bench.model.pictures.union.source?.radiated == [3400, 5000])
  }

  @Test func aPointIsReadOfItsServer() throws {
    var bench = try Self.pair()
    let middle = Coordinate(latitudeDegrees: 46.853, longitudeDegrees: 10.099)
    for (place, letter, others) in [
      (Self.west, "A", "no other reaches"), (Self.east, "B", "no other reaches"),
      (middle, nil, "1 other reaches"),
    ] as [(Coordinate, String?, String)] {
      let near = Coordinate(
        latitudeDegrees: place.latitudeDegrees - 0.002, longitudeDegrees: place.longitudeDegrees)
      let (x, y) = bench.model.view.pixel(of: near)
      bench.tap(x, y)
      try Self.settle(&bench)
      let reading = try #require(bench.model.reading)
      #expect(reading.site == (letter == "A" ? 0 : 1) || letter == nil)
      let levels = (0..<2).map { bench.model.content.sites.level(at: reading.place, of: $0) ?? .min }
      #expect(levels[reading.site] == levels.max())
      let words = bench.marks(ofLayer: LayerID.sheet).compactMap { mark -> String? in
        if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
      }
      #expect(words.contains { $0.hasSuffix(" from \(letter ?? (reading.site == 0 ? "A" : "B"))") })
      // It may be broken into two lines.
      #expect(words.joined(separator: " ").contains(others))
    }
  }

  @Test func oneAfterTheOtherIsTakenAway() throws {
    var bench = try Self.pair()
    bench.press(.removeSite)
    try Self.settle(&bench)
    #expect(bench.model.content.sites.list.count == 1 && bench.model.content.shownDisplay == .level)
    let place = try #require(bench.model.plan?.transmitter)
    #expect(abs(place.latitudeDegrees - Self.west.latitudeDegrees) < 1e-3)
    #expect(bench.model.shown?.isCoarse == false)
    bench.press(.removeSite)
    try Self.settle(&bench)
    #expect(bench.model.plan == nil && bench.model.shown == nil)
    bench.pin(at: Self.east)
    try Self.settle(&bench)
    #expect(bench.model.shown?.isCoarse == false)
  }

  @Test func thereAreEightAtMostAndEachHasItsPlace() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    // The view stays.
    bench.send(.wheel(x: 390, y: 844, dx: 0, dy: -4, zoom: .horizontal))
    bench.send(.press(.handle))
    for _ in 0..<12 {
      bench.press(.addSite)
      bench.answer()
    }
    #expect(bench.model.content.sites.list.count == CoverageSite.limit)
    #expect(!bench.controls.contains("Add another"))
    try Self.settle(&bench)
    #expect(bench.model.content.sites.list.allSatisfy { $0.shown?.isCoarse == false && !$0.isStale })
    let pins = bench.model.content.sites.list.map { bench.model.view.pixel(of: $0.plan.transmitter) }
    for (index, pin) in pins.enumerated() {
      for other in pins[..<index] { #expect(hypot(pin.x - other.x, pin.y - other.y) > 60) }
    }
  }

  @Test(arguments: [
    (0.0, "reaches, margin 0.0 dB"), (-0.004, "reaches, margin 0.0 dB"), (0.01, "0.01 dB to spare"),
    (-0.04, "0.04 dB too low"), (0.3, "0.3 dB to spare"), (-0.3, "0.3 dB too low"), (12.4, "12 dB to spare"),
    (-0.5, "1 dB too low"),
  ])
  func marginsShowWhichSideTheyAreOn(margin: Double, text: String) {
    let said = String(decoding: Texts.margin(margin), as: UTF8.self)
    #expect(said == text)
  }

  /// A margin is shown as the map counts it: numbers are rounded before they are compared, not after.
  @Test func aMarginIsOnTheSideThatTheMapSays() {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Self.west)
    bench.enter("33.3351", into: .power)
    bench.enter("-119.9951", into: .sensitivity)
    // 33.34 dBm less 153.34 dB is -120 dBm: just enough, though the numbers themselves miss it by 0.0098 dB.
    #expect(bench.model.content.sites.margin(ofLoss: 15_334, from: 0) == 0)
    #expect(bench.model.content.sites.margin(ofLoss: 15_335, from: 0) == -0.01)
    #expect(bench.model.content.sites.margin(ofLoss: 15_234, from: 0) == 1)
  }
}

@Suite struct SiteColorTests {
  /// Linear light as each kind of eye sees it: Machado, Oliveira, Fernandes 2009, at full severity.
  static let eyes: [[Double]] = [
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
    [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881],
    [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900],
  ]

  static func lab(_ color: Color, _ eye: [Double]) -> [Double] {
    let light = [color.red, color.green, color.blue].map { byte -> Double in
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    func times(_ m: [Double], _ v: [Double]) -> [Double] {
      (0..<3).map { m[3 * $0] * v[0] + m[3 * $0 + 1] * v[1] + m[3 * $0 + 2] * v[2] }
    }
    let seen = times(eye, light).map { min(1, max(0, $0)) }
    let xyz = times([0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505], seen)
    let f = zip(xyz, [0.95047, 1, 1.08883]).map { value, white -> Double in
      value / white > 0.008856 ? cbrt(value / white) : 7.787 * value / white + 16.0 / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  @Test func everyEyeDistinguishesTransmitters() {
    #expect(CoveragePalette.sites.count == CoverageSite.limit)
    for eye in Self.eyes {
      let seen = CoveragePalette.sites.map { Self.lab($0, eye) }
      for (index, a) in seen.enumerated() {
        for b in seen[..<index] {
          #expect(sqrt(zip(a, b).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)) > 25)
        }
      }
    }
  }

  /// More is lighter, for every eye.
  @Test(arguments: 2...8) func overlapsGrowLighter(total: Int) {
    for eye in Self.eyes {
      let lightness = (1...total).map { Self.lab(CoveragePalette.overlap($0, of: total), eye)[0] }
      for (before, after) in zip(lightness, lightness.dropFirst()) { #expect(after > before + 3) }
    }
    #expect(CoveragePalette.entries(CoveragePalette.overlap(of: total))?.count == total + 1)
    #expect(CoveragePalette.entries(127) == nil && CoveragePalette.entries(137) == nil)
  }
}
