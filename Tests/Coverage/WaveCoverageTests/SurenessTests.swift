import Foundation
import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

@testable import WaveCoverage

@Suite struct SurenessTests {
  private static let drawerReason = "told by the learned models alone"

  private static func settle(_ bench: inout Bench) throws {
    for _ in 0..<20 {
      bench.answer()
      try bench.draw()
    }
  }

  private static func choose(_ model: CoveragePlan.Model, _ bench: inout Bench) throws {
    let number = try #require(ModelChoice.all.firstIndex { $0.model == model })
    bench.set(.chooseModel, to: number)
    try settle(&bench)
  }

  /// A wall in the east, a transmitter, its map by a model, and the drawer open.
  private static func bench(_ model: CoveragePlan.Model = .learned) throws -> Bench {
    var bench = Bench(ground: { _, east in east > 10.108 && east < 10.112 ? 900 : 100 })
    bench.answer()
    bench.pin(at: Bench.middle)
    bench.send(.press(.handle))
    try settle(&bench)
    try choose(model, &bench)
    return bench
  }

  private static func words(_ bench: Bench, ofLayer id: UInt32) -> [String] {
    bench.marks(ofLayer: id).compactMap { mark -> String? in
      if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
  }

  private static func shownFields(_ bench: Bench) -> Set<UInt32> {
    Set(
      bench.marks(ofLayer: LayerID.coverage).compactMap { mark -> UInt32? in
        if case .field(let id, _, _, _, _, _) = mark { id } else { nil }
      })
  }

  @Test(arguments: CoveragePlan.Model.allCases)
  func everyModelIsOfferedInOneSentence(model: CoveragePlan.Model) throws {
    let choice = try #require(ModelChoice.of(model))
    #expect(ModelChoice.all.count(where: { $0.model == model }) == 1)
    let bench = try Self.bench(model)
    #expect(bench.model.plan?.model == model && bench.controls.contains("\(choice.sentence)"))
    #expect(!"\(choice.sentence)".contains(". "))
    let offersSureness = model == .learned || model == .learnedPlain
    #expect(bench.model.content.sites.offersSureness == offersSureness)
    // What cannot be chosen is hidden, and a line gives the reason.
    #expect(bench.controls.contains(Self.drawerReason) == !offersSureness)
    #expect(bench.model.content.sites.isSlow == [.irregularTerrain, .hata, .extendedHata].contains(model))
    let hasArea = offersSureness || model == .hata || model == .extendedHata
    #expect(bench.controls.contains("Receivers stand in") == hasArea)
  }

  @Test func theLayerIsWhatTheLibraryGives() throws {
    var bench = try Self.bench()
    bench.enter("-90", into: .sensitivity)
    bench.enter("31.5", into: .power)
    bench.set(.chooseDisplay, to: 2)
    #expect(!bench.model.hasWork, "it computes no map")
    try bench.draw()
    #expect(bench.model.content.display.chosen == .sureness && Self.shownFields(bench) == [FieldID.sureness])
    let shown = try #require(bench.model.shown)
    func expected(_ headroom: Int) -> [Int16] {
      ReachShares(shown.map, of: shown.plan, headroom: headroom, postLimit: UnionLayer.postLimit).percents
    }
    func values() throws -> [Int16] {
      try #require(bench.scene.fields.first { $0.id == FieldID.sureness }).values
    }
    #expect(try values() == expected(12_150) && Set(expected(12_150)).count > 5)
    #expect(bench.model.pictures.sureness.field.colors?.number == CoveragePalette.sureness)
    // What is needed is another: so is the layer, without a new map.
    bench.enter("-100", into: .sensitivity)
    #expect(!bench.model.hasWork)
    try bench.draw()
    #expect(try values() == expected(13_150) && expected(13_150) != expected(12_150))
    #expect(Self.words(bench, ofLayer: LayerID.legend).contains("sure of \u{2212}100 dBm"))
    #expect(Self.words(bench, ofLayer: LayerID.legend).contains("100 %"))
    // Nothing is drawn anew where nothing has changed.
    let revision = bench.model.pictures.sureness.field.revision
    try bench.draw()
    #expect(bench.model.pictures.sureness.field.revision == revision)
  }

  @Test func amongOtherModelsItIsALevel() throws {
    var bench = try Self.bench()
    bench.set(.chooseDisplay, to: 2)
    try bench.draw()
    #expect(bench.model.content.shownDisplay == .sureness)
    try Self.choose(.diffraction, &bench)
    #expect(bench.model.content.shownDisplay == .level && Self.shownFields(bench) == [FieldID.maps + 1])
    // The third choice is none here.
    bench.set(.chooseDisplay, to: 2)
    #expect(bench.model.content.shownDisplay == .level)
    bench.send(.key(.three, isShifted: false))
    #expect(bench.model.content.shownDisplay != .sureness)
    try Self.choose(.learnedPlain, &bench)
    bench.send(.key(.three, isShifted: false))
    try bench.draw()
    #expect(bench.model.content.shownDisplay == .sureness && Self.shownFields(bench) == [FieldID.sureness])
  }

  @Test func ofSeveralItIsOfTheSelectedOne() throws {
    var bench = try Self.bench()
    bench.press(.addSite)
    try Self.settle(&bench)
    #expect(bench.model.content.sites.list.count == 2 && bench.controls.contains("How sure of B"))
    bench.set(.chooseDisplay, to: CoverageDisplay.sureness.rawValue)
    try bench.draw()
    #expect(bench.model.pictures.sureness.source?.map == bench.model.content.sites.list[1].shown?.revision)
    bench.set(.selectSite, to: 0)
    try bench.draw()
    #expect(bench.model.pictures.sureness.source?.map == bench.model.content.sites.list[0].shown?.revision)
    #expect(bench.controls.contains("How sure of A") && !bench.model.content.shownDisplay.isOfAll)
    // The third of several is the strongest.
    bench.set(.chooseDisplay, to: 2)
    #expect(bench.model.content.shownDisplay == .strongest)
    try Self.choose(.p1812, &bench)
    #expect(!bench.controls.contains("How sure of A") && bench.controls.contains(Self.drawerReason))
  }

  /// The sheet's line holds numbers that follow from the plan's own.
  @Test func aTapShowsTheInterval() throws {
    var bench = try Self.bench()
    bench.send(.press(.handle))
    bench.enter("-95", into: .sensitivity)
    bench.send(.press(.chip))
    let (x, y) = bench.model.view.pixel(of: Coordinate(latitudeDegrees: 46.847, longitudeDegrees: 10.115))
    bench.tap(x, y)
    try Self.settle(&bench)
    let reading = try #require(bench.model.reading)
    let plan = try #require(bench.model.plan)
    let loss = Double(try #require(reading.loss)) / 100
    let kilometers = reading.lengthMeters / 1000
    let free = 20 * log10(4 * Double.pi * kilometers * 1000 * plan.frequencyHertz / 299_792_458)
    let deviation = try #require(
      plan.learnedDeviation(kilometers: kilometers, excessDecibels: loss - free))
    let line = try #require(Self.words(bench, ofLayer: LayerID.sheet).first { $0.contains("8 of 10") })
    let numbers = line.split { !$0.isNumber }.compactMap { Double($0) }
    #expect(line.hasPrefix("\u{00B1} ") && line.hasSuffix(" sure"))
    try #require(numbers.count == 4 && numbers[1...2] == [8, 10])
    #expect(abs(numbers[0] - 1.2815515655446 * deviation) <= 0.500001)
    let share = 0.5 * erfc((loss - 34 - 95) / deviation / 2.0.squareRoot())
    #expect(abs(numbers[3] - Swift.max(1, Swift.min(99, 100 * share))) <= 0.500001)
    #expect(bench.controls.contains("modelled, give or take "))
    // A model that gives no uncertainty has no such line.
    let top = bench.mapBottom
    try Self.choose(.diffraction, &bench)
    #expect(bench.model.reading != nil && bench.mapBottom > top)
    #expect(!Self.words(bench, ofLayer: LayerID.sheet).contains { $0.contains("8 of 10") })
    #expect(bench.controls.contains(", modelled") && !bench.controls.contains("give or take"))
  }

  @Test(arguments: [
    (0.0, "<1 %"), (0.004, "<1 %"), (0.006, "1 %"), (0.5, "50 %"), (0.994, "99 %"),
    (0.9951, ">99 %"), (1, ">99 %"),
  ])
  func nothingIsQuiteSure(share: Double, text: String) {
    #expect(String(decoding: Texts.percent(share), as: UTF8.self) == text)
  }

  /// Pictures follow the layer; what has decibels in it keeps levels, and says so.
  @Test func filesOfTheLayer() throws {
    var bench = try Self.bench()
    bench.enter("-90", into: .sensitivity)
    bench.set(.chooseDisplay, to: 2)
    try bench.draw()
    #expect(bench.controls.contains("pictures how sure, other files received level"))
    let shown = try #require(bench.model.shown)
    func kept(_ format: MapFormat) -> (name: String, bytes: [UInt8]) {
      var (name, bytes) = ("", [UInt8]())
      for effect in bench.keep(format) {
        if case .own(.file(.name(let given))) = effect { name = String(decoding: given, as: UTF8.self) }
        if case .own(.file(.save(let more, _))) = effect { bytes += more }
      }
      return (name, bytes)
    }
    let shares = ReachShares(shown.map, of: shown.plan, headroom: 12_400, postLimit: .max)
    let grid = try bench.noted(
      MapGrid(
        PostLattice(
          northWest: shares.northWest, latitudeStepDegrees: shares.latitudeStepDegrees,
          longitudeStepDegrees: shares.longitudeStepDegrees, rowCount: shares.rowCount,
          columnCount: shares.columnCount), values: shares.percents))
    let entries = try #require(CoveragePalette.entries(CoveragePalette.sureness))
    let picture = grid.png(palette: entries, low: 0, high: 101)
    let zip = kept(.png)
    #expect(zip.name.hasPrefix("sure_915MHz_2km_46.85000N_") && zip.name.hasSuffix(".zip"))
    #expect(zip.bytes.contains(picture) && zip.bytes.contains(grid.worldFile()))
    let earth = kept(.kmz)
    #expect(earth.bytes.contains(picture))
    #expect(earth.bytes.contains(Array("Modelled chance of reception, 915 MHz, 2 km".utf8)))
    let levels = try bench.noted(MapGrid(shown.map) { 3400 - $0 })
    let table = kept(.csv)
    #expect(table.name.hasPrefix("level_915MHz_2km_46.85000N_") && table.name.hasSuffix(".csv"))
    #expect(table.bytes == levels.csv(column: Array("level_dBm".utf8)))
    #expect(kept(.geoTIFF).bytes == levels.geoTIFF())
  }
}

@Suite struct ModelledTests {
  /// No map is without the word, by whatever it was computed, and measured points have theirs.
  @Test(arguments: CoveragePlan.Model.allCases)
  func theLegendSaysModelled(model: CoveragePlan.Model) throws {
    var bench = Bench()
    bench.answer()
    try bench.draw()
    func legend() -> [String] {
      bench.marks(ofLayer: LayerID.legend).compactMap { mark -> String? in
        if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
      }
    }
    #expect(!legend().contains { $0.contains("modelled") }, "there is no map yet")
    bench.pin(at: Bench.middle)
    let number = try #require(ModelChoice.all.firstIndex { $0.model == model })
    bench.set(.chooseModel, to: number)
    for _ in 0..<8 {
      bench.answer()
      try bench.draw()
    }
    let name = "\(try #require(ModelChoice.of(model)).name)"
    for display in [CoverageDisplay.loss, .level, .sureness] {
      bench.set(.chooseDisplay, to: display.rawValue)
      try bench.draw()
      #expect(legend().contains("modelled \u{00B7} \(name)") && !legend().contains("measured"))
    }
    _ = bench.model.receive(file: Array("lat,lon,rssi\n46.853,10.104,-60\n".utf8), at: bench.now)
    try bench.draw()
    #expect(legend().contains("modelled \u{00B7} \(name)") && legend().contains("measured"))
    // All of it lies within the layer.
    let layer = try #require(bench.scene.layers.first { $0.id == LayerID.legend })
    for mark in layer.marks {
      guard case .rectangle(let rect, _, _) = mark else { continue }
      #expect(rect.y >= layer.bounds.y && rect.bottom <= layer.bounds.bottom && rect.x >= layer.bounds.x)
    }
  }

  /// What is said of a calibration stands above all that the legend has.
  @Test func theLegendLeavesRoomForCalibration() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    bench.send(.press(.handle))
    _ = bench.model.receive(file: Array("lat,lon,rssi\n46.853,10.104,-60\n".utf8), at: bench.now)
    for _ in 0..<8 {
      bench.answer()
      try bench.draw()
    }
    bench.set(.calibrate, to: 1)
    try bench.draw()
    let said = try #require(bench.scene.layers.first { $0.id == LayerID.calibration })
    #expect(!said.marks.isEmpty)
    var top = Float.infinity
    for mark in bench.marks(ofLayer: LayerID.legend) {
      if case .rectangle(let rect, _, _) = mark { top = Swift.min(top, rect.y) }
    }
    #expect(said.bounds.bottom <= top && top.isFinite)
  }
}

@Suite struct SurenessColorTests {
  @Test func moreIsLighterForEveryEye() throws {
    let entries = try #require(CoveragePalette.entries(CoveragePalette.sureness))
    #expect(entries.count == 101)
    for (percent, entry) in entries.enumerated() {
      #expect(Color(rgba: entry).opacity(1) == CoveragePalette.sureness(percent))
    }
    for eye in SiteColorTests.eyes {
      let lightness = (0...100).map { SiteColorTests.lab(CoveragePalette.sureness($0), eye)[0] }
      for (before, after) in zip(lightness, lightness.dropFirst()) { #expect(after > before + 0.3) }
      for tenth in 1...10 { #expect(lightness[10 * tenth] > lightness[10 * tenth - 10] + 5) }
    }
  }

  /// It is taken for no other map: wherever both are drawn in full colour, hues differ.
  @Test func noOtherMapHasItsHue() {
    for percent in stride(from: 10, through: 80, by: 10) {
      let color = CoveragePalette.sureness(percent)
      #expect(color.blue > color.green && color.green > color.red)
    }
    for map in [ColorMap.loss, .level] {
      for entry in map.entries[..<190] {
        let color = Color(rgba: entry)
        #expect(color.blue < Swift.max(color.red, color.green))
      }
    }
  }
}
