import Testing

@testable import WaveWire

@Suite struct MessageStepsTests {
  /// A message of a tag and as many bytes.
  private static func message(_ tag: UInt8, _ count: UInt16) -> [UInt8] {
    [tag, 0, UInt8(count & 255), UInt8(count >> 8)] + [UInt8](repeating: 7, count: Int(count))
  }

  /// Reads one byte of messages with the tag 5.
  private static func read(_ bytes: [UInt8], by steps: inout MessageSteps) throws(WireError) -> UInt8? {
    try steps.next(in: bytes.span.bytes) { tag, fields in
      guard tag == 5 else { return nil }
      var value: UInt8 = 0
      fields.integer(&value)
      return value
    }
  }

  @Test func aMessageAsLongAsTheLimitIsRead() throws {
    var steps = MessageSteps(limit: 10)
    #expect(try Self.read(Self.message(5, 6), by: &steps) == 7 && steps.position == 10)
    let bytes = Self.message(5, 7)
    steps = MessageSteps(limit: 10)
    #expect(throws: WireError.tooLong(byte: 2, length: 11, limit: 10)) { try Self.read(bytes, by: &steps) }
    #expect(steps.position == bytes.count)
  }

  @Test func unknownMessagesAreSkipped() throws {
    var steps = MessageSteps(limit: 10)
    let bytes = Self.message(9, 3) + Self.message(5, 1) + Self.message(9, 0)
    #expect(try Self.read(bytes, by: &steps) == 7 && steps.position == 12)
    #expect(try Self.read(bytes, by: &steps) == nil && steps.position == bytes.count)
  }

  @Test func readingGoesOnBehindAMessageWithoutItsFields() throws {
    var steps = MessageSteps(limit: 10)
    let bytes = Self.message(5, 0) + Self.message(5, 1)
    #expect(throws: WireError.truncated(byte: 4, needed: 1)) { try Self.read(bytes, by: &steps) }
    #expect(try Self.read(bytes, by: &steps) == 7)
  }

  @Test(arguments: [[5], [5, 0], [5, 0, 1], [5, 0, 1, 0], [5, 0, 2, 0, 7]] as [[UInt8]])
  func whatIsCutOffIsRefusedAndEndsTheFrame(_ bytes: [UInt8]) {
    var steps = MessageSteps(limit: 10)
    #expect(throws: WireError.self) { try Self.read(bytes, by: &steps) }
    #expect(steps.position == bytes.count)
  }
}
