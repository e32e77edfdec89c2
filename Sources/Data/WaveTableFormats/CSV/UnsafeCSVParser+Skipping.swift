extension UnsafeCSVParser {
  /// The state of the parser while it skips a row that exceeds the maximum length.
  struct Skipping {
    var line: Int
    var isAtCellStart = true
    var isQuoted = false
    var isBehindQuote = false
    var isBehindEscape = false
    var isBehindReturn = false
    var lineCount = 0
    var text: [UInt8] = []
  }

  func giveUp(_ rowStart: Int, _ end: Int, _ batch: UnsafeCSVBatch) -> Int {
    if end - rowStart > rowBytesLimit { skipping = Skipping(line: line) }
    return rowStart
  }

  /// Postpones a row until more of its text is available, or starts to skip a row that is too long.
  func giveUp(
    _ rowStart: Int, _ end: Int, _ batch: UnsafeCSVBatch, textStart: Int, column: Int, cells: Int,
    isLast: Bool
  ) -> Int {
    undo(batch, textStart, column, cells)
    if isLast { tally.unclosedLine = line }
    return giveUp(rowStart, end, batch)
  }

  /// Continues to skip a row that is too long.
  ///
  /// - Returns: The offset at which the next row begins, or the end of the bytes.
  func skip(
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
          if state.isBehindEscape {
            state.isBehindEscape = false
          } else if Int16(byte) == escape {
            state.isBehindEscape = true
          } else if Int16(byte) == quote {
            state.isBehindQuote = true
          }
          if byte == 0x0A { state.lineCount += 1 }
          continue
        }
        state.isBehindQuote = false
        if Int16(byte) == quote { continue }
        state.isQuoted = false
      }
      if state.isAtCellStart, Int16(byte) == quote {
        (state.isQuoted, state.isAtCellStart) = (true, false)
        continue
      }
      state.isAtCellStart = byte == format.separator
      if byte == 0x0A { return endSkipping(state, place, batch) }
      if byte == 0x0D { state.isBehindReturn = true }
    }
    skipping = state
    if isLast {
      guard state.isQuoted, !state.isBehindQuote else { return endSkipping(state, place, batch) }
      tally.unclosedLine = state.line
      skipping = nil
    }
    return place
  }

  func endSkipping(_ state: Skipping, _ place: Int, _ batch: UnsafeCSVBatch) -> Int {
    skipping = nil
    line = state.line + state.lineCount + 1
    reject(state.line, 0, Self.tooLong, state.text, batch)
    return place
  }
}
