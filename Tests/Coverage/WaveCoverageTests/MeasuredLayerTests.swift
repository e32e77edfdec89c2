import Foundation
import TestSupport
import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

@Suite struct MeasuredLayerTests {
  private static func settle(_ bench: inout Bench) throws {
    for _ in 0..<20 {
      bench.answer()
      try bench.draw()
    }
  }

  private static func file(_ count: Int, seed: UInt64 = 2) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var text = "System noise floor: -110\nlat,lon,dBm\n"
    for _ in 0..<count {
      let latitude = 46.85 + Double.random(in: -0.03...0.03, using: &generator)
      let longitude = 10.1 + Double.random(in: -0.04...0.04, using: &generator)
      text += "\(latitude),\(longitude),\(Int.random(in: -12_000 ... -5000, using: &generator))e-2\n"
    }
    return Array(text.utf8)
  }

  private static func bench(_ bytes: [UInt8]) throws -> Bench {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    try settle(&bench)
    _ = bench.model.receive(file: bytes, at: bench.now)
    bench.send(.press(.handle))
    try settle(&bench)
    return bench
  }

  @Test func anotherFileEndsTheReadingOfAPointAndNoOther() throws {
    let file = Array("lat,lon,rssi\n46.853,10.108,-80.5\n".utf8)
    var bench = try Self.bench(file)
    bench.send(.press(.handle))
    bench.send(.press(.chip))
    let point = bench.model.view.pixel(of: Coordinate(latitudeDegrees: 46.853, longitudeDegrees: 10.108))
    bench.tap(point.x, point.y)
    try Self.settle(&bench)
    let measured = bench.model.reading?.measured
    #expect(measured == 0)
    _ = bench.model.receive(file: file, at: bench.now)
    let isClosed = bench.model.reading == nil
    #expect(isClosed)
    try Self.settle(&bench)
    bench.now += 1_000_000
    let beside = bench.model.view.pixel(of: Coordinate(latitudeDegrees: 46.846, longitudeDegrees: 10.094))
    bench.tap(beside.x, beside.y)
    try Self.settle(&bench)
    let isOpen = bench.model.reading.map { $0.measured == nil }
    #expect(isOpen == true)
    _ = bench.model.receive(file: file, at: bench.now)
    let staysOpen = bench.model.reading != nil
    #expect(staysOpen)
  }

  /// What the drawer says is what the map gives point by point.
  @Test func numbersAreOfTheMapAsShown() throws {
    var bench = try Self.bench(Self.file(3000))
    let layer = try #require(bench.model.content.measured)
    #expect(layer.points.count == 3000 && layer.floor == -10_400)
    let map = try #require(bench.model.shown?.map)
    var differences: [Double] = []
    var (outside, below) = (0, 0)
    for index in 0..<layer.points.count {
      let level = Int(try #require(layer.points.level(index)))
      guard let loss = map.loss(at: layer.points.place(index)) else {
        outside += 1
        continue
      }
      guard level >= -10_400 else {
        below += 1
        continue
      }
      differences.append(Double(level - (3400 - Int(loss))) / 100)
    }
    let residuals = layer.residuals
    #expect(residuals.count == differences.count && differences.count > 300)
    #expect(residuals.outsideCount == outside && residuals.belowCount == below && below > 50)
    let mean = differences.reduce(0, +) / Double(differences.count)
    #expect(abs(residuals.biasDecibels - mean) < 1e-9)
    #expect(bench.controls.contains("3000 points, 3000 with a level"))
    #expect(bench.controls.contains("\(outside) outside, \(below) below \u{2212}104 dBm"))
    // Power moves the mean, and nothing else.
    bench.enter("44", into: .power)
    let moved = try #require(bench.model.content.measured).residuals
    #expect(abs(moved.biasDecibels - mean + 10) < 1e-9)
    #expect(abs(moved.deviationDecibels - residuals.deviationDecibels) < 1e-9)
    // Nothing is left out where nothing is to be.
    bench.enter("", into: .measuredFloor)
    #expect(bench.model.content.measured?.residuals.belowCount == 0)
    #expect(bench.model.content.measured?.residuals.count == differences.count + below)
    bench.enter("loud", into: .measuredFloor)
    #expect(bench.controls.contains("Write a level in dBm"))
    bench.press(.removeMeasured)
    try bench.draw()
    #expect(bench.model.content.measured == nil && bench.marks(ofLayer: LayerID.measured).isEmpty)
  }

  @Test func aTapComparesAPoint() throws {
    var bench = try Self.bench(Array("lat,lon,rssi\n46.853,10.108,-80.5\n46.845,10.095,\n".utf8))
    bench.send(.press(.handle))
    bench.send(.press(.chip))
    let place = Coordinate(latitudeDegrees: 46.853, longitudeDegrees: 10.108)
    let tapped = bench.model.view.pixel(of: place)
    bench.tap(tapped.x + 8, tapped.y - 6)
    try Self.settle(&bench)
    // What is whole stays so above the sheet.
    let (x, y) = bench.model.view.pixel(of: place)
    #expect(bench.model.frame.isWhole && y < bench.mapBottom && y < tapped.y)
    let reading = try #require(bench.model.reading)
    #expect(reading.measured == 0 && reading.place == place)
    let loss = try #require(bench.model.shown?.map.loss(at: place))
    let modelled = 34 - Double(loss) / 100
    let words = bench.marks(ofLayer: LayerID.sheet).compactMap { mark -> String? in
      if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    let line = try #require(words.first { $0.hasPrefix("measured \u{2212}80.5 dBm") })
    let numbers = line.replacing("\u{2212}", with: "-").components(separatedBy: .whitespaces).compactMap {
      Double($0)
    }
    #expect(numbers.count == 3 && abs(numbers[1] - modelled) < 0.051)
    #expect(abs(numbers[2] - (-80.5 - modelled)) < 0.051)
    #expect(words.contains { $0.hasPrefix("all 1: mean ") })
    // A path that is dragged on is of no point.
    bench.now += 1_000_000
    bench.touch(.began, x, y)
    bench.touch(.moved, x + 60, y + 60)
    bench.touch(.moved, x + 90, y + 90)
    #expect(bench.model.reading?.measured == nil)
    bench.touch(.ended, x + 90, y + 90)
  }

  /// Squares on the screen are as many as cells of it at most, and each lies on a point.
  @Test func manyPointsAreThinnedAndKeepTheirPlaces() throws {
    var bench = try Self.bench(Self.file(60_000))
    bench.send(.press(.chip))
    let layer = try #require(bench.model.content.measured)
    func squares() throws -> [(x: Float, y: Float, color: Color)] {
      try bench.draw()
      return bench.marks(ofLayer: LayerID.measured).flatMap { mark -> [(x: Float, y: Float, color: Color)] in
        guard case .polyline(let width, let color, let points) = mark, width == 14 else { return [] }
        return stride(from: 0, to: points.coordinates.count, by: 6).map {
          (points.coordinates[$0] + width / 2, points.coordinates[$0 + 1], color)
        }
      }
    }
    let first = try squares()
    #expect(first.count > 1000 && first.count < (780 / 14 + 3) * (1688 / 14 + 3))
    let pixels = (0..<layer.points.count).map { bench.model.view.pixel(of: layer.points.place($0)) }
    let seen = pixels.filter { $0.x > 0 && $0.y > 0 && $0.x < 780 && $0.y < 1688 }
    let whole = first.filter { $0.x > 1 && $0.y > 1 && $0.x < 779 && $0.y < 1687 }
    #expect(whole.count > 200)
    for square in whole.prefix(200) {
      #expect(seen.contains { abs($0.x - square.x) < 0.3 && abs($0.y - square.y) < 0.3 })
    }
    // Moved by pixels, the same points are drawn.
    bench.model.move(.pan(dx: 31, dy: -17))
    let second = try squares()
    let inside = first.filter { $0.x > 60 && $0.x < 700 && $0.y > 60 && $0.y < 1600 }
    for square in inside.prefix(300) {
      #expect(
        second.contains { abs($0.x - square.x - 31) < 0.3 && abs($0.y - square.y + 17) < 0.3 })
    }
  }

  @Test func theColourIsThatOfTheScale() throws {
    var bench = try Self.bench(Array("lat,lon,rssi\n46.853,10.104,-60\n".utf8))
    bench.send(.press(.handle))
    bench.set(.chooseDisplay, to: CoverageDisplay.level.rawValue)
    try bench.draw()
    let colors = bench.marks(ofLayer: LayerID.measured).compactMap { mark -> Color? in
      if case .polyline(let width, let color, _) = mark, width == 14 { color } else { nil }
    }
    // 60 dB above what is needed is the best of the scale, 20 below it the worst; -60 dBm is at once the
    // first.
    #expect(colors == [Color(rgba: ColorMap.level.entries[4]).opacity(1)])
  }

  @Test(arguments: [
    ("", "The file is empty"), ("nothing\n", "No columns of places"), ("lat,lon\n1,east\n", "Line 2"),
    ("<gpx></gpx>", "no points in the file"), ("<gpx><wpt lat='1' lon='2'>", "Export it again"),
  ])
  func whatCannotBeReadIsSaid(text: String, words: String) {
    var bench = Bench()
    bench.answer()
    _ = bench.model.receive(file: Array(text.utf8), at: bench.now)
    #expect(bench.controls.contains(words) && bench.model.content.measured == nil)
  }

  @Test func withoutATransmitterPointsAreShownWhereTheyAre() throws {
    var bench = Bench()
    bench.answer()
    _ = bench.model.receive(file: Array("lat,lon\n46.853,10.104\n46.87,10.15\n".utf8), at: bench.now)
    try Self.settle(&bench)
    let (x, y) = bench.model.view.pixel(of: Coordinate(latitudeDegrees: 46.853, longitudeDegrees: 10.104))
    #expect(x > 0 && x < 780 && y > 0 && y < 1688)
    #expect(!bench.marks(ofLayer: LayerID.measured).isEmpty)
    bench.tap(x, y)
    try bench.draw()
  }
}
