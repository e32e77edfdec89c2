import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveWire

/// The on-screen layout of a recording's annotations: outlines, labels and hit areas.
struct AnnotationLayout {
  private struct Placed {
    /// The index of the annotation in `marks`.
    let mark: Int
    /// The rectangle of the outline, which can extend beyond the screen.
    let box: Rect
    /// The rectangle of the label; empty if every position would cover another label or an outline.
    let label: Rect
  }

  private let marks: [Annotation]
  private var placed: [Placed] = []

  /// Computes the layout of all annotations in view.
  ///
  /// - Parameters:
  ///   - marks: The annotations of the source.
  ///   - maps: The mappings between recorded time and server time, one for each section of continuous
  ///     playback.
  ///   - plot: The plot.
  ///   - axis: The time axis of a waterfall.
  ///   - rowMicroseconds: The start of the newest row, for a spectrum; nil if no row has arrived.
  /// - Complexity: O(marks in view squared), with one allocation.
  init(_ marks: [Annotation], maps: [TimeMap], on plot: Plot, axis: TimeAxis, rowMicroseconds: Int64?) {
    self.marks = marks
    guard !marks.isEmpty else { return }
    placeBoxes(maps: maps, on: plot, axis: axis, rowMicroseconds: rowMicroseconds ?? .max)
    placeLabels(on: plot)
  }

  /// Computes the outlines of the annotations.
  ///
  /// In the waterfall, an annotation has one outline for each time that it was played. In the spectrum, only
  /// annotations at the time of the newest row have outlines, which are drawn as brackets, stacked from top
  /// to bottom.
  private mutating func placeBoxes(maps: [TimeMap], on plot: Plot, axis: TimeAxis, rowMicroseconds: Int64) {
    let screen = plot.screen
    let perPixel = axis.microsecondsPerPixel
    let top = axis.topPixel
    let row = Double(rowMicroseconds)
    let rowEnd = row + plot.rowSeconds * 1e6
    // The minimum size, so that an outline remains visible.
    let least = 8 * screen.scale
    var lane = screen.head + 24 * screen.type
    var end = Double.infinity
    for map in maps.reversed() {
      let begin = Double(map.serverMicroseconds)
      for index in marks.indices where map.speed > 0 {
        let first = Double(marks[index].startMicroseconds - map.recordedMicroseconds) / map.speed
        let last = Double(marks[index].endMicroseconds - map.recordedMicroseconds) / map.speed
        let from = begin + Swift.max(0, first)
        let until = Swift.min(end, begin + last)
        let left = Swift.max(-least, plot.pixel(ofHertz: marks[index].lowHertz))
        let right = Swift.min(screen.width + least, plot.pixel(ofHertz: marks[index].highHertz))
        guard from <= until, right >= 0, left <= screen.width else { continue }
        var box = Rect(x: left, y: lane, width: Swift.max(least, right - left), height: least)
        if plot.mode == .waterfall {
          box.y = Float(Swift.max(-1e5, top - until / perPixel)).rounded()
          let bottom = Float(Swift.min(1e5, top - from / perPixel)).rounded()
          box.height = Swift.max(least, bottom - box.y)
          guard bottom >= 0, box.y <= screen.plot.height else { continue }
        } else {
          guard from < rowEnd, until >= row, lane < screen.plot.height / 2 else { continue }
          lane += 34 * screen.type
        }
        placed.append(Placed(mark: index, box: box, label: .empty))
      }
      end = begin
    }
  }

  /// Places each label above its outline, below it or, if the outline is much larger than the label, inside.
  ///
  /// A label never overlaps another label. It overlaps another annotation's outline only if that outline
  /// encloses the label's own annotation. A label that does not fit is omitted.
  private mutating func placeLabels(on plot: Plot) {
    let screen = plot.screen
    let left = screen.left + 100 * screen.type
    let top = screen.head
    let height = (plot.labelStyle.size * 1.5).rounded()
    let gap = 3 * screen.scale
    for index in placed.indices where !marks[placed[index].mark].label.isEmpty {
      let box = placed[index].box
      let text = plot.advances.width(of: marks[placed[index].mark].label, style: plot.labelStyle)
      let width = (text + 10 * screen.type).rounded()
      let x = Swift.max(left, Swift.min(screen.right - width - gap, box.x))
      var label = Rect(x: x, y: box.y - height - gap, width: width, height: height)
      for place in 0..<3 {
        if place == 1 { label.y = box.bottom + gap }
        if place == 2 {
          label.y = Swift.max(top, box.y) + gap
          guard box.bottom - label.y > 4 * height, box.width > 2 * width else { break }
        }
        guard label.y >= top, label.bottom <= screen.plot.height, label.right < screen.right else { continue }
        let isTaken = placed.contains {
          $0.label.overlaps(label) || ($0.box.overlaps(label) && !$0.box.surrounds(box))
        }
        guard !isTaken else { continue }
        placed[index] = Placed(mark: placed[index].mark, box: box, label: label)
        break
      }
    }
  }

  /// Draws the outlines and labels of the annotations.
  func draw(on plot: Plot, into list: inout DrawList) {
    let line = Swift.max(1, plot.screen.scale.rounded())
    let text = plot.plotTheme.text
    for placed in placed {
      let box = placed.box
      list.polyline(width: line, color: text.opacity(0.7)) { point in
        point(box.x, box.bottom)
        point(box.x, box.y)
        point(box.right, box.y)
        point(box.right, box.bottom)
        if plot.mode == .waterfall { point(box.x, box.bottom) }
      }
      guard !placed.label.isEmpty else { continue }
      let label = placed.label
      plot.drawLabel(
        marks[placed.mark].label, x: label.x, middle: label.y + label.height / 2, color: text, into: &list)
    }
  }

  /// Returns the note of the annotation whose label or outline is touched; nil if no annotation is touched.
  ///
  /// A small outline can be touched anywhere inside it. If several annotations are touched, the smallest is
  /// used.
  func note(atX x: Float, y: Float, scale: Float) -> [UInt8]? {
    // The hit area is at least 44 points in each direction.
    func reach(_ box: Rect, least: Float) -> Float {
      Swift.max(least, 22 * scale - Swift.min(box.width, box.height) / 2)
    }
    var least = Float.infinity
    var note: [UInt8]?
    for placed in placed {
      let box = placed.box
      let isOnLabel =
        !placed.label.isEmpty && placed.label.grown(by: reach(placed.label, least: 0)).contains(x: x, y: y)
      let isOnLine =
        box.grown(by: reach(box, least: 12 * scale)).contains(x: x, y: y)
        && !box.grown(by: -12 * scale).contains(x: x, y: y)
      guard isOnLabel || isOnLine, box.width * box.height < least else { continue }
      least = box.width * box.height
      note = marks[placed.mark].note
    }
    return note
  }
}

extension Rect {
  fileprivate func surrounds(_ other: Rect) -> Bool {
    x <= other.x && y <= other.y && right >= other.right && bottom >= other.bottom
  }

  /// Returns the rectangle enlarged by a margin on every side.
  fileprivate func grown(by margin: Float) -> Rect {
    Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
