import Foundation
import TestSupport
import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

/// What the map looks like on light and on dark ground.
@Suite struct MapColorTests {
  /// Relative luminance, as WCAG 2.2 has it.
  private static func luminance(_ color: Color) -> Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// A colour that lies over an opaque one.
  private static func over(_ top: Color, _ ground: Color) -> Color {
    let share = Float(top.alpha) / 255
    func blend(_ a: UInt8, _ b: UInt8) -> UInt32 { UInt32(Float(a) * share + Float(b) * (1 - share) + 0.5) }
    return Color(
      blend(top.red, ground.red) << 16 | blend(top.green, ground.green) << 8 | blend(top.blue, ground.blue))
  }

  private static func contrast(_ top: Color, on ground: Color) -> Double {
    let (a, b) = (luminance(over(top, ground)), luminance(ground))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// A transmitter with its map, and a point that is read.
  private static func bench(isDark: Bool) throws -> Bench {
    var bench = Bench()
    bench.send(.appearance(isDark: isDark, reducesMotion: false))
    bench.answer()
    bench.pin(at: Bench.middle)
    try settle(&bench)
    let (x, y) = bench.model.view.pixel(of: Coordinate(latitudeDegrees: 46.853, longitudeDegrees: 10.108))
    bench.tap(x, y)
    try settle(&bench)
    return bench
  }

  private static func settle(_ bench: inout Bench) throws {
    for _ in 0..<20 {
      bench.answer()
      try bench.draw()
    }
  }

  private static func reliefs(_ bench: Bench) -> Set<ColorMap> {
    let used = Set(
      bench.marks(ofLayer: LayerID.relief).compactMap { mark -> UInt32? in
        if case .field(let id, _, _, _, _, _) = mark { id } else { nil }
      })
    return Set(bench.scene.fields.filter { used.contains($0.id) }.map(\.map))
  }

  @Test func theGroundIsPaperOnALightScreen() throws {
    var bench = try Self.bench(isDark: true)
    #expect(Self.reliefs(bench) == [.relief])
    // Blocks that are there already, too.
    bench.send(.appearance(isDark: false, reducesMotion: false))
    try bench.draw()
    #expect(Self.reliefs(bench) == [.reliefLight])
    bench.send(.appearance(isDark: true, reducesMotion: false))
    try bench.draw()
    #expect(Self.reliefs(bench) == [.relief])
    // What is drawn of the coverage is the same.
    let map = try #require(bench.scene.fields.first { $0.id == FieldID.maps + 1 }).map
    #expect(map == .loss)
  }

  @Test(arguments: [true, false])
  func linesStandOutFromTheGround(isDark: Bool) throws {
    let model = try Self.bench(isDark: isDark).model
    let flat = Color(
      rgba: model.canvas.reliefColors.entries[Int(0.70711 * Float(ColorMap.reliefLandCount - 1))])
    if !isDark {
      #expect(Self.luminance(flat) > 0.7)
      #expect(Self.contrast(model.canvas.contour, on: flat) > 1.5)
      #expect(Self.contrast(model.canvas.indexContour, on: flat) > 3)
    }
    let water = Color(rgba: model.canvas.reliefColors.entries[Int(Relief.water)])
    #expect((Self.luminance(water) > 0.5) == !isDark)
    for ground in [flat, water] {
      #expect(Self.contrast(model.canvas.ink, on: ground) > 4.5)
      #expect(Self.contrast(model.canvas.accent, on: ground) > 3 || isDark)
    }
  }

  /// Words are read wherever the map lies behind their panel.
  @Test(arguments: [true, false])
  func wordsAreReadable(isDark: Bool) throws {
    var bench = try Self.bench(isDark: isDark)
    bench.set(.chooseDisplay, to: CoverageDisplay.level.rawValue)
    try bench.draw()
    let entries = bench.model.canvas.reliefColors.entries
    let grounds = [0, 100, 239].map { Color(rgba: entries[$0]) }
    for layer in [LayerID.legend, LayerID.sheet] {
      let marks = bench.marks(ofLayer: layer)
      guard case .rectangle(_, _, let panel) = try #require(marks.first) else {
        Issue.record("no panel")
        return
      }
      #expect((Self.luminance(panel) < 0.2) == isDark)
      var count = 0
      for case .text(let bytes, _, _, _, _, let color) in marks {
        count += 1
        for ground in grounds {
          // Over coverage, too.
          for entry in [ColorMap.level.entries[0], ColorMap.level.entries[140]] {
            let behind = Self.over(panel, Self.over(Color(rgba: entry), ground))
            #expect(
              Self.contrast(color, on: behind) > 4.5, "\(String(decoding: bytes, as: UTF8.self))")
          }
        }
      }
      #expect(count > 2)
    }
  }

  /// Points that were measured lie below what is written over the map, and do not show through.
  @Test(arguments: [true, false])
  func pointsAreNotSeenThroughTheLegend(isDark: Bool) throws {
    var bench = try Self.bench(isDark: isDark)
    bench.send(.press(.chip))
    let legend = { (bench: Bench) in
      bench.marks(ofLayer: LayerID.legend).compactMap { mark -> (rect: Rect, color: Color)? in
        if case .rectangle(let rect, _, let color) = mark, rect.height > 40 { (rect, color) } else { nil }
      }
    }
    try bench.draw()
    let box = try #require(legend(bench).first).rect
    // A road right below the legend.
    var text = "lat,lon,dBm\n"
    for step in 0..<60 {
      let place = bench.model.view.place(
        atX: Double(box.x) + Double(box.width) * Double(step) / 59, y: Double(box.y + box.height / 2))
      text += "\(place.latitudeDegrees),\(place.longitudeDegrees),-80\n"
    }
    _ = bench.model.receive(file: Array(text.utf8), at: bench.now)
    try Self.settle(&bench)
    #expect(!bench.marks(ofLayer: LayerID.measured).isEmpty && LayerID.measured < LayerID.legend)
    let panels = legend(bench)
    #expect(panels.count == 2 && panels.allSatisfy { $0.color.alpha == 255 })
    for layer in [LayerID.calibration, LayerID.surface] { #expect(layer > LayerID.measured) }
  }
}
