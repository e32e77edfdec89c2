import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct ClutterControlTests {
  @Test func clutterIsChosenForP1812() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    bench.send(.press(.handle))
    try bench.settle()
    #expect(!bench.controls.contains("Clutter along the path"))
    bench.set(.chooseClutter, to: 2)
    #expect(bench.model.plan?.clutter == .open, "diffraction takes none")
    try bench.choose(.p1812)
    #expect(bench.controls.contains("Clutter along the path"))
    #expect(bench.controls.contains("Dense urban, 20\u{00A0}m"))
    #expect(bench.legend.contains("without clutter"))
    let open = try #require(bench.model.shown?.map)
    bench.set(.chooseClutter, to: Int(Clutter.urban.rawValue))
    try bench.settle()
    let shown = try #require(bench.model.shown)
    #expect(shown.plan.clutter == .urban && !shown.isCoarse)
    #expect(bench.legend.contains("with clutter: Urban, 15\u{00A0}m"))
    #expect(!bench.legend.contains("without clutter"))
    let more = zip(open.losses, shown.map.losses).count { $0 != CoverageMap.nothing && $1 > $0 + 200 }
    #expect(more > open.losses.count / 4)
    // A path that is read is that of the map: the sheet draws the clutter, and its end is clear of it.
    let (x, y) = bench.model.view.pixel(
      of: Coordinate(
        latitudeDegrees: Bench.middle.latitudeDegrees + 0.01,
        longitudeDegrees: Bench.middle.longitudeDegrees + 0.005))
    bench.tap(x, y)
    try bench.settle()
    let reading = try #require(bench.model.reading)
    let path = try #require(reading.path)
    let inside = path.heights.count / 2
    #expect(abs(path.top(inside) - path.heights[inside] - 15) < 1e-9)
    let own = try #require(reading.p1812)
    #expect(abs(own - Double(try #require(reading.loss)) / 100) < 6)
    // No number that is not a kind of clutter is taken.
    bench.set(.chooseClutter, to: 5)
    bench.set(.chooseClutter, to: -1)
    #expect(bench.model.plan?.clutter != .woodland)
    bench.set(.chooseClutter, to: Int(Clutter.urban.rawValue))
    // Another model takes none.
    try bench.choose(.diffraction)
    #expect(bench.model.plan?.clutter == .open)
  }

  @Test func aLinkOpensItsClutter() throws {
    var bench = Bench()
    bench.answer()
    _ = bench.model.reopen(
      Array("tile=West&at=46.85,10.05&km=2&model=p1812&clutter=woodland".utf8), at: bench.now)
    try bench.settle()
    #expect(bench.model.shown?.plan.clutter == .woodland)
    bench.now += 2_000_000
    let effects = bench.model.handle(.tick, at: bench.now)
    let texts = effects.compactMap { effect -> String? in
      if case .own(.address(let text)) = effect { String(decoding: text, as: UTF8.self) } else { nil }
    }
    #expect(texts.first?.contains("&model=p1812&clutter=woodland") == true)
  }
}
