import WaveDataWire
import WaveDisplay
import WaveWire

@testable import WaveData
@testable import WaveInteraction

/// A model with a screen of 390 x 844 points at 3x, a connection, and a table that a test answers for.
struct Bench {
  var model = DataModel()
  var list = DrawList()
  var scene = DrawScene()
  var now: Int64 = 1_000_000
  /// What the model has sent and the test has not looked at.
  var sent: [DataMessage] = []
  let rowCount: UInt64

  init(
    columns: [TableColumns.Column] = Bench.columns, rowCount: UInt64 = 100_000,
    remote abilities: TableAbilities? = nil, axis: TableAxis? = nil
  ) {
    self.rowCount = rowCount
    send(.resize(width: 1170, height: 2532, scale: 3))
    send(.connection(isOpen: true))
    receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: now)))
    receive(
      .table(
        TableDescription(
          source: 0, flags: abilities == nil ? .complete : [.complete, .remote], rowCount: rowCount,
          columnCount: UInt16(columns.count), name: Array("t".utf8), detail: [])))
    if let abilities { receive(.abilities(abilities)) }
    receive(.columns(TableColumns(source: 0, first: 0, columns: columns)))
    receive(
      .axis(
        axis
          ?? TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: Int64(rowCount))))
  }

  static func column(
    _ name: String, _ kind: TableColumns.Kind = .real, low: Double = 0, high: Double = 10,
    deviation: Double = 1, missing: UInt64 = 0, correlation: Double = .nan
  ) -> TableColumns.Column {
    .init(
      kind: kind, name: Array(name.utf8), missing: missing, minimum: low, maximum: high,
      mean: (low + high) / 2, deviation: deviation, correlation: correlation)
  }

  static let columns: [TableColumns.Column] = [
    column("time", .time, low: 1.5e15, high: 1.6e15), column("beta", high: 5, deviation: 2, missing: 3),
    column("alpha", low: -1, high: 1, deviation: 0.1, missing: 9),
    .init(kind: .text, name: Array("words".utf8)),
    column("Gamma", .integer, high: 1000, deviation: 10),
  ]

  mutating func send(_ intent: ViewIntent) { note(model.handle(intent, at: now)) }

  /// Sets a control to an index, or presses it.
  mutating func set(_ action: DataAction, to value: Int = 0) {
    note(model.perform(action, .set(value), at: now))
  }

  /// Types a formula into its field.
  mutating func type(_ formula: [UInt8]) {
    note(model.perform(.derived(.typeFormula), .text(formula), at: now))
  }

  /// Keeps only rows with the values that a column's lane shows.
  mutating func keepValues(of column: Int) {
    model.filter(.values(model.columns[column].shown, of: column, in: model.columns))
  }

  mutating func receive(_ message: DataMessage) { note(model.receive(message, at: now)) }

  private mutating func note(_ effects: [DataModel.Effect]) {
    for case .send(let message) in effects { sent.append(message) }
  }

  mutating func draw() throws {
    note(model.draw(into: &list, at: now))
    try scene.play(list.words)
  }

  /// Answers the newest view by spans of one lane.
  mutating func answer(
    lane key: LaneKey, flags: LaneSpans.Flags = [], drawn: UInt64 = 4680, top: Int16 = 10
  ) {
    guard let view = model.views.shown, let lane = model.exchange.lanes.lane(key) else { return }
    let count = Int(view.pixels)
    receive(
      .spans(
        LaneSpans(
          view: view.view, column: UInt16(key.column), flags: flags, pixels: lane.pixels, drawnCount: drawn,
          rowCount: rowCount, tops: Array(repeating: top, count: count),
          bottoms: Array(repeating: top + 10, count: count))))
    receive(.viewDone(ViewDone(view: view.view)))
  }

  /// The controls' bytes as words.
  var controls: String { String(decoding: model.controls.bytes, as: UTF8.self) }

  /// Moves time on.
  mutating func pass(_ microseconds: Int64) {
    now += microseconds
    send(.tick)
  }

  /// Takes what was sent since the last time.
  mutating func taken() -> [DataMessage] {
    defer { sent = [] }
    return sent
  }

  /// Answers views: every lane is lit in rows 10 to 20 of each column of pixels.
  mutating func answer() {
    for case .show(let view) in taken() {
      for lane in model.exchange.lanes.lanes {
        let count = Int(view.pixels)
        receive(
          .spans(
            LaneSpans(
              view: view.view, column: lane.column, flags: lane.isSecond ? .second : [],
              pixels: lane.pixels, drawnCount: 4680,
              rowCount: rowCount, wrongPixels: lane.isSecond ? 1234 : 0,
              tops: Array(repeating: 10, count: count),
              bottoms: Array(repeating: 20, count: count))))
      }
      receive(.viewDone(ViewDone(view: view.view)))
    }
  }

  mutating func touch(_ phase: Touch.Phase, _ x: Float, _ y: Float, id: Int32 = 1) {
    send(.touch(Touch(id: id, phase: phase, x: x, y: y, microseconds: now)))
  }

  mutating func tap(_ x: Float, _ y: Float) {
    touch(.began, x, y)
    now += 50_000
    touch(.ended, x, y)
    now += 400_000
  }

  mutating func drag(from: (Float, Float), to: (Float, Float), steps: Int = 10) {
    touch(.began, from.0, from.1)
    for step in 1...steps {
      now += 16_000
      let part = Float(step) / Float(steps)
      touch(.moved, from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    }
    now += 200_000
    touch(.ended, to.0, to.1)
  }

  mutating func pinch(at y: Float, by factor: Float, steps: Int = 8) {
    touch(.began, 485, y)
    touch(.began, 685, y, id: 2)
    for step in 1...steps {
      now += 16_000
      let half = 100 * (1 + (factor - 1) * Float(step) / Float(steps))
      touch(.moved, 585 - half, y)
      touch(.moved, 585 + half, y, id: 2)
    }
    now += 200_000
    touch(.ended, 585, y)
    touch(.ended, 585, y, id: 2)
  }
}

extension DrawScene {
  /// Words of all texts.
  var texts: [String] {
    layers.flatMap { layer in
      layer.marks.compactMap { mark in
        if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
      }
    }
  }
}

/// A player for what is drawn by itself, on 400 x 1000 pixels, a pixel a point: lanes are from 64 to 940.
struct Sheet {
  static let screen = Screen(width: 400, height: 1000, scale: 1)
  private(set) var scene = DrawScene()
  private var list = DrawList()

  static var look: Appearance {
    var look = Appearance()
    look.screen = screen
    return look
  }

  mutating func draw(_ marks: (inout DrawList) -> Void) throws {
    list.begin(width: Self.screen.width, height: Self.screen.height)
    marks(&list)
    list.end()
    try scene.play(list.words)
  }

  private var marks: [DrawMark] { scene.layers.flatMap(\.marks) }

  /// Rectangles of a colour.
  func rectangles(_ color: Color) -> [Rect] {
    marks.compactMap { if case .rectangle(let rect, _, color) = $0 { rect } else { nil } }
  }

  /// Where a text is, the first of several.
  func place(of text: String) -> (x: Float, baseline: Float, color: Color)? {
    for case .text(let bytes, let x, let baseline, _, _, let color) in marks where bytes == Array(text.utf8) {
      return (x, baseline, color)
    }
    return nil
  }
}
