import Foundation
import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

@Suite struct PathTests {
  private static func settle(_ bench: inout Bench) throws {
    for _ in 0..<20 {
      bench.answer()
      try bench.draw()
    }
  }

  /// A wall at 10.13° east, a pin at 10.1°, and a path to the east of the pin.
  private static func bench() throws -> Bench {
    var bench = Bench(ground: { _, east in east > 10.129 && east < 10.131 ? 800 : 100 })
    bench.answer()
    bench.pin(at: Bench.middle)
    try settle(&bench)
    bench.send(.press(.chip))
    let (x, y) = bench.model.view.pixel(of: Coordinate(latitudeDegrees: 46.848, longitudeDegrees: 10.12))
    bench.tap(x, y)
    try settle(&bench)
    return bench
  }

  /// Where the near end of the path is held.
  private static func nearEnd(_ bench: Bench) throws -> (x: Float, y: Float) {
    let reading = try #require(bench.model.reading)
    return try #require(bench.model.canvas.nearEnd(of: reading, bench.model.content.sites))
  }

  private static func drag(_ bench: inout Bench, from: (x: Float, y: Float), to place: Coordinate) throws {
    let (x, y) = bench.model.view.pixel(of: place)
    bench.now += 1_000_000
    bench.touch(.began, from.x, from.y)
    bench.touch(.moved, (from.x + x) / 2, (from.y + y) / 2)
    bench.touch(.moved, x, y)
    bench.touch(.ended, x, y)
    try settle(&bench)
  }

  /// A tile may not know what lies under a path: that is filled from beside it, as on the map, and shown.
  @Test func unknownGroundIsReported() throws {
    var bench = Bench(ground: { _, east in east > 10.109 && east < 10.113 ? TerrainTile.void : 100 })
    bench.answer()
    bench.pin(at: Bench.middle)
    try Self.settle(&bench)
    let (x, y) = bench.model.view.pixel(of: Coordinate(latitudeDegrees: 46.848, longitudeDegrees: 10.12))
    bench.tap(x, y)
    try Self.settle(&bench)
    let reading = try #require(bench.model.reading)
    #expect(abs(reading.filledShare - 0.21) < 0.03, "\(reading.filledShare)")
    #expect(reading.path?.heights.allSatisfy { abs($0 - 100) < 1 } == true)
    let lines = bench.marks(ofLayer: LayerID.sheet).compactMap { mark -> (words: [UInt8], right: Float)? in
      guard case .text(let words, let x, _, let style, .leading, _) = mark else { return nil }
      return (words, x + bench.model.advances.width(of: words, style: style))
    }
    let filled = try #require(
      lines.first {
        String(decoding: $0.words, as: UTF8.self).hasSuffix(" % of the path has no height: filled in")
      })
    #expect(filled.right < 780, "of a phone's 390 points")
  }

  @Test func bothEndsAreDragged() throws {
    var bench = try Self.bench()
    #expect(bench.model.reading?.customStart == nil && bench.model.reading?.path?.spare ?? -1 > 0)
    let pin = try #require(bench.model.plan?.transmitter)
    let revision = bench.model.shown?.revision
    let near = try Self.nearEnd(bench)
    let start = Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10.16)
    try Self.drag(&bench, from: near, to: start)
    var reading = try #require(bench.model.reading)
    let customStart = try #require(reading.customStart)
    #expect(
      abs(customStart.longitudeDegrees - 10.16) < 1e-4 && abs(customStart.latitudeDegrees - 46.85) < 1e-4)
    // The pin and its map stay; the wall is now between both ends.
    #expect(bench.model.plan?.transmitter == pin && bench.model.shown?.revision == revision)
    let path = try #require(reading.path)
    #expect(path.spare < -500)
    let way = Geodesic(from: customStart, to: reading.place)
    #expect(abs(reading.lengthMeters - way.lengthMeters) < 1e-6)
    #expect(abs(reading.bearingDegrees - way.bearingDegrees) < 1e-9)
    // The loss is that of the model over this ground, whose blocks the page has by now.
    var surface = TerrainSurface()
    for key in bench.model.content.terrain.blocks.path {
      surface.add(try #require(bench.model.content.terrain.store.blocks[key]?.tile()))
    }
    let profile = try surface.profile(
      from: customStart, to: reading.place, stepMeters: Swift.max(15, way.lengthMeters / 600))
    let loss = try #require(bench.model.plan).loss(over: profile)
    #expect(abs(Double(try #require(reading.loss)) / 100 - loss) < 0.006)
    #expect(reading.p1812 != nil && reading.irregularTerrain != nil)
    let words = bench.marks(ofLayer: LayerID.sheet).compactMap { mark -> String? in
      if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    #expect(words.contains { $0.contains(" from 46.85") })
    // The far end goes to where no map is.
    let far = bench.model.view.pixel(of: reading.place)
    try Self.drag(
      &bench, from: far, to: Coordinate(latitudeDegrees: 46.82, longitudeDegrees: 10.19))
    reading = try #require(bench.model.reading)
    #expect(reading.customStart == customStart && abs(reading.place.longitudeDegrees - 10.19) < 1e-3)
    #expect(reading.path != nil && reading.loss != nil)
    // At the pin it is the pin's again.
    try Self.drag(&bench, from: bench.model.view.pixel(of: customStart), to: pin)
    #expect(bench.model.reading?.customStart == nil)
  }

  @Test func theMapMovesBesideTheEnd() throws {
    var bench = try Self.bench()
    let near = try Self.nearEnd(bench)
    let center = bench.model.view.centerX
    bench.now += 1_000_000
    bench.touch(.began, near.x, near.y - 120)
    bench.touch(.moved, near.x - 30, near.y - 120)
    bench.touch(.moved, near.x - 60, near.y - 120)
    bench.touch(.ended, near.x - 60, near.y - 120)
    #expect(bench.model.reading?.customStart == nil && bench.model.view.centerX != center)
  }
}

@Suite struct SheetRoomTests {
  /// The circle lies in what the sheet leaves free, and in all of the screen when it has gone; a view of
  /// one's own stays but for the point.
  @Test func whatIsShownLiesAboveTheSheet() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    bench.send(.press(.chip))
    let whole = bench.model.view
    let (x, y) = bench.model.view.pixel(of: Bench.middle)
    bench.tap(x + 150, y + 100)
    #expect(bench.model.reading != nil)
    let pin = bench.model.view.pixel(of: Bench.middle).y
    #expect(pin + (try bench.model.canvas.radiusPixels(of: #require(bench.model.plan))) < bench.mapBottom)
    bench.send(.key(.escape, isShifted: false))
    #expect(bench.model.reading == nil && bench.model.view == whole)
    // Zoomed in, a point below where the sheet comes goes above it, and no further.
    bench.send(.wheel(x: 390, y: 844, dx: 0, dy: -400, zoom: .horizontal))
    let view = bench.model.view
    bench.tap(390, 1300)
    let place = try #require(bench.model.reading).place
    #expect(abs(bench.model.view.pixel(of: place).y - (bench.mapBottom - 96)) < 1)
    #expect(
      bench.model.view.pixelsPerWorld == view.pixelsPerWorld && bench.model.view.centerX == view.centerX)
  }

  /// A measured point far outside the circle, where the sheet comes: the whole goes above it, and the point
  /// as well.
  @Test func whatIsMeasuredBesideTheCircleIsNotHidden() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    bench.send(.press(.chip))
    let place = bench.model.view.place(atX: 390, y: 1500)
    let text = "lat,lon,dBm\n\(place.latitudeDegrees),\(place.longitudeDegrees),-80\n"
    _ = bench.model.receive(file: Array(text.utf8), at: bench.now)
    #expect(bench.model.frame.isWhole)
    let (x, y) = bench.model.view.pixel(of: place)
    bench.tap(x, y)
    let reading = try #require(bench.model.reading)
    #expect(reading.measured == 0)
    #expect(abs(bench.model.view.pixel(of: reading.place).y - (bench.mapBottom - 96)) < 1)
    // Tapped where it can be seen, nothing moves.
    let view = bench.model.view
    let there = bench.model.view.pixel(of: reading.place)
    bench.tap(there.x, there.y)
    #expect(bench.model.reading?.measured == 0 && bench.model.view == view)
  }
}
