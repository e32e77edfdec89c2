import TestSupport
import WaveDisplay
import WaveSensorsWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSensors

/// The screens on which scenes are drawn.
enum SceneScreen: String, CaseIterable {
  case phone, tablet, desk

  /// The size, the scale, the text size and the covered margins.
  var screen: Screen {
    switch self {
    case .phone:
      Screen(
        width: 1170, height: 2532, scale: 3, insets: Insets(top: 47, right: 5, bottom: 34, left: 7),
        textScale: 1.4, headPoints: 103)
    case .tablet:
      Screen(width: 2048, height: 1536, scale: 2, insets: Insets(bottom: 20), textScale: 1)
    case .desk: Screen(width: 1280, height: 800, scale: 1, textScale: 0.9)
    }
  }

  var isDark: Bool { self != .tablet }
}

/// A session of the instrument on one screen, which notes what is drawn in each state.
struct SceneSession {
  let name: SceneScreen
  var bench: Bench
  /// One line for each layer of each state, and for the texts around the plot.
  private(set) var lines: [String] = []
  /// The view to which the blocks of the slow streams were sent, and the next of them.
  private var slow: (view: UInt16, next: Int64) = (0, 0)

  init(on screen: SceneScreen) {
    name = screen
    bench = Bench(isStreaming: false, on: screen.screen)
  }

  /// The screen in device pixels.
  var screen: Screen { name.screen }

  /// Starts anew with another source.
  mutating func open(
    _ source: StreamSource, secondsBefore: Double = 60, pace: Double = 1, isStreaming: Bool = true,
    value: @escaping (_ channel: Int, _ sequence: Int64) -> Float
  ) {
    bench = Bench(
      secondsBefore: secondsBefore, pace: pace, isStreaming: isStreaming, source: source, on: screen,
      value: value)
    for (group, info) in source.groups.enumerated().dropFirst() {
      bench.receive(
        .times(
          SampleTimes(
            source: source.source, group: UInt8(group), reason: .start, sequence: 0,
            microseconds: bench.start, rateHertz: info.rateHertz * pace)))
    }
    bench.send(.appearance(isDark: name.isDark, reducesMotion: true))
    bench.send(.zone(offsetSeconds: 3600))
    slow = (0, 0)
  }

  /// Lets time go by, a frame each 50 ms.
  mutating func pass(_ seconds: Double = 0.2) throws {
    for _ in 0..<Int((seconds * 20).rounded()) {
      bench.now += 50_000
      bench.send(.tick)
      bench.answer()
      sendSlow()
      try bench.draw()
    }
  }

  /// Sends what the second group has sampled, which the bench does not send.
  private mutating func sendSlow() {
    guard bench.isStreaming, let shown = bench.shown, shown.isShowing, bench.source.groups.count > 1
    else { return }
    let (first, group) = (bench.source.groups[0].channels.count, bench.source.groups[1])
    let channels = group.channels.indices.map { first + $0 }.filter { shown.channels.contains($0) }
    let level = StreamColumns.level(
      rateHertz: group.rateHertz, columnMicroseconds: shown.columnMicroseconds)
    func block(at microseconds: Int64) -> Int64 {
      Int64(max(0, Double(microseconds - bench.start) * group.rateHertz * bench.pace / 1e6)) >> Int64(level)
    }
    if slow.view != shown.view { slow = (shown.view, block(at: shown.fromMicroseconds)) }
    let end = block(at: bench.now)
    guard end > slow.next, !channels.isEmpty else { return }
    var values: [Float] = []
    for channel in channels {
      for block in slow.next..<end {
        let samples = (block << Int64(level)..<(block + 1) << Int64(level))
          .map { bench.value(channel, $0) }.filter { !$0.isNaN }
        values.append(samples.min() ?? .nan)
        if level > 0 { values.append(samples.max() ?? .nan) }
      }
    }
    bench.receive(
      .columns(
        StreamColumns(
          view: shown.view, source: bench.source.source, group: 1, level: UInt8(level),
          channelCount: UInt8(channels.count), firstBlock: UInt64(slow.next),
          blockCount: UInt16(end - slow.next), arrivalMicroseconds: bench.now, values: values)))
    slow.next = end
  }

  // MARK: - Notes

  /// Draws a state, and notes the marks of each layer, the strip, and the texts around the plot.
  mutating func note(_ state: String) throws {
    try bench.draw()
    for layer in bench.scene.layers {
      var digest = GoldenDigest()
      digest.add(layer.bounds)
      for mark in layer.marks { digest.add(mark) }
      note(state, "layer \(layer.id)", layer.marks.count, digest)
    }
    for strip in bench.scene.strips {
      var digest = GoldenDigest()
      digest.add(strip.height)
      for column in strip.columns {
        digest.add(column.count)
        for mark in column {
          digest.add(Int(mark.color.rgba))
          digest.add(Int(mark.span.top))
          digest.add(Int(mark.span.bottom))
        }
      }
      note(state, "strip \(strip.id)", strip.columns.reduce(0) { $0 + $1.count }, digest)
    }
    var (model, chip, drawer) = (
      bench.model, ControlListBuilder<SensorsAction>(), ControlListBuilder<SensorsAction>()
    )
    model.appendChip(to: &chip, at: bench.now)
    model.appendDrawer(to: &drawer, at: bench.now)
    note(state, "chip", chip.list.bytes)
    note(state, "drawer", drawer.list.bytes)
    note(state, "controls", bench.model.controls.bytes)
    note(state, "reading", bench.model.shell.texts.reading)
  }

  private mutating func note(_ state: String, _ part: String, _ bytes: [UInt8]) {
    var digest = GoldenDigest()
    digest.add(bytes)
    note(state, part, bytes.count, digest)
  }

  private mutating func note(_ state: String, _ part: String, _ count: Int, _ digest: GoldenDigest) {
    lines.append("\(name.rawValue) \(state), \(part): \(count) \(digest.text)")
  }
}

extension GoldenDigest {
  mutating func add(_ rect: Rect) {
    for number in [rect.x, rect.y, rect.width, rect.height] { add(number) }
  }

  mutating func add(_ color: Color) { add(Int(color.rgba)) }

  mutating func add(_ points: DrawPoints) {
    add(points.coordinates.count)
    for coordinate in points.coordinates { add(coordinate) }
  }

  /// Adds all that a mark consists of; its kind comes first.
  mutating func add(_ mark: DrawMark) {
    switch mark {
    case .rectangle(let rect, let radius, let color):
      add(0)
      add(rect)
      add(radius)
      add(color)
    case .gradient(let rect, let top, let bottom):
      add(1)
      add(rect)
      add(top)
      add(bottom)
    case .polyline(let width, let color, let points):
      add(2)
      add(width)
      add(color)
      add(points)
    case .area(let base, let top, let topColor, let baseColor, let points):
      add(3)
      add(base)
      add(top)
      add(topColor)
      add(baseColor)
      add(points)
    case .text(let text, let x, let baseline, let style, let alignment, let color):
      add(4)
      add(text.count)
      add(text)
      add(x)
      add(baseline)
      add(style.size)
      add(style.isBold ? 1 : 0)
      add(Int(alignment.rawValue))
      add(color)
    case .strip(let id, let first, let count, let x, let y):
      for number in [5, Int(id), first, count] { add(number) }
      add(x)
      add(y)
    case .clip(let rect):
      add(6)
      add(rect)
    case .field, .smoothing, .picture:
      // The instrument draws none of them.
      add(7)
    }
  }
}
