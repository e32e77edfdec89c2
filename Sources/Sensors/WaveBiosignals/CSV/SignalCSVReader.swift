import WaveText

/// A streaming reader for a table of signals, with a row for each sample and a column for each signal.
///
/// Cells are separated by commas, semicolons or tabs. If they are not separated by commas, numbers can have
/// decimal commas. An empty cell, or one that contains `NaN`, `NA`, `N/A`, `null`, `none`, `-` or `?`, is a
/// missing sample. Cells can be quoted, and lines can end with CR and LF. A byte order mark, empty lines and
/// lines that begin with `#` are skipped.
///
/// The table has a header if its first row contains no number. A unit can follow a label in brackets, or
/// appear in a row below the labels. A column contains times if its label says so (`time`, `t_ms`, `Time (s)`
/// …), or if it is the first column and contains dates. Columns without any number are ignored. The layout is
/// detected from the first 64 KiB, and then applies to the whole table.
///
/// Bytes can be passed in pieces of any size. After an error, every call throws the same error; rows received
/// before it remain valid.
public struct SignalCSVReader: Sendable {
  /// The maximum length of a row in bytes.
  public static let rowLimit = 1 << 20
  /// The maximum number of columns.
  public static let columnLimit = 4096
  /// The number of bytes at the start of a table from which the layout is detected.
  ///
  /// A shorter table is examined as a whole.
  public static let probeBytes = 1 << 16

  /// A row of values.
  public struct Row: Equatable, Sendable {
    /// The time of the row in nanoseconds, counted from 1970 if the times are dates; nil if the row has no
    /// time.
    public var nanoseconds: Int64?
    /// The position of the row's first byte in the file.
    public var byteOffset: Int64
    /// The number of the line on which the row begins, counted from 1.
    public var line: Int
  }

  /// The layout of the table; nil until it is detected.
  public private(set) var layout: SignalCSVLayout?
  /// The number of value rows returned so far.
  public private(set) var rowCount: Int64 = 0
  /// The number of rows with fewer cells than the table has columns; their last samples are missing.
  public private(set) var shortRowCount: Int64 = 0
  /// Whether the last row was dropped because it had no line end and too few cells.
  public private(set) var isCut = false

  private var probe: [UInt8] = []
  private var row = CSVRow()
  private var cells: [Range<Int>] = []
  private var values: [Double] = []
  private var byteOffset: Int64 = 0
  private var rowStart: Int64 = 0
  private var line = 1
  private var rowLine = 1
  private var headersLeft = 0
  private var failure: BiosignalError?

  /// Creates a reader for a new table.
  public init() {}

  /// Creates a reader that continues at a row of values.
  ///
  /// - Parameters:
  ///   - layout: The layout detected by a reader of the whole file.
  ///   - row: The row to read next.
  public init(layout: SignalCSVLayout, at row: Row) {
    self.layout = layout
    byteOffset = row.byteOffset
    rowStart = row.byteOffset
    line = row.line
    rowLine = row.line
  }

  /// Reads more bytes.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes.
  ///   - receive: Called with each row and its values, in the order of ``SignalCSVLayout/signals``; NaN is a
  ///     missing value.
  /// - Throws: `BiosignalError.csv` with the row and column of the error.
  /// - Complexity: O(bytes); allocates for the longest row, and once for the bytes from which the layout is
  ///   detected.
  public mutating func read(
    _ bytes: Span<UInt8>, _ receive: (Row, Span<Double>) -> Void
  ) throws(BiosignalError) {
    if let failure { throw failure }
    var place = 0
    if layout == nil {
      place = min(bytes.count, Self.probeBytes - probe.count)
      probe.append(contentsOf: (0..<place).map { bytes[$0] })
      guard probe.count == Self.probeBytes else { return }
      try begin(isWhole: false, receive)
    }
    for place in place..<bytes.count { try read(bytes[place], receive) }
  }

  /// Ends the input.
  ///
  /// A last row without a line end is returned if it has all its cells.
  ///
  /// - Throws: `BiosignalError.empty` if there was no input; `BiosignalError.csv` if it is not a valid table.
  public mutating func finish(_ receive: (Row, Span<Double>) -> Void) throws(BiosignalError) {
    if let failure { throw failure }
    if layout == nil {
      guard !probe.isEmpty else { throw fail(.empty) }
      try begin(isWhole: true, receive)
    }
    guard !row.bytes.isEmpty else { return }
    if row.isQuoted { throw fail(.csv(.openQuote, row: rowLine, column: 1)) }
    if let layout, headersLeft == 0, !row.isSkipped {
      row.split(at: layout.separator, into: &cells, limit: layout.columns.count)
      if cells.count < layout.columns.count {
        isCut = true
        return
      }
    }
    try endRow(receive)
  }

  /// Returns the position after a byte order mark, or 0 if there is none.
  static func textStart(_ first: Span<UInt8>) -> Int { first.holds("\u{FEFF}", at: 0) ? 3 : 0 }

  // MARK: - Rows

  private mutating func fail(_ error: BiosignalError) -> BiosignalError {
    failure = error
    return error
  }

  /// Detects the layout, and then reads the bytes that were collected to detect it.
  private mutating func begin(isWhole: Bool, _ receive: (Row, Span<Double>) -> Void) throws(BiosignalError) {
    var first: [UInt8] = []
    swap(&first, &probe)
    do throws(BiosignalError) {
      let detected = try SignalCSVLayout(first.span, isWhole: isWhole)
      headersLeft = detected.headerRows
      layout = detected
    } catch {
      throw fail(error)
    }
    let start = Self.textStart(first.span)
    byteOffset = Int64(start)
    rowStart = byteOffset
    for place in start..<first.count { try read(first[place], receive) }
  }

  private mutating func read(_ byte: UInt8, _ receive: (Row, Span<Double>) -> Void) throws(BiosignalError) {
    byteOffset += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    guard byte != 0 else { throw fail(.csv(.notText, row: line, column: 1)) }
    if row.append(byte) {
      try endRow(receive)
    } else if row.bytes.count > Self.rowLimit {
      throw fail(.csv(row.isQuoted ? .openQuote : .rowTooLong(limit: Self.rowLimit), row: rowLine, column: 1))
    }
  }

  private mutating func endRow(_ receive: (Row, Span<Double>) -> Void) throws(BiosignalError) {
    defer {
      row.removeAll()
      rowStart = byteOffset
      rowLine = line
    }
    guard let layout, !row.isSkipped else { return }
    guard headersLeft == 0 else {
      headersLeft -= 1
      return
    }
    row.split(at: layout.separator, into: &cells, limit: Self.columnLimit)
    var time: Int64?
    values.removeAll(keepingCapacity: true)
    for (number, column) in layout.columns.enumerated() {
      let cell = number < cells.count ? cells[number] : 0..<0
      switch column.role {
      case .words: break
      case .time: time = try self.time(cell, layout, column: number + 1)
      case .signal:
        switch row.value(cell, hasDecimalComma: layout.hasDecimalComma) {
        case .missing: values.append(.nan)
        case .number(let value): values.append(value)
        case .text: throw fail(.csv(.notNumber, row: rowLine, column: number + 1))
        }
      }
    }
    // A separator after the last cell creates an extra empty cell.
    if let more = cells.dropFirst(layout.columns.count).firstIndex(where: { !$0.isEmpty }) {
      throw fail(.csv(.tooManyCells(columns: layout.columns.count), row: rowLine, column: more + 1))
    }
    if cells.count < layout.columns.count { shortRowCount += 1 }
    rowCount += 1
    receive(Row(nanoseconds: time, byteOffset: rowStart, line: rowLine), values.span)
  }

  /// Returns the time of a row; nil if the cell is empty.
  private mutating func time(
    _ cell: Range<Int>, _ layout: SignalCSVLayout, column: Int
  ) throws(BiosignalError) -> Int64? {
    guard !cell.isEmpty, let unit = layout.timeUnit else { return nil }
    let fault = BiosignalError.csv(.notTime, row: rowLine, column: column)
    if unit == .date {
      guard let time = SignalCSVTime.date(row.text(cell)) else { throw fail(fault) }
      return time
    }
    switch row.value(cell, hasDecimalComma: layout.hasDecimalComma) {
    case .missing: return nil
    case .text: throw fail(fault)
    case .number(let number):
      guard let time = SignalCSVTime.nanoseconds(row.bytes.span, cell, number: number, unit: unit)
      else { throw fail(fault) }
      return time
    }
  }
}
