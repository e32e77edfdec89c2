import WaveDisplay
import WaveInteraction
import WaveSensorsWire

/// Where the names of streams are drawn, and the lenses beside them.
struct NamePlacement {
  /// Lanes that are lower, in points of text, have no lens: none could be met.
  static let lensHeight: Float = 20

  let canvas: Canvas
  let plot: Plot
  let layout: SensorsModel.Layout
  let source: StreamSource
  /// Whether names have lenses: their server makes spectra.
  let hasLens: Bool
  /// Whether lanes have handles at their left edge, which keep their place.
  let hasHandles: Bool
  /// Which of its places each lead's name has on the paper.
  let paperPlaces: [Int]

  /// The width of a lens, and how far the name is from the lens's left edge.
  var lensSize: Float { 11 * canvas.screen.type }
  var lensRoom: Float { hasLens ? lensSize + 7 * canvas.screen.type : 0 }

  /// Whether names on paper are small enough to be moved without meeting those of other lanes, or marks.
  var hasRoom: Bool { canvas.screen.textScale < 1.5 }

  /// The style of a lane's name: smaller in lanes that are low.
  func style(of lane: Lane) -> TextStyle {
    var style = canvas.titleStyle
    if layout != .overlaid {
      style.size = Swift.min(style.size, Swift.max(7 * canvas.screen.type, lane.height * 0.8))
    }
    return style
  }

  /// The left edge of a stream's name, its lens included, and its baseline.
  func place(of lane: Lane, _ index: Int) -> (x: Float, baseline: Float) {
    guard layout != .paper else {
      return paperPlace(of: lane, paperPlaces.indices.contains(lane.channel) ? paperPlaces[lane.channel] : 0)
    }
    let x = canvas.screen.left + (hasHandles ? 28 : 10) * canvas.screen.scale
    let below = layout == .overlaid ? Float(index) * canvas.line : 0
    return (x, lane.y + style(of: lane).size * 1.15 + below)
  }

  /// Where a lead's name is in one of its places on paper: 6 mm above its line, or where no trace is.
  func paperPlace(of lane: Lane, _ place: Int) -> (x: Float, baseline: Float) {
    let screen = canvas.screen
    let places = paperBaselines(of: lane)
    let baseline = places[Swift.min(place, places.count - 1)]
    var x = plot.left + Float(lane.columns.lowerBound) + 6 * screen.scale
    if (baseline - screen.height / 2).magnitude < 50 * screen.scale + canvas.titleStyle.size,
      let label = source.channel(lane.channel)?.lead?.label
    {
      x = Swift.min(x, screen.right - 54 * screen.scale - width(of: label))
    }
    return (x, baseline)
  }

  /// Where a lead's name may be on paper, the best place first.
  func paperBaselines(of lane: Lane) -> [Float] {
    let size = canvas.titleStyle.size
    let middle = zeroLine(of: lane)
    let step = plot.pixelsPerMillimetre
    // The name goes with a lead that was moved, over another's row too.
    let moved = middle - (lane.y + lane.height / 2)
    let top = lane.y + moved
    let usual = top + Swift.max(size, lane.height / 2 - 6 * step)
    let foot = top + lane.height - 2 * canvas.screen.scale
    let places = [
      usual, Swift.min(foot, middle + 6 * step + size), top + size, foot, middle - 2 * step,
      middle + 2 * step + size,
    ]
    let bottom = plot.bottom - 2 * canvas.screen.scale
    return (hasRoom ? places : [usual]).map { Swift.max(plot.top + size, Swift.min(bottom, $0)) }
  }

  /// The width of a name with its lens.
  func width(of name: [UInt8]) -> Float {
    lensRoom + canvas.advances.width(of: name, style: canvas.titleStyle)
  }

  /// Where a lead has zero, held on the paper wherever a finger has moved it.
  func zeroLine(of lane: Lane) -> Float {
    let place = lane.y(of: 0)
    return Swift.max(plot.top, Swift.min(plot.bottom, place.isFinite ? place : lane.y))
  }

  /// Whether a lead's line is on the paper: if it is not, its name would be read as that of another lead.
  func isOnPaper(_ lane: Lane) -> Bool { lane.y(of: 0) == zeroLine(of: lane) }

  /// The stream of some lanes whose lens is under a point.
  func lens(x: Float, y: Float, among lanes: [Lane]) -> Int? {
    guard hasLens else { return nil }
    let reach = 20 * canvas.screen.scale
    var nearest: (channel: Int, distance: Float)?
    for lane in lanes where layout == .paper ? isOnPaper(lane) : lane.contains(x: x, y: y, on: plot) {
      let (left, baseline) = place(of: lane, 0)
      let distance = (y - baseline + canvas.titleStyle.size * 0.35).magnitude
      guard x < left + lensSize + reach * 0.6, x > left - reach, distance < reach else { continue }
      if distance < nearest?.distance ?? .infinity { nearest = (lane.channel, distance) }
    }
    return nearest?.channel
  }
}
