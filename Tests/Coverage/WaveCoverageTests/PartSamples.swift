import Testing
import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WavePropagation
import WaveTerrainFormats
import WaveUnits

@testable import WaveCoverage
@testable import WaveInteraction

/// Small values that the tests of parts share.
enum Samples {
  /// The middle of `tile()`.
  static let middle = Coordinate(latitudeDegrees: 47 - 128.0 / 3600, longitudeDegrees: 10 + 128.0 / 3600)

  /// A tile of two by two blocks at an arc-second, unless more posts are asked for.
  static func tile(
    _ name: String = "A", north: Double = 47, west: Double = 10, posts: UInt32 = 257, seconds: Double = 1
  ) -> TerrainDescription {
    TerrainDescription(
      northDegrees: north, westDegrees: west, latitudeStepDegrees: seconds / 3600,
      longitudeStepDegrees: seconds / 3600, rowCount: posts, columnCount: posts, name: Array(name.utf8))
  }

  static func key(
    _ row: UInt16 = 0, _ column: UInt16 = 0, tile: UInt16 = 0, level: UInt8 = 0, isSurface: Bool = false
  ) -> TerrainBlockKey {
    TerrainBlockKey(tile: tile, level: level, row: row, column: column, isSurface: isSurface)
  }

  /// A level block of a tile.
  static func block(
    _ key: TerrainBlockKey, of tile: TerrainDescription = tile(), height: Int16 = 100
  ) -> TerrainBlock {
    let counts = tile.postCounts(of: key) ?? (2, 2)
    return TerrainBlock(
      key: key, rowCount: UInt8(counts.rows), columnCount: UInt8(counts.columns),
      heights: Array(repeating: height, count: counts.rows * counts.columns))
  }

  /// A store that knows tiles, and blocks of the first one.
  static func store(
    _ tiles: [TerrainDescription] = [tile()], blocks keys: [TerrainBlockKey] = []
  ) -> TerrainStore {
    var store = TerrainStore()
    _ = store.receive(TerrainList(first: 0, total: UInt16(tiles.count), tiles: tiles))
    for key in keys { _ = store.keep(block(key, of: tiles[Int(key.tile)])) }
    return store
  }

  /// All four blocks of `tile()` at its finest level.
  static let allKeys = [key(0, 0), key(0, 1), key(1, 0), key(1, 1)]

  static func plan(_ model: CoveragePlan.Model = .diffraction, radiusMeters: Double = 1000) -> CoveragePlan {
    CoveragePlan(transmitter: middle, frequencyHertz: 915e6, radiusMeters: radiusMeters, model: model)
  }

  /// The ground of a plan over `tile()`, with all its blocks.
  static func ground(for plan: CoveragePlan, site: Int = 0) -> MapGround {
    var ground = MapGround()
    let store = store(blocks: allKeys)
    let keys = ground.choose(for: plan, of: store.tiles)
    ground.assemble(keys, of: store, for: site)
    return ground
  }

  /// A map of two by two posts around `middle`, an arc-minute apart.
  static func map(_ losses: [Int16] = [9000, 9100, 9200, 9300]) -> CoverageMap {
    let corner = Coordinate(
      latitudeDegrees: middle.latitudeDegrees + 1.0 / 120, longitudeDegrees: middle.longitudeDegrees)
    let step = 1.0 / 60
    return CoverageMap(
      PostLattice(
        northWest: corner, latitudeStepDegrees: step, longitudeStepDegrees: step, rowCount: 2, columnCount: 2),
      losses: losses)
      ?? CoverageMap(
        PostLattice(
          northWest: corner, latitudeStepDegrees: step, longitudeStepDegrees: step, rowCount: 0,
          columnCount: 0))
  }

  /// Transmitters whose maps are there, each with the losses that are given.
  static func sites(_ losses: [[Int16]] = [[9000, 9100, 9200, 9300]]) -> Sites {
    var sites = Sites()
    for (index, losses) in losses.enumerated() {
      if index == 0 {
        _ = sites.handle(.place(middle, isHeld: false))
        _ = sites.handle(.change(.model(.diffraction)))
      } else {
        _ = sites.handle(.add(middle))
      }
      _ = sites.computeNext(isSettled: false)
      sites.show(map(losses), of: sites.list[index].plan, isCoarse: false, surfaceShare: nil, untiledShare: 0)
    }
    return sites
  }

  /// The reading of a path of some 1.3 km from `middle`, over ground of the given heights if there are any.
  static func reading(heights: [Double]? = nil) -> CoverageReading {
    let course = PathCourse(from: middle, to: Coordinate(latitudeDegrees: 46.97, longitudeDegrees: 10.05))
    let profile = heights.map { heights in
      let step = course.lengthMeters / 1000 / Double(heights.count - 1)
      return PathProfile(
        distancesKilometers: heights.indices.map { Double($0) * step }, heightsMeters: heights)
    }
    return CoverageReading(
      course, of: 0, from: nil, plan: plan(), loss: 9000, over: profile, surfaceShare: nil)
  }

  /// Measured points at places of `map()`.
  static func points(_ levels: [Double?]) -> MeasuredPoints {
    var points = MeasuredPoints()
    for level in levels { points.add(middle, decibelMilliwatts: level) }
    return points
  }

  /// A screen of 390 x 844 points at 2x whose middle shows a place.
  static func canvas(
    at place: Coordinate = middle, pixelsPerWorld: Double = 4e6, width: Float = 780
  ) -> MapCanvas {
    var appearance = Appearance()
    appearance.screen = Screen(width: width, height: 1688, scale: 2)
    var view = MercatorView()
    view.resize(width: Double(width), height: 1688)
    view.center(on: place, pixelsPerWorld: pixelsPerWorld, within: 64...1e12)
    return MapCanvas(appearance, view: view, hasPoints: false)
  }
}

/// A player of what parts draw.
struct PartPlayer {
  var list = DrawList()
  var scene = DrawScene()

  /// Plays one frame.
  mutating func draw(_ marks: (inout DrawList) -> Void) throws {
    list.begin(width: 780, height: 1688)
    marks(&list)
    list.end()
    try scene.play(list.words)
  }

  func marks(_ layer: UInt32) -> [DrawMark] { scene.layers.first { $0.id == layer }?.marks ?? [] }

  func field(_ id: UInt32) -> DrawScene.Field? { scene.fields.first { $0.id == id } }
}

extension FieldRaster {
  init(_ map: CoverageMap, revision: UInt32) {
    self.init(lattice: map.lattice, values: map.losses, revision: revision)
  }
}

extension StoredBlock {
  init(
    key: TerrainBlockKey, northDegrees: Double, westDegrees: Double, latitudeStep: Double,
    longitudeStep: Double, rowCount: Int, columnCount: Int, heights: [Int16]
  ) {
    self.init(
      key: key,
      lattice: PostLattice(
        northWest: Coordinate(latitudeDegrees: northDegrees, longitudeDegrees: westDegrees),
        latitudeStepDegrees: latitudeStep, longitudeStepDegrees: longitudeStep, rowCount: rowCount,
        columnCount: columnCount),
      heights: heights)
  }
}
