/// How a sensor's lines are laid out: which number is which channel.
public struct LineLayout: Equatable, Sendable {
  /// Columns at most.
  public static let columnLimit = 256
  /// Bytes of a label at most; longer ones are cut.
  public static let labelBytes = 64

  /// A channel.
  public struct Column: Equatable, Sendable {
    /// What it is called.
    public var label: [UInt8]
    /// The unit that stood in brackets behind its name; may be empty.
    public var unit: [UInt8]
    /// What stands before the colon, unit and all.
    var key: [UInt8]
  }

  /// Its channels, in order.
  public let columns: [Column]
  /// Whether numbers are told apart by their labels rather than by their place.
  public let isLabelled: Bool

  /// What most of some lines are: those with labels, or with so many numbers; nil where no line has a number.
  ///
  /// - Parameter lines: Lines as they came.
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

  /// Whether a line counts for what the channels are: one with a number, and no more numbers than columns.
  static func mayBe(of line: PlotterLine) -> Bool {
    line.hasNumber && (line.isLabelled || line.fields.count <= columnLimit)
  }

  /// Whether a line only names columns.
  static func isHeader(_ line: PlotterLine) -> Bool {
    !line.fields.isEmpty
      && !line.fields.contains { field in
        field.isLabelled ? field.kind != .empty : field.kind != .text
      }
  }

  private static func digits(_ number: Int) -> [UInt8] {
    number < 10 ? [UInt8(48 + number)] : digits(number / 10) + [UInt8(48 + number % 10)]
  }

  /// Puts the numbers of a line at their columns' places.
  ///
  /// A line with fewer or more numbers than columns says of none which it is: all of them are missing.
  /// - Parameters:
  ///   - line: A line with a number.
  ///   - frame: Its frame is appended: a value for each column, NaN where there is none.
  ///   - counts: What was missing is counted.
  /// - Complexity: O(fields), O(fields × columns) where labels do not come in order.
  func append(_ line: PlotterLine, to frame: inout [Double], _ counts: inout LineCounts) {
    let start = frame.count
    for _ in columns { frame.append(.nan) }
    counts.frames += 1
    var found = 0
    if isLabelled {
      var isKnown = false
      for (place, field) in line.fields.enumerated() {
        guard field.isLabelled, let column = column(of: field.label, line.bytes, near: place) else {
          counts.strangers += 1
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
