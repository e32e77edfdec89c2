/// Makes rows of cells of the bytes of a text, as fast as the machine reads.
///
/// The rules are those of `CSVSplitter`, which is its twin in the tests.
final class UnsafeCSVParser {
  /// What was found in a column besides what it is.
  struct ColumnCount: Equatable, Sendable {
    var missing = 0
    /// Numbers that are not whole in a column of whole numbers.
    var reals = 0
    /// Digits that a number would lose.
    var names = 0
    /// Texts in a column of numbers or dates.
    var strangers = 0
    /// Dates, were days and months the other way round.
    var otherOrders = 0
  }

  private static let tooLong = "is too long"
  /// Bytes of a row put aside that are kept.
  private static let rejectBytes = 1024

  let format: CSVFormat
  /// The line that comes next, from 1.
  private(set) var line = 1
  private(set) var rowCount = 0
  private(set) var rejectCount = 0
  /// Cells whose bytes are not UTF-8, and were taken as Windows-1252.
  private(set) var recodedCount = 0
  private(set) var counts: [ColumnCount]
  /// Whether a column that may still become something else has to.
  private(set) var isContradicted = false
  /// The line of a row in which a quote is opened and never closed.
  private(set) var unclosedLine: Int?

  private let columnCount: Int
  private let rowBytesLimit: Int
  /// Of each column, whether it may still become something else.
  private let isOpen: [Bool]
  /// Of each column: 0 whole numbers, 1 numbers, 2 other.
  private let codes: UnsafeMutablePointer<UInt8>
  private let kinds: [CSVFormat.Kind]
  /// 10^0 to 10^22, which a double holds exactly.
  private let powers: UnsafeMutablePointer<Double>
  /// Lines whose quotes are known to be never closed.
  private let unclosedLines: Set<Int>
  private var isHeaderDue: Bool
  private var linesToSkip: Int
  private var skipping: Skipping?
  /// What does not fit in the row that is being read.
  private var misfits: [(column: Int, fit: CSVValue.Fit)] = []
  private var scratch: [UInt8] = []

  /// Where the skipping of a row that is too long has come to.
  private struct Skipping {
    var line: Int
    var isAtCellStart = true
    var isQuoted = false
    var isBehindQuote = false
    var isBehindReturn = false
    var lineCount = 0
    var text: [UInt8] = []
  }

  init(format: CSVFormat, isOpen: [Bool], unclosedLines: Set<Int>, rowBytesLimit: Int) {
    self.rowBytesLimit = rowBytesLimit
    self.format = format
    self.isOpen = isOpen
    self.unclosedLines = unclosedLines
    columnCount = format.columns.count
    kinds = format.columns.map(\.kind)
    counts = Array(repeating: ColumnCount(), count: columnCount)
    isHeaderDue = format.hasHeader
    linesToSkip = format.skippedLines
    codes = .allocate(capacity: columnCount)
    for (index, kind) in kinds.enumerated() {
      let code: UInt8 =
        switch kind {
        case .integer, .epoch: 0
        case .real: 1
        case .text, .date: 2
        }
      (codes + index).initialize(to: code)
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
    powers.deallocate()
  }

  /// Reads rows until the batch is full or no whole row is left.
  ///
  /// - Parameters:
  ///   - bytes: In UTF-8, from the start of a row on.
  ///   - start: Where to begin.
  ///   - isLast: Whether there is no more, so that the last row needs no end.
  ///   - batch: Takes the rows.
  /// - Returns: Where the next row begins.
  func parse(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, into batch: UnsafeCSVBatch)
    -> Int
  {
    guard let base = bytes.baseAddress else { return start }
    let end = bytes.count
    let separator = format.separator
    let point = format.hasDecimalComma ? UInt8(ascii: ",") : UInt8(ascii: ".")
    // Where both are the same, decimals stand within quotes only.
    let hasPoint = point != separator
    var place = start
    if skipping != nil {
      place = skip(bytes, from: place, isLast: isLast, batch)
      if skipping != nil { return place }
    }
    while !batch.isFull, place < end {
      let rowStart = place
      if base[place] == 0x0A || base[place] == 0x0D {
        guard let next = lineEnd(base, place, end, isLast) else { return rowStart }
        place = next
        line += 1
        linesToSkip = max(0, linesToSkip - 1)
        continue
      }
      if linesToSkip > 0 || unclosedLines.contains(line) {
        var stop = place
        while stop < end, base[stop] != 0x0A, base[stop] != 0x0D { stop += 1 }
        if stop == end, !isLast { return giveUp(rowStart, end, batch) }
        guard let next = stop == end ? end : lineEnd(base, stop, end, isLast) else { return rowStart }
        if linesToSkip > 0 {
          linesToSkip -= 1
        } else {
          reject(
            line, 0, "a quote is opened and never closed",
            UnsafeBufferPointer(rebasing: bytes[rowStart..<stop]), batch)
        }
        place = next
        line += 1
        continue
      }

      let textStart = batch.texts.count
      let cells = batch.rowCount * columnCount
      var column = 0
      var innerLines = 0
      var isWhole = false
      misfits.removeAll(keepingCapacity: true)
      cells: while true {
        var stop = place
        var isRead = false
        if column < columnCount, codes[column] < 2 {
          // Digits with a point at most, up to what ends the cell.
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
          if codes[column] == 1, hasPoint, stop < end, base[stop] == point {
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
                batch.tags[cell] = UnsafeCSVBatch.Tag.real.rawValue
                isRead = true
              }
            } else if wholeDigits == 1 || base[first] != 0x30 {
              let whole = Int64(truncatingIfNeeded: digits)
              batch.words[cell] = isNegative ? -whole : whole
              batch.tags[cell] = UnsafeCSVBatch.Tag.integer.rawValue
              isRead = true
            }
          }
        }
        if !isRead {
          guard let found = readCell(bytes, place, isLast, &innerLines, column, cells, batch) else {
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
        isHeaderDue = false
      } else if place - rowStart > rowBytesLimit {
        undo(batch, textStart, column, cells)
        reject(line, column, Self.tooLong, UnsafeBufferPointer(rebasing: bytes[rowStart..<place]), batch)
      } else if column == columnCount {
        batch.rowCount += 1
        rowCount += 1
        for misfit in misfits { note(misfit.column, misfit.fit) }
      } else {
        undo(batch, textStart, column, cells)
        let raw = UnsafeBufferPointer(rebasing: bytes[rowStart..<place])
        reject(line, column, "has \(column) cells and not \(columnCount)", raw, batch)
      }
      line += 1 + innerLines
    }
    return place
  }

  /// Where what follows a line end begins; nil where that cannot be told yet.
  @inline(__always)
  private func lineEnd(_ base: UnsafePointer<UInt8>, _ place: Int, _ end: Int, _ isLast: Bool) -> Int? {
    if base[place] == 0x0A { return place + 1 }
    guard place + 1 < end else { return isLast ? end : nil }
    return base[place + 1] == 0x0A ? place + 2 : place + 1
  }

  /// Reads a cell of any kind.
  ///
  /// - Returns: Where it ends; nil where its end has not come.
  private func readCell(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ isLast: Bool, _ lines: inout Int, _ column: Int,
    _ cells: Int, _ batch: UnsafeCSVBatch
  ) -> Int? {
    let end = bytes.count
    var place = start
    var high: UInt8 = 0
    guard place < end, bytes[place] == format.quote else {
      while place < end {
        let byte = bytes[place]
        if byte == format.separator || byte == 0x0A || byte == 0x0D { break }
        high |= byte
        place += 1
      }
      if place == end, !isLast { return nil }
      store(UnsafeBufferPointer(rebasing: bytes[start..<place]), false, high >= 0x80, column, cells, batch)
      return place
    }
    place += 1
    let inner = place
    var isClosed = false
    var isPlain = true
    while place < end {
      let byte = bytes[place]
      if byte == format.quote {
        guard place + 1 < end else {
          if !isLast { return nil }
          isClosed = true
          break
        }
        guard bytes[place + 1] == format.quote else {
          isClosed = true
          break
        }
        isPlain = false
        place += 2
        continue
      }
      if byte == 0x0A || (byte == 0x0D && !(place + 1 < end && bytes[place + 1] == 0x0A)) { lines += 1 }
      high |= byte
      place += 1
    }
    guard isClosed else { return nil }
    let closing = place
    place += 1
    while place < end {
      let byte = bytes[place]
      if byte == format.separator || byte == 0x0A || byte == 0x0D { break }
      high |= byte
      place += 1
    }
    if place == end, !isLast { return nil }
    if isPlain, place == closing + 1 {
      store(UnsafeBufferPointer(rebasing: bytes[inner..<closing]), true, high >= 0x80, column, cells, batch)
    } else {
      scratch.removeAll(keepingCapacity: true)
      var from = inner
      while from < closing {
        scratch.append(bytes[from])
        from += bytes[from] == format.quote ? 2 : 1
      }
      scratch += bytes[(closing + 1)..<place]
      scratch.withUnsafeBufferPointer { store($0, true, high >= 0x80, column, cells, batch) }
    }
    return place
  }

  /// Puts a cell into the batch; one beyond the columns is passed over.
  private func store(
    _ cell: UnsafeBufferPointer<UInt8>, _ isQuoted: Bool, _ isWide: Bool, _ column: Int, _ cells: Int,
    _ batch: UnsafeCSVBatch
  ) {
    guard column < columnCount, !isHeaderDue else { return }
    let (value, fit) = CSVValue.read(
      cell.span, as: kinds[column], isQuoted: isQuoted, hasDecimalComma: format.hasDecimalComma)
    if fit != .fits { misfits.append((column, fit)) }
    let index = cells + column
    switch value {
    case .null:
      counts[column].missing += 1
      batch.tags[index] = UnsafeCSVBatch.Tag.null.rawValue
    case .integer(let whole):
      batch.tags[index] = UnsafeCSVBatch.Tag.integer.rawValue
      batch.words[index] = whole
    case .real(let number):
      batch.tags[index] = UnsafeCSVBatch.Tag.real.rawValue
      batch.words[index] = Int64(bitPattern: number.bitPattern)
    case .text:
      batch.tags[index] = UnsafeCSVBatch.Tag.text.rawValue
      let start = batch.texts.count
      if isWide, !CSVDecoder.isUTF8(Array(cell)[...]) {
        recodedCount += 1
        var decoder = CSVDecoder(.latin1)
        decoder.append(Array(cell), to: &batch.texts)
        decoder.finish(&batch.texts)
      } else {
        batch.texts.append(contentsOf: cell)
      }
      batch.words[index] = Int64(start) << 32 | Int64(batch.texts.count - start)
    }
  }

  /// Takes back what was read of a row.
  private func undo(_ batch: UnsafeCSVBatch, _ textStart: Int, _ column: Int, _ cells: Int) {
    batch.texts.removeLast(batch.texts.count - textStart)
    guard !isHeaderDue else { return }
    for index in 0..<min(column, columnCount)
    where batch.tags[cells + index] == UnsafeCSVBatch.Tag.null.rawValue {
      counts[index].missing -= 1
    }
  }

  private func note(_ column: Int, _ fit: CSVValue.Fit) {
    if fit != .isStranger, isOpen[column] { isContradicted = true }
    switch fit {
    case .fits: break
    case .needsReal: counts[column].reals += 1
    case .needsText: counts[column].names += 1
    case .isStranger: counts[column].strangers += 1
    case .isOtherOrder:
      counts[column].strangers += 1
      counts[column].otherOrders += 1
    }
  }

  private func reject(
    _ line: Int, _ cellCount: Int, _ reason: String, _ raw: UnsafeBufferPointer<UInt8>,
    _ batch: UnsafeCSVBatch
  ) {
    rejectCount += 1
    batch.rejects.append(
      UnsafeCSVBatch.Reject(
        line: line, cellCount: cellCount, reason: reason, text: Array(raw.prefix(Self.rejectBytes))))
  }

  // MARK: - Rows that do not end

  private func giveUp(_ rowStart: Int, _ end: Int, _ batch: UnsafeCSVBatch) -> Int {
    if end - rowStart > rowBytesLimit { skipping = Skipping(line: line) }
    return rowStart
  }

  /// Leaves a row for the next time, when more of it has come; begins to skip one that is too long.
  private func giveUp(
    _ rowStart: Int, _ end: Int, _ batch: UnsafeCSVBatch, textStart: Int, column: Int, cells: Int,
    isLast: Bool
  ) -> Int {
    undo(batch, textStart, column, cells)
    if isLast { unclosedLine = line }
    return giveUp(rowStart, end, batch)
  }

  /// Goes on skipping a row that is too long.
  ///
  /// - Returns: Where the next row begins, or the end of what there is.
  private func skip(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, _ batch: UnsafeCSVBatch
  ) -> Int {
    guard var state = skipping else { return start }
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if state.isBehindReturn {
        if byte == 0x0A { place += 1 }
        return endSkipping(state, place, batch)
      }
      place += 1
      if state.text.count < Self.rejectBytes { state.text.append(byte) }
      if state.isQuoted {
        guard state.isBehindQuote else {
          if byte == format.quote { state.isBehindQuote = true }
          if byte == 0x0A { state.lineCount += 1 }
          continue
        }
        state.isBehindQuote = false
        if byte == format.quote { continue }
        state.isQuoted = false
      }
      if state.isAtCellStart, byte == format.quote {
        (state.isQuoted, state.isAtCellStart) = (true, false)
        continue
      }
      state.isAtCellStart = byte == format.separator
      if byte == 0x0A { return endSkipping(state, place, batch) }
      if byte == 0x0D { state.isBehindReturn = true }
    }
    skipping = state
    if isLast {
      guard state.isQuoted, !state.isBehindQuote else {
        return endSkipping(state, place, batch)
      }
      unclosedLine = state.line
      skipping = nil
    }
    return place
  }

  private func endSkipping(_ state: Skipping, _ place: Int, _ batch: UnsafeCSVBatch) -> Int {
    skipping = nil
    line = state.line + state.lineCount + 1
    rejectCount += 1
    batch.rejects.append(
      UnsafeCSVBatch.Reject(
        line: state.line, cellCount: 0, reason: Self.tooLong,
        text: state.text))
    return place
  }
}
