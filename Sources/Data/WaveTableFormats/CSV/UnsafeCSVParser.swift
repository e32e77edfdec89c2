/// A parser, optimized for speed, that splits text into rows of cells.
///
/// The rules are those of `CSVSplitter`, against which it is tested.
final class UnsafeCSVParser {
  /// For each reason, the number of cells in a column that do not fit its type.
  struct ColumnCount: Equatable, Sendable {
    var missing = 0
    /// The number of cells with a fraction in a column of integers.
    var reals = 0
    /// The number of cells with digits that cannot be stored as a number.
    var names = 0
    /// The number of texts in a column of numbers or dates.
    var mismatches = 0
    /// The number of dates that are valid only if day and month are swapped.
    var otherOrders = 0
    /// The number of rare words for a missing value.
    var words = 0
    /// The first rare word for a missing value.
    var firstWord: [UInt8] = []
    /// The evidence for a different style of numbers, found in cells that do not fit.
    var evidence = NumberEvidence()

    mutating func noteWord(_ word: UnsafeBufferPointer<UInt8>) {
      if firstWord.isEmpty { firstWord = Array(word) }
    }
  }

  /// The numbers of unusual rows and lines, for a report to the user.
  struct RowCount: Equatable, Sendable {
    /// The number of rows with several lines.
    var joinedRows = 0
    /// The number of lines in rows with several lines.
    var joinedLines = 0
    /// The number of rows with a stray quote, which is treated as an ordinary character.
    var strayQuotes = 0
    /// The number of rows with too few cells.
    var short = 0
    /// The number of comment lines.
    var comments = 0
  }

  static let tooLong = "is too long"
  /// The maximum number of bytes to store from a rejected row.
  static let rejectBytes = 1024

  private static let neverClosed = "a quote is opened and never closed"

  let format: CSVFormat
  /// The number of the next line, starting at 1.
  var line = 1
  /// The totals for the rows parsed so far.
  var tally = CSVTally()
  /// Whether a column whose type can still change has a cell that does not fit its current type.
  private(set) var isContradicted = false

  let columnCount: Int
  let rowBytesLimit: Int
  /// The quote around cells; -1 if quotes are ordinary characters.
  let quote: Int16
  /// The escape character; -1 if quotes are escaped only by doubling.
  let escape: Int16
  let columns: [CSVFormat.Column]
  let strayQuotes: StrayQuotes?
  /// For each column, whether its type can still change.
  private let isOpen: [Bool]
  /// The type of each column: 0 for integers, 1 for numbers, 2 for other types.
  private let codes: UnsafeMutablePointer<UInt8>
  /// The decimal mark of each column, or a line end if the decimal mark is also the separator.
  private let points: UnsafeMutablePointer<UInt8>
  /// The powers of ten from 10^0 to 10^22, which doubles represent exactly.
  private let powers: UnsafeMutablePointer<Double>
  /// The line numbers of opening quotes that are known to have no closing quote.
  private let unclosedLines: Set<Int>
  private var headerRowsDue: Int
  private var linesToSkip: Int
  var skipping: Skipping?
  /// The cells of the current row that do not fit their columns.
  var misfits: [(column: Int, fit: CSVValue.Fit)] = []
  var scratch: [UInt8] = []
  /// Whether the current row has text beyond the table's last column.
  var hasMore = false
  /// Whether quotes that do not close on their line are ordinary characters in the current row.
  var isLiteral = false
  /// The number of the last line whose quotes were found to be ordinary characters.
  private var literalLine = 0
  /// Whether a stray quote was found in the current row, which must then be parsed again.
  var isStrayFound = false

  /// Whether the current row belongs to the header.
  var isHeaderDue: Bool { headerRowsDue > 0 }

  init(format: CSVFormat, isOpen: [Bool], unclosedLines: Set<Int>, rowBytesLimit: Int) {
    self.rowBytesLimit = rowBytesLimit
    self.format = format
    self.isOpen = isOpen
    self.unclosedLines = unclosedLines
    columnCount = format.columns.count
    columns = format.columns
    quote = format.quote.map { Int16($0) } ?? -1
    escape = format.escape.map { Int16($0) } ?? -1
    strayQuotes = format.findsStrayQuotes ? StrayQuotes(format) : nil
    tally.counts = Array(repeating: ColumnCount(), count: columnCount)
    headerRowsDue = format.hasHeader ? format.headerRowCount : 0
    linesToSkip = format.skippedLines
    codes = .allocate(capacity: columnCount)
    points = .allocate(capacity: columnCount)
    for (index, column) in format.columns.enumerated() {
      let code: UInt8 =
        switch column.kind {
        case .integer, .epoch: 0
        case .real: 1
        case .text, .date: 2
        }
      (codes + index).initialize(to: code)
      let point = column.numbers.hasDecimalComma ? UInt8(ascii: ",") : UInt8(ascii: ".")
      // If the decimal mark is also the separator, decimals can occur only within quotes.
      (points + index).initialize(to: point == format.separator ? 0x0A : point)
    }
    powers = .allocate(capacity: 23)
    var power = 1.0
    for exponent in 0..<23 {
      (powers + exponent).initialize(to: power)
      power *= 10
    }
  }

  deinit {
    codes.deallocate()
    points.deallocate()
    powers.deallocate()
  }

  /// Parses rows until the batch is full or no complete row is left.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8, from the start of a row.
  ///   - start: The offset at which to begin.
  ///   - isLast: Whether this is the end of the text, so that the last row needs no line end.
  ///   - batch: Receives the rows.
  /// - Returns: The offset at which the next row begins.
  func parse(_ bytes: [UInt8], from start: Int, isLast: Bool, into batch: UnsafeCSVBatch) -> Int {
    bytes.withUnsafeBufferPointer { parse($0, from: start, isLast: isLast, into: batch) }
  }

  private func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, into batch: UnsafeCSVBatch
  ) -> Int {
    guard let base = bytes.baseAddress else { return start }
    let end = bytes.count
    let separator = format.separator
    let comment = format.comment
    var place = start
    if skipping != nil {
      place = skip(bytes, from: place, isLast: isLast, batch)
      if skipping != nil { return place }
    }
    rows: while !batch.isFull, place < end {
      let rowStart = place
      if base[place] == 0x0A || base[place] == 0x0D {
        guard let next = lineEnd(base, place, end, isLast) else { return rowStart }
        place = next
        line += 1
        linesToSkip = max(0, linesToSkip - 1)
        continue
      }
      let isUnclosed = !unclosedLines.isEmpty && unclosedLines.contains(line)
      let isComment =
        linesToSkip == 0 && !comment.isEmpty && base[place] == comment[0]
        && bytes[place...].starts(with: comment)
      if linesToSkip > 0 || isComment || (isUnclosed && strayQuotes == nil) {
        var stop = place
        while stop < end, base[stop] != 0x0A, base[stop] != 0x0D { stop += 1 }
        if stop == end, !isLast { return giveUp(rowStart, end, batch) }
        guard let next = stop == end ? end : lineEnd(base, stop, end, isLast) else { return rowStart }
        if linesToSkip > 0 {
          linesToSkip -= 1
        } else if isComment {
          tally.rowCounts.comments += 1
        } else {
          reject(line, 0, Self.neverClosed, bytes[rowStart..<stop], batch)
        }
        place = next
        line += 1
        continue
      }
      isLiteral = isUnclosed || line == literalLine

      let textStart = batch.texts.count
      let cells = batch.rowCount * columnCount
      var column = 0
      var innerLines = 0
      var isWhole = false
      hasMore = false
      misfits.removeAll(keepingCapacity: true)
      cells: while true {
        var stop = place
        var isRead = false
        if column < columnCount, codes[column] < 2 {
          // As a fast path, parse digits with at most one decimal mark, up to the end of the cell.
          var digits: UInt64 = 0
          let isNegative = stop < end && base[stop] == UInt8(ascii: "-")
          if isNegative { stop += 1 }
          let first = stop
          while stop < end {
            let digit = base[stop] &- 0x30
            guard digit <= 9 else { break }
            digits = digits &* 10 &+ UInt64(digit)
            stop += 1
          }
          let wholeDigits = stop - first
          var decimals = 0
          if codes[column] == 1, stop < end, base[stop] == points[column], base[stop] != 0x0A {
            stop += 1
            let behind = stop
            while stop < end {
              let digit = base[stop] &- 0x30
              guard digit <= 9 else { break }
              digits = digits &* 10 &+ UInt64(digit)
              stop += 1
            }
            decimals = stop - behind
          }
          let isEnded =
            stop < end ? base[stop] == separator || base[stop] == 0x0A || base[stop] == 0x0D : isLast
          let count = wholeDigits + decimals
          if isEnded, count > 0, count <= 18 {
            let cell = cells + column
            if codes[column] == 1 {
              if digits <= 1 << 53 {
                let value = Double(digits) / powers[decimals]
                batch.words[cell] = Int64(bitPattern: (isNegative ? -value : value).bitPattern)
                batch.tags[cell] = .real
                isRead = true
              }
            } else if wholeDigits == 1 || base[first] != 0x30 {
              let whole = Int64(truncatingIfNeeded: digits)
              batch.words[cell] = isNegative ? -whole : whole
              batch.tags[cell] = .integer
              isRead = true
            }
          }
        }
        if !isRead {
          let state = Cell(rowStart: rowStart, column: column, index: cells + column)
          guard let found = readCell(bytes, place, isLast, &innerLines, state, batch) else {
            if isStrayFound {
              // The row is parsed again, with the quote as a character.
              isStrayFound = false
              undo(batch, textStart, column, cells)
              literalLine = line
              place = rowStart
              continue rows
            }
            return giveUp(
              rowStart, end, batch, textStart: textStart, column: column, cells: cells, isLast: isLast)
          }
          stop = found
        }
        column += 1
        guard stop < end else {
          place = end
          isWhole = isLast
          break cells
        }
        if base[stop] == separator {
          place = stop + 1
          guard place < end || isLast else { break cells }
          continue cells
        }
        if let next = lineEnd(base, stop, end, isLast) {
          place = next
          isWhole = true
        }
        break cells
      }
      guard isWhole else {
        return giveUp(
          rowStart, end, batch, textStart: textStart, column: column, cells: cells, isLast: isLast)
      }
      if isHeaderDue {
        undo(batch, textStart, column, cells)
        headerRowsDue -= 1
      } else if place - rowStart > rowBytesLimit {
        undo(batch, textStart, column, cells)
        reject(line, column, Self.tooLong, bytes[rowStart..<place], batch)
      } else if column == columnCount || isComplete(column, cells, batch) {
        batch.rowCount += 1
        tally.rowCount += 1
        for misfit in misfits { note(misfit.column, misfit.fit) }
        if isLiteral { tally.rowCounts.strayQuotes += 1 }
        if innerLines > 0 {
          tally.rowCounts.joinedRows += 1
          tally.rowCounts.joinedLines += innerLines + 1
        }
      } else {
        undo(batch, textStart, column, cells)
        let reason = isUnclosed ? Self.neverClosed : "has \(column) cells, not \(columnCount)"
        reject(line, column, reason, bytes[rowStart..<place], batch)
      }
      line += 1 + innerLines
    }
    return place
  }

  /// Returns the offset after a line end, or nil if the byte that may complete it has not arrived.
  @inline(__always)
  func lineEnd(_ base: UnsafePointer<UInt8>, _ place: Int, _ end: Int, _ isLast: Bool) -> Int? {
    if base[place] == 0x0A { return place + 1 }
    guard place + 1 < end else { return isLast ? end : nil }
    return base[place + 1] == 0x0A ? place + 2 : place + 1
  }

  /// Returns whether a row can be stored although it has too many or too few cells, because the extra cells
  /// are empty or the absent cells count as missing values.
  private func isComplete(_ count: Int, _ cells: Int, _ batch: UnsafeCSVBatch) -> Bool {
    if count > columnCount { return !hasMore }
    guard format.fillsShortRows, count > 1 || columnCount == 2 else { return false }
    for column in count..<columnCount {
      batch.tags[cells + column] = .null
      tally.counts[column].missing += 1
    }
    tally.rowCounts.short += 1
    return true
  }

  /// Removes the cells of an incomplete row from the batch.
  func undo(_ batch: UnsafeCSVBatch, _ textStart: Int, _ column: Int, _ cells: Int) {
    batch.texts.removeLast(batch.texts.count - textStart)
    guard !isHeaderDue else { return }
    for index in 0..<min(column, columnCount)
    where batch.tags[cells + index] == .null { tally.counts[index].missing -= 1 }
  }

  private func note(_ column: Int, _ fit: CSVValue.Fit) {
    if fit != .isMismatch, fit != .isWord, isOpen[column] { isContradicted = true }
    switch fit {
    case .fits: break
    case .needsReal: tally.counts[column].reals += 1
    case .needsText: tally.counts[column].names += 1
    case .isMismatch: tally.counts[column].mismatches += 1
    case .isWord: tally.counts[column].words += 1
    case .isOtherOrder:
      tally.counts[column].mismatches += 1
      tally.counts[column].otherOrders += 1
    }
  }

  func reject(
    _ line: Int, _ cellCount: Int, _ reason: String, _ raw: some Collection<UInt8>, _ batch: UnsafeCSVBatch
  ) {
    tally.rejectCount += 1
    batch.rejects.append(
      UnsafeCSVBatch.Reject(
        line: line, cellCount: cellCount, reason: reason, text: Array(raw.prefix(Self.rejectBytes))))
  }
}
