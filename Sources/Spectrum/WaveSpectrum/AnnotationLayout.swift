import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// The marks of a recording where they are on the screen: outlined, labelled, and to be touched.
struct AnnotationLayout {
  private struct Placed {
    /// Which of the marks.
    let mark: Int
    /// May reach beyond the screen.
    let box: Rect
    /// Empty where there is no room that hides nothing.
    let label: Rect
  }

  private let marks: [Annotation]
  private var placed: [Placed] = []

  /// Finds a place for every mark in view.
  ///
  /// - Parameters:
  ///   - marks: The marks of the source.
  ///   - maps: When it was played.
  ///   - plot: The plot.
  ///   - axis: The time of a waterfall.
  ///   - rowMicroseconds: The start of the newest row, for a spectrum; nil if none has come.
  /// - Complexity: O(marks in view squared), one allocation.
  init(_ marks: [Annotation], maps: [TimeMap], on plot: Plot, axis: TimeAxis, rowMicroseconds: Int64?) {
    self.marks = marks
    guard !marks.isEmpty else { return }
    placeBoxes(maps: maps, on: plot, axis: axis, rowMicroseconds: rowMicroseconds ?? .max)
    placeLabels(on: plot)
  }

  /// Places the boxes: in the waterfall one for each time that a mark was played, in the spectrum those of
  /// the newest row, as brackets one under the other.
  private mutating func placeBoxes(maps: [TimeMap], on plot: Plot, axis: TimeAxis, rowMicroseconds: Int64) {
    let screen = plot.screen
    let perPixel = axis.microsecondsPerPixel
    let top = axis.topPixel
    let row = Double(rowMicroseconds)
    let rowEnd = row + plot.rowSeconds * 1e6
    // No smaller than can be seen.
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

  /// Places the labels: above the box, below, or, where that leaves three quarters of it free, within.
  ///
  /// Never on another label, nor on a box that is not around its own. One that finds no place is left out.
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
        var isFree = true
        for other in placed
        where other.label.overlaps(label) || (other.box.overlaps(label) && !other.box.surrounds(box)) {
          isFree = false
        }
        guard isFree else { continue }
        placed[index] = Placed(mark: placed[index].mark, box: box, label: label)
        break
      }
    }
  }

  /// Outlines what is marked and labels it.
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
        marks[placed.mark].label, x: label.x, middle: label.y + label.height / 2, color: text,
        style: plot.labelStyle, into: &list)
    }
  }

  /// The note of the mark that a finger means: by its label, its outline, or all of a small one; nil for
  /// none.
  func note(atX x: Float, y: Float, scale: Float) -> [UInt8]? {
    // Never less to be touched than 44 points each way.
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

  /// The rectangle with its edges moved outwards.
  fileprivate func grown(by margin: Float) -> Rect {
    Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
