import WaveDisplay
import WaveInteraction
import WaveSensorsWire

/// The positions of the stream names, and of the magnifying glasses next to them.
struct NamePlacement {
  /// The minimum height of a lane with a magnifying glass, in points; in shorter lanes it would be too small
  /// to tap.
  static let lensHeight: Float = 20

  let canvas: Canvas
  let plot: Plot
  let layout: SensorsModel.Layout
  let source: StreamSource
  /// Whether names have a magnifying glass, because the server computes spectra.
  let hasLens: Bool
  /// Whether lanes have handles at their left edge, so that names must leave room for them.
  let hasHandles: Bool
  /// The position of each stream's lead name on paper, as an index.
  let paperPlaces: [Int]

  /// The width of a magnifying glass, in device pixels.
  var lensSize: Float { 11 * canvas.screen.type }
  /// The distance from the left edge of a magnifying glass to the name, in device pixels; 0 if there is no
  /// magnifying glass.
  var lensRoom: Float { hasLens ? lensSize + 7 * canvas.screen.type : 0 }

  /// Whether names on paper are small enough to be moved without overlapping the names of other lanes or
  /// marks.
  var hasRoom: Bool { canvas.screen.textScale < 1.5 }

  /// Returns the text style of a lane's name, which is smaller in short lanes.
  func style(of lane: Lane) -> TextStyle {
    var style = canvas.titleStyle
    if layout != .overlaid {
      style.size = Swift.min(style.size, Swift.max(7 * canvas.screen.type, lane.height * 0.8))
    }
    return style
  }

  /// Returns the baseline and the left edge of a stream's name, including its magnifying glass.
  func place(of lane: Lane, _ index: Int) -> (x: Float, baseline: Float) {
    guard layout != .paper else {
      return paperPlace(of: lane, paperPlaces.indices.contains(lane.channel) ? paperPlaces[lane.channel] : 0)
    }
    let x = canvas.screen.left + (hasHandles ? 28 : 10) * canvas.screen.scale
    let below = layout == .overlaid ? Float(index) * canvas.line : 0
    return (x, lane.y + style(of: lane).size * 1.15 + below)
  }

  /// Returns the position with a given index for a lead's name on paper.
  ///
  /// The preferred position is 6 mm above the lead's line.
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

  /// Returns the possible baselines of a lead's name on paper, starting with the preferred baseline.
  func paperBaselines(of lane: Lane) -> [Float] {
    let size = canvas.titleStyle.size
    let middle = zeroLine(of: lane)
    let step = plot.pixelsPerMillimetre
    // The name follows a lead that was moved, even into the row of a different lead.
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

  /// Returns the width of a name, including the magnifying glass.
  func width(of name: [UInt8]) -> Float {
    lensRoom + canvas.advances.width(of: name, style: canvas.titleStyle)
  }

  /// Returns the vertical position of a lead's zero, clamped to the paper.
  func zeroLine(of lane: Lane) -> Float {
    let place = lane.y(of: 0)
    return Swift.max(plot.top, Swift.min(plot.bottom, place.isFinite ? place : lane.y))
  }

  /// Returns whether a lead's zero line is on the paper.
  ///
  /// If it is not, the name would seem to belong to a different lead.
  func isOnPaper(_ lane: Lane) -> Bool { lane.y(of: 0) == zeroLine(of: lane) }

  /// Returns the number of the stream whose magnifying glass is at a point; nil if there is none.
  ///
  /// Only streams in the given lanes are considered.
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
