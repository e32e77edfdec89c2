import WaveSpectrumWire
import WaveSystem
import WaveUnits
import WaveWire

/// A file's annotations as sent to clients: all of them if there are few, otherwise those around the current
/// position.
struct RecordingMarks: Sendable {
  /// The maximum number of characters in a label.
  static let labelCharacters = 24

  private let marks: [Annotation]
  /// The index of the first annotation in the most recently sent list; nil before the first list.
  private var lastFirst: Int?

  /// Formats the annotations of a file.
  ///
  /// - Parameters:
  ///   - file: The file with the annotations.
  ///   - timeline: The recorded times of the file's samples.
  ///   - startMicroseconds: The recorded time of the first sample, in microseconds since 1970.
  init(_ file: SampleFile, timeline: SampleTimeline, startMicroseconds: Int64) {
    marks = file.layout.remarks.map { remark in
      let start =
        startMicroseconds &+ Int64(saturating: timeline.recorded(ofSample: remark.samples.lowerBound))
      let last = max(remark.samples.lowerBound, remark.samples.upperBound - 1)
      let end = startMicroseconds &+ Int64(saturating: timeline.recorded(ofSample: last))
      let segment = file.layout.segments.last { $0.firstSample <= remark.samples.lowerBound }
      let band = file.band(centerHertz: segment.map(file.shownCenterHertz(of:)) ?? file.shownMainCenterHertz)
      let low = remark.lowHertz ?? band.lowerBound
      let high = remark.highHertz ?? band.upperBound
      return Annotation(
        startMicroseconds: start, endMicroseconds: max(start, end), lowHertz: Self.bounded(low),
        highHertz: Self.bounded(max(low, high)), label: Self.label(remark),
        note: Self.note(remark, low: low, high: high, start: start, end: end))
    }.sorted { $0.startMicroseconds < $1.startMicroseconds }
  }

  /// The number of annotations.
  var count: Int { marks.count }

  /// Returns the annotations to send when playback reaches a recorded time; nil if they have already been
  /// sent.
  mutating func update(at microseconds: Int64) -> Annotations? {
    guard !marks.isEmpty else { return nil }
    let limit = WireLimits.annotations
    var place = 0
    var end = marks.count
    while place < end {
      let middle = (place + end) / 2
      if marks[middle].startMicroseconds <= microseconds { place = middle + 1 } else { end = middle }
    }
    let first = min(max(0, place - limit / 2), max(0, marks.count - limit))
    // The list is sent again once playback has passed a quarter of its annotations.
    if let lastFirst, abs(first - lastFirst) < (marks.count > limit ? limit / 4 : .max) { return nil }
    lastFirst = first
    let shown = Array(marks[first..<min(marks.count, first + limit)])
    return Annotations(source: 0, leftOut: UInt32(clamping: marks.count - shown.count), marks: shown)
  }

  private static func bounded(_ hertz: Double) -> Double {
    min(max(hertz, -WireLimits.hertz), WireLimits.hertz)
  }

  private static func label(_ remark: SampleLayout.Remark) -> [UInt8] {
    let text = remark.label.isEmpty ? remark.comment : remark.label
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    guard line.count > labelCharacters else { return Array(line.utf8) }
    return Array((line.prefix(labelCharacters - 1) + "\u{2026}").utf8)
  }

  /// Returns the label, comment, band edges and times of an annotation as lines of text.
  private static func note(
    _ remark: SampleLayout.Remark, low: Double, high: Double, start: Int64, end: Int64
  ) -> [UInt8] {
    let title = [remark.label, remark.comment].filter { !$0.isEmpty }.joined(separator: ": ")
    let seconds = Double(end.saturatingSubtracting(start)) / 1e6
    let duration = number(seconds, "s", seconds < 0.1 ? 6 : 3)
    let facts = "\(text(low)) to \(text(high))\n\(DateText.text(start).suffix(8)) for \(duration)"
    // The edges and times are kept in full; the text is truncated to the remaining space.
    let room = WireLimits.annotationNote - facts.utf8.count - 1
    var words = title
    while words.utf8.count > room { words.removeLast() }
    return Array((words.isEmpty ? facts : words + "\n" + facts).utf8)
  }

  private static func text(_ hertz: Double) -> String {
    switch abs(hertz) {
    case 1e9...: number(hertz / 1e9, "GHz", 6)
    case 1e6...: number(hertz / 1e6, "MHz", 6)
    case 1e3...: number(hertz / 1e3, "kHz", 3)
    default: number(hertz, "Hz", 0)
    }
  }

  /// Formats a number with its unit, without unnecessary decimals.
  private static func number(_ value: Double, _ unit: String, _ decimals: Int) -> String {
    value.plainText(decimals: decimals) + " " + unit
  }
}
