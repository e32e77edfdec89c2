import Foundation
import TestSupport
import Testing
import WaveDisplay
import WavePropagation
import WaveTerrainFormats
import WaveUnits
import WaveWire

@testable import WaveCoverage
@testable import WaveInteraction

@Suite struct CalibrationTests {
  private static func settle(_ bench: inout Bench) throws {
    for _ in 0..<40 {
      bench.answer()
      try bench.draw()
    }
    #expect(!bench.model.hasWork)
  }

  /// One transmitter with its map, and the drawer open.
  private static func pinned() throws -> Bench {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    try settle(&bench)
    bench.send(.press(.handle))
    try settle(&bench)
    return bench
  }

  /// A table of levels at posts of a transmitter's map, each off by as much as is asked for.
  private static func table(
    _ bench: Bench, site: Int = 0, count: Int = 600, off: (Coordinate) -> Double
  ) throws -> [UInt8] {
    var generator = SeededGenerator(seed: 12)
    let map = try #require(bench.model.content.sites.list[site].shown?.map)
    let power = bench.model.content.sites.radiated(of: site)
    var text = "lat,lon,dBm\n"
    var written = 0
    while written < count {
      let row = Int.random(in: 0..<map.rowCount, using: &generator)
      let column = Int.random(in: 0..<map.columnCount, using: &generator)
      let loss = map.losses[row * map.columnCount + column]
      guard loss != CoverageMap.nothing else { continue }
      let place = map.place(row: row, column: column)
      let noise = Double.random(in: -0.2...0.2, using: &generator)
      let level = ((power - Double(loss) / 100 + off(place) + noise) * 100).rounded() / 100
      text += "\(place.latitudeDegrees),\(place.longitudeDegrees),\(level)\n"
      written += 1
    }
    return Array(text.utf8)
  }

  private static func receive(_ bytes: [UInt8], _ bench: inout Bench) throws {
    _ = bench.model.receive(file: bytes, at: bench.now)
    try settle(&bench)
  }

  private static func words(_ bench: Bench) -> String {
    bench.marks(ofLayer: LayerID.calibration).compactMap { mark -> String? in
      if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
    }.joined()
  }

  private static func boxes(_ bench: Bench, _ layer: UInt32) -> [Rect] {
    bench.marks(ofLayer: layer).compactMap { mark -> Rect? in
      if case .rectangle(let rect, _, _) = mark { rect } else { nil }
    }
  }

  private static func posts(_ map: CoverageMap) -> [Int] {
    map.losses.indices.filter { map.losses[$0] != CoverageMap.nothing }
  }

  @Test func nothingIsCalibratedUntilAsked() throws {
    var bench = try Self.pinned()
    let before = try #require(bench.model.shown)
    try Self.receive(Self.table(bench) { _ in -8 }, &bench)
    #expect(bench.controls.contains("Calibrate the map"))
    let facts = bench.facts
    #expect(facts["Offset"] == "\u{2212}8.0 dB" && facts["Error as it is"] == "8.0 dB")
    #expect(facts["Error with the offset"] == "0.1 dB, at points left out")
    #expect(facts["And locally"] == nil && facts["Error with both"] == nil)
    let shown = try #require(bench.model.shown)
    #expect(shown.calibrated == nil && shown.picturedRevision == before.revision)
    #expect(shown.pictured == before.map && Self.words(bench).isEmpty)
  }

  @Test func whatIsShownReadAndKeptIsCalibrated() throws {
    var bench = try Self.pinned()
    let physical = try #require(bench.model.shown)
    try Self.receive(Self.table(bench) { _ in -8 }, &bench)
    let residuals = try #require(bench.model.content.measured).residuals
    bench.set(.calibrate, to: 1)
    try Self.settle(&bench)
    let shown = try #require(bench.model.shown)
    let made = try #require(bench.model.content.sites.list[0].calibration?.made)
    #expect(abs(made.offsetDecibels + 8) < 0.05 && made.residuals.count == 600)
    #expect(shown.map == physical.map && shown.revision == physical.revision)
    #expect(bench.model.pictures.whole.revision == shown.picturedRevision)
    #expect(shown.picturedRevision != physical.revision)
    #expect(shown.pictured == made.calibrated(physical.map))
    for post in Self.posts(physical.map) {
      let more = Int(shown.pictured.losses[post]) - Int(physical.map.losses[post])
      #expect(abs(Double(more) / 100 + made.offsetDecibels) < 0.0051)
    }
    #expect(Self.words(bench) == "calibrated by 600 points: \u{2212}8.0 dB")
    let said = try #require(Self.boxes(bench, LayerID.calibration).first)
    let legend = Self.boxes(bench, LayerID.legend)
    #expect(legend.count > 2 && legend.allSatisfy { $0.y >= said.bottom }, "it covers no scale")
    #expect(bench.facts["Offset"] == "\u{2212}8.0 dB")
    // Points are compared with what they have not made.
    #expect(bench.model.content.measured?.residuals == residuals && abs(residuals.biasDecibels + 8) < 0.05)

    // A file of it says so.
    let effects = bench.keep(.csv)
    let table = effects.flatMap { effect -> [UInt8] in
      if case .own(.file(.save(let bytes, _))) = effect { bytes } else { [] }
    }
    let column = Array("loss_dB_calibrated".utf8)
    #expect(table == MapGrid(shown.pictured).csv(column: column))
    #expect(
      effects.contains { effect in
        if case .own(.file(.name(let name))) = effect {
          name.starts(with: Array("calibrated_loss_".utf8))
        } else {
          false
        }
      })
    let tiff = bench.model.perform(.saveMap(.geoTIFF), .set(1), at: bench.now)
    var grid = try bench.noted(MapGrid(shown.pictured))
    grid.note += Array("; ".utf8) + made.note
    #expect(
      tiff.contains(.own(.file(.save(grid.geoTIFF(), isLast: true)))) && grid.geoTIFF().contains(made.note))
    #expect(made.note.starts(with: Array("calibrated by 600 points: -8.0 dB; left out".utf8)))

    // A point that is read, and off again at one tap.
    bench.send(.press(.handle))
    bench.send(.press(.chip))
    let place = Coordinate(latitudeDegrees: 46.853, longitudeDegrees: 10.108)
    // So near that no measured point is under the finger.
    let (x, y) = bench.model.view.pixel(of: place)
    for _ in 0..<5 { bench.send(.wheel(x: x, y: y, dx: 0, dy: -400, zoom: .horizontal)) }
    try Self.settle(&bench)
    bench.tap(x, y)
    try Self.settle(&bench)
    let reading = try #require(bench.model.reading)
    #expect(reading.loss == shown.pictured.loss(at: reading.place) && reading.loss != nil)
    #expect(reading.measured == nil)
    let box = try #require(
      bench.marks(ofLayer: LayerID.calibration).compactMap { mark -> (x: Float, y: Float)? in
        if case .text(_, let x, let baseline, _, _, _) = mark { (x, baseline) } else { nil }
      }.first)
    #expect(box.y < bench.mapBottom)
    bench.tap(box.x + 20, box.y - 4)
    try Self.settle(&bench)
    #expect(Self.words(bench).isEmpty && bench.model.shown?.calibrated == nil)
    #expect(bench.model.reading?.loss == physical.map.loss(at: reading.place))
    #expect(bench.model.pictures.whole.revision == physical.revision)
  }

  @Test func aHillOfDifferencesIsLocal() throws {
    var bench = try Self.pinned()
    try Self.receive(
      Self.table(bench) { place in place.longitudeDegrees > 10.1 ? 6 : -6 }, &bench)
    let facts = bench.facts
    #expect(facts["And locally"]?.hasPrefix("within ") == true && facts["Error with the offset"] == nil)
    bench.set(.calibrate, to: 1)
    try Self.settle(&bench)
    let made = try #require(bench.model.content.sites.list[0].calibration?.made)
    let (offset, local) = (try #require(made.offsetErrorDecibels), try #require(made.localErrorDecibels))
    #expect(made.localMeters != nil && local < offset - 2)
    #expect(Self.words(bench).hasSuffix(" + local"))
    #expect(facts["Error with both"]?.hasPrefix(String(format: "%.1f dB", local)) == true)
    let shown = try #require(bench.model.shown)
    for (aside, sign) in [(-0.012, 1.0), (0.012, -1.0)] {
      let place = Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10.1 + aside)
      let (before, after) = (
        try #require(shown.map.loss(at: place)), try #require(shown.pictured.loss(at: place))
      )
      #expect(sign * Double(after - before) > 300)
    }
  }

  @Test func powerMovesTheOffsetAndNoLevel() throws {
    var bench = try Self.pinned()
    try Self.receive(Self.table(bench) { _ in -8 }, &bench)
    bench.set(.calibrate, to: 1)
    try Self.settle(&bench)
    let before = try #require(bench.model.content.sites.list[0].calibration?.made)
    let place = Coordinate(latitudeDegrees: 46.853, longitudeDegrees: 10.104)
    let level = try #require(bench.model.content.sites.level(at: place, of: 0))
    bench.enter("44", into: .power)
    try Self.settle(&bench)
    let after = try #require(bench.model.content.sites.list[0].calibration?.made)
    #expect(abs(after.offsetDecibels - before.offsetDecibels + 10) < 1e-9)
    #expect(bench.model.content.sites.level(at: place, of: 0) == level)
    #expect(Self.words(bench) == "calibrated by 600 points: \u{2212}18.0 dB")
    bench.enter("0", into: .measuredFloor)
    try Self.settle(&bench)
    #expect(
      bench.model.content.sites.list[0].calibration?.made == nil && bench.model.shown?.calibrated == nil)
    #expect(Self.words(bench).contains("no point to compare"))
  }

  @Test func anotherMapIsCalibratedWhenItIsWhole() throws {
    var bench = try Self.pinned()
    try Self.receive(Self.table(bench) { _ in -8 }, &bench)
    bench.set(.calibrate, to: 1)
    bench.send(.press(.handle))
    try Self.settle(&bench)
    let before = try #require(bench.model.content.sites.list[0].calibration)
    let (x, y) = bench.model.view.pixel(of: Bench.middle)
    bench.now += 1_000_000
    bench.touch(.began, x, y - 40)
    bench.touch(.moved, x + 40, y - 40)
    bench.touch(.moved, x + 60, y - 40)
    bench.model.performWork()
    _ = bench.model.draw(into: &bench.list, at: bench.now)
    try bench.scene.play(bench.list.words)
    #expect(bench.model.shown?.isCoarse == true && bench.model.shown?.calibrated == nil)
    #expect(Self.words(bench) == "calibrated once the map is whole")
    bench.touch(.ended, x + 60, y - 40)
    try Self.settle(&bench)
    let after = try #require(bench.model.content.sites.list[0].calibration)
    let shown = try #require(bench.model.shown)
    #expect(after.source.map == shown.revision && after.source != before.source)
    #expect(shown.calibrated == after.made?.calibrated(shown.map) && shown.calibrated != nil)
    // Another model, too.
    let other = try #require(ModelChoice.all.firstIndex { $0.model == .freeSpace })
    bench.set(.chooseModel, to: other)
    try Self.settle(&bench)
    let free = try #require(bench.model.content.sites.list[0].calibration)
    #expect(free.source != after.source && bench.model.shown?.calibrated != nil)
  }

  @Test func pointsAreOfOneTransmitter() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: TransmitterTests.west)
    try Self.settle(&bench)
    bench.hold(
      bench.model.view.pixel(of: TransmitterTests.east).x, bench.model.view.pixel(of: TransmitterTests.east).y
    )
    try Self.settle(&bench)
    bench.press(.keepBoth)
    try Self.settle(&bench)
    bench.send(.press(.handle))
    bench.set(.selectSite, to: 0)
    try Self.settle(&bench)
    try Self.receive(Self.table(bench) { _ in -8 }, &bench)
    #expect(bench.controls.contains("they are taken as A\u{2019}s"))
    let maps = bench.model.content.sites.list.map { $0.shown?.map }
    let union = bench.model.pictures.union.field.revision
    bench.set(.calibrate, to: 1)
    try Self.settle(&bench)
    #expect(
      bench.model.content.shownDisplay.isOfAll
        && bench.model.content.sites.list.map { $0.shown?.calibrated != nil } == [true, false])
    #expect(Self.words(bench) == "A calibrated by 600 points: \u{2212}8.0 dB")
    #expect(bench.model.pictures.union.field.revision != union)
    #expect(bench.model.content.sites.list.map { $0.shown?.map } == maps)
    let near = Coordinate(latitudeDegrees: 46.861, longitudeDegrees: 10.083)
    let loss = try #require(maps[0]?.loss(at: near))
    let level = try #require(bench.model.content.sites.level(at: near, of: 0))
    #expect(abs(level - (3400 - Int(loss) - 800)) <= 5)
    // Turned on for the other, it is that one's alone.
    bench.set(.selectSite, to: 1)
    try Self.settle(&bench)
    #expect(bench.controls.contains("in place of A\u{2019}s"))
    bench.set(.calibrate, to: 1)
    try Self.settle(&bench)
    #expect(bench.model.content.sites.list.map { $0.shown?.calibrated != nil } == [false, true])
    // One that goes takes it along, and what is put beside another is not calibrated.
    bench.press(.addSite)
    try Self.settle(&bench)
    #expect(bench.model.content.sites.list.map(\.isCalibrated) == [false, true, false])
    bench.set(.selectSite, to: 1)
    bench.press(.removeSite)
    try Self.settle(&bench)
    #expect(bench.model.content.sites.list.allSatisfy { !$0.isCalibrated && $0.shown?.calibrated == nil })
    #expect(Self.words(bench).isEmpty)
  }

  /// A line has one number, and room in a phone's drawer.
  @Test func whatItGainsIsSaidInShortLines() throws {
    var bench = try Self.pinned()
    for isLocal in [false, true] {
      try Self.receive(
        Self.table(bench) { place in isLocal ? (place.longitudeDegrees > 10.1 ? 6 : -6) : -8 }, &bench)
      let facts = bench.facts.filter { key, _ in
        key == "Offset" || key.hasPrefix("Error ")
      }
      #expect(facts.count == 3)
      for text in facts.values {
        #expect(text.count <= 26, "\(text)")
        #expect(text.components(separatedBy: " dB").count == 2, "\(text)")
      }
    }
    // A place alone cannot be left out.
    try Self.receive(Array("lat,lon,dBm\n46.85,10.1,-70\n".utf8), &bench)
    #expect(bench.facts["What it gains"] == "not known: too few places")
  }

  @Test func otherPointsBeginAnew() throws {
    var bench = try Self.pinned()
    let table = try Self.table(bench) { _ in -8 }
    for removes in [false, true] {
      try Self.receive(table, &bench)
      bench.set(.calibrate, to: 1)
      try Self.settle(&bench)
      #expect(bench.model.shown?.calibrated != nil)
      if removes {
        bench.press(.removeMeasured)
      } else {
        _ = bench.model.receive(file: Array("lat,lon,dBm\n46.85,10.1,-70\n".utf8), at: bench.now)
      }
      try Self.settle(&bench)
      #expect(bench.model.shown?.calibrated == nil && !bench.model.content.sites.list[0].isCalibrated)
      #expect(Self.words(bench).isEmpty)
    }
    #expect(bench.model.content.sites.list[0].calibration == nil && !bench.controls.contains("Calibrate"))
    // Without points there is nothing to turn on.
    bench.set(.calibrate, to: 1)
    #expect(!bench.model.content.sites.list[0].isCalibrated)
    try Self.receive(Array("lat,lon,dBm\n10,10,-70\n".utf8), &bench)
    #expect(bench.controls.contains("not possible") && !bench.controls.contains("Calibrate the map"))
  }
}
