import TestSupport
import WaveDisplay
import WaveSpectrumWire
import WaveUnits
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// A screen on which the golden session is played.
enum GoldenScreen: String, CaseIterable {
  case phone, tablet, desk

  /// The size in pixels, the scale, and the text size.
  var resize: ViewIntent {
    switch self {
    case .phone:
      .resize(
        width: 1170, height: 2532, scale: 3, insets: Insets(top: 47, bottom: 34), textScale: 1.4,
        headPoints: 103)
    case .tablet:
      .resize(width: 2048, height: 1536, scale: 2, insets: Insets(right: 11, left: 24), headPoints: 70)
    case .desk: .resize(width: 1280, height: 800, scale: 1, textScale: 0.9)
    }
  }

  /// A window of the same scale that is too small for most texts.
  var smallWindow: ViewIntent {
    switch self {
    case .phone: .resize(width: 590, height: 520, scale: 3, textScale: 1.4)
    case .tablet: .resize(width: 380, height: 900, scale: 2, insets: Insets(right: 11, left: 24))
    case .desk: .resize(width: 330, height: 190, scale: 1, textScale: 0.9)
    }
  }
}

/// A session that is played on one screen, and the lines that say what was drawn in each state.
struct GoldenSession {
  let screen: GoldenScreen
  var bench = Bench()
  /// What was drawn, one line a layer.
  private(set) var lines: [String] = []
  private var sentCount = 0
  private var axis: UInt16 = 500
  private var sequence: UInt32 = 1000
  private var round = 0

  init(on screen: GoldenScreen) {
    self.screen = screen
    bench.now = 100_000_000
    bench.model = SpectrumModel()
    bench.sent = []
    // Characters of many widths, so that no width can stand for another.
    bench.model.advances = TextAdvances(
      regular: (0..<TextAdvances.characterCount).map { 0.4 + 0.02 * Float($0 % 17) },
      bold: (0..<TextAdvances.characterCount).map { 0.45 + 0.02 * Float($0 % 13) })
    bench.send(.appearance(isDark: screen != .tablet, reducesMotion: screen == .desk))
    bench.send(.zone(offsetSeconds: 9000))
    bench.send(screen.resize)
  }

  // MARK: - Places

  /// The plot's width and height in pixels.
  var size: (width: Float, height: Float) {
    let plot = bench.model.plot.screen.plot
    return (plot.width, plot.height)
  }

  /// A place on the plot by its shares of width and height.
  func place(_ x: Float, _ y: Float) -> (Float, Float) { (x * size.width, y * size.height) }

  mutating func tap(_ x: Float, _ y: Float) {
    let (x, y) = place(x, y)
    bench.tap(x, y)
  }

  /// Taps on a text that is drawn over the plot, or at the plot's middle if it is not drawn.
  mutating func tap(onText text: String) {
    let points = bench.scene.layers.flatMap(\.marks).filter { $0.text == text }.compactMap(\.point)
    guard let point = points.last else { return tap(0.5, 0.5) }
    bench.tap(point.x + 2, point.baseline - 3)
  }

  mutating func hold(_ x: Float, _ y: Float) {
    let (x, y) = place(x, y)
    bench.hold(x, y)
  }

  mutating func touch(_ phase: Touch.Phase, _ x: Float, _ y: Float) {
    let (x, y) = place(x, y)
    bench.now += 16_000
    bench.touch(1, phase, x, y)
  }

  mutating func drag(from: (Float, Float), to: (Float, Float)) {
    bench.drag(from: place(from.0, from.1), to: place(to.0, to.1))
  }

  mutating func pinch(_ a: [(Float, Float)], _ b: [(Float, Float)]) {
    bench.pinch(a.map { place($0.0, $0.1) }, b.map { place($0.0, $0.1) })
  }

  mutating func key(_ key: Key, isShifted: Bool = false, times: Int = 1) {
    for _ in 0..<times { bench.send(.key(key, isShifted: isShifted)) }
  }

  mutating func pass(_ milliseconds: Int64) { bench.pass(milliseconds: milliseconds) }

  // MARK: - The server

  /// Announces a source from 88 to 108 MHz.
  mutating func serveSource(
    _ number: UInt16 = 0, flags: SourceFlags = .simulated, unit: LevelUnit = .fullScale, low: Double = 88e6,
    high: Double = 108e6, rbwHertz: Double = 12_500, start: Int64 = 0, duration: Double = 0,
    name: String = "A roof antenna with a long name \u{00B7} 433"
  ) {
    var info = Bench.info(flags: flags, low: low, high: high)
    (info.source, info.unit, info.rbwHertz) = (number, unit, rbwHertz)
    (info.levelLow, info.levelHigh) = (-110, -10)
    (info.startMicroseconds, info.durationSeconds) = (start, duration)
    (info.name, info.detail) = (Array(name.utf8), Array("1024 bins, Hann".utf8))
    bench.receive(.source(info))
  }

  mutating func serveMicrophone() {
    serveSource(
      1, flags: .microphone, unit: .relative, low: 0, high: 24_000, rbwHertz: 23, name: "Microphone")
  }

  /// Lets the view be asked for, and sends its axis, of which shares at either side can be missing.
  mutating func serveAxis(missing: (low: Double, high: Double) = (0, 0)) {
    pass(200)
    guard let shown = bench.shown else { return }
    axis += 1
    let width = shown.highHertz - shown.lowHertz
    bench.receive(
      .axis(
        AxisInfo(
          axis: axis, columns: shown.columns, lowHertz: shown.lowHertz + missing.low * width,
          highHertz: shown.highHertz - missing.high * width)))
  }

  /// A level in tenths of a decibel: tones over noise, one of them off scale, and two gaps.
  private func level(_ column: Int, of columns: Int) -> Int16 {
    let share = Double(column) / Double(columns)
    if (0.62..<0.66).contains(share) || share > 0.98 { return RowMessage.gap }
    var level = -980 + (column * 7919 + round * 104_729) % 130
    for (at, top) in [(0.11, -260), (0.32, -350), (0.52, 120), (0.81, -530)] as [(Double, Int)] {
      let distance = ((share - at) * Double(columns)).magnitude
      level = max(level, top - Int(45 * distance.rounded()))
    }
    return Int16(clamping: level)
  }

  /// Sends a row of the spectrum, whose planes differ.
  mutating func serveRow(
    lost: UInt32 = 0, skipped: UInt16 = 0, flags: RowFlags = [], isShort: Bool = false,
    scale: LevelScale = .centibels
  ) {
    guard let shown = bench.shown else { return }
    (round, sequence) = (round + 1, sequence + 1 + lost + UInt32(skipped))
    let planes = isShort ? shown.planes.first : shown.planes
    let levels = (0..<Int(shown.columns)).map { level($0, of: Int(shown.columns)) }
    var values: [Int16] = []
    for offset in [0, -75, 40].prefix(planes.count) as ArraySlice<Int16> {
      for level in levels { values.append(level == RowMessage.gap ? level : level + offset) }
    }
    bench.receive(
      .row(
        RowMessage(
          view: shown.view, axis: axis, flags: flags, planes: planes, sequence: sequence,
          startMicroseconds: bench.now - 60_000, durationMicroseconds: 33_333, skipped: skipped,
          columns: shown.columns, values: values, scale: scale)))
  }

  /// Sends the rows of a waterfall's slots, counted back from the newest.
  mutating func serveSlots(_ slots: ClosedRange<Int64>, flags: RowFlags = []) {
    guard let shown = bench.shown else { return }
    let length = Int64(shown.slotMicroseconds)
    let newest = bench.model.serverTime(bench.now) / length
    for slot in slots.reversed() {
      (round, sequence) = (Int((newest - slot) % 1000), sequence + 1)
      bench.receive(
        .row(
          RowMessage(
            view: shown.view, axis: axis, flags: flags.union(.waterfall), planes: .max, sequence: sequence,
            startMicroseconds: (newest - slot) * length, durationMicroseconds: shown.slotMicroseconds,
            skipped: 0, columns: shown.columns,
            values: (0..<Int(shown.columns)).map { level($0, of: Int(shown.columns)) })))
    }
  }

  /// Says that all past rows that were asked for have been sent.
  mutating func endFetch() {
    guard let fetch = bench.lastFetch else { return }
    bench.receive(
      .fetched(
        Fetched(view: fetch.view, fromMicroseconds: fetch.fromMicroseconds, oldestMicroseconds: 20_000_000)))
  }

  /// Sends a value of the meter in hundredths of a decibel.
  mutating func serveMeter(_ millibels: Int16) {
    guard let shown = bench.shown else { return }
    bench.now += 250_000
    sequence += 1
    bench.receive(
      .meter(
        MeterMessage(
          view: shown.view, flags: [], millibels: millibels, sequence: sequence,
          startMicroseconds: bench.now - 60_000, durationMicroseconds: 33_333, skipped: 0)))
  }

  /// Says when a recording is played, and how fast.
  mutating func map(_ source: UInt16, at server: Int64, recorded: Int64, speed: Double) {
    bench.receive(
      .timeMap(
        TimeMap(source: source, serverMicroseconds: server, recordedMicroseconds: recorded, speed: speed)))
  }

  // MARK: - What is seen

  /// Draws, and notes everything that can be seen, heard, and was sent since.
  mutating func note(_ state: String) {
    bench.draw()
    for layer in bench.scene.layers {
      var digest = GoldenDigest()
      digest.add(layer.bounds)
      for mark in layer.marks { digest.add(mark, of: bench.scene) }
      add(state, "layer \(layer.id)", layer.marks.count, digest)
    }
    let controls = bench.model.controls.bytes
    add(state, "chip", bench.chip.utf8)
    add(state, "controls", controls, count: ListedControl.all(in: controls).count)
    add(state, "reading", bench.model.shell.texts.reading)
    let sent = bench.sent[sentCount...].map { "\($0)" } + bench.wakes.suffix(1).map { "\($0)" }
    add(state, "sent", sent.joined(separator: "\n").utf8, count: bench.sent.count - sentCount)
    (sentCount, bench.wakes) = (bench.sent.count, [])
  }

  private mutating func add(
    _ state: String, _ part: String, _ bytes: some Collection<UInt8>, count: Int? = nil
  ) {
    var digest = GoldenDigest()
    digest.add(bytes)
    add(state, part, count ?? bytes.count, digest)
  }

  private mutating func add(_ state: String, _ part: String, _ count: Int, _ digest: GoldenDigest) {
    lines.append("\(state), \(screen.rawValue), \(part): \(count) \(digest.text)")
  }
}

extension GoldenDigest {
  fileprivate mutating func add(_ rect: Rect) {
    for side in [rect.x, rect.y, rect.width, rect.height] { add(side) }
  }

  fileprivate mutating func add(_ color: Color) { add(Int(color.rgba)) }

  fileprivate mutating func add(_ points: DrawPoints) {
    add(points.coordinates.count)
    for coordinate in points.coordinates { add(coordinate) }
  }

  /// Adds a mark and, of a field, the rows that it shows.
  fileprivate mutating func add(_ mark: DrawMark, of scene: DrawScene) {
    switch mark {
    case .rectangle(let rect, let radius, let color):
      add(1)
      add(rect)
      add(radius)
      add(color)
    case .gradient(let rect, let top, let bottom):
      add(2)
      add(rect)
      add(top)
      add(bottom)
    case .polyline(let width, let color, let points):
      add(3)
      add(width)
      add(color)
      add(points)
    case .area(let base, let top, let topColor, let baseColor, let points):
      add(4)
      add(base)
      add(top)
      add(topColor)
      add(baseColor)
      add(points)
    case .text(let bytes, let x, let baseline, let style, let alignment, let color):
      add(5)
      add(bytes.count)
      add(bytes)
      add(x)
      add(baseline)
      add(style.size)
      add(style.isBold ? 1 : 0)
      add(Int(alignment.rawValue))
      add(color)
    case .field(let id, let firstRow, let rowCount, let sourceX, let sourceWidth, let rect):
      add(6)
      for number in [Int(id), firstRow, rowCount] { add(number) }
      add(sourceX)
      add(sourceWidth)
      add(rect)
      if let field = scene.fields.first(where: { $0.id == id }) { add(field, firstRow, rowCount) }
    case .strip(let id, let first, let count, let x, let y):
      add(7)
      for number in [Int(id), first, count] { add(number) }
      add(x)
      add(y)
    case .clip(let rect):
      add(8)
      add(rect)
    case .smoothing(let isSmooth): add(isSmooth ? 9 : 10)
    case .picture(let slot, let revision, let opacity, let rect):
      add(11)
      add(Int(slot))
      add(Int(revision))
      // Not a coordinate: sixteenths would be too coarse.
      add(opacity * 255)
      add(rect)
    }
  }

  /// Adds the colours of a field and every seventh value of some rows, of which there are many.
  private mutating func add(_ field: DrawScene.Field, _ firstRow: Int, _ rowCount: Int) {
    for number in [Int(field.map.rawValue), Int(field.low), Int(field.high), field.columns, field.rows] {
      add(number)
    }
    for row in firstRow..<firstRow + rowCount {
      let start = row % field.rows * field.columns
      for place in stride(from: start, to: start + field.columns, by: 7) { add(Int(field.values[place])) }
    }
  }
}
