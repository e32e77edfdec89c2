public import WaveDataWire
import WaveSeries
public import WaveTableFormats
import WaveUnits
import WaveWire

extension ColumnOrder {
  /// Creates the order of rows that a view requests.
  public init(_ view: ShowTable) {
    self =
      switch view.order {
      case .rows: .rows
      case .ranks: .ranks(Int(view.orderColumn))
      case .values: .values(Int(view.orderColumn))
      }
  }
}

extension ColumnWindow {
  /// Creates the window that a view requests.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - pixels: The number of pixel columns; nil for the view's own number.
  public init(_ view: ShowTable, pixels: Int? = nil) {
    self.init(
      order: ColumnOrder(view), from: view.from, until: view.until, pixels: pixels ?? Int(view.pixels))
  }
}

extension TableAxis {
  /// Creates the message that describes an axis.
  ///
  /// The range in the message contains at least one tick.
  public init(_ axis: ColumnAxis, of order: ColumnOrder, source: UInt16) {
    let name: TableOrder =
      switch order {
      case .rows: .rows
      case .ranks: .ranks
      case .values: .values
      }
    self.init(
      source: source, order: name, column: UInt16(truncatingIfNeeded: order.column ?? 0), kind: axis.kind,
      from: axis.from, until: max(axis.until, axis.from.saturatingAdding(1)), offset: axis.offset,
      step: axis.step)
  }
}

extension RangeSummary {
  /// Creates the message with the statistics of a range.
  ///
  /// - Parameters:
  ///   - found: The statistics.
  ///   - columns: The indices of the columns, in the order of the statistics.
  ///   - texts: The counts of text columns.
  ///   - request: The client's request.
  public init(_ found: ColumnStatistics, of columns: [Int], texts: [TextCounts], for request: ReadRange) {
    self.init(
      request: request.request, source: request.source, rowCount: found.rowCount,
      columns: zip(columns, found.columns).map { column, found in
        let hasValues = found.count > 0
        return Column(
          column: UInt16(truncatingIfNeeded: column),
          missing: UInt64(clamping: found.missingCount.saturatingAdding(found.infiniteCount)),
          minimum: hasValues ? found.minimum : .nan, maximum: hasValues ? found.maximum : .nan,
          mean: found.mean ?? .nan, deviation: found.standardDeviation ?? .nan)
      },
      histogramColumn: request.column, low: found.histogram?.low ?? .nan, high: found.histogram?.high ?? .nan,
      counts: found.histogram?.counts.map { UInt32(clamping: $0) } ?? [],
      texts: texts.map {
        Texts(column: UInt16(truncatingIfNeeded: $0.column), missingCount: $0.missingCount, counts: $0.counts)
      })
  }
}

extension TextSummary {
  /// Creates the message with the most frequent text values of a column.
  public init(_ texts: ColumnTexts, of column: UInt16, source: UInt16) {
    self.init(
      source: source, column: column, isCut: texts.isCut,
      distinctCount: UInt32(clamping: texts.distinctCount), rowCount: texts.rowCount,
      missingCount: texts.missingCount, top: texts.top)
  }
}

extension TextStrip {
  /// Creates the message with the shares of a column's text values.
  ///
  /// - Parameters:
  ///   - parts: For each interval of a window, the number of rows with each of the most frequent text values,
  ///     followed by the number with other text values and the number without a text value.
  ///   - rowCount: The number of rows in the window.
  ///   - column: The index of the column.
  ///   - view: The number of the view.
  public init(parts: [[UInt64]], rowCount: UInt64, of column: UInt16, view: UInt16) {
    var shares: [UInt8] = []
    shares.reserveCapacity(parts.count * Self.classCount)
    for counts in parts {
      var classes = [Int](repeating: 0, count: Self.classCount)
      let most = max(0, counts.count - 2)
      for place in 0..<min(most, Self.others) { classes[place] = Int(clamping: counts[place]) }
      if counts.count >= 2 {
        classes[Self.others] = Int(clamping: counts[most])
        classes[Self.missing] = Int(clamping: counts[most + 1])
      }
      shares += Self.shares(of: classes)
    }
    self.init(view: view, column: column, rowCount: rowCount, shares: shares)
  }

  /// Converts counts to bytes whose sum is 255, or 0 if all counts are 0.
  ///
  /// Each share is rounded down. The remaining units go to the largest remainders, or to the first ones if
  /// remainders are equal (Hamilton's method).
  public static func shares(of counts: [Int]) -> [UInt8] {
    // Counts are clamped so that no product needs more than 63 bits; no table has this many rows.
    let counts = counts.map { max(0, min(Int64($0), 1 << 48)) }
    let total = counts.saturatingSum()
    guard total > 0 else { return counts.map { _ in 0 } }
    var shares = counts.map { UInt8($0 * 255 / total) }
    let remainders = counts.map { $0 * 255 % total }
    let left = 255 - shares.reduce(0) { $0 + Int($1) }
    let places = counts.indices.sorted { (remainders[$1], $0) < (remainders[$0], $1) }
    for place in places.prefix(left) { shares[place] += 1 }
    return shares
  }
}

extension ScatterPart {
  /// Returns the messages with the counts of a grid's cells, split into as many as necessary.
  public static func parts(of density: ColumnDensity, for request: ShowScatter) -> [ScatterPart] {
    parts(
      of: ScatterPart(
        request: request.request, source: request.source, columns: request.columns, rows: request.rows,
        first: 0, insideCount: density.insideCount, outsideCount: density.outsideCount,
        missingCount: density.missingCount, correlation: density.correlation,
        counts: density.counts.map { UInt32(clamping: $0) }))
  }
}

extension FeedRow {
  /// Returns the messages that contain the row; a row with many cells is split.
  public func messages(for request: UInt16, source: UInt16) -> [DataMessage] {
    let whole = TableCells(
      request: request, source: source, key: key, tick: tick, first: 0,
      cells: Array(cells.prefix(WireLimits.tableColumns)))
    return TableCells.parts(of: whole).map { .row($0) }
  }
}

extension FeedRows {
  /// Returns the message that announces the rows, followed by the rows.
  public func messages(for request: ReadRows) -> [DataMessage] {
    let sent = rows.prefix(WireLimits.rowsAtOnce)
    let announced = TableRows(
      request: request.request, source: request.source, first: first, count: UInt8(sent.count), place: place,
      total: total)
    return sent.reduce(into: [.rows(announced)]) {
      $0 += $1.messages(for: request.request, source: request.source)
    }
  }
}

extension TableColumns.Column {
  /// Sets the statistics of the column from a summary of its values.
  public mutating func setStatistics(of summary: ColumnSummary) {
    let statistics = summary.statistics
    missing = UInt64(clamping: statistics.missingCount.saturatingAdding(statistics.infiniteCount))
    guard let mean = statistics.mean else { return }
    minimum = statistics.minimum
    maximum = statistics.maximum
    self.mean = mean
    deviation = statistics.standardDeviation ?? 0
  }
}
