import WaveDisplay
import WaveInteraction
import WaveUnits

/// A plot of the ground along a path with trees and roofs, and of the line of sight with its first Fresnel
/// zone.
struct ProfilePlot: Sendable {
  private let path: PathClearance
  private let plot: Rect
  private let canvas: MapCanvas
  /// The height above sea level at the plot's lower edge, in metres.
  private let low: Double
  /// The height above sea level at the plot's upper edge, in metres.
  private let high: Double

  /// Creates the plot of a path in a rectangle; nil if the rectangle is too small.
  init?(_ path: PathClearance, in plot: Rect, on canvas: MapCanvas) {
    guard plot.width > 20, plot.height > 20 else { return nil }
    (self.path, self.plot, self.canvas) = (path, plot, canvas)
    var (low, high) = path.range
    for point in 0..<32 {
      let away = path.length * Double(point) / 31
      high = Swift.max(high, path.sight(at: away) + path.zoneRadius(at: away))
    }
    let room = Swift.max(20, high - low) * 0.08
    (self.low, self.high) = (low - room, high + room)
  }

  private func x(_ kilometers: Double) -> Float { plot.x + plot.width * Float(kilometers / path.length) }

  private func y(_ meters: Double) -> Float {
    plot.bottom - plot.height * Float((meters - low) / (high - low))
  }

  func draw(into list: inout DrawList) {
    let (scale, theme) = (canvas.screen.scale, canvas.theme)
    drawZone(into: &list)
    if !path.tops.isEmpty {
      area(path.tops, top: canvas.surface, base: canvas.surface, into: &list)
      // The ground's fill is translucent, so an opaque layer is drawn beneath it.
      area(path.heights, top: theme.ground, base: theme.ground, into: &list)
    }
    let ground = Color(canvas.isLight ? 0x8FA394 : 0x53665A)
    area(path.heights, top: ground, base: ground.opacity(0.75), into: &list)
    list.line(
      from: (plot.x, y(path.transmitter)), to: (plot.right, y(path.receiver)), width: 2 * scale,
      color: theme.accent)
    if let worst = path.worst {
      let (px, py) = (x(path.distances[worst]), y(path.top(worst)))
      let sight = y(path.sight(at: path.distances[worst]))
      list.line(from: (px, py), to: (px, sight), width: 1.5 * scale, color: theme.text)
      canvas.dot(x: px, y: py, radius: 3.5 * canvas.screen.type, color: theme.text, into: &list)
    }
    drawLabels(into: &list)
  }

  /// Draws the Fresnel zone as a band; the ground and the sheet hide its lower part.
  private func drawZone(into list: inout DrawList) {
    let (scale, accent) = (canvas.screen.scale, canvas.theme.accent)
    let count = Int(saturating: Swift.max(2, Swift.min(160, plot.width / (2 * scale))))
    func away(_ step: Int) -> Double { path.length * Double(step) / Double(count) }
    list.polyline(width: 0.75 * scale, color: accent.opacity(0.5)) { point in
      for side in [1.0, -1.0] {
        for step in 0...count {
          let away = away(step)
          point(x(away), y(path.sight(at: away) + side * path.zoneRadius(at: away)))
        }
        point(0, .nan)
      }
    }
    for step in 0..<count {
      let (from, to) = (away(step), away(step + 1))
      let middle = (from + to) / 2
      let (sight, radius) = (path.sight(at: middle), path.zoneRadius(at: middle))
      let (above, below) = (y(sight + radius), y(sight - radius))
      list.rectangle(
        Rect(x: x(from), y: above, width: x(to) - x(from), height: Swift.max(0, below - above)),
        color: accent.opacity(0.16))
    }
  }

  private func area(_ heights: [Double], top: Color, base: Color, into list: inout DrawList) {
    list.area(base: plot.bottom, top: plot.y, topColor: top, baseColor: base) { point in
      for index in path.distances.indices { point(x(path.distances[index]), y(heights[index])) }
    }
  }

  /// Draws the heights of both ends and the distance between them.
  private func drawLabels(into list: inout DrawList) {
    let style = TextStyle(size: (11.5 * canvas.screen.type).rounded())
    let baseline = plot.bottom + 16 * canvas.screen.type
    func label(_ text: [UInt8], at x: Float, _ alignment: TextAlignment) {
      list.text(text, x: x, baseline: baseline, style: style, color: canvas.theme.quiet, alignment: alignment)
    }
    func height(_ meters: Double) -> [UInt8] { TextWriter("\(meters, decimals: 0) m").bytes }
    label(height(path.heights[0]), at: plot.x, .leading)
    label(height(path.heights[path.heights.count - 1]), at: plot.right, .trailing)
    label(Texts.length(path.length * 1000), at: plot.x + plot.width / 2, .center)
  }
}
