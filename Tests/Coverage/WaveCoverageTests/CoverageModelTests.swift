import Foundation
import Testing
import WaveCoverageWire
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

@Suite struct CoverageModelTests {
  @Test func asksForWhatCanBeSeenAndNoMoreAtATime() throws {
    var bench = Bench()
    let asks = bench.sent.compactMap { if case .ask(let ask) = $0 { ask.key } else { nil } }
    #expect(!asks.isEmpty && asks.count <= WireLimits.terrainAsks)
    #expect(Set(asks).count == asks.count)
    bench.answer()
    try bench.draw()
    #expect(bench.model.content.terrain.blocks.asked.isEmpty)
    #expect(
      bench.model.content.terrain.blocks.seen.allSatisfy {
        bench.model.content.terrain.store.blocks[$0] != nil
      })
    #expect(bench.marks(ofLayer: LayerID.relief).contains { if case .field = $0 { true } else { false } })
  }

  @Test func anotherInstrumentIsShownWhereThereIsNoTerrain() {
    var model = CoverageModel()
    _ = model.handle(.connection(isOpen: true), at: 0)
    let effects = model.receive(.welcome(Welcome(sourceCount: 0, serverMicroseconds: 0)), at: 1)
    #expect(effects.contains(.switchInstrument))
  }

  @Test func whatIsScrolledAwayIsTakenBack() {
    var bench = Bench()
    let asks = bench.model.content.terrain.blocks.asked
    bench.sent = []
    // Far away from all tiles.
    bench.now += 1_000_000
    bench.touch(.began, 400, 800)
    bench.touch(.moved, 400, 9000)
    bench.touch(.moved, 400, 19_000)
    let back = bench.sent.compactMap { if case .cancelBlock(let taken) = $0 { taken.key } else { nil } }
    #expect(Set(back) == Set(asks))
    #expect(bench.model.content.terrain.blocks.asked.isEmpty)
  }

  @Test func aPinNeedsATile() throws {
    var bench = Bench()
    bench.answer()
    bench.send(.press(.handle))
    #expect(bench.controls.contains("Pick a tile"))
    #expect(!bench.controls.contains("Frequency"))
    bench.tap(390, 900)
    #expect(bench.model.content.terrain.store.picked != nil)
    #expect(bench.controls.contains("Put the transmitter on the map"))
    // Below all tiles there is none.
    bench.hold(390, 1680)
    #expect(bench.model.plan == nil && bench.controls.contains("There is no tile there"))
    bench.send(.press(.handle))
    bench.model.say("How to begin", at: bench.now)
    bench.send(.tick)
    #expect(bench.controls.contains("How to begin"))
    bench.pin(at: Bench.middle)
    #expect(!bench.controls.contains("How to begin"), "whoever has begun needs no hint")
    bench.send(.press(.handle))
    let plan = try #require(bench.model.plan)
    #expect(abs(plan.transmitter.latitudeDegrees - Bench.middle.latitudeDegrees) < 1e-3)
    #expect(bench.controls.contains("Frequency"))
  }

  @Test func theMapIsTheSweepsOwn() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    try bench.draw()
    let shown = try #require(bench.model.shown)
    #expect(!shown.isCoarse)
    var surface = TerrainSurface()
    #expect(Set(bench.model.content.terrain.blocks.needed) == Set(bench.model.content.ground.keys))
    for key in bench.model.content.ground.keys {
      let block = try #require(bench.model.content.terrain.store.blocks[key])
      surface.add(try #require(block.tile()))
    }
    let plan = try #require(bench.model.plan)
    var sweep = try CoverageSweep(
      plan, over: try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters))
    sweep.advance(rays: sweep.rayCount)
    #expect(shown.map == sweep.map())
    // The player holds it row by row, and colours it.
    let field = try #require(bench.scene.fields.first { $0.id == FieldID.maps + 1 })
    #expect(field.values == shown.map.losses && field.map == .loss)
    #expect(field.low == 5000 && field.high == 19_000)
  }

  /// Every corner, the middle and the quarters of the map lie where Web Mercator has them, half a post around
  /// its posts.
  @Test func theMapLiesOnItsPosts() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    for zoom in [1.0, 1.7, 0.4] {
      bench.send(.wheel(x: 390, y: 844, dx: 0, dy: Float(log2(1 / zoom) * 400), zoom: .horizontal))
      bench.answer()
      try bench.draw()
      let map = try #require(bench.model.shown?.map)
      var rows = 0
      for case .field(let id, let first, let count, _, let columns, let rect) in bench.marks(
        ofLayer: LayerID.coverage)
      {
        #expect(id == FieldID.maps + 1)
        rows += count
        for share in [0.0, 0.25, 0.5, 0.75, 1] {
          let row = Double(first) + share * Double(count)
          let latitude = map.northWest.latitudeDegrees - (row - 0.5) * map.latitudeStepDegrees
          let world = 0.5 - log(tan(.pi / 4 + latitude * .pi / 360)) / (2 * .pi)
          let y = 844 + (world - bench.model.view.centerY) * bench.model.view.pixelsPerWorld
          #expect(abs(Double(rect.y) + share * Double(rect.height) - y) < 0.5)
          let column = share * Double(columns)
          let longitude = map.northWest.longitudeDegrees + (column - 0.5) * map.longitudeStepDegrees
          let x = 390 + (longitude / 360 + 0.5 - bench.model.view.centerX) * bench.model.view.pixelsPerWorld
          #expect(abs(Double(rect.x) + share * Double(rect.width) - x) < 0.01)
        }
      }
      #expect(rows > 0 && rows <= map.rowCount)
    }
  }

  @Test func thePinIsDraggedAndTheMapFollowsAtOnce() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    try bench.draw()
    let before = try #require(bench.model.shown)
    let (x, y) = bench.model.view.pixel(of: Bench.middle)
    bench.now += 1_000_000
    bench.touch(.began, x, y - 40)
    bench.touch(.moved, x + 40, y - 80)
    bench.touch(.moved, x + 60, y - 80)
    let place = try #require(bench.model.plan?.transmitter)
    let there = bench.model.view.pixel(of: place)
    #expect(abs(there.x - x - 60) < 0.1 && abs(there.y - y + 40) < 0.1)
    // One step gives the coarse map.
    #expect(bench.model.hasWork)
    bench.model.performWork()
    let coarse = try #require(bench.model.shown)
    #expect(coarse.isCoarse && coarse.plan.transmitter == place)
    #expect(coarse.map.losses.count < before.map.losses.count / 3)
    // A step more, then the finger moves on: what was begun is dropped.
    bench.model.performWork()
    bench.model.performWork()
    bench.touch(.moved, x + 90, y - 80)
    bench.model.performWork()
    #expect(bench.model.shown?.isCoarse == true)
    #expect(bench.model.shown?.plan.transmitter == bench.model.plan?.transmitter)
    bench.touch(.ended, x + 90, y - 80)
    bench.answer()
    try bench.draw()
    try bench.draw()
    #expect(bench.model.shown?.isCoarse == false)
    // Each piece of work is reported to have taken a millisecond.
    let times = bench.model.content.jobs.times
    #expect(times.ground > 0 && times.map > times.ground)
    #expect(bench.controls.contains(" \(times.total / 1000) ms"))
    bench.send(.press(.handle))
    #expect(bench.controls.contains(", rays and map \(times.map / 1000).0 ms"))
  }

  @Test func theRimSetsTheRadius() throws {
    var bench = Bench()
    bench.answer()
    bench.set(.pickTile, to: 0)
    bench.pin(at: Bench.middle)
    let (x, y) = bench.model.view.pixel(of: Bench.middle)
    let radius = try bench.model.canvas.radiusPixels(of: #require(bench.model.plan))
    #expect(radius > 120)
    bench.now += 1_000_000
    bench.touch(.began, x - radius, y)
    bench.touch(.moved, x - radius + 40, y)
    bench.touch(.moved, x - radius * 0.6, y)
    #expect(abs(try #require(bench.model.plan).radiusMeters - 1200) <= 100)
    bench.touch(.ended, x - radius * 0.6, y)
  }

  @Test func aTapDescribesThePath() throws {
    // A wall between the transmitter and the east.
    var bench = Bench(ground: { _, east in east > 10.108 && east < 10.112 ? 900 : 100 })
    bench.answer()
    bench.pin(at: Bench.middle)
    try bench.draw()
    let place = Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10.121)
    let (x, y) = bench.model.view.pixel(of: place)
    bench.tap(x, y)
    try bench.draw()
    let reading = try #require(bench.model.reading)
    #expect(abs(reading.bearingDegrees - 90) < 1.5)
    #expect(abs(reading.lengthMeters - 1600) < 60)
    let path = try #require(reading.path)
    let worst = try #require(path.worst)
    #expect(path.spare < -600 && path.spare > -900)
    #expect(abs(path.distances[worst] - 0.75) < 0.2)
    let loss = try #require(reading.loss)
    #expect(loss > 10_000)
    let words = bench.marks(ofLayer: LayerID.sheet).compactMap { mark -> String? in
      if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    #expect(words.contains { $0.hasPrefix("blocked") })
    #expect(words.contains { $0.hasSuffix(" dB") })
    // A second tap soon after shows the whole, and the sheet that the first opened goes.
    bench.tap(x, y - 30)
    bench.touch(.began, x, y - 30)
    bench.touch(.ended, x, y - 30)
    #expect(bench.model.frame.isWhole)
  }

  @Test func aChipThatTakesAnotherLineMovesNothing() {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    bench.touch(.began, 300, 700)
    bench.send(.resize(width: 780, height: 1688, scale: 2, headPoints: 74))
    // Nor does it take the map from under a finger.
    let held = bench.model.view.pixel(of: Bench.middle)
    bench.touch(.moved, 340, 760)
    bench.touch(.moved, 380, 820)
    #expect(bench.model.view.pixel(of: Bench.middle).y > held.y + 50)
    bench.touch(.ended, 380, 820)
    bench.model.fitWhole()
    let before = bench.model.view.pixel(of: Bench.middle)
    bench.send(.resize(width: 780, height: 1688, scale: 2, headPoints: 92))
    #expect(bench.model.view.pixel(of: Bench.middle) == before)
    // One that would cover what is shown does, and so does another screen.
    bench.send(.resize(width: 780, height: 1688, scale: 2, headPoints: 600))
    let lower = bench.model.view.pixel(of: Bench.middle)
    #expect(lower.y > before.y + 100)
    bench.send(.resize(width: 780, height: 1200, scale: 2, headPoints: 92))
    #expect(bench.model.view.pixel(of: Bench.middle).y < lower.y)
  }

  @Test func powerAndColoursComputeNothing() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    try bench.draw()
    let revision = bench.model.shown?.revision
    bench.set(.chooseDisplay, to: 1)
    bench.enter("50", into: .power)
    bench.enter("-100 dBm", into: .sensitivity)
    bench.set(.useSafeColors, to: 1)
    #expect(!bench.model.hasWork)
    try bench.draw()
    let field = try #require(bench.scene.fields.first { $0.id == FieldID.maps + 1 })
    // 150 dB of loss may be: 60 above that is the best colour.
    #expect(field.map == .levelSafe && field.low == 9000 && field.high == 17_000)
    #expect(bench.model.shown?.revision == revision)
  }

  @Test(arguments: ["0", "-5", "abc", "", "9e9 Hz", "200 GHz", "1 kHz"])
  func frequenciesThatCannotBeAreRefusedInPlace(text: String) {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    bench.send(.press(.handle))
    bench.enter(text, into: .frequency)
    #expect(bench.model.plan?.frequencyHertz == 915e6)
    #expect(bench.controls.contains("Not taken"))
    bench.enter("2.4 GHz", into: .frequency)
    #expect(bench.model.plan?.frequencyHertz == 2.4e9)
    #expect(!bench.controls.contains("Not taken") && !bench.controls.contains("Outside"))
    bench.enter("60 GHz", into: .frequency)
    #expect(bench.model.plan?.frequencyHertz == 60e9)
    #expect(bench.controls.contains("Outside") && bench.controls.contains("was made for 30 MHz to"))
  }

  /// Other models describe a path that is looked at, and state what they were not made for.
  @Test func limitsOfAllModelsThatStateThemAreNamed() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    try bench.draw()
    let place = Coordinate(
      latitudeDegrees: Bench.middle.latitudeDegrees + 0.008, longitudeDegrees: Bench.middle.longitudeDegrees)
    let (x, y) = bench.model.view.pixel(of: place)
    bench.tap(x, y)
    try bench.draw()
    bench.send(.press(.handle))
    bench.enter("25 GHz", into: .frequency)
    try bench.draw()
    for text in [
      "ITU-R P.1812 was made for 30 MHz to 6 GHz", "Rice was made for 20 MHz to 20 GHz",
      "Rice was made for paths of 1 to 2000 km",
    ] { #expect(bench.controls.contains(text), "\(text)") }
  }

  @Test(arguments: [
    ("46.81, 10.05", 46.81, 10.05), ("46.81 10.05", 46.81, 10.05), ("46.81N; 10.05E", 46.81, 10.05),
    ("-1.5 S 3 W", 1.5, -3), ("46.5° N 7°W", 46.5, -7),
  ])
  func placesAreReadAsTheyAreTyped(text: String, latitude: Double, longitude: Double) throws {
    let place = try #require(Texts.place(from: Array(text.utf8)))
    #expect(place == Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
  }

  @Test(arguments: ["", "12", "1 2 3", "91, 0", "north", "1N2", "5 X 6"])
  func whatIsNoPlaceIsNone(text: String) {
    #expect(Texts.place(from: Array(text.utf8)) == nil)
  }

  @Test func aVoidUnderThePinIsReported() throws {
    var bench = Bench(ground: { _, _ in .min })
    bench.answer()
    bench.pin(at: Bench.middle)
    try bench.draw()
    #expect(bench.model.shown == nil)
    #expect(bench.controls.contains("has no height"))
  }

  @Test func theScaleBarEndsBeforeItsNote() throws {
    var bench = Bench()
    bench.answer()
    for zoom in [0, 100, 200, 300] as [Float] {
      bench.send(.wheel(x: 390, y: 844, dx: 0, dy: -zoom, zoom: .horizontal))
      try bench.draw()
      var (end, notes) = (Float(0), [Float]())
      for mark in bench.marks(ofLayer: LayerID.legend) {
        switch mark {
        case .polyline(_, _, let points):
          for index in stride(from: 0, to: points.coordinates.count, by: 2) {
            end = max(end, points.coordinates[index])
          }
        case .text(let bytes, let x, _, _, _, _) where bytes == Array("simulated ground".utf8):
          notes.append(x)
        default: break
        }
      }
      #expect(notes.count == 1 && notes.allSatisfy { $0 > end } && end > 0)
    }
  }

  @Test func whatIsDrawnFromEmptyIsWhatIsDrawnStepByStep() throws {
    /// The same inputs, drawn after each of them or not at all.
    func bench(isDrawn: Bool) throws -> Bench {
      var bench = Bench()
      func draw() throws { if isDrawn { try bench.draw() } else { bench.work() } }
      bench.answer()
      bench.pin(at: Bench.middle)
      try draw()
      bench.tap(390, 700)
      bench.send(.wheel(x: 300, y: 500, dx: 0, dy: -90, zoom: .horizontal))
      bench.answer()
      try draw()
      try draw()
      return bench
    }
    let layers = try bench(isDrawn: true).scene.layers
    var fresh = try bench(isDrawn: false)
    var whole = DrawList()
    for _ in 0..<4 {
      whole.forget()
      _ = fresh.model.draw(into: &whole, at: fresh.now)
    }
    var scene = DrawScene()
    try scene.play(whole.words)
    #expect(scene.layers.map(\.id) == layers.map(\.id))
    for (a, b) in zip(scene.layers, layers) where a.id != LayerID.relief { #expect(a == b, "layer \(a.id)") }
  }
}
