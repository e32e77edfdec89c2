import Foundation
import TestSupport
import Testing
import WaveSeries

/// The study's picture: a sine of 7000 points shown by 227, here on 1000 columns of 200 rows.
@Suite struct StudysSineTests {
  private static let rows = 200
  private static let columns = 1000

  private static func spans(_ lens: Lens?, threshold: Int = 227) -> [TraceSpan] {
    let values = (0..<7000).map { Float(sin(2 * Double.pi * Double($0) / 1000)) }
    let map = PixelMap(start: 0, end: 7000, columns: columns)
    let scale = ValueScale(low: -1, high: 1, rows: rows)
    var spans: [TraceSpan] = []
    if let lens {
      let points = lens.points(of: values.span, threshold: threshold, window: 31)
      Trace.spans(of: points, columns: columns, scale: scale, into: &spans) { map.column(of: Int64($0)) }
    } else {
      Trace.spans(of: Series(values.span), edges: map.edges(rowCount: 7000), scale: scale, into: &spans)
    }
    return spans
  }

  @Test func exactLensesAreExactAndOthersAreNot() {
    let exact = Self.spans(nil)
    #expect(Trace.differingPixels(exact, Self.spans(.m4, threshold: 4000), rows: Self.rows) == 0)
    let covered = Trace.coveredPixelCount(exact, rows: Self.rows)
    #expect(covered == 3388)
    for lens in [Lens.lttb, .ltd, .minMaxLTTB, .mean, .median, .everyNth, .movingAverage] {
      let wrong = Trace.differingPixels(exact, Self.spans(lens), rows: Self.rows)
      // A smooth curve: about a third of its pixels, by a row each.
      #expect(wrong > covered / 4 && wrong < covered / 2, "\(lens): \(wrong)")
    }
  }

  /// The picture in Documentation/pictures: what is right, what lacks, and what is lit in vain.
  @Test func pictureIsTheOneCommitted() throws {
    let file = Repository.folder.appending(path: "Documentation/pictures/lenses-sine.svg")
    let picture = Self.picture()
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try picture.write(to: file, atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOf: file, encoding: .utf8)
    #expect(picture == committed)
  }

  private static func picture() -> String {
    let exact = spans(nil)
    let lttb = spans(.lttb)
    var paths = ["", "", "", ""]
    let add = { (path: Int, column: Int, first: Int16, last: Int16, offset: Int) in
      if first < last { paths[path] += "M\(column) \(Int(first) + offset)h1v\(last - first)h-1z" }
    }
    for column in 0..<columns {
      let (a, b) = (exact[column], lttb[column])
      add(0, column, a.top, a.bottom, 0)
      add(1, column, max(a.top, b.top), min(a.bottom, b.bottom), 220)
      for (path, own, other) in [(2, a, b), (3, b, a)] {
        add(path, column, own.top, min(own.bottom, other.top), 220)
        add(path, column, max(own.top, other.bottom), own.bottom, 220)
      }
    }
    let colors = ["#333", "#333", "#e07000", "#2070e0"]
    let drawn = zip(paths, colors).map { "<path fill=\"\($1)\" d=\"\($0)\"/>" }.joined(separator: "\n")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 420" shape-rendering="crispEdges">
      <rect width="1000" height="420" fill="#fff"/>
      \(drawn)
      </svg>

      """
  }
}
