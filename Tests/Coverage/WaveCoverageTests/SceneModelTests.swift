import Testing
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

@Suite struct SceneModelTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A transmitter whose map is computed so.
  private static func scene(
    _ propagation: CoverageScene.Propagation = .init(), display: CoverageDisplay = .loss
  ) -> CoverageScene {
    CoverageScene(
      tile: bytes("A"), place: Coordinate(latitudeDegrees: 1, longitudeDegrees: 2), propagation: propagation,
      display: display)
  }

  @Test func allButTheModelIsLeftOutWhereItIsUsual() {
    let scene = Self.scene()
    let words = String(decoding: scene.text, as: UTF8.self)
    #expect(words.contains("&model=diffraction"))
    for name in ["area", "time", "places", "show"] { #expect(!words.contains("\(name)=")) }
  }

  @Test(arguments: [
    (CoveragePlan.Model.diffraction, "diffraction"), (.p1812, "p1812"), (.irregularTerrain, "itm"),
    (.freeSpace, "free"), (.hata, "hata"),
    (.extendedHata, "ehata"), (.learned, "learned"), (.learnedPlain, "learned-plain"),
  ])
  func modelsHaveTheirWords(model: CoveragePlan.Model, word: String) throws {
    let scene = Self.scene(.init(model: model))
    #expect(String(decoding: scene.text, as: UTF8.self).hasSuffix("&model=\(word)"))
    #expect(try CoverageScene(text: scene.text) == scene)
    #expect(try CoverageScene(text: Self.bytes("model=\(word)")).propagation.model == model)
  }

  @Test(arguments: [
    (HataArea.largeCity, "large-city"), (.suburban, "suburban"), (.open, "open"),
  ])
  func areasHaveTheirWords(area: HataArea, word: String) throws {
    func scene(_ time: Double, _ places: Double) -> CoverageScene {
      Self.scene(
        .init(model: .hata, area: area, timePercent: time, locationPercent: places), display: .sureness)
    }
    let usual = scene(12.5, 99.999)
    let words = String(decoding: usual.text, as: UTF8.self)
    #expect(words.hasSuffix("&model=hata&area=\(word)&time=12.5&places=99.999&show=sure"))
    #expect(try CoverageScene(text: usual.text) == usual)
    // A share that is rounded is none that cannot be.
    #expect(try CoverageScene(text: scene(12.5, 99.9999).text).propagation.locationPercent == 99.999)
    #expect(
      String(decoding: scene(50.0001, 49.9999).text, as: UTF8.self).hasSuffix("&area=\(word)&show=sure"))
  }

  @Test(arguments: [
    (Clutter.suburban, "suburban"), (.urban, "urban"), (.denseUrban, "dense-urban"), (.woodland, "woodland"),
  ])
  func clutterHasItsWords(clutter: Clutter, word: String) throws {
    let scene = Self.scene(.init(model: .p1812, clutter: clutter))
    #expect(String(decoding: scene.text, as: UTF8.self).hasSuffix("&model=p1812&clutter=\(word)"))
    #expect(try CoverageScene(text: scene.text) == scene)
    #expect(try CoverageScene(text: Self.bytes("clutter=\(word)")).propagation.clutter == clutter)
    #expect(try CoverageScene(text: Self.bytes("clutter=\(word)2")).propagation.clutter == .open)
    // Only P.1812 takes it.
    let place = try #require(scene.place)
    let usual = CoveragePlan(transmitter: place, frequencyHertz: 1e9, radiusMeters: 1000)
    #expect(try scene.plan(at: place, from: usual).clutter == clutter)
    let other = Self.scene(.init(model: .diffraction, clutter: clutter))
    #expect(try other.plan(at: place, from: usual).clutter == .open)
  }

  @Test(arguments: [
    "model=", "model=P1812", "clutter=", "clutter=4", "model=p1812%20", "model=7", "area=town", "area=%00",
    "show=all",
  ])
  func wordsThatAreNotKnownChangeNothing(text: String) throws {
    #expect(try CoverageScene(text: Self.bytes(text)) == CoverageScene())
  }

  @Test(arguments: [
    ("time=0", SceneError.impossible(byte: 5)), ("time=100", .impossible(byte: 5)),
    ("places=-1", .impossible(byte: 7)), ("places=x", .unreadable(byte: 7)),
    ("time=1,2", .unreadable(byte: 5)),
    ("time=nan", .unreadable(byte: 5)), ("model=p1812&places=100", .impossible(byte: 19)),
  ])
  func reportsImpossibleShares(text: String, error: SceneError) {
    #expect(throws: error) { try CoverageScene(text: Self.bytes(text)) }
  }

  private func rest(_ bench: inout Bench) -> [UInt8]? {
    bench.now += 2_000_000
    let effects = bench.model.handle(.tick, at: bench.now)
    for case .own(.address(let text)) in effects { return text }
    return nil
  }

  @Test func aLinkOpensItsModel() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    let number = try #require(ModelChoice.all.firstIndex { $0.model == .learned })
    bench.set(.chooseModel, to: number)
    bench.set(.chooseArea, to: Int(HataArea.suburban.rawValue))
    bench.set(.chooseDisplay, to: 2)
    let text = try #require(rest(&bench))
    let words = String(decoding: text, as: UTF8.self)
    #expect(words.contains("&model=learned&area=suburban&show=sure"))
    var other = Bench()
    other.answer()
    // What was chosen there before is not in the way.
    let full = try #require(ModelChoice.all.firstIndex { $0.model == .p1812 })
    other.set(.chooseModel, to: full)
    other.enter("95", into: .locationPercent)
    #expect(other.model.content.sites.settings.locationPercent == 95)
    _ = other.model.reopen(text, at: other.now)
    other.answer()
    try other.draw()
    let plan = try #require(other.model.plan)
    #expect(plan.model == .learned && plan.area == .suburban && plan.locationPercent == 50)
    #expect(other.model.content.shownDisplay == .sureness)
    let again = try #require(rest(&other))
    #expect(try CoverageScene(text: again) == CoverageScene(text: text))
  }

  @Test func sharesComeWithTheModelThatTakesThem() throws {
    var bench = Bench()
    bench.answer()
    _ = bench.model.reopen(
      Self.bytes("tile=West&at=46.85,10.05&model=p1812&time=1&places=95"), at: bench.now)
    let plan = try #require(bench.model.plan)
    #expect(plan.model == .p1812 && plan.timePercent == 1 && plan.locationPercent == 95)
    // More than half of the time is not P.1812's: nothing is opened by halves.
    var other = Bench()
    other.answer()
    _ = other.model.reopen(Self.bytes("tile=West&at=46.85,10.05&time=90&model=p1812"), at: other.now)
    #expect(other.model.plan == nil && other.controls.contains("has a number that cannot be"))
    #expect(other.model.content.sites.settings.model == .diffraction)
    // By a model of a later version it is as ever.
    _ = other.model.reopen(Self.bytes("tile=West&at=46.85,10.05&model=raytraced"), at: other.now)
    #expect(other.model.plan?.model == .diffraction)
  }
}
