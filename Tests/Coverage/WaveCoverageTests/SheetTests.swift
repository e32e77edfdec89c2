import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

/// Where the sheet of a point lies, beside the drawer too.
@Suite struct SheetTests {
  /// A point that is read on a screen of points.
  private static func reading(_ width: Float, _ height: Float, textScale: Float = 1) throws -> Bench {
    var bench = Bench()
    bench.send(
      .resize(
        width: 2 * width, height: 2 * height, scale: 2,
        insets: Insets(top: 24, right: 10, bottom: 20, left: 0), textScale: textScale))
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
  func isClosedBesideTheDrawer(width: Float, height: Float, textScale: Float) throws {
    var bench = try Self.reading(width, height, textScale: textScale)
    let before = try Self.cross(bench)
    #expect(abs(before.x - (2 * (width - 10) - 52 * textScale)) < 2, "without a drawer it is at the edge")
    bench.send(.press(.handle))
    try bench.draw()
    // As Web/app.css has it.
    let edge = 2 * (width - 10 - 21 * 16 * textScale)
    let right = Self.rightEdges(bench)
    #expect(right.allSatisfy { $0 <= edge + 1 } && right.contains { $0 > edge - 100 * textScale })
    let after = try Self.cross(bench)
    #expect(after.x + 44 < edge)
    // What lies under the drawer is the map's.
    #expect(bench.model.targets.isOnSheet(x: edge - 10, y: after.y))
    #expect(!bench.model.targets.isOnSheet(x: edge + 10, y: after.y))
    bench.tap(after.x, after.y)
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

  @Test func liesUnderTheDrawerOfAPhone() throws {
    var bench = try Self.reading(390, 844)
    let before = try Self.cross(bench)
    bench.send(.press(.handle))
    try bench.draw()
    #expect(try Self.cross(bench) == before && Self.rightEdges(bench).contains(780))
  }

  /// The page's handle is 44 points wide and 92 high, 6 from the edge, at half the height.
  @Test func theCrossIsClearOfTheHandleOnALowScreen() throws {
    var bench = try Self.reading(844, 390)
    for isOpen in [false, true] {
      if isOpen { bench.send(.press(.handle)) }
      try bench.draw()
      let (x, y) = try Self.cross(bench)
      let edge: Float = isOpen ? 2 * (844 - 10 - 336 - 40) : 2 * (844 - 10 - 50)
      #expect(x + 28 <= edge && y < bench.mapBottom + 80)
    }
    let (x, y) = try Self.cross(bench)
    bench.tap(x, y)
    #expect(bench.model.reading == nil)
  }

  @Test func aPointStaysBesideTheDrawer() throws {
    var bench = try Self.reading(1024, 768)
    bench.send(.press(.handle))
    bench.model.move(.pan(dx: 900, dy: 0))
    bench.model.makeRoomForSheet()
    let reading = try #require(bench.model.reading)
    #expect(bench.model.view.pixel(of: reading.place).x <= 2 * (1024 - 10 - 336) + 1)
  }

  @Test func theWholeIsBesideTheDrawer() throws {
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
    #expect(before.east > edge + 40, "the drawer would hide it")
    bench.send(.press(.handle))
    let beside = try edges()
    #expect(beside.west > 0 && beside.east < edge && beside.east - beside.west > 0.7 * edge)
    bench.send(.key(.escape, isShifted: false))
    #expect(try edges() == before)
    // Who has moved the map has it stay.
    bench.send(.key(.right, isShifted: false))
    let moved = try edges()
    bench.send(.key(.drawer, isShifted: false))
    #expect(bench.model.isDrawerOpen)
    #expect(try edges() == moved)
  }
}
