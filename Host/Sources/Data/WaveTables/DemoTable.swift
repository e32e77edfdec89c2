import WaveUnits
import WaveTableFormats

/// The simulated table `demo:table`.
///
/// Equal seeds produce equal values.
///
/// It has ten columns: times (a minute apart, with an eight-hour gap), increasing integers, a random walk, a
/// sine, spikes in noise, steps, a column with gaps that contain isolated values, noise of varying strength,
/// a column that follows the random walk, and words.
public final class DemoTable: TableSource {
  /// The default number of rows.
  public static let usualRowCount = 200_000
  /// The maximum number of rows.
  public static let rowCountLimit = 10_000_000
  /// The words of the last column.
  private static let words = ["quiet", "rain", "sun", "storm", "fog"]
  private static let columns = [
    TableColumn(name: "time", kind: .time, timeUnit: .milliseconds),
    TableColumn(name: "count", kind: .integer), TableColumn(name: "walk", kind: .real),
    TableColumn(name: "sine", kind: .real), TableColumn(name: "spikes", kind: .real),
    TableColumn(name: "steps", kind: .real), TableColumn(name: "gaps", kind: .real),
    TableColumn(name: "bursts", kind: .real), TableColumn(name: "follows walk", kind: .real),
    TableColumn(name: "weather", kind: .text),
  ]

  /// The table's name and columns.
  public let info: TableInfo
  private let noise: HashNoise
  private let walk: [Double]
  private let counts: [Int64]
  private let gate = ScanGate()

  /// Creates a demo table.
  ///
  /// - Parameters:
  ///   - seed: The seed for all values.
  ///   - rowCount: The number of rows, clamped to 1 ... `rowCountLimit`.
  public init(seed: UInt64 = 1, rowCount: Int = DemoTable.usualRowCount) {
    let rowCount = max(1, min(rowCount, Self.rowCountLimit))
    let noise = HashNoise(seed: seed)
    var walk: [Double] = []
    var counts: [Int64] = []
    walk.reserveCapacity(rowCount)
    counts.reserveCapacity(rowCount)
    var (height, count) = (0.0, Int64(0))
    for row in 0..<Int64(rowCount) {
      height += noise.uniform(key: 1, at: row) - 0.5
      count += Int64(saturating: noise.uniform(key: 2, at: row) * 4)
      walk.append(height)
      counts.append(count)
    }
    self.noise = noise
    self.walk = walk
    self.counts = counts
    info = TableInfo(
      name: "demo", columns: Self.columns, rowCount: rowCount, rowCountEstimate: rowCount, isSimulated: true,
      notes: ["All values are made up."])
  }

  private var rowCount: Int { walk.count }

  /// Reads all rows in one pass.
  public func scan(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TableChunk) -> Void
  ) throws(TableError) {
    func empty(firstRow: Int) -> TableChunk {
      TableChunk(
        firstRow: firstRow, keys: [], values: columns.map { _ in [] },
        integers: columns.map { $0 <= 1 ? [] : nil })
    }
    var chunk = empty(firstRow: 0)
    try pass(columns, progress) { row in
      append(row, columns, to: &chunk)
      guard chunk.rowCount == TableChunk.rowLimit else { return }
      each(chunk)
      chunk = empty(firstRow: row + 1)
    } end: {
      if chunk.rowCount > 0 { each(chunk) }
    }
  }

  /// Passes all rows to a closure, one by one, and calls another closure at the end or when cancelled.
  private func pass(
    _ columns: [Int], _ progress: (TableProgress) -> Bool, each: (Int) -> Void, end: () -> Void
  ) throws(TableError) {
    if let wrong = columns.first(where: { !info.columns.indices.contains($0) }) {
      throw .noSuchColumn(index: wrong)
    }
    try gate.pass { ticket throws(TableError) in
      defer { end() }
      for row in 0..<rowCount {
        let part = Double(row) / Double(rowCount)
        if row % 1024 == 0, !progress(TableProgress(phase: .reading, rowCount: row, fraction: part)) {
          throw .cancelled
        }
        if gate.isEnded(ticket) { throw .cancelled }
        each(row)
      }
    }
  }

  private func append(_ row: Int, _ columns: [Int], to chunk: inout TableChunk) {
    chunk.keys.append(Int64(row))
    for (place, column) in columns.enumerated() {
      if column <= 1 {
        let whole = column == 0 ? milliseconds(row) : counts[row]
        chunk.integers[place]?.append(whole)
        chunk.values[place].append(Double(whole))
      } else {
        chunk.values[place].append(value(row, column))
      }
    }
  }

  /// Reads the text of all rows in one pass.
  public func scanTexts(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary] {
    var collector = TextCollector(columnCount: columns.count)
    try pass(columns, progress) { row in
      collector.begin(key: Int64(row))
      for (place, column) in columns.enumerated() { collector.append(cell(row, column), of: place) }
      collector.deliver(each)
    } end: {
      collector.deliver(isLast: true, each)
    }
    return collector.dictionaries
  }

  private func word(_ row: Int) -> String {
    Self.words[Int(saturating: noise.uniform(key: 9, at: Int64(row / 600)) * Double(Self.words.count))]
  }

  /// Returns all cells of a row, or nil if the row does not exist.
  public func row(key: Int64) -> [TableCell]? {
    guard let row = Int(exactly: key), (0..<rowCount).contains(row) else { return nil }
    return info.columns.indices.map { cell(row, $0) }
  }

  private func cell(_ row: Int, _ column: Int) -> TableCell {
    switch column {
    case 0: return .integer(milliseconds(row))
    case 1: return .integer(counts[row])
    case 9:
      let word = word(row)
      return .text(word, byteCount: word.utf8.count)
    default:
      let value = value(row, column)
      return value.isNaN ? .null : .real(value)
    }
  }

  /// Returns consecutive rows, starting at a key.
  public func rows(from key: Int64, count: Int) -> [TableRow] {
    let first = max(0, Int(clamping: key))
    guard first < rowCount else { return [] }
    let end = min(rowCount, first + max(0, min(count, TableRow.countLimit)))
    return (first..<end).compactMap { number in
      row(key: Int64(number)).map { TableRow(key: Int64(number), cells: $0) }
    }
  }

  /// Ends all running and waiting passes.
  public func interrupt() { gate.end {} }

  /// Returns a row's time in milliseconds since 1970.
  ///
  /// The rows are a minute apart and start on 1 January 2026, with a gap of eight hours in the middle.
  private func milliseconds(_ row: Int) -> Int64 {
    1_767_225_600_000 + Int64(row) * 60_000 + (row >= rowCount / 2 ? 28_800_000 : 0)
  }

  private func value(_ row: Int, _ column: Int) -> Double {
    let place = Int64(row)
    func wobble(_ key: UInt64) -> Double { noise.uniform(key: key, at: place) - 0.5 }
    switch column {
    case 2: return walk[row]
    case 3: return Trigonometry.sineCosine(turns: Double(row) / 1440).sine
    case 4:
      let isSpike = noise.uniform(key: 4, at: place) < 0.0002
      return wobble(14) + (isSpike ? 10 + 10 * noise.uniform(key: 24, at: place) : 0)
    case 5: return (noise.uniform(key: 5, at: Int64(row / 5000)) * 8).rounded(.down)
    case 6:
      // The column consists of runs of values and long gaps with occasional isolated values.
      let isGap = noise.uniform(key: 6, at: Int64(row / 2500)) < 0.25
      let isLone = noise.uniform(key: 16, at: place) < 0.002
      return isGap && !isLone
        ? .nan : 20 + 5 * Trigonometry.sineCosine(turns: Double(row) / 10_080).sine + wobble(26)
    case 7:
      let strength = noise.smooth(key: 7, seconds: Double(row), rateHertz: 0.0005)
      return wobble(17) * strength * strength * 20
    case 8: return 0.5 * walk[row] + 10 * wobble(8)
    default: return .nan
    }
  }
}
