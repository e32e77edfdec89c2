import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveWire

extension SpectrumModel {
  /// Outlines what is marked and labels it.
  func drawAnnotations(into list: inout DrawList, at now: Int64) {
    let line = Swift.max(1, screen.scale.rounded())
    let color = plotTheme.text.opacity(0.7)
    let marks = marks
    let isClosed = mode == .waterfall
    for placed in placedAnnotations(at: now) {
      let box = placed.box
      list.polyline(width: line, color: color) { point in
        point(box.x, box.bottom)
        point(box.x, box.y)
        point(box.right, box.y)
        point(box.right, box.bottom)
        if isClosed { point(box.x, box.bottom) }
      }
      guard !placed.label.isEmpty else { continue }
      let label = placed.label
      drawLabel(
        marks[placed.mark].label, x: label.x, middle: label.y + label.height / 2, color: plotTheme.text,
        style: labelStyle,
        into: &list)
    }
  }

  /// What the annotation says that a finger means: by its label, its outline, or all of a small one; nil for
  /// none.
  func annotation(atX x: Float, y: Float, now: Int64) -> [UInt8]? {
    let scale = screen.scale
    // Never less to be touched than 44 points each way.
    func reach(_ box: Rect, least: Float) -> Float {
      Swift.max(least, 22 * scale - Swift.min(box.width, box.height) / 2)
    }
    var least = Float.infinity
    var text: [UInt8]?
    for placed in placedAnnotations(at: now) {
      let box = placed.box
      let isOnLabel =
        !placed.label.isEmpty && placed.label.grown(by: reach(placed.label, least: 0)).contains(x: x, y: y)
      let isOnLine =
        box.grown(by: reach(box, least: 12 * scale)).contains(x: x, y: y)
        && !box.grown(by: -12 * scale).contains(x: x, y: y)
      guard isOnLabel || isOnLine, box.width * box.height < least else { continue }
      least = box.width * box.height
      text = marks[placed.mark].note
    }
    return text
  }

  private var marks: [Annotation] { reports.marks(of: sources.number) }

  /// Every annotation in view with its box, which may reach beyond the screen, and its label's place.
  ///
  /// A label stands above its box, below, or, where that leaves three quarters of it free, within; never on
  /// another label, nor on a box that is not around its own. One that finds no place is left out.
  ///
  /// - Complexity: O(annotations in view squared), one allocation.
  private func placedAnnotations(at now: Int64) -> [PlacedAnnotation] {
    let marks = marks
    guard !marks.isEmpty else { return [] }
    var all = boxes(of: marks, at: now)
    let left = screen.left + 100 * screen.type
    let top = screen.head
    let height = (labelStyle.size * 1.5).rounded()
    let gap = 3 * screen.scale
    for index in all.indices where !marks[all[index].mark].label.isEmpty {
      let box = all[index].box
      let text = advances.width(of: marks[all[index].mark].label, style: labelStyle)
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
        for other in all
        where other.label.overlaps(label) || (other.box.overlaps(label) && !other.box.surrounds(box)) {
          isFree = false
        }
        guard isFree else { continue }
        all[index].label = label
        break
      }
    }
    return all
  }

  /// Every annotation in view: in the waterfall once for each time that it was played, in the spectrum those
  /// of the newest row, as brackets one under the other.
  private func boxes(of marks: [Annotation], at now: Int64) -> [PlacedAnnotation] {
    var placed: [PlacedAnnotation] = []
    let axis = timeAxis(at: now)
    let perPixel = axis.microsecondsPerPixel
    let top = (Double(axis.top) / perPixel).rounded(.down)
    let row = Double(reception.trace?.startMicroseconds ?? .max)
    let rowEnd = row + (source?.rowSeconds ?? 0) * 1e6
    // No smaller than can be seen.
    let least = 8 * screen.scale
    var lane = screen.head + 24 * screen.type
    var end = Double.infinity
    for map in playback.maps(of: sources.number).reversed() {
      let begin = Double(map.serverMicroseconds)
      for index in marks.indices where map.speed > 0 {
        let first = Double(marks[index].startMicroseconds - map.recordedMicroseconds) / map.speed
        let last = Double(marks[index].endMicroseconds - map.recordedMicroseconds) / map.speed
        let from = begin + Swift.max(0, first)
        let until = Swift.min(end, begin + last)
        let left = Swift.max(-least, pixel(ofHertz: marks[index].lowHertz))
        let right = Swift.min(screen.width + least, pixel(ofHertz: marks[index].highHertz))
        guard from <= until, right >= 0, left <= screen.width else { continue }
        var box = Rect(x: left, y: lane, width: Swift.max(least, right - left), height: least)
        if mode == .waterfall {
          box.y = Float(Swift.max(-1e5, top - until / perPixel)).rounded()
          let bottom = Float(Swift.min(1e5, top - from / perPixel)).rounded()
          box.height = Swift.max(least, bottom - box.y)
          guard bottom >= 0, box.y <= screen.plot.height else { continue }
        } else {
          guard from < rowEnd, until >= row, lane < screen.plot.height / 2 else { continue }
          lane += 34 * screen.type
        }
        placed.append(PlacedAnnotation(mark: index, box: box))
      }
      end = begin
    }
    return placed
  }
}

/// An annotation where it stands on the screen.
private struct PlacedAnnotation {
  /// Which of the source's marks.
  var mark: Int
  var box: Rect
  /// Empty where there is no room that hides nothing.
  var label = Rect.empty
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
