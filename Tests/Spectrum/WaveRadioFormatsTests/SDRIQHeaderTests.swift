import TestSupport
import Testing
import WaveRadioFormats
import WaveSpectra

@Suite struct SDRIQHeaderTests {
  private static func read(_ bytes: [UInt8]) -> Result<SDRIQHeader, RadioFormatError> {
    do throws(RadioFormatError) {
      return .success(try SDRIQHeader(bytes.span))
    } catch {
      return .failure(error)
    }
  }

  @Test func readsWhatStructWroteAndZlibSummed() throws {
    for truth in try ContainerFixtures.load().sdriq {
      let header = try Self.read(FormatFixtures.hex(truth.bytes)).get()
      #expect(header.sampleRateHertz == truth.rate && header.centerHertz == truth.center)
      #expect(header.format == (truth.bits == 16 ? .cs16le : IQFormat(.i24in32)))
      let scale: Int64 = truth.time > 100_000_000_000 ? 1000 : 1_000_000
      #expect(header.startMicroseconds == (truth.time == 0 ? nil : truth.time * scale))
    }
  }

  @Test func everyBitIsUnderTheChecksum() throws {
    let bytes = FormatFixtures.hex(try ContainerFixtures.load().sdriq[0].bytes)
    for bit in 0..<(8 * bytes.count) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Self.read(changed) == .failure(.sdriq(.badChecksum)))
    }
    #expect(Self.read([]) == .failure(.empty))
    #expect(Self.read(Array(bytes[..<31])) == .failure(.sdriq(.truncated)))
  }
}
