import WaveDisplay
import WaveInteraction
import WavePictures
import WaveSpectrum
import WaveSpectrumWire
import WaveWire

/// The spectrum instrument on a small screen, with a band of made-up stations before it.
struct Instrument {
  private var model = SpectrumModel()
  private var list = DrawList()
  private var scene = DrawScene()
  private var shown: ShowView?
  private var now: Int64 = 600_000_000

  /// What the instrument shows in a mode, after a minute of signal.
  static func scene(_ key: Key) throws -> DrawScene {
    var instrument = Instrument()
    instrument.model.advances = try PicturePlayer.advances()
    instrument.send(.appearance(isDark: true, reducesMotion: true))
    instrument.send(.resize(width: 720, height: 480, scale: 1.5))
    instrument.send(.connection(isOpen: true))
    instrument.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: instrument.now)))
    instrument.receive(.source(source))
    instrument.send(.key(key, isShifted: false))
    try instrument.pass()
    instrument.serve()
    try instrument.pass()
    return instrument.scene
  }

  private static let source = SourceInfo(
    source: 0, flags: .simulated, unit: .fullScale, lowHertz: 88e6, highHertz: 108e6, tuneLowHertz: 88e6,
    tuneHighHertz: 108e6, stepHertz: 10_000, rbwHertz: 9000, enbwHertz: 10_000, rowSeconds: 1.0 / 30,
    durationSeconds: 0, startMicroseconds: 0, levelLow: -110, levelHigh: -20, name: Array("Test band".utf8),
    detail: [])

  private mutating func send(_ intent: ViewIntent) { note(model.handle(intent, at: now)) }

  private mutating func receive(_ message: Message) { note(model.receive(message, at: now)) }

  private mutating func note(_ effects: [SpectrumModel.Effect]) {
    for case .send(.show(let view)) in effects { shown = view }
  }

  /// Lets half a second pass, as a page would: ticks and frames.
  private mutating func pass() throws {
    for _ in 0..<30 {
      now += 16_667
      send(.tick)
      try draw()
    }
  }

  private mutating func draw() throws {
    note(model.draw(into: &list, at: now))
    try scene.play(list.words)
  }

  /// Answers the view as a server would.
  private mutating func serve() {
    guard let view = shown else { return }
    let axis = AxisInfo(axis: 1, columns: view.columns, lowHertz: view.lowHertz, highHertz: view.highHertz)
    receive(.axis(axis))
    switch view.mode {
    case .nothing: break
    case .spectrum: serveRow(view, flags: [], index: 0, start: now - 40_000, length: 33_333)
    case .waterfall:
      let slot = Int64(view.slotMicroseconds)
      let newest = now / slot - 1
      // A gap of two seconds, three seconds ago.
      for index in (0..<120) where !(6..<10).contains(index) {
        serveRow(
          view, flags: .waterfall, index: index, start: (newest - Int64(index)) * slot,
          length: view.slotMicroseconds)
      }
    case .meter:
      receive(
        .meter(
          MeterMessage(
            view: view.view, flags: [], millibels: -3150, sequence: 9, startMicroseconds: now - 40_000,
            durationMicroseconds: 33_333, skipped: 0)))
    }
  }

  private mutating func serveRow(_ view: ShowView, flags: RowFlags, index: Int, start: Int64, length: UInt32)
  {
    let columns = Int(view.columns)
    let planes = flags.contains(.waterfall) ? PlaneSet.max : view.planes
    let peaks = (0..<columns).map { column in Instrument.level(column, of: columns, row: index) }
    let values = (0..<planes.count).flatMap { plane in peaks.map { $0 - Int16(plane * 50) } }
    receive(
      .row(
        RowMessage(
          view: view.view, axis: 1, flags: flags, planes: planes, sequence: UInt32(1000 - index),
          startMicroseconds: start, durationMicroseconds: length, skipped: 0, columns: view.columns,
          values: values)))
  }

  /// Noise about −98 dB, five stations of falling strength and one that drifts, in tenths of a decibel.
  private static func level(_ column: Int, of columns: Int, row: Int) -> Int16 {
    let place = Double(column) / Double(columns)
    let drift = 0.45 + 0.002 * Double(row)
    var level = -98 + 4 * noise(column, row)
    for (centre, strength) in [
      (0.08, -28.0), (0.27, -41), (0.38, -56), (drift, -69), (0.71, -74), (0.9, -82),
    ] {
      let distance = (place - centre) / 0.006
      level = max(level, strength - 6 * distance * distance + 2 * noise(column / 3, row))
    }
    return Int16(level * 10)
  }

  /// Between −1 and 1, the same at every run.
  private static func noise(_ column: Int, _ row: Int) -> Double {
    var bits = UInt32(truncatingIfNeeded: column &* 73_856_093 ^ row &* 19_349_663)
    bits = (bits ^ bits >> 13) &* 0x5BD1_E995
    bits ^= bits >> 15
    return Double(bits & 0xFFFF) / 32_768 - 1
  }
}
