import WaveBiosignals
import WaveSystem

/// A reader for the samples of a CSV table.
struct CSVRecording: SignalStore {
  private static let pieceBytes = 1 << 18

  private let file: ReadOnlyFile
  private let layout: SignalCSVLayout
  private let index: CSVIndex
  private let course: CSVIndex.Course

  /// Checks that a file is a table, given its first bytes.
  static func check(_ first: [UInt8], isWhole: Bool) throws(BiosignalError) {
    var reader = SignalCSVReader()
    try reader.read(first.span) { _, _ in }
    if isWhole { try reader.finish { _, _ in } }
  }

  /// Returns the unit of a table's times, detected from its first bytes; nil if it cannot be detected.
  static func timeUnit(_ first: [UInt8]) -> SignalCSVLayout.TimeUnit? {
    var reader = SignalCSVReader()
    do throws(BiosignalError) {
      try reader.read(first.span) { _, _ in }
      try reader.finish { _, _ in }
    } catch {
      // Rows after the header may be truncated; the layout is already known.
    }
    return reader.layout?.timeUnit
  }

  /// Opens a table, reading all its rows once.
  static func open(
    _ file: ReadOnlyFile, _ rateHertz: Double?, _ progress: (Double) -> Bool
  ) throws(SensorSourceError) -> SignalContents {
    var reader = SignalCSVReader()
    var index = CSVIndex()
    var offset = 0
    while offset < file.byteCount {
      guard progress(Double(offset) / Double(file.byteCount)) else { throw .cancelled(path: file.path) }
      let bytes = try file.bytes(at: offset, count: pieceBytes)
      guard !bytes.isEmpty else { break }
      offset += bytes.count
      try file.parsing(reader.read(bytes.span) { row, _ in index.append(row) })
    }
    try file.parsing(reader.finish { row, _ in index.append(row) })
    guard let layout = reader.layout, index.rowCount > 0 else {
      throw .format(.csv(.noValues, row: 1, column: 1), path: file.path)
    }
    let course = index.finish()
    let knownRate = course.rateHertz ?? rateHertz ?? layout.rateHertz
    let first = index.firstNanoseconds ?? 0
    // Times beyond 500 million seconds (15 years) count from 1970, others from the start of the recording.
    let isClock = layout.timeUnit == .date || first.magnitude > 500_000_000 * 1_000_000_000
    let group = SignalGroup(
      label: "", rateHertz: knownRate ?? 1, sampleCount: course.sampleCount,
      startSeconds: isClock ? 0 : Double(first) / 1e9,
      channels: layout.signals.enumerated().map { number, column in
        let label = String(signalText: column.label)
        return SignalChannel(
          label: label.isEmpty ? "column \(number + 1)" : label, unit: String(signalText: column.unit))
      })
    return SignalContents(
      kind: .csv, byteCount: file.byteCount, groups: layout.signals.isEmpty ? [] : [group],
      startMicroseconds: isClock ? first / 1000 : nil,
      warnings: warnings(reader, layout, index, course, knownRate),
      store: CSVRecording(file: file, layout: layout, index: index, course: course))
  }

  func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]] {
    var values = layout.signals.map { _ in [Double](repeating: .nan, count: count) }
    let end = from + Int64(count)
    let stretches = course.stretches
    // Find the last stretch that begins at or before the first sample.
    var number = max(0, stretches.indices.partitionPoint { stretches[$0].sample > from } - 1)
    while number < stretches.count, stretches[number].sample < end {
      let stretch = stretches[number]
      let wanted = rows(ofStretch: number).clamped(
        to: (stretch.row + max(0, from - stretch.sample))..<(stretch.row + max(0, end - stretch.sample)))
      try read(wanted, into: &values, at: Int(stretch.sample + wanted.lowerBound - stretch.row - from))
      number += 1
    }
    return values
  }

  private func rows(ofStretch number: Int) -> Range<Int64> {
    let stretches = course.stretches
    let end = number + 1 < stretches.count ? stretches[number + 1].row : index.rowCount
    return stretches[number].row..<end
  }

  func stretches(group: Int, sampleCount: Int64) -> [Range<Int64>] {
    course.stretches.enumerated().map { number, stretch in
      stretch.sample..<(stretch.sample + Int64(rows(ofStretch: number).count))
    }
  }

  /// Reads rows, starting at the nearest stored position before them.
  private func read(
    _ rows: Range<Int64>, into values: inout [[Double]], at place: Int
  ) throws(SensorSourceError) {
    guard !rows.isEmpty else { return }
    let mark = rows.lowerBound / CSVIndex.markRows
    let start = index.marks[Int(mark)]
    var reader = SignalCSVReader(layout: layout, at: start)
    var row = mark * CSVIndex.markRows
    var offset = Int(start.byteOffset)
    func append(_ own: Span<Double>) {
      if rows.contains(row) {
        for channel in values.indices { values[channel][place + Int(row - rows.lowerBound)] = own[channel] }
      }
      row += 1
    }
    while row < rows.upperBound {
      let bytes = try file.bytes(at: offset, count: Self.pieceBytes)
      offset += bytes.count
      if bytes.isEmpty { return try file.parsing(reader.finish { _, own in append(own) }) }
      try file.parsing(reader.read(bytes.span) { _, own in append(own) })
    }
  }

  private static func warnings(
    _ reader: SignalCSVReader, _ layout: SignalCSVLayout, _ index: CSVIndex, _ course: CSVIndex.Course,
    _ rate: Double?
  ) -> [String] {
    var warnings: [String] = []
    let words = layout.columns.filter { $0.role == .words }.map { String(signalText: $0.label) }
    if !words.isEmpty { warnings.append("columns of text are skipped: \(words.joined(separator: ", "))") }
    if rate == nil {
      warnings.append("there are neither times nor a rate: one row a second is assumed; give the rate")
    }
    if layout.isTimeUnitGuessed {
      warnings.append("times have no unit; \(name(layout.timeUnit)) are assumed")
    }
    if index.backwardCount > 0 {
      warnings.append(
        "\(index.backwardCount) times are not after the previous one; their rows directly follow it")
    }
    if course.isUneven { warnings.append("times are uneven; their mean rate is used for all rows") }
    if reader.shortRowCount > 0 {
      warnings.append("\(reader.shortRowCount) rows lack cells; these become missing samples")
    }
    if reader.isCut { warnings.append("the last row is cut off and left out") }
    return warnings
  }

  private static func name(_ unit: SignalCSVLayout.TimeUnit?) -> String {
    switch unit {
    case .milliseconds: "milliseconds"
    case .microseconds: "microseconds"
    case .nanoseconds: "nanoseconds"
    default: "seconds"
    }
  }
}
