import WaveDisplay
import WaveInteraction

extension NamePlacement {
  /// Draws a magnifying glass, given its left edge and vertical centre.
  func drawLens(x: Float, y: Float, color: Color, into list: inout DrawList) {
    let scale = canvas.screen.scale
    let radius = lensSize * 0.36
    let centreX = x + radius
    let centreY = y - radius * 0.3
    list.polyline(width: Swift.max(1, 1.3 * scale), color: color) { point in
      for step in 0...12 {
        let turn = Turn.twelfth(step)
        point(centreX + radius * turn.x, centreY + radius * turn.y)
      }
    }
    list.polyline(width: Swift.max(1, 2 * scale), color: color) { point in
      point(centreX + radius * 0.75, centreY + radius * 0.75)
      point(centreX + radius * 1.7, centreY + radius * 1.7)
    }
  }
}

/// Points on the unit circle.
private enum Turn {
  /// Returns the point on the unit circle at a number of twelfths of a turn.
  static func twelfth(_ step: Int) -> (x: Float, y: Float) {
    let half: Float = 0.5
    let long: Float = 0.866_025_4
    switch step % 12 {
    case 0: return (1, 0)
    case 1: return (long, half)
    case 2: return (half, long)
    case 3: return (0, 1)
    case 4: return (-half, long)
    case 5: return (-long, half)
    case 6: return (-1, 0)
    case 7: return (-long, -half)
    case 8: return (-half, -long)
    case 9: return (0, -1)
    case 10: return (half, -long)
    default: return (long, -half)
    }
  }
}
