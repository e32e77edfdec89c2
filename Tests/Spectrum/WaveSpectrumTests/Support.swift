import TestSupport
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// A screen, a finger and a server around a model, with a clock that is turned by hand.
struct Bench {
  var model = SpectrumModel()
  var list = DrawList()
  var scene = DrawScene()
  var now: Int64 = 1_000_000
  var sent: [Message] = []
  var drawsAsked = 0
  var reconnects = 0
  var isReachable = true
  var wakes: [Int64] = []
  var draws = 0
  private var axis: UInt16 = 0
  private var sequence: UInt32 = 100

  static let width: Float = 400
  static let height: Float = 828

  /// A phone-like screen of 400 x 800 pixels and the strip below, connected to a source from 90 to 110 MHz.
  init(flags: SourceFlags = .simulated, rowSeconds: Double = 1.0 / 30) {
    send(.appearance(isDark: true, reducesMotion: true))
    send(.resize(width: Self.width, height: Self.height, scale: 1))
    send(.connection(isOpen: true))
    receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: now)))
    receive(.source(Bench.info(flags: flags, rowSeconds: rowSeconds)))
    draw()
  }

  /// A desk that shows a waterfall of 10 s on 800 pixels, its clock the server's, slots from `-seconds` to
  /// now all of level `slot % 100`.
  static func waterfall(
    seconds: Int64 = 0, flags: SourceFlags = .simulated, rowSeconds: Double = 1.0 / 30
  ) -> Bench {
    var bench = Bench(flags: flags, rowSeconds: rowSeconds)
    bench.now = 100_000_000
    bench.receive(.clockReply(ClockReply(clientMicroseconds: bench.now, serverMicroseconds: bench.now)))
    bench.showWaterfall()
    bench.perform(.setPeriod, .set(1))
    bench.pass(milliseconds: 200)
    bench.serveAxis()
    let newest = bench.now / 500_000
    for slot in stride(from: newest - 1, to: newest - 1 - seconds * 2, by: -1) {
      bench.serveSlot(start: slot * 500_000, duration: 500_000, Int16(-(slot % 100)))
    }
    bench.draw()
    return bench
  }

  static func info(
    flags: SourceFlags = .simulated, rowSeconds: Double = 1.0 / 30, low: Double = 90e6, high: Double = 110e6
  ) -> SourceInfo {
    SourceInfo(
      source: 0, flags: flags, unit: .fullScale, lowHertz: low, highHertz: high,
      tuneLowHertz: flags.contains(.tunable) ? 24e6 : low,
      tuneHighHertz: flags.contains(.tunable) ? 1766e6 : high,
      stepHertz: 10_000, rbwHertz: 9_000, enbwHertz: 10_000, rowSeconds: rowSeconds, durationSeconds: 0,
      startMicroseconds: 0, levelLow: -100, levelHigh: 0, name: Array("test".utf8), detail: [])
  }

  /// Hands over an intent; the server answers questions, if it can be reached.
  mutating func send(_ intent: ViewIntent) {
    let before = sent.count
    apply(model.handle(intent, at: now))
    guard isReachable, mayAsk(intent) else { return }
    for case .clockRequest(let request) in sent[before...] {
      receive(
        .clockReply(ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
    }
  }

  /// Does something to a control.
  mutating func perform(_ action: SpectrumAction, _ input: ControlInput) {
    apply(model.perform(action, input, at: now))
  }

  /// Hands over a message of the server.
  mutating func receive(_ message: Message) { apply(model.receive(message, at: now)) }

  /// Questions that time asks, not those of a new connection: tests answer these with clocks of their own.
  private func mayAsk(_ intent: ViewIntent) -> Bool {
    switch intent {
    case .tick, .touch, .wheel: true
    default: false
    }
  }

  mutating func draw() {
    apply(model.draw(into: &list, at: now))
    guard list.hasContent else { return }
    draws += 1
    do { try scene.play(list.words) } catch { fatalError("\(error)") }
  }

  private mutating func apply(_ effects: [SpectrumModel.Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message): sent.append(message)
      case .reconnect: reconnects += 1
      case .switchInstrument: break
      case .redraw: drawsAsked += 1
      case .wake(let microseconds): wakes.append(microseconds)
      case .controls: break
      }
    }
  }

  /// Lets time pass, with a tick at the end.
  mutating func pass(milliseconds: Int64) {
    now += milliseconds * 1000
    send(.tick)
  }

  /// Runs as a page would: ticks when asked for, draws when asked for.
  mutating func run(milliseconds: Int64) {
    let end = now + milliseconds * 1000
    while now < end {
      now = min(end, now + 16_667)
      send(.tick)
      if drawsAsked > 0 {
        drawsAsked = 0
        draw()
      }
    }
  }

  mutating func touch(_ id: Int32, _ phase: Touch.Phase, _ x: Float, _ y: Float) {
    send(.touch(Touch(id: id, phase: phase, x: x, y: y, microseconds: now)))
  }

  mutating func tap(_ x: Float, _ y: Float) {
    touch(1, .began, x, y)
    now += 50_000
    touch(1, .ended, x, y)
  }

  /// Drags in ten moves and rests before the finger goes up.
  mutating func drag(from: (Float, Float), to: (Float, Float)) {
    touch(1, .began, from.0, from.1)
    for step in 1...10 {
      now += 16_000
      let part = Float(step) / 10
      touch(1, .moved, from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    }
    now += 200_000
    touch(1, .ended, to.0, to.1)
  }

  mutating func pinch(_ a: [(Float, Float)], _ b: [(Float, Float)]) {
    touch(1, .began, a[0].0, a[0].1)
    touch(2, .began, b[0].0, b[0].1)
    for step in 1...10 {
      now += 16_000
      let part = Float(step) / 10
      touch(1, .moved, a[0].0 + (a[1].0 - a[0].0) * part, a[0].1 + (a[1].1 - a[0].1) * part)
      touch(2, .moved, b[0].0 + (b[1].0 - b[0].0) * part, b[0].1 + (b[1].1 - b[0].1) * part)
    }
    now += 200_000
    touch(1, .ended, a[1].0, a[1].1)
    touch(2, .ended, b[1].0, b[1].1)
  }

  /// Switches to the waterfall, on as many pixels: the strip below it has a second line, for the legend.
  mutating func showWaterfall() {
    send(.key(.two, isShifted: false))
    send(.resize(width: Self.width, height: Self.height + 20, scale: 1))
  }

  /// The view that was last sent to the server.
  var shown: ShowView? {
    for case .show(let view) in sent.reversed() { return view }
    return nil
  }

  var lastFetch: Fetch? {
    for case .fetch(let fetch) in sent.reversed() { return fetch }
    return nil
  }

  /// Sends the axis of the view as it is now.
  mutating func serveAxis() {
    guard let shown else { return }
    axis += 1
    receive(
      .axis(
        AxisInfo(axis: axis, columns: shown.columns, lowHertz: shown.lowHertz, highHertz: shown.highHertz)))
  }

  /// Sends a row of the spectrum: every plane `value(column)` tenths of a decibel.
  mutating func serveRow(
    skip: UInt32 = 0, skipped: UInt16 = 0, flags: RowFlags = [], _ value: (Int) -> Int16
  ) {
    guard let shown else { return }
    sequence += 1 + skip
    let row = (0..<Int(shown.columns)).map(value)
    receive(
      .row(
        RowMessage(
          view: shown.view, axis: axis, flags: flags, planes: shown.planes, sequence: sequence,
          startMicroseconds: now - 40_000, durationMicroseconds: 33_333, skipped: skipped,
          columns: shown.columns,
          values: Array((0..<shown.planes.count).map { _ in row }.joined()))))
  }

  /// Sends a row of the waterfall.
  mutating func serveSlot(start: Int64, duration: UInt32, flags: RowFlags = .waterfall, _ value: Int16) {
    guard let shown else { return }
    sequence += 1
    receive(
      .row(
        RowMessage(
          view: shown.view, axis: axis, flags: flags, planes: .max, sequence: sequence,
          startMicroseconds: start,
          durationMicroseconds: duration, skipped: 0, columns: shown.columns,
          values: [Int16](repeating: value, count: Int(shown.columns)))))
  }

  /// Sends a value of the meter in hundredths of a decibel.
  mutating func serveMeter(_ millibels: Int16) {
    guard let shown else { return }
    sequence += 1
    receive(
      .meter(
        MeterMessage(
          view: shown.view, flags: [], millibels: millibels, sequence: sequence,
          startMicroseconds: now - 40_000, durationMicroseconds: 33_333, skipped: 0)))
  }

  /// Rests a finger until it drops a marker.
  mutating func hold(_ x: Float, _ y: Float) {
    touch(1, .began, x, y)
    pass(milliseconds: 600)
    touch(1, .ended, x, y)
  }

  func marks(ofLayer id: UInt32) -> [DrawMark] { scene.layers.first { $0.id == id }?.marks ?? [] }

  /// All texts on the screen.
  var texts: [String] {
    scene.layers.flatMap(\.marks).compactMap {
      if case .text(let bytes, _, _, _, _, _) = $0 { return String(decoding: bytes, as: UTF8.self) }
      return nil
    }
  }

  /// The chip's two texts.
  var chip: String {
    let listed = ListedControl.all(in: model.controls.bytes)
    return listed.first { $0.kind == ControlList.Kind.chip.rawValue }?.texts.joined(separator: "|") ?? ""
  }
}
