import WaveDisplay
import WaveInteraction

extension NamePlacement {
  /// Draws a magnifying glass, given its left edge and vertical centre.
  func drawLens(x: Float, y: Float, color: Color, into list: inout DrawList) {
    let scale = canvas.screen.scale
    let radius = lensSize * 0.36
    let centreX = x + radius
    let centreY = y - radius * 0.3
    // The sines of twelfths of a turn; their cosines are three twelfths ahead.
    let (half, long): (Float, Float) = (0.5, 0.866_025_4)
    let sines = [0, half, long, 1, long, half, 0, -half, -long, -1, -long, -half]
    list.polyline(width: Swift.max(1, 1.3 * scale), color: color) { point in
      for step in 0...12 {
        point(centreX + radius * sines[(step + 3) % 12], centreY + radius * sines[step % 12])
      }
    }
    list.polyline(width: Swift.max(1, 2 * scale), color: color) { point in
      point(centreX + radius * 0.75, centreY + radius * 0.75)
      point(centreX + radius * 1.7, centreY + radius * 1.7)
    }
  }
}
