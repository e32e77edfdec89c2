import TestSupport
import WaveCoverageWire
import WaveDisplay
@testable import WaveInteraction
import WaveUnits
import WaveWire

@testable import WaveCoverage

/// A session of a model on one screen, and a line of text about each layer that is drawn in each state.
struct GoldenScenes {
  enum Size: String, CaseIterable, CustomStringConvertible {
    case phone, tablet, desk

    var description: String { rawValue }

    /// The width and height in pixels, the scale, and the size of text.
    var numbers: (width: Float, height: Float, scale: Float, textScale: Float) {
      switch self {
      case .phone: (1170, 2532, 3, 1.4)
      case .tablet: (2048, 1536, 2, 1)
      case .desk: (1280, 800, 1, 0.9)
      }
    }

    /// The screen's message, with its height and margins changed if they are given.
    func resize(
      height: Float? = nil, insets: Insets = Insets(), headPoints: Float = 56
    ) -> ViewIntent {
      .resize(
        width: numbers.width, height: height ?? numbers.height, scale: numbers.scale, insets: insets,
        textScale: numbers.textScale, headPoints: headPoints)
    }
  }

  let size: Size
  var bench: Bench
  private(set) var lines: [String] = []
  /// What was drawn last, with its digest, which is slow to compute.
  private var known: [UInt32: (layer: DrawScene.Layer, digest: String)] = [:]
  private var knownFields: [UInt32: (field: DrawScene.Field, digest: String)] = [:]

  init(_ size: Size) {
    self.size = size
    bench = Bench(tiles: Self.tiles, ground: Self.ground)
  }

  /// Three tiles: two side by side, and a small one far away with a long name.
  private static let tiles =
    Bench.pair + [
      TerrainDescription(
        northDegrees: 47.3, westDegrees: 10.6, latitudeStepDegrees: 1.0 / 1200,
        longitudeStepDegrees: 1.0 / 1200, rowCount: 61, columnCount: 61,
        name: Array("Far \u{00B7} a long name".utf8))
    ]

  /// Ridges that rise to the east, some of them below the sea, with a hole beside the transmitter.
  static func ground(_ north: Double, _ east: Double) -> Int16 {
    if north > 46.861, north < 46.864, east > 10.083, east < 10.09 { return TerrainBlock.void }
    let across = ((east - 10) * 25).remainder(dividingBy: 1).magnitude
    let down = ((north - 46.8) * 30).remainder(dividingBy: 1).magnitude
    return Int16((across * 240 + down * 160 + (east - 10) * 500 - 40).rounded())
  }

  // MARK: - Drawing

  /// Answers and computes until nothing changes, then records the state.
  mutating func settled(_ name: String) throws {
    try bench.settle()
    try state(name)
  }

  /// Draws the state without any work, and records it.
  mutating func state(_ name: String) throws {
    _ = try draw()
    let name = "\(size) \(name)"
    for layer in bench.scene.layers {
      lines.append("\(name): layer \(layer.id), \(layer.marks.count) marks, \(digest(layer))")
    }
    for field in bench.scene.fields.sorted(by: { $0.id < $1.id }) {
      lines.append("\(name): field \(field.id), \(field.columns) x \(field.rows), \(digest(field))")
    }
    lines.append("\(name): controls \(Self.digest(bench.model.controls.bytes))")
    var opened = bench.model
    if !opened.isDrawerOpen { _ = opened.handle(.press(.handle), at: bench.now) }
    lines.append("\(name): drawer \(Self.digest(opened.controls.bytes))")
    lines.append("\(name): reading \(Self.digest(bench.model.shell.texts.reading))")
  }

  /// Draws one frame; returns the pictures that it asks for.
  mutating func draw() throws -> [UInt32] {
    var slots: [UInt32] = []
    for effect in bench.model.draw(into: &bench.list, at: bench.now) {
      switch effect {
      case .send(let message): bench.sent.append(message)
      case .own(.picture(let slot, _)): slots.append(slot)
      default: break
      }
    }
    try bench.scene.play(bench.list.words)
    return slots
  }

  // MARK: - Digests

  private static func digest(_ bytes: [UInt8]) -> String {
    var digest = GoldenDigest()
    digest.add(bytes)
    return digest.text
  }

  private mutating func digest(_ layer: DrawScene.Layer) -> String {
    if let known = known[layer.id], known.layer == layer { return known.digest }
    var digest = GoldenDigest()
    digest.add(layer.bounds)
    for mark in layer.marks { digest.add(mark) }
    known[layer.id] = (layer, digest.text)
    return digest.text
  }

  private mutating func digest(_ field: DrawScene.Field) -> String {
    if let known = knownFields[field.id], known.field == field { return known.digest }
    var digest = GoldenDigest()
    for number in [Int(field.map.rawValue), Int(field.low), Int(field.high)] { digest.add(number) }
    digest.add(field.values.lazy.map { UInt8(truncatingIfNeeded: $0) })
    digest.add(field.values.lazy.map { UInt8(truncatingIfNeeded: $0 >> 8) })
    knownFields[field.id] = (field, digest.text)
    return digest.text
  }
}

extension GoldenDigest {
  mutating func add(_ rect: Rect) { for side in [rect.x, rect.y, rect.width, rect.height] { add(side) } }

  mutating func add(_ color: Color) { add(Int(color.rgba)) }

  mutating func add(_ points: DrawPoints) {
    add(points.coordinates.count)
    for coordinate in points.coordinates { add(coordinate) }
  }

  /// Adds all that a mark has, after a number of its kind.
  mutating func add(_ mark: DrawMark) {
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
      for side in [base, top] { add(side) }
      for color in [topColor, baseColor] { add(color) }
      add(points)
    case .text(let text, let x, let baseline, let style, let alignment, let color):
      add(5)
      add(text.count)
      add(text)
      for number in [x, baseline, style.size] { add(number) }
      add(style.isBold ? 1 : 0)
      add(Int(alignment.rawValue))
      add(color)
    case .field(let id, let firstRow, let rowCount, let sourceX, let sourceWidth, let rect):
      add(6)
      for number in [Int(id), firstRow, rowCount] { add(number) }
      for number in [sourceX, sourceWidth] { add(number) }
      add(rect)
    case .strip(let id, let first, let count, let x, let y):
      add(7)
      for number in [Int(id), first, count] { add(number) }
      for number in [x, y] { add(number) }
    case .clip(let rect):
      add(8)
      add(rect)
    case .smoothing(let isOn):
      add(9)
      add(isOn ? 1 : 0)
    case .picture(let slot, let revision, let opacity, let rect):
      add(10)
      for number in [Int(slot), Int(revision)] { add(number) }
      // An opacity is no coordinate.
      add(opacity * 16)
      add(rect)
    }
  }
}
