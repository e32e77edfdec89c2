import Testing
@testable import WaveInteraction
import WaveDisplay
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct PlayedFieldTests {
  private static let colors = FieldColors(number: 3, low: 0, high: 100)

  /// What a draw sends beside the marks of its layer.
  private static func words(_ field: inout PlayedField, _ raster: FieldRaster, _ colors: FieldColors) -> Int {
    var list = DrawList()
    field.draw(raster, colors: colors, isSmooth: true, on: Samples.canvas(), into: &list)
    return list.words.count
  }

  @Test func onlyWhatDiffersIsSent() {
    var field = PlayedField(id: 7)
    let raster = FieldRaster(Samples.map(), revision: 4)
    #expect(field.revision == 0 && field.colors == nil)
    let first = Self.words(&field, raster, Self.colors)
    #expect(field.revision == 4 && field.colors == Self.colors)
    let second = Self.words(&field, raster, Self.colors)
    let painted = Self.words(&field, raster, FieldColors(number: 3, low: 1, high: 100))
    let values = Self.words(
      &field, FieldRaster(Samples.map([1, 2, 3, 4]), revision: 5), FieldColors(number: 3, low: 1, high: 100))
    #expect(second < painted && second < values && values < first && field.revision == 5)
  }

  @Test func thePlayerHasTheValuesAndColours() throws {
    var player = PartPlayer()
    var field = PlayedField(id: 7)
    for losses in [[1, 2, 3, 4], [5, 6, 7, 8]] as [[Int16]] {
      try player.draw {
        field.draw(
          FieldRaster(Samples.map(losses), revision: UInt32(losses[0])), colors: Self.colors,
          isSmooth: losses[0] == 1, on: Samples.canvas(), into: &$0)
      }
      let played = try #require(player.field(7))
      #expect(played.values == losses && played.low == 0 && played.high == 100)
      #expect(player.marks(LayerID.coverage).first == .smoothing(losses[0] == 1))
    }
    // Values of another size make another field.
    let wide = try #require(
      CoverageMap(
        PostLattice(
          northWest: Samples.middle, latitudeStepDegrees: 1, longitudeStepDegrees: 1, rowCount: 1,
          columnCount: 3), losses: [7, 8, 9]))
    try player.draw {
      field.draw(
        FieldRaster(wide, revision: 5), colors: Self.colors, isSmooth: true, on: Samples.canvas(), into: &$0)
    }
    #expect(player.field(7)?.values == [7, 8, 9] && player.field(7)?.columns == 3)
  }

  // MARK: - Maps together

  @Test func mapsTogetherAreMadeAnewWhereOneIsAnother() throws {
    var player = PartPlayer()
    var layer = UnionLayer()
    var sites = Samples.sites([[9000, 9000, 9000, 9000], [8000, 9500, 8000, 9500]])
    let levels = CoverageColors(map: .level, low: 4000, high: 12_000)
    func draw(_ display: CoverageDisplay) throws -> (values: Set<Int16>, revision: UInt32) {
      try player.draw {
        layer.draw(sites, as: display, levels: levels, on: Samples.canvas(), into: &$0)
      }
      return (Set(try #require(player.field(FieldID.union)).values), layer.field.revision)
    }
    let first = try draw(.strongest)
    let again = try draw(.strongest)
    #expect(first.revision == 1 && again.revision == 1)
    let strongest: Set<Int16> = [8000 - 3400, 9000 - 3400]
    #expect(first.values.subtracting([FieldPainter.gap]) == strongest)
    #expect(layer.source?.maps.count == 2 && layer.source?.isCoarse == false)
    let server = try draw(.server)
    #expect(server.revision == 2 && server.values.subtracting([FieldPainter.gap]) == [0, 1])
    _ = sites.handle(.need(34 - 92))
    let overlap = try draw(.overlap)
    #expect(overlap.revision == 3 && overlap.values.subtracting([FieldPainter.gap]) == [1, 2])
    _ = sites.handle(.radiate(35))
    #expect(try draw(.overlap).revision == 4)
    sites.restart()
    sites.show(Samples.map(), of: Samples.plan(), isCoarse: true, surfaceShare: nil, untiledShare: nil)
    #expect(try draw(.overlap).revision == 5 && layer.source?.isCoarse == true)
    try player.draw {
      layer.draw(Sites(), as: .strongest, levels: levels, on: Samples.canvas(), into: &$0)
    }
    #expect(layer.source == nil, "there is nothing to show together")
  }

  @Test func howSureAMapIsFollowsItsMapAndWhatIsNeeded() throws {
    var player = PartPlayer()
    var layer = SurenessLayer()
    var sites = Sites()
    _ = sites.handle(.place(Samples.middle, isHeld: false))
    _ = sites.computeNext(isSettled: false)
    sites.show(
      Samples.map([9000, 9000, 20_000, 20_000]), of: try #require(sites.plan), isCoarse: false,
      surfaceShare: nil, untiledShare: nil)
    func draw(_ headroom: Int) throws -> [Int16] {
      try player.draw { layer.draw(sites.shown, headroom: headroom, on: Samples.canvas(), into: &$0) }
      return try #require(player.field(FieldID.sureness)).values
    }
    let many = try draw(15_400)
    #expect(layer.source == SurenessLayer.Source(map: 1, headroom: 15_400) && layer.field.revision == 1)
    #expect(many.contains(where: { $0 > 50 }) && many.contains(where: { $0 < 50 }))
    #expect(try draw(15_400) == many && layer.field.revision == 1)
    let few = try draw(1000)
    #expect(few != many && layer.field.revision == 2 && few.allSatisfy { $0 < 50 })
    try player.draw { layer.draw(nil, headroom: 1000, on: Samples.canvas(), into: &$0) }
    #expect(layer.source == nil && player.marks(LayerID.coverage).isEmpty)
  }

  // MARK: - Circles

  @Test func circlesAreRoundTheirPinsAndTheSelectedOneIsDashed() throws {
    var player = PartPlayer()
    var circles = CircleOutlines()
    var sites = Samples.sites()
    let canvas = Samples.canvas()
    func lines(isHeld: Bool = false) throws -> [(width: Float, points: [(Float, Float)])] {
      try player.draw { circles.draw(sites, isHeld: isHeld, on: canvas, into: &$0) }
      return player.marks(LayerID.circle).compactMap { mark in
        guard case .polyline(let width, _, let points) = mark else { return nil }
        let all = points.coordinates
        return (width, stride(from: 0, to: all.count, by: 2).map { (all[$0], all[$0 + 1]) })
      }
    }
    func isRound(_ points: [(Float, Float)], _ radius: Float) -> Bool {
      points.allSatisfy { x, y in
        y.isNaN || abs((x - 390) * (x - 390) + (y - 844) * (y - 844) - radius * radius) < radius * radius / 50
      }
    }
    _ = sites.handle(.change(.radius(5000)))
    let radius = canvas.radiusPixels(of: try #require(sites.plan))
    var own = try lines()
    #expect(own.count == 2 && own.map(\.width) == [6, 3] && isRound(own[1].points, radius))
    own = try lines(isHeld: true)
    #expect(own.map(\.width) == [8, 5])
    _ = sites.handle(.change(.radius(2500)))
    own = try lines()
    #expect(isRound(own[1].points, radius / 2), "it is traced anew")
    _ = sites.handle(.add(Samples.middle))
    _ = sites.handle(.change(.radius(5000)))
    own = try lines()
    #expect(own.count == 3 && own[0].width == 2 && isRound(own[0].points, radius / 2))
    #expect(isRound(own[2].points, radius), "the selected one comes last")
    _ = sites.handle(.place(Coordinate(latitudeDegrees: 46.97, longitudeDegrees: 10.03), isHeld: false))
    own = try lines()
    #expect(!isRound(own[2].points, radius), "its pin has moved")
    _ = sites.handle(.remove)
    own = try lines()
    #expect(own.count == 2 && isRound(own[1].points, radius / 2))
    _ = sites.handle(.clear)
    #expect(try lines().isEmpty)
  }
}
