import TestSupport
import Testing
import WaveSpectrumWire
import WaveWire

@Suite struct MessageReaderTests {
  private func bytes(_ messages: [Message]) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in messages { message.encode(into: &bytes) }
    return bytes
  }

  private func read(
    _ bytes: [UInt8], limit: Int = WireLimits.serverMessageBytes
  ) throws(WireError) -> [Message] {
    var reader = MessageReader(limit: limit)
    var messages: [Message] = []
    while let message = try reader.next(in: bytes.span.bytes) { messages.append(message) }
    return messages
  }

  @Test func randomMessagesComeBack() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<400 {
      let messages = (0..<Int.random(in: 0...6, using: &random)).map { _ in Samples.random(&random) }
      #expect(try read(bytes(messages)) == messages)
    }
  }

  @Test func unknownKindsAreSkipped() throws {
    let hello = Message.hello(Hello())
    let unknown: [UInt8] = [0xFF, 0x7F, 3, 0, 1, 2, 3]
    #expect(try read(bytes([hello]) + unknown + unknown + bytes([hello])) == [hello, hello])
  }

  @Test func fieldsOfANewerVersionAreIgnored() throws {
    // What lacks the newest fields has those first.
    let older = ["source", "show-spectrum", "show-nothing", "row", "row-coded"]
    for sample in Samples.fixed where !older.contains(sample.name) {
      var grown = bytes([sample.message])
      grown += [0xEE, 0xEE]
      let length = grown.count - 4
      grown[2] = UInt8(length & 255)
      grown[3] = UInt8(length >> 8)
      #expect(try read(grown + bytes([.hello(Hello())])) == [sample.message, .hello(Hello())])
    }
  }

  @Test func levelsThatCannotBeAreRefused() throws {
    let named = Dictionary(uniqueKeysWithValues: Samples.fixed.map { ($0.name, bytes([$0.message])) })
    let view = try #require(named["show-levels"])
    let row = try #require(named["row-fine"])
    // The bottom above the top, and no number.
    for bottom: Float in [-48, -49, .nan, -.infinity] {
      var changed = view
      let bits = bottom.bitPattern
      for byte in 0..<4 { changed[view.count - 10 + byte] = UInt8(truncatingIfNeeded: bits >> (8 * byte)) }
      #expect(throws: WireError.self, "\(bottom)") { try read(changed) }
    }
    // No steps, too many, and a range upside down.
    for (low, high, fineness): (Int16, Int16, UInt16) in [
      (-510, -490, 0), (-510, -490, 1500), (-489, -490, 2), (-3277, 0, 2), (0, 3277, 2),
    ] {
      var changed = row
      for (place, value) in [UInt16(bitPattern: low), UInt16(bitPattern: high), fineness].enumerated() {
        changed[row.count - 6 + 2 * place] = UInt8(value & 255)
        changed[row.count - 5 + 2 * place] = UInt8(value >> 8)
      }
      #expect(throws: WireError.invalid(byte: row.count - 6)) { try read(changed) }
    }
  }

  @Test func everyTruncationIsNamed() {
    for sample in Samples.fixed {
      let whole = bytes([sample.message])
      for count in 1..<whole.count {
        #expect(throws: WireError.self) { try read(Array(whole[..<count])) }
      }
    }
    #expect(throws: WireError.truncated(byte: 2, needed: 2)) { try read([1, 0]) }
    #expect(throws: WireError.truncated(byte: 4, needed: 1)) { try read([1, 0, 2, 0, 1]) }
    #expect(throws: WireError.truncated(byte: 4, needed: 1)) { try read([1, 0, 1, 0, 1]) }
  }

  @Test func aLengthOverTheLimitIsRefusedBeforeItIsRead() {
    #expect(throws: WireError.tooLong(byte: 2, length: 257, limit: 256)) {
      try read([1, 0, 253, 0], limit: WireLimits.clientMessageBytes)
    }
    let longest = [UInt8]([200, 0, 252, 0]) + [UInt8](repeating: 0, count: 252)
    #expect(throws: Never.self) { try read(longest, limit: WireLimits.clientMessageBytes) }
  }

  @Test func clientMessagesFitTheirLimit() {
    for sample in Samples.fixed where sample.message.isFromClient {
      #expect(bytes([sample.message]).count <= WireLimits.clientMessageBytes)
    }
  }

  @Test func theLargestRowFitsTheServersLimit() throws {
    var random = SeededGenerator(seed: 3)
    let row = Message.row(
      RowMessage(
        view: 1, axis: 1, flags: [], planes: PlaneSet(rawValue: 31), sequence: 1, startMicroseconds: 0,
        durationMicroseconds: 1, skipped: 0, columns: UInt16(WireLimits.columns),
        values: (0..<WireLimits.columns * WireLimits.planes).map { _ in
          Int16(truncatingIfNeeded: random.next())
        }))
    let encoded = bytes([row])
    // Nothing is shorter than the levels themselves here: a byte for each plane comes to them.
    #expect(encoded.count == 30 + 5 * (1 + 2 * WireLimits.columns))
    #expect(encoded.count <= WireLimits.serverMessageBytes)
    #expect(try read(encoded) == [row])
  }

  @Test func aRowOf2048ColumnsCostsLessThanTwoPercentOfFraming() {
    let row = Message.row(
      RowMessage(
        view: 1, axis: 1, flags: [], planes: .max, sequence: 1, startMicroseconds: 0,
        durationMicroseconds: 1, skipped: 0, columns: 2048, values: [Int16](repeating: 0, count: 2048)))
    let socketFrameHeader = 4
    let constantPlane = 5
    let framing = bytes([row]).count + socketFrameHeader - constantPlane
    #expect(framing == 34)
    #expect(Double(framing) < 0.02 * 2000)
  }

  @Test func readingGoesOnAfterAFaultyMessage() throws {
    let faulty: [UInt8] = [1, 0, 1, 0, 9]
    let sequence = faulty + bytes([.hello(Hello())])
    var reader = MessageReader(limit: 256)
    #expect(throws: WireError.truncated(byte: 4, needed: 1)) { try reader.next(in: sequence.span.bytes) }
    #expect(try reader.next(in: sequence.span.bytes) == .hello(Hello()))
    #expect(try reader.next(in: sequence.span.bytes) == nil)
  }

  @Test(arguments: [
    // The byte to change, its new value, and what is wrong.
    ("show-spectrum", 8, 4), ("show-spectrum", 9, 0), ("show-spectrum", 9, 32), ("show-spectrum", 12, 0),
    ("show-spectrum", 12, 61), ("command-speed", 6, 4), ("row", 9, 0), ("notice", 4, 3), ("notice", 7, 0xFF),
    ("source", 8, 3), ("axis", 7, 0xFF), ("command-tune", 14, 0x7F), ("fetch", 21, 0x7F),
    ("welcome", 15, 0x7F),
    ("show-spectrum", 11, 0x09),
  ])
  func aValueOutsideItsRangeIsRefused(name: String, byte: Int, value: UInt8) throws {
    let sample = try #require(Samples.fixed.first { $0.name == name })
    var changed = bytes([sample.message])
    changed[byte] = value
    #expect(throws: WireError.self) { try read(changed) }
  }

  @Test(arguments: [(99_999, false), (100_000, true), (60_000_000, true), (60_000_001, false), (.max, false)])
  func slotsOfTheWaterfallHaveLimits(slot: UInt32, isAllowed: Bool) {
    let view = ShowView(
      view: 1, mode: .waterfall, columns: 10, slotMicroseconds: slot, lowHertz: 0, highHertz: 1)
    let answer = Result { () throws(WireError) in try read(bytes([.show(view)])) }
    #expect(answer == (isAllowed ? .success([.show(view)]) : .failure(.invalid(byte: 13))))
  }

  @Test func bandsThatAreNotNumbersAreRefused() {
    for hertz in [Double.nan, .infinity, -.infinity, 1.1e15] {
      let view = ShowView(view: 1, mode: .spectrum, columns: 10, lowHertz: 0, highHertz: hertz)
      #expect(throws: WireError.self) { try read(bytes([.show(view)])) }
      let tune = Command.tune(source: 0, lowHertz: hertz, highHertz: 1)
      #expect(throws: WireError.self) { try read(bytes([.command(tune)])) }
    }
    for value in [Double.nan, .infinity, -1, 1e10] {
      #expect(throws: WireError.self) { try read(bytes([.command(.speed(source: 0, factor: value))])) }
      #expect(throws: WireError.self) { try read(bytes([.command(.seek(source: 0, seconds: value))])) }
    }
    let empty = ShowView(view: 1, mode: .meter, columns: 0, lowHertz: 5, highHertz: 5)
    #expect(throws: WireError.invalid(byte: 21)) { try read(bytes([.show(empty)])) }
  }
  @Test(arguments: [1e-5, 1e-3])
  func aBandThatVanishesBesideItsTunerIsRefused(width: Double) throws {
    let info = SourceInfo(
      source: 0, flags: .tunable, unit: .fullScale, lowHertz: 0, highHertz: width, tuneLowHertz: 0,
      tuneHighHertz: 1e8, stepHertz: 1, rbwHertz: .nan, enbwHertz: .nan, rowSeconds: 0.5, durationSeconds: 0,
      startMicroseconds: 0, levelLow: -40, levelHigh: 20, name: [], detail: [])
    if width < 1e-4 {
      #expect(throws: WireError.invalid(byte: 9)) { try read(bytes([.source(info)])) }
    } else {
      #expect(try read(bytes([.source(info)])).count == 1)
    }
  }
}
