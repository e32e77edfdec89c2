import TestSupport
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

extension Plot {
  /// A plot of 400 x 800 pixels from 90 to 110 MHz, with a strip of 28 pixels below it.
  static func make(
    _ mode: ViewMode = .spectrum, screen: Screen = Screen(width: 400, height: 828),
    band: Band = Band(low: 90e6, high: 110e6), zoneSeconds: Int64 = 0, unit: LevelUnit? = .fullScale,
    flags: SourceFlags = [], rbwHertz: Double = 9000, rowSeconds: Double = 1, span: RecordedSpan? = nil
  ) -> Plot {
    Plot(
      screen: screen, theme: .light, advances: .monospaced, mode: mode, band: band, zoneSeconds: zoneSeconds,
      unit: unit, flags: flags, rbwHertz: rbwHertz, rowSeconds: rowSeconds,
      span: span ?? RecordedSpan(startMicroseconds: 0, durationSeconds: 0))
  }
}

/// What is drawn in all layers, from the lowest to the highest.
func marks(on plot: Plot = .make(), _ draw: (inout DrawList) -> Void) throws -> [DrawMark] {
  var list = DrawList()
  list.begin(width: plot.screen.width, height: plot.screen.height)
  draw(&list)
  list.end()
  var scene = DrawScene()
  try scene.play(list.words)
  return scene.layers.flatMap(\.marks)
}

extension DrawMark {
  /// The rectangle, if it is one.
  var rectangle: Rect? { if case .rectangle(let rect, _, _) = self { rect } else { nil } }

  /// The text, if it is one.
  var text: String? {
    if case .text(let bytes, _, _, _, _, _) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  /// Where a text is: its point on the baseline.
  var point: (x: Float, baseline: Float)? {
    if case .text(_, let x, let baseline, _, _, _) = self { (x, baseline) } else { nil }
  }

  /// The coordinates of a line, x and y in turn.
  var coordinates: [Float]? {
    if case .polyline(_, _, let points) = self { points.coordinates } else { nil }
  }
}

/// Controls as a page gets them.
func listedControls(_ append: (inout ControlListBuilder<SpectrumAction>) -> Void) -> [ListedControl] {
  ListedControl.all(in: controlBytes(append))
}

/// Controls as the bytes that a page gets.
func controlBytes(_ append: (inout ControlListBuilder<SpectrumAction>) -> Void) -> [UInt8] {
  var list = ControlListBuilder<SpectrumAction>()
  append(&list)
  return list.list.bytes
}
