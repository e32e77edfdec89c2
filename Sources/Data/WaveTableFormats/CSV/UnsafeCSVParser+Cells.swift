extension UnsafeCSVParser {
  /// The position of a cell in the text and in the batch.
  struct Cell {
    /// The offset at which the cell's row begins.
    var rowStart: Int
    var column: Int
    /// The index of the cell in the batch.
    var index: Int
  }

  /// Parses a cell of any type.
  ///
  /// - Returns: The offset at which the cell ends, or nil if its end is not yet available or it has a stray
  ///   quote.
  func readCell(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ isLast: Bool, _ lines: inout Int, _ cell: Cell,
    _ batch: UnsafeCSVBatch
  ) -> Int? {
    let end = bytes.count
    var first = start
    if format.trimsCells { while first < end, bytes[first] == 0x20 { first += 1 } }
    guard first < end, Int16(bytes[first]) == quote else {
      return readOpenCell(bytes, first, isLast, cell, batch)
    }
    var place = first + 1
    let inner = place
    var high: UInt8 = 0
    var isClosed = false
    var isPlain = true
    var lineCount = 0
    while place < end {
      let byte = bytes[place]
      if Int16(byte) == escape {
        guard place + 1 < end else {
          if !isLast { return nil }
          break
        }
        if Int16(bytes[place + 1]) == quote || Int16(bytes[place + 1]) == escape {
          isPlain = false
          place += 2
          continue
        }
      }
      if Int16(byte) == quote {
        guard place + 1 < end else {
          if !isLast { return nil }
          isClosed = true
          break
        }
        guard Int16(bytes[place + 1]) == quote else {
          isClosed = true
          break
        }
        isPlain = false
        place += 2
        continue
      }
      if byte == 0x0A || byte == 0x0D {
        if isLiteral { return readOpenCell(bytes, first, isLast, cell, batch) }
        if lines == 0, lineCount == 0, let strayQuotes {
          switch strayQuotes.verdict(bytes.span, at: cell.rowStart, isLast: isLast) {
          case .unknown: return nil
          case .stray:
            isStrayFound = true
            return nil
          case .joining: break
          }
        }
        if byte == 0x0A || !(place + 1 < end && bytes[place + 1] == 0x0A) { lineCount += 1 }
      }
      high |= byte
      place += 1
    }
    guard isClosed else { return isLiteral && isLast ? readOpenCell(bytes, first, isLast, cell, batch) : nil }
    lines += lineCount
    let closing = place
    place += 1
    if format.trimsCells {
      var next = place
      while next < end, bytes[next] == 0x20 { next += 1 }
      if next == end, !isLast { return nil }
      if next == end || bytes[next] == format.separator || bytes[next] == 0x0A || bytes[next] == 0x0D {
        store(inner..<closing, of: bytes, isPlain, nil, high >= 0x80, cell, batch)
        return next
      }
    }
    let behind = place
    while place < end {
      let byte = bytes[place]
      if byte == format.separator || byte == 0x0A || byte == 0x0D { break }
      high |= byte
      place += 1
    }
    if place == end, !isLast { return nil }
    store(inner..<closing, of: bytes, isPlain, bytes[behind..<place], high >= 0x80, cell, batch)
    return place
  }

  /// Parses an unquoted cell.
  private func readOpenCell(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ isLast: Bool, _ cell: Cell, _ batch: UnsafeCSVBatch
  ) -> Int? {
    let end = bytes.count
    var place = start
    var high: UInt8 = 0
    while place < end {
      let byte = bytes[place]
      if byte == format.separator || byte == 0x0A || byte == 0x0D { break }
      high |= byte
      place += 1
    }
    if place == end, !isLast { return nil }
    var last = place
    if format.trimsCells { while last > start, bytes[last - 1] == 0x20 { last -= 1 } }
    store(UnsafeBufferPointer(rebasing: bytes[start..<last]), false, high >= 0x80, cell, batch)
    return place
  }

  /// Stores a quoted cell in the batch, without its quotes and escapes, followed by the text after its
  /// closing quote.
  private func store(
    _ inner: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ isPlain: Bool,
    _ behind: Slice<UnsafeBufferPointer<UInt8>>?,
    _ isWide: Bool, _ cell: Cell, _ batch: UnsafeCSVBatch
  ) {
    let behind = behind ?? bytes[inner.upperBound..<inner.upperBound]
    if isPlain, behind.isEmpty {
      store(UnsafeBufferPointer(rebasing: bytes[inner]), true, isWide, cell, batch)
      return
    }
    scratch.removeAll(keepingCapacity: true)
    var from = inner.lowerBound
    while from < inner.upperBound {
      let byte = Int16(bytes[from])
      let isPair =
        from + 1 < inner.upperBound
        && (byte == quote
          || (byte == escape && (Int16(bytes[from + 1]) == quote || Int16(bytes[from + 1]) == escape)))
      if isPair { from += 1 }
      scratch.append(bytes[from])
      from += 1
    }
    scratch += behind
    scratch.withUnsafeBufferPointer { store($0, true, isWide, cell, batch) }
  }

  /// Stores a cell in the batch; ignores cells beyond the last column.
  private func store(
    _ bytes: UnsafeBufferPointer<UInt8>, _ isQuoted: Bool, _ isWide: Bool, _ cell: Cell,
    _ batch: UnsafeCSVBatch
  ) {
    let column = cell.column
    guard column < columnCount, !isHeaderDue else {
      if !bytes.isEmpty { hasMore = true }
      return
    }
    let (value, fit) = CSVValue.read(bytes.span, as: columns[column], isQuoted: isQuoted)
    if fit != .fits {
      misfits.append((column, fit))
      if fit == .isWord { tally.counts[column].noteWord(bytes) }
      if fit == .isMismatch, columns[column].kind.isNumber { tally.counts[column].evidence.add(bytes.span) }
    }
    let index = cell.index
    switch value {
    case .null:
      tally.counts[column].missing += 1
      batch.tags[index] = .null
    case .integer(let whole):
      batch.tags[index] = .integer
      batch.words[index] = whole
    case .real(let number):
      batch.tags[index] = .real
      batch.words[index] = Int64(bitPattern: number.bitPattern)
    case .text:
      batch.tags[index] = .text
      let start = batch.texts.count
      if isWide, !CSVDecoder.isUTF8(Array(bytes)[...]) {
        tally.recodedCount += 1
        var decoder = CSVDecoder(.latin1)
        decoder.append(Array(bytes), to: &batch.texts)
        decoder.finish(&batch.texts)
      } else {
        batch.texts.append(contentsOf: bytes)
      }
      batch.words[index] = Int64(start) << 32 | Int64(batch.texts.count - start)
    }
  }
}
