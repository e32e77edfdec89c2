import Testing

@testable import WaveWire

@Suite struct FrameWriterTests {
  @Test func aLongFrameIsFollowedByAnother() {
    var writer = FrameWriter()
    let lengths = [1, FrameWriter.frameBytes - 2, 1, 5, 2 * FrameWriter.frameBytes, 7]
    for length in lengths { writer.append { $0 += [UInt8](repeating: UInt8(length & 255), count: length) } }
    let (first, second) = (FrameWriter.frameBytes, 3 * FrameWriter.frameBytes + 5)
    #expect(writer.ends == [first, second])
    #expect(writer.finish() == [first, second, second + 7])
    #expect(writer.byteCount == lengths.reduce(0, +) && writer.bytes.count == writer.byteCount)
  }

  @Test func aClearedWriterBeginsAnew() {
    var writer = FrameWriter()
    #expect(writer.finish() == [])
    writer.append { $0 += [1, 2, 3] }
    #expect(writer.finish() == [3])
    writer.clear()
    #expect(writer.byteCount == 0 && writer.finish() == [])
    writer.append { $0 += [4] }
    #expect(writer.bytes == [4] && writer.finish() == [1])
  }
}
