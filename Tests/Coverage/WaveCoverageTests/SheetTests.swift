import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

/// Where the sheet of a point lies.
@Suite struct SheetTests {
  private static func size(_ width: Float, _ height: Float, textScale: Float = 1) -> ViewIntent {
    .resize(
      width: 2 * width, height: 2 * height, scale: 2,
      insets: Insets(top: 24, right: 10, bottom: 20, left: 0), textScale: textScale)
  }

  /// A point that is read on a screen of points.
  private static func reading(_ width: Float, _ height: Float, textScale: Float = 1) throws -> Bench {
    var bench = Bench()
    bench.send(size(width, height, textScale: textScale))
    bench.answer()
    bench.pin(at: Bench.middle)
    try bench.draw()
    let (x, y) = bench.model.view.pixel(of: Coordinate(latitudeDegrees: 46.853, longitudeDegrees: 10.092))
    bench.tap(x, y)
    try bench.draw()
    _ = try #require(bench.model.reading)
    return bench
  }

  /// The last mark's, which is a cross with two arms: its middle.
  private static func cross(_ bench: Bench) throws -> (x: Float, y: Float) {
    let crosses = bench.marks(ofLayer: LayerID.sheet).compactMap { mark -> (x: Float, y: Float)? in
      guard case .polyline(_, _, let points) = mark, points.coordinates.count == 10 else { return nil }
      let ends = points.coordinates
      return ((ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2)
    }
    return try #require(crosses.first)
  }

  /// Right edges of all that is drawn of the sheet.
  private static func rightEdges(_ bench: Bench) -> [Float] {
    bench.marks(ofLayer: LayerID.sheet).flatMap { mark -> [Float] in
      switch mark {
      case .rectangle(let rect, _, _): return [rect.right]
      case .polyline(_, _, let points), .area(_, _, _, _, let points):
        return stride(from: 0, to: points.coordinates.count, by: 2).map { points.coordinates[$0] }
      default: return []
      }
    }
  }

  @Test(
    arguments: [(1024, 768, 1), (1440, 900, 1), (768, 1024, 1), (1440, 900, 1.3)]
      as [(Float, Float, Float)])
  func isClosedAtTheEdgeOfTheMap(width: Float, height: Float, textScale: Float) throws {
    var bench = try Self.reading(width, height, textScale: textScale)
    for width in [width, width - 336] {
      bench.send(Self.size(width, height, textScale: textScale))
      try bench.draw()
      let right = Self.rightEdges(bench)
      #expect(right.allSatisfy { $0 <= 2 * width } && right.contains(2 * width))
      let cross = try Self.cross(bench)
      #expect(abs(cross.x - (2 * (width - 10) - 52 * textScale)) < 2)
      #expect(bench.model.targets.isOnSheet(x: 2 * width - 1, y: cross.y))
    }
    let cross = try Self.cross(bench)
    bench.tap(cross.x, cross.y)
    #expect(bench.model.reading == nil)
  }

  @Test func aFingerOnTheSheetMovesNothingBeneathIt() throws {
    var bench = try Self.reading(390, 844)
    let before = bench.model.view
    let site = bench.model.content.sites.selected
    func drag(from y: Float) {
      bench.touch(.began, 200, y)
      for step in 1...8 { bench.touch(.moved, 200 + Float(step) * 30, y + Float(step) * 15) }
      bench.touch(.ended, 440, y + 120)
    }
    drag(from: bench.mapBottom + 60)
    #expect(bench.model.view == before && bench.model.content.sites.selected == site)
    #expect(bench.model.reading != nil)
    // Above it the map moves.
    drag(from: bench.mapBottom - 300)
    #expect(bench.model.view != before)
  }

  /// The page's handle is 44 points wide and 92 high, 6 from the edge, at half the height.
  @Test func theCrossIsClearOfTheHandleOnALowScreen() throws {
    var bench = try Self.reading(844, 390)
    let (x, y) = try Self.cross(bench)
    #expect(x + 28 <= 2 * (844 - 10 - 50) && y < bench.mapBottom + 80)
    bench.tap(x, y)
    #expect(bench.model.reading == nil)
  }

  @Test func aPointStaysOnTheMap() throws {
    var bench = try Self.reading(1024, 768)
    bench.model.move(.pan(dx: 2100, dy: 0))
    bench.model.makeRoomForSheet()
    let reading = try #require(bench.model.reading)
    #expect(bench.model.view.pixel(of: reading.place).x <= 2 * 1024 + 1)
  }

  /// As when the controls open beside the map.
  @Test func theWholeIsShownOnANarrowerMap() throws {
    var bench = try Self.reading(1024, 768)
    bench.send(.key(.escape, isShifted: false))
    bench.send(.key(.home, isShifted: false))
    func edges() throws -> (west: Float, east: Float) {
      let corners = try #require(bench.model.content.sites.corners)
      func x(_ longitude: Double) -> Float {
        bench.model.view.pixel(of: Coordinate(latitudeDegrees: corners.north, longitudeDegrees: longitude)).x
      }
      return (x(corners.west), x(corners.east))
    }
    let edge: Float = 2 * (1024 - 10 - 336)
    let before = try edges()
    #expect(before.east > edge + 40)
    bench.send(Self.size(1024 - 336, 768))
    let beside = try edges()
    #expect(beside.west > 0 && beside.east < edge && beside.east - beside.west > 0.7 * edge)
    bench.send(Self.size(1024, 768))
    #expect(try edges() == before)
  }
}
