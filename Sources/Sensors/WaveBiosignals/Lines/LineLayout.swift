/// The layout of a sensor's lines, which assigns each number to a channel.
public struct LineLayout: Equatable, Sendable {
  /// The maximum number of columns.
  public static let columnLimit = 256
  /// The maximum length of a label in bytes; longer labels are truncated.
  public static let labelBytes = 64

  /// A channel in the layout.
  public struct Column: Equatable, Sendable {
    /// The label of the channel.
    public var label: [UInt8]
    /// The unit given in brackets after the label; empty if there is none.
    public var unit: [UInt8]
    /// The text before the colon in a line, including the unit.
    var key: [UInt8]
  }

  /// The channels, in the order in which their values appear in a line.
  public let columns: [Column]
  /// Whether numbers are assigned by label rather than by position.
  public let isLabelled: Bool

  /// Creates the layout that most of the lines have in common: labelled numbers, or a fixed count of numbers
  /// per line.
  ///
  /// The result is nil if no line contains a number.
  ///
  /// - Parameter lines: The lines in order of arrival.
  init?(_ lines: [PlotterLine]) {
    var votes = Array(repeating: 0, count: Self.columnLimit + 1)
    for line in lines where Self.mayBe(of: line) { votes[line.isLabelled ? 0 : line.fields.count] += 1 }
    guard let most = votes.max(), most > 0, let shape = votes.firstIndex(of: most) else { return nil }
    isLabelled = shape == 0
    var keys: [[UInt8]] = []
    if isLabelled {
      for line in lines where line.isData && line.isLabelled {
        for field in line.fields where field.isLabelled && field.kind != .text {
          let key = line.text(field)
          if keys.count < Self.columnLimit, !keys.contains(key) { keys.append(key) }
        }
      }
    } else if let header = lines.last(where: { Self.isHeader($0) && $0.fields.count == shape }) {
      keys = header.fields.map { header.text($0) }
    } else {
      keys = (1...shape).map { Array("channel ".utf8) + Self.digits($0) }
    }
    guard !keys.isEmpty else { return nil }
    columns = keys.map { key in
      let parts = SignalCSVLayout.parted(key)
      return Column(label: parts.label, unit: Array(parts.unit.prefix(16)), key: key)
    }
  }

  /// Returns whether a line can determine the layout.
  ///
  /// It must contain a number, and no more numbers than the maximum number of columns.
  static func mayBe(of line: PlotterLine) -> Bool {
    line.hasNumber && (line.isLabelled || line.fields.count <= columnLimit)
  }

  /// Returns whether a line contains only column names.
  static func isHeader(_ line: PlotterLine) -> Bool {
    !line.fields.isEmpty
      && !line.fields.contains { field in
        field.isLabelled ? field.kind != .empty : field.kind != .text
      }
  }

  private static func digits(_ number: Int) -> [UInt8] {
    number < 10 ? [UInt8(48 + number)] : digits(number / 10) + [UInt8(48 + number % 10)]
  }

  /// Appends the numbers of a line in column order.
  ///
  /// If a line has too few or too many numbers, it is unclear which number belongs to which channel, so all
  /// values of the line count as missing.
  /// - Parameters:
  ///   - line: A line that contains a number.
  ///   - frame: The list to which one value is appended for each column, with NaN for a missing value.
  ///   - counts: The counts to update.
  /// - Complexity: O(fields), or O(fields × columns) if labels are not in column order.
  func append(_ line: PlotterLine, to frame: inout [Double], _ counts: inout LineCounts) {
    let start = frame.count
    for _ in columns { frame.append(.nan) }
    counts.frames += 1
    var found = 0
    if isLabelled {
      var isKnown = false
      for (place, field) in line.fields.enumerated() {
        guard field.isLabelled, let column = column(of: field.label, line.bytes, near: place) else {
          counts.unknownLabels += 1
          continue
        }
        isKnown = true
        if field.kind == .text { counts.textValues += 1 }
        guard field.kind == .number, frame[start + column].isNaN else { continue }
        frame[start + column] = field.value
        found += 1
      }
      if !isKnown { counts.misfits += 1 }
    } else if line.fields.count <= columns.count,
      line.fields.count + line.emptiesDropped >= columns.count, !line.isLabelled
    {
      for (place, field) in line.fields.enumerated() {
        if field.kind == .text { counts.textValues += 1 }
        guard field.kind == .number else { continue }
        frame[start + place] = field.value
        found += 1
      }
    } else {
      counts.misfits += 1
    }
    counts.missingValues += UInt64(columns.count - found)
  }

  private func column(of label: Range<Int>, _ bytes: [UInt8], near place: Int) -> Int? {
    if place < columns.count, matches(columns[place].key, bytes, label) { return place }
    return columns.firstIndex { matches($0.key, bytes, label) }
  }

  private func matches(_ key: [UInt8], _ bytes: [UInt8], _ label: Range<Int>) -> Bool {
    let count = Swift.min(label.count, Self.labelBytes)
    guard key.count == count else { return false }
    for index in 0..<count where key[index] != bytes[label.lowerBound + index] { return false }
    return true
  }
}
