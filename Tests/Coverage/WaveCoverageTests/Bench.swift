import Testing
import WaveCoverageWire
import WaveDisplay
import WavePropagation
import WaveTerrainFormats
import WaveUnits
import WaveWire

@testable import WaveCoverage
@testable import WaveInteraction

/// A model with a screen of 390 x 844 points at 2x, a connection, and tiles of made ground that answers what
/// is asked.
struct Bench {
  var model = CoverageModel()
  var list = DrawList()
  var scene = DrawScene()
  var now: Int64 = 1_000_000
  /// What the model has sent and the test has not looked at.
  var sent: [CoverageMessage] = []
  /// What the model has had the device keep, and asked it for.
  var device: [[UInt8]: [UInt8]] = [:]
  var recalls: [(number: UInt32, name: [UInt8])] = []
  let tiles: [TerrainDescription]
  /// The ground's height at a place.
  let ground: (Double, Double) -> Int16
  /// The height of what stands on it, as a model of the surface has it; nil where none knows.
  var surfaceHeight: (Double, Double) -> Int16? = { _, _ in nil }

  /// Two tiles of 0.1° side by side, 361 x 361 posts each; the ground rises to the east.
  static let pair = (0..<2).map { number in
    TerrainDescription(
      flags: .simulated, northDegrees: 46.9, westDegrees: 10 + 0.1 * Double(number),
      latitudeStepDegrees: 1.0 / 3600, longitudeStepDegrees: 1.0 / 3600, rowCount: 361, columnCount: 361,
      name: Array(["West", "East"][number].utf8))
  }

  /// Starts with diffraction chosen, which most tests are about the map of, or with the default model.
  init(
    tiles: [TerrainDescription] = Bench.pair, hasDefaultModel: Bool = false,
    ground: @escaping (Double, Double) -> Int16 = { _, east in Int16((east - 10) * 1000) }
  ) {
    self.tiles = tiles
    self.ground = ground
    set(radiusMeters: 2000)
    if !hasDefaultModel { model.change(.sites(.change(.model(.diffraction)))) }
    send(.resize(width: 780, height: 1688, scale: 2))
    send(.connection(isOpen: true))
    receive(.welcome(Welcome(sourceCount: UInt16(tiles.count), serverMicroseconds: now)))
    receive(.tiles(TerrainList(first: 0, total: UInt16(tiles.count), tiles: tiles)))
  }

  /// Sets the radius that the map has once there is a pin.
  mutating func set(radiusMeters: Double) { model.change(.sites(.change(.radius(radiusMeters)))) }

  /// Where the sheet begins, or else the map ends.
  var mapBottom: Float { model.targets.canvas.bottom }

  /// Whether the server is to compute the map.
  var isServed: Bool { model.content.isServed(isConnected: model.link.isConnected) }

  mutating func send(_ intent: ViewIntent) { note(model.handle(intent, at: now)) }

  /// Sets a control to an index, or switches it to 1 or 0.
  mutating func set(_ action: CoverageAction, to value: Int) {
    note(model.perform(action, .set(value), at: now))
  }

  /// Presses a button.
  mutating func press(_ action: CoverageAction) { set(action, to: 1) }

  /// Types into a field.
  mutating func enter(_ text: String, into field: CoverageField) {
    note(model.perform(.enter(field), .text(Array(text.utf8)), at: now))
  }

  mutating func receive(_ message: CoverageMessage) { note(model.receive(message, at: now)) }

  private mutating func note(_ effects: [CoverageModel.Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message): sent.append(message)
      case .own(.save(let name, let bytes)): device[name] = bytes
      case .own(.recall(let number, let name)): recalls.append((number, name))
      default: break
      }
    }
  }

  /// Has the device answer until it is asked no more.
  mutating func recall() {
    while let (number, name) = recalls.popLast() {
      note(model.recalled(number, device[name], at: now))
    }
  }

  /// Answers until nothing more is asked.
  mutating func answer() {
    while !sent.isEmpty {
      let messages = sent
      sent = []
      for case .ask(let ask) in messages { receive(.block(block(ask.key))) }
      for case .clockRequest(let request) in messages {
        receive(
          .clockReply(
            ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
      }
    }
  }

  func block(_ key: TerrainBlockKey) -> TerrainBlock {
    let tile = tiles[Int(key.tile)]
    let counts = tile.postCounts(of: key) ?? (2, 2)
    var heights: [Int16] = []
    for row in 0..<counts.rows {
      for column in 0..<counts.columns {
        let post = { (block: UInt16, place: Int, all: UInt32) in
          Double(min((Int(block) * WireLimits.terrainBlock + place) << Int(key.level), Int(all) - 1))
        }
        let north = tile.northDegrees - post(key.row, row, tile.rowCount) * tile.latitudeStepDegrees
        let east = tile.westDegrees + post(key.column, column, tile.columnCount) * tile.longitudeStepDegrees
        heights.append(key.isSurface ? surfaceHeight(north, east) ?? TerrainBlock.void : ground(north, east))
      }
    }
    return TerrainBlock(
      key: key, rowCount: UInt8(counts.rows), columnCount: UInt8(counts.columns), heights: heights)
  }

  /// Works until there is nothing to do.
  mutating func work() {
    while model.hasWork {
      model.performWork()
      model.worked(microseconds: 1000)
    }
  }

  /// Works until there is nothing to do, then draws.
  mutating func draw() throws {
    work()
    note(model.draw(into: &list, at: now))
    try scene.play(list.words)
  }

  mutating func touch(_ phase: Touch.Phase, _ x: Float, _ y: Float, id: Int32 = 1) {
    send(.touch(Touch(id: id, phase: phase, x: x, y: y, microseconds: now)))
  }

  mutating func tap(_ x: Float, _ y: Float) {
    now += 1_000_000
    touch(.began, x, y)
    now += 50_000
    touch(.ended, x, y)
  }

  mutating func hold(_ x: Float, _ y: Float) {
    now += 1_000_000
    touch(.began, x, y)
    now += 600_000
    send(.tick)
    touch(.ended, x, y)
  }

  /// Puts the pin at a place of the map.
  mutating func pin(at place: Coordinate) {
    let (x, y) = model.view.pixel(of: place)
    hold(x, y)
    answer()
  }

  /// What is written says what it is by.
  func noted(_ grid: MapGrid, _ plan: CoveragePlan? = nil) throws -> MapGrid {
    var grid = grid
    grid.note = MapFile.note(of: try #require(plan ?? model.shown?.plan))
    return grid
  }

  /// What a press of a button has the user keep.
  mutating func keep(_ format: MapFormat) -> [CoverageModel.Effect] {
    var effects = model.perform(.saveMap(format), .set(1), at: now)
    while model.hasMoreToSave { effects += model.saveMore() }
    return effects
  }

  func marks(ofLayer id: UInt32) -> [DrawMark] { scene.layers.first { $0.id == id }?.marks ?? [] }

  /// The controls' bytes as words.
  var controls: String { String(decoding: model.controls.bytes, as: UTF8.self) }

  /// A control of the list, or something to know.
  struct Row {
    var kind: ControlList.Kind?
    var style: ControlList.Style?
    var number: UInt16
    var label: String
    /// What a fact says.
    var text = ""
  }

  /// All that the list has.
  var rows: [Row] {
    let bytes = model.controls.bytes
    var (at, rows) = (0, [Row]())
    func text() -> String {
      let count = Int(bytes[at]) | Int(bytes[at + 1]) << 8
      at += 2 + count
      return String(decoding: bytes[(at - count)..<at], as: UTF8.self)
    }
    while at < bytes.count {
      let kind = ControlList.Kind(rawValue: bytes[at])
      var row = Row(
        kind: kind, style: ControlList.Style(rawValue: bytes[at + 1]),
        number: UInt16(bytes[at + 2]) | UInt16(bytes[at + 3]) << 8, label: "")
      at += 5
      if kind != .drawer, kind != .facts { row.label = text() }
      switch kind {
      case .fact: row.text = text()
      case .segments, .choices, .gestures, .facts:
        let count = Int(bytes[at]) * (kind == .gestures ? 2 : 1)
        at += 1
        for _ in 0..<count { _ = text() }
      case .range, .slider:
        at += kind == .range ? 8 : 4
        for _ in 0..<(kind == .range ? 2 : 1) { _ = text() }
      case .field: for _ in 0..<2 { _ = text() }
      case .chip, .title: _ = text()
      default: break
      }
      rows.append(row)
    }
    return rows
  }

  /// Texts of the drawer's facts by their labels.
  var facts: [String: String] {
    var facts: [String: String] = [:]
    for row in rows where row.kind == .fact { facts[row.label] = row.text }
    return facts
  }

  static let middle = Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10.1)

  /// Answers and draws until what was changed is shown.
  mutating func settle() throws {
    for _ in 0..<3 {
      answer()
      try draw()
    }
  }

  /// Chooses the map's model in the drawer.
  mutating func choose(_ model: CoveragePlan.Model) throws {
    let number = try #require(ModelChoice.all.firstIndex { $0.model == model })
    set(.chooseModel, to: number)
    try settle()
  }

  /// All words of the legend, one after the other.
  var legend: String {
    marks(ofLayer: LayerID.legend).compactMap { mark -> String? in
      if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
    }.joined(separator: " ")
  }
}
