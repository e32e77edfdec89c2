import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

/// What a table answered, in lines for a golden file.
struct Transcript {
  private(set) var lines: [String] = []

  /// Adds lines.
  mutating func add(_ more: [String]) { lines += more }

  /// Adds a title, and below it what a question was answered with, or its failure.
  mutating func note(
    _ title: String, _ ask: () async throws(ColumnFailure) -> [String]
  ) async {
    lines.append("# \(title)")
    do throws(ColumnFailure) { lines += try await ask() } catch { lines.append("failure: \(error)") }
  }

  static func line(_ bucket: ColumnBucket) -> String {
    guard bucket.rowCount > 0 else { return "-" }
    guard bucket.count > 0 else { return "\(bucket.rowCount) rows without a value" }
    let gaps = (bucket.startsMissing ? "(" : "[", bucket.endsMissing ? ")" : "]")
    return """
      \(bucket.count) of \(bucket.rowCount) \(gaps.0)\(bucket.firstTick)...\(bucket.lastTick)\(gaps.1) \
      \(bucket.first) \(bucket.minimum) \(bucket.maximum) \(bucket.last)
      """
  }

  static func lines(_ picture: ColumnPicture) -> [String] {
    ["\(picture.seenCount) of \(picture.rowCount) rows, \(picture.isExact ? "exact" : "coarse")"]
      + picture.lanes.flatMap { lane in
        ["before \(line(lane.before))"] + lane.buckets.map { line($0) } + ["after \(line(lane.after))"]
      }
  }

  static func lines(_ points: [ColumnPoints]) -> [String] {
    points.map { lane in
      lane.points.map { point in
        let band = point.low == point.value && point.high == point.value || point.value.isNaN
        return "\(point.row): \(point.value)" + (band ? "" : " (\(point.low)...\(point.high))")
      }.joined(separator: ", ")
    }
  }

  static func line(_ row: ColumnRow?) -> String {
    guard let row else { return "no row" }
    let cells = row.cells.map { cell in
      switch cell {
      case .null: "null"
      case .integer(let value): "\(value)"
      case .real(let value): "\(value)"
      case .text(let text, let count): "\(text)/\(count)"
      case .blob(let count): "blob/\(count)"
      }
    }
    return "\(row.tick) \(row.key): " + cells.joined(separator: " | ")
  }

  static func lines(_ rows: ColumnRows) -> [String] {
    ["from \(rows.first) near \(rows.place) of \(rows.total)"] + rows.rows.map { line($0) }
  }

  static func line(_ found: Statistics) -> String {
    """
    \(found.count) values, \(found.missingCount) missing, \(found.minimum)...\(found.maximum), mean \
    \(found.mean.map { "\($0)" } ?? "none"), \(found.squaredDeviations)
    """
  }

  static func lines(_ found: ColumnStatistics) -> [String] {
    let histogram = found.histogram.map { ["\($0.low)...\($0.high): \($0.counts)"] } ?? []
    return ["\(found.rowCount) rows"] + found.columns.map { line($0) } + histogram
  }

  static func line(_ extent: ColumnExtent) -> String {
    "from \(extent.summary.offset.map { "\($0)" } ?? "nowhere"), \(extent.isExact ? "exact" : "coarse"), "
      + line(extent.summary.statistics)
  }

  static func lines(_ density: ColumnDensity, _ columns: Int) -> [String] {
    let rows = stride(from: 0, to: density.counts.count, by: columns).map {
      "\(density.counts[$0..<($0 + columns)])"
    }
    return [
      """
      \(density.insideCount) inside, \(density.outsideCount) outside, \(density.missingCount) missing, \
      correlation \(density.correlation)
      """
    ] + rows
  }

  static func lines(_ texts: ColumnTexts) -> [String] {
    [
      """
      \(texts.distinctCount) texts\(texts.isCut ? ", cut" : "") in \(texts.rowCount) rows, \
      \(texts.missingCount) missing
      """
    ] + texts.top.map { "\(String(decoding: $0.text, as: UTF8.self)): \($0.count)" }
  }

  static func line(_ axis: ColumnAxis) -> String {
    "\(axis.kind) \(axis.from)..<\(axis.until) offset \(axis.offset) step \(axis.step)"
  }
}
