import TestSupport
import Testing
import WaveDataWire
import WaveWire

@Suite struct DataMessageTests {
  @Test func whatIsWrittenIsRead() throws {
    for sample in TableSamples.fixed {
      let read = try #require(try TableSamples.read(sample.bytes, fromClient: sample.isFromClient))
      // Bytes are compared: a NaN is not equal to itself.
      #expect(TableSamples.encoded(read, fromClient: sample.isFromClient) == sample.bytes, "\(sample.name)")
    }
  }

  @Test func hostileBytesDoNoHarm() {
    var random = SeededGenerator(seed: 16)
    var accepted = 0
    var refused = 0
    for _ in 0..<100_000 {
      let sample = TableSamples.fixed[Int(random.next() % UInt64(TableSamples.fixed.count))]
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() & 3 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      var reader = DataMessageReader(limit: WireLimits.serverMessageBytes)
      do throws(WireError) {
        while let message = sample.isFromClient
          ? try reader.nextFromClient(in: bytes.span.bytes) : try reader.nextFromServer(in: bytes.span.bytes)
        {
          accepted += 1
          let again = TableSamples.encoded(message, fromClient: sample.isFromClient)
          if again.count > bytes.count { Issue.record("grew: \(bytes)") }
        }
      } catch { refused += 1 }
      if reader.position > bytes.count { Issue.record("read past the end: \(bytes)") }
    }
    #expect(accepted > 10_000 && refused > 10_000)
  }

  @Test func everyListFitsIntoAMessage() {
    let text = [UInt8](repeating: 0x61, count: 5000)
    let columns = TableColumns(
      source: 0, first: 0, columns: Array(repeating: .init(kind: .text, name: text), count: 300))
    let cells = TableCells(
      request: 0, source: 0, key: 0, tick: 0, first: 0, cells: Array(repeating: .text(text), count: 300))
    let spans = LaneSpans(
      view: 0, column: 0, flags: [], pixels: 1, drawnCount: 0, rowCount: 0,
      tops: Array(repeating: 0, count: 9000), bottoms: Array(repeating: 1, count: 9000))
    let summary = TextSummary(
      source: 0, column: 0, isCut: false, distinctCount: 0, rowCount: 0, missingCount: 0,
      top: Array(repeating: .init(text: text, count: 0), count: 300))
    let strip = TextStrip(view: 0, column: 0, rowCount: 0, shares: Array(repeating: 0, count: 90_000))
    let range = RangeSummary(
      request: 0, source: 0, rowCount: 0,
      columns: Array(
        repeating: .init(column: 0, missing: 0, minimum: 0, maximum: 0, mean: 0, deviation: 0), count: 300),
      histogramColumn: 0, low: 0, high: 0, counts: Array(repeating: 0, count: 300),
      texts: Array(
        repeating: .init(column: 0, missingCount: 0, counts: Array(repeating: 0, count: 300)), count: 300))
    for message in [
      DataMessage.columns(columns), .row(cells), .spans(spans), .textSummary(summary), .textStrip(strip),
      .range(range),
    ] {
      #expect(TableSamples.encoded(message, fromClient: false).count <= WireLimits.serverMessageBytes)
    }
  }

  @Test func aRangeWithoutTextsIsReadAsAnEarlierReleaseWroteIt() throws {
    let range = RangeSummary(
      request: 1, source: 2, rowCount: 3, columns: [], histogramColumn: 4, low: 5, high: 6, counts: [7])
    let bytes = TableSamples.encoded(.range(range), fromClient: false)
    #expect(bytes.count == 4 + 12 + 1 + 18 + 1 + 4)
    #expect(try TableSamples.read(bytes, fromClient: false) == .range(range))
  }

  @Test func whatAClientSaysFitsIntoItsMessages() throws {
    let text = [UInt8](repeating: 0x61, count: 5000)
    for message in [
      DataMessage.showTexts(ShowTexts(source: 0, buckets: 512, columns: Array(repeating: 1, count: 300))),
      .setFilter(SetFilter(source: 0, filter: 1, kind: .texts(column: 1, .value(text), isKept: true))),
    ] {
      let bytes = TableSamples.encoded(message, fromClient: true)
      #expect(bytes.count <= WireLimits.clientMessageBytes)
      #expect(try TableSamples.read(bytes, fromClient: true) != nil)
    }
  }

  @Test func sharesAreAllOfTheRowsOrNone() throws {
    var strip = TextStrip(view: 1, column: 2, rowCount: 3, shares: [255] + Array(repeating: 0, count: 8))
    let right = TableSamples.encoded(.textStrip(strip), fromClient: false)
    #expect(try TableSamples.read(right, fromClient: false) == .textStrip(strip))
    strip.shares[3] = 1
    let wrong = TableSamples.encoded(.textStrip(strip), fromClient: false)
    #expect(throws: WireError.invalid(byte: 18)) { try TableSamples.read(wrong, fromClient: false) }
  }

  @Test func theLongestFormulaFitsIntoAMessage() throws {
    let text = [UInt8](repeating: 0x61, count: 5000)
    let bytes = TableSamples.encoded(
      .deriveColumn(DeriveColumn(source: 0, number: 15, name: text, formula: text)), fromClient: true)
    #expect(bytes.count <= WireLimits.clientMessageBytes)
    guard case .deriveColumn(let read)? = try TableSamples.read(bytes, fromClient: true) else {
      Issue.record("not read")
      return
    }
    #expect(read.name.count == WireLimits.derivedName && read.formula.count == WireLimits.formula)
    var other = bytes
    other[6] = 16
    #expect(throws: WireError.invalid(byte: 6)) { try TableSamples.read(other, fromClient: true) }
  }

  @Test func whatCannotBeDoneFitsIntoAMessage() throws {
    let text = [UInt8](repeating: 0x61, count: 5000)
    let bytes = TableSamples.encoded(
      .abilities(
        TableAbilities(
          source: 0, abilities: .own, lenses: .max, reasons: text, condition: .failed, conditionText: text)),
      fromClient: false)
    guard case .abilities(let read)? = try TableSamples.read(bytes, fromClient: false) else {
      Issue.record("not read")
      return
    }
    #expect(read.reasons.count == WireLimits.reasons && read.xColumn == WireLimits.noColumn)
    #expect(read.conditionText.count == WireLimits.conditionText)
    var other = bytes
    let conditionByte = 4 + 12 + 2 + WireLimits.reasons
    other[conditionByte] = 6
    #expect(throws: WireError.invalid(byte: conditionByte)) {
      try TableSamples.read(other, fromClient: false)
    }
    // One byte more than there may be is not taken, however many there are.
    (other[16], other[17]) = (0x01, 0x08)
    #expect(throws: WireError.tooLong(byte: 16, length: 2049, limit: 2048)) {
      try TableSamples.read(other, fromClient: false)
    }
  }

  @Test func theFirstMessageSaysWhatTheConnectionIsFor() {
    let hello = TableSamples.encoded(.hello(DataHello()), fromClient: true)
    #expect(DataMessageReader.isHello(hello))
    #expect(!DataMessageReader.isHello([32]) && !DataMessageReader.isHello([16, 0, 0, 0]))
  }
}
