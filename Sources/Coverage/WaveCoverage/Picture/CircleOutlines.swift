import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// The circles that bound the transmitters' maps, cached as outlines.
struct CircleOutlines: Sendable {
  /// The outline of a circle in world coordinates, and the circle's parameters.
  private struct Ring: Sendable {
    let center: Coordinate
    let radiusMeters: Double
    let points: [(x: Double, y: Double)]

    init(of plan: CoveragePlan) {
      (center, radiusMeters) = (plan.transmitter, plan.radiusMeters)
      points = (0...180).map { step in
        let place = Geodesic.place(
          from: plan.transmitter, bearingDegrees: Double(step) * 2, meters: plan.radiusMeters)
        return (
          MercatorView.worldX(ofLongitude: place.longitudeDegrees),
          MercatorView.worldY(ofLatitude: place.latitudeDegrees)
        )
      }
    }
  }

  /// The outlines, indexed by transmitter.
  private var rings: [Ring] = []

  /// Draws the circles, with the selected transmitter's on top.
  ///
  /// - Parameters:
  ///   - sites: The transmitters; without any, nothing is drawn.
  ///   - isHeld: Whether a finger drags the selected transmitter's circle.
  ///   - canvas: The screen and the visible part of the earth.
  ///   - list: Receives the layer's drawing commands.
  mutating func draw(_ sites: Sites, isHeld: Bool, on canvas: MapCanvas, into list: inout DrawList) {
    guard sites.plan != nil else { return }
    update(sites)
    let (bounds, scale) = (canvas.screen.bounds, canvas.screen.scale)
    list.beginLayer(LayerID.circle, bounds: bounds)
    for index in rings.indices where index != sites.selected {
      let points = pixels(of: rings[index], on: canvas)
      func line(_ width: Float, _ color: Color) {
        list.polyline(width: width, color: color) { point in
          for (x, y) in points { point(x, y) }
        }
      }
      // Light colours are hard to see on light ground.
      if canvas.isLight { line(2 * scale, canvas.ink.opacity(0.55)) }
      line(scale, CoveragePalette.site(index).opacity(0.8))
    }
    let points = pixels(of: rings[sites.selected], on: canvas)
    let width = (isHeld ? 2.5 : 1.5) * scale
    canvas.dashes(points, width: width + 1.5 * scale, color: canvas.halo.opacity(0.35), into: &list)
    canvas.dashes(points, width: width, color: isHeld ? canvas.accent : canvas.ink.opacity(0.92), into: &list)
    list.endLayer(bounds: bounds)
  }

  /// Updates the outlines of circles that have changed.
  private mutating func update(_ sites: Sites) {
    if rings.count > sites.list.count { rings.removeLast(rings.count - sites.list.count) }
    for (index, site) in sites.list.enumerated() {
      if index == rings.count {
        rings.append(Ring(of: site.plan))
      } else if rings[index].center != site.plan.transmitter
        || rings[index].radiusMeters != site.plan.radiusMeters
      {
        rings[index] = Ring(of: site.plan)
      }
    }
  }

  /// Returns the pixel positions of a circle, on the copy of the world nearest to the middle of the screen.
  private func pixels(of ring: Ring, on canvas: MapCanvas) -> [(Float, Float)] {
    let view = canvas.view
    let centerX = view.x(ofLongitude: ring.center.longitudeDegrees)
    let home = MercatorView.worldX(ofLongitude: ring.center.longitudeDegrees)
    return ring.points.map { world in
      (Float(centerX + (world.x - home) * view.pixelsPerWorld), Float(view.y(ofWorld: world.y)))
    }
  }
}
