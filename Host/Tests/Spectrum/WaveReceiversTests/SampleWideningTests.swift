import TestSupport
import Testing
import WaveSpectra

@testable import WaveReceivers

@Suite struct SampleWideningTests {
  private func levels(_ bytes: [UInt8], _ format: IQFormat) -> [Float] {
    var floats = [Float](repeating: 0, count: bytes.count / format.bytesPerComponent)
    var span = floats.mutableSpan
    _ = format.convert(bytes.span, into: &span)
    return floats
  }

  @Test(arguments: [IQFormat.Component.i24, .i24in32], [false, true])
  func keepsEveryLevel(_ component: IQFormat.Component, isBigEndian: Bool) throws {
    let format = IQFormat(component, isBigEndian: isBigEndian)
    let widening = try #require(SampleWidening(format))
    var draw = SeededGenerator(seed: 24)
    var bytes: [UInt8] = []
    for _ in 0..<600 {
      let value = Int32.random(in: -0x80_0000...0x7F_FFFF, using: &draw)
      let word = isBigEndian ? value.bigEndian : value.littleEndian
      withUnsafeBytes(of: word) { word in
        guard component == .i24 else { return bytes.append(contentsOf: word) }
        bytes.append(contentsOf: isBigEndian ? word.dropFirst() : word.dropLast())
      }
    }
    var wide: [UInt8] = []
    widening.append(bytes.span, to: &wide)
    #expect(widening.format.isSigMF && widening.format.isBigEndian == isBigEndian)
    #expect(wide.count == 4 * 600)
    #expect(levels(wide, widening.format) == levels(bytes, format))
  }

  @Test func leavesOtherFormats() {
    for format in IQFormat.allCases where format.isSigMF { #expect(SampleWidening(format) == nil) }
  }
}
