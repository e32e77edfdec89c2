import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// The context for all drawing: the screen's size and colours, the visible part of the earth, and the area
/// that is not covered by the drawer or the path sheet.
struct MapCanvas: Sendable {
  let screen: Screen
  let theme: Theme
  let advances: TextAdvances
  let view: MercatorView
  /// Whether the system's appearance is light.
  let isLight: Bool
  /// Whether measured points are on the map.
  let hasPoints: Bool
  /// The top edge of the path sheet or, without a sheet, the bottom edge of the usable area, in pixels from
  /// the top of the screen.
  let bottom: Float

  /// Creates a canvas for the whole screen.
  ///
  /// - Parameters:
  ///   - appearance: The screen's size and colours.
  ///   - view: The visible part of the earth.
  ///   - hasPoints: Whether measured points are on the map.
  init(_ appearance: Appearance, view: MercatorView, hasPoints: Bool) {
    (screen, theme, advances) = (appearance.screen, appearance.theme, appearance.advances)
    (self.view, self.hasPoints) = (view, hasPoints)
    isLight = appearance.theme == .light
    bottom = (screen.height - screen.insets.bottom * screen.scale).rounded()
  }

  /// Creates a canvas for the same screen with a sheet of the given height, in pixels, at the bottom.
  init(_ canvas: MapCanvas, above sheetHeight: Float) {
    (screen, theme, advances) = (canvas.screen, canvas.theme, canvas.advances)
    (view, isLight, hasPoints) = (canvas.view, canvas.isLight, canvas.hasPoints)
    bottom = (screen.height - sheetHeight - screen.insets.bottom * screen.scale).rounded()
  }

  /// The vertical middle of the drawer's handle in pixels from the top; Web/app.css places the handle at half
  /// the height.
  var handleMiddle: Float {
    let lowest = screen.height - (50 + screen.insets.bottom) * screen.scale
    return Swift.min(Swift.max(screen.height / 2, (54 + screen.headPoints) * screen.scale), lowest)
  }

  /// Returns the screen coordinates of a position.
  func pixel(of place: Coordinate) -> (x: Float, y: Float) { view.pixel(of: place) }

  // MARK: - Shapes

  /// Draws a disc.
  func dot(x: Float, y: Float, radius: Float, color: Color, into list: inout DrawList) {
    list.rectangle(
      Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius, color: color)
  }

  /// Draws a diagonal cross whose arms extend `arm` pixels from its centre along each axis.
  func cross(x: Float, y: Float, arm: Float, width: Float, color: Color, into list: inout DrawList) {
    list.polyline(width: width, color: color) { point in
      point(x - arm, y - arm)
      point(x + arm, y + arm)
      point(0, .nan)
      point(x + arm, y - arm)
      point(x - arm, y + arm)
    }
  }

  /// Draws line segments over blocks; each segment is given by the column and row of both ends, in posts.
  func pieces(
    _ blocks: [(block: StoredBlock, ends: [Float])], width: Float, color: Color, into list: inout DrawList
  ) {
    list.polyline(width: width, color: color) { point in
      for (block, ends) in blocks {
        let left = Float(view.x(ofLongitude: block.westDegrees))
        let across = Float(block.longitudeStepDegrees / 360 * view.pixelsPerWorld)
        let top = Float(view.y(ofLatitude: block.northDegrees))
        let down = (Float(view.y(ofLatitude: block.southDegrees)) - top) / Float(block.rowCount - 1)
        for place in stride(from: 0, to: ends.count - 3, by: 4) {
          point(left + across * ends[place], top + down * ends[place + 1])
          point(left + across * ends[place + 2], top + down * ends[place + 3])
          point(0, .nan)
        }
      }
    }
  }

  /// Draws the visible part of a dashed line, with dashes of 7 points and gaps of 5.
  func dashes(_ points: [(Float, Float)], width: Float, color: Color, into list: inout DrawList) {
    let (dash, gap) = (7 * screen.scale, 5 * screen.scale)
    let (right, bottom) = (screen.width + dash, screen.height + dash)
    list.polyline(width: width, color: color) { point in
      var along: Float = 0
      for index in 1..<Swift.max(1, points.count) {
        let (ax, ay) = points[index - 1]
        let (bx, by) = points[index]
        let length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).squareRoot()
        defer { along = (along + length).truncatingRemainder(dividingBy: dash + gap) }
        guard length > 0, length < 1e6, Swift.max(ax, bx) > -dash, Swift.min(ax, bx) < right,
          Swift.max(ay, by) > -dash, Swift.min(ay, by) < bottom
        else { continue }
        var start = -along
        while start < length {
          let (from, to) = (Swift.max(0, start), Swift.min(length, start + dash))
          if to > from {
            point(ax + (bx - ax) * from / length, ay + (by - ay) * from / length)
            point(ax + (bx - ax) * to / length, ay + (by - ay) * to / length)
            point(0, .nan)
          }
          start += dash + gap
        }
      }
    }
  }
}

extension DrawList {
  /// Draws a line between two points.
  mutating func line(
    from start: (x: Float, y: Float), to end: (x: Float, y: Float), width: Float, color: Color
  ) {
    polyline(width: width, color: color) { point in
      point(start.x, start.y)
      point(end.x, end.y)
    }
  }
}
