import Foundation
import TestSupport
import Testing
import WaveRadioFormats
import WaveSpectra

/// Every datatype of SigMF against the Python package sigmf and numpy:
/// Tests/Fixtures/formats/make_datatypes.py.
@Suite struct SigMFDatatypeTests {
  private struct Row: Decodable {
    var datatype: String
    var bytes: String
    var sigmf: [String]?
    var numpy: [String]
  }

  private static func rows() throws -> [Row] {
    try JSONDecoder().decode([Row].self, from: Data(try FormatFixtures.bytes("datatypes.json")))
  }

  private static func format(_ name: String) -> IQFormat? { IQFormat.allCases.first { "\($0)" == name } }

  private static func floats(_ bits: [String]) -> [Float] {
    bits.map { Float(bitPattern: UInt32($0, radix: 16) ?? 0x7FC0_0000) }
  }

  private static func convert(_ row: Row) throws -> [Float] {
    let format = try #require(Self.format(row.datatype))
    let bytes = FormatFixtures.hex(row.bytes)
    var levels = [Float](repeating: .nan, count: bytes.count / format.bytesPerComponent)
    var span = levels.mutableSpan
    _ = format.convert(bytes.span, into: &span)
    return levels
  }

  @Test func everyDatatypeIsThere() throws {
    let rows = try Self.rows()
    let expected = IQFormat.allCases.filter(\.isSigMF).map(\.description)
    #expect(Set(rows.filter { $0.sigmf != nil }.map(\.datatype)) == Set(expected))
    #expect(expected.count == 28)
  }

  @Test func levelsEqualTheRuleInDoublePrecision() throws {
    for row in try Self.rows() {
      for (level, truth) in zip(try Self.convert(row), Self.floats(row.numpy)) {
        // cu8 multiplies by a rounded reciprocal: one unit in the last place.
        let tolerance = row.datatype.hasSuffix("u8") ? truth.ulp : 0
        #expect(abs(level - truth) <= tolerance, "\(row.datatype) \(truth)")
      }
    }
  }

  @Test func levelsEqualSigMFInPython() throws {
    for row in try Self.rows() {
      guard let bits = row.sigmf, let format = Self.format(row.datatype) else { continue }
      let levels = try Self.convert(row)
      #expect(levels.count == bits.count)
      guard [.u8, .u16, .u32].contains(format.component) else {
        #expect(levels.map(\.bitPattern) == Self.floats(bits).map(\.bitPattern), "\(row.datatype)")
        continue
      }
      // Offset binary: theirs is ours times 1 - 2^-n less 2^-n, and 32 bits are rounded before they are
      // moved.
      let step = pow(2, -Double(8 * format.bytesPerComponent))
      for (level, theirs) in zip(levels, Self.floats(bits)) {
        let moved = Double(level) * (1 - step) - step
        #expect(abs(moved - Double(theirs)) <= 1.2e-7, "\(row.datatype) \(theirs)")
      }
    }
  }

  @Test func namesAreFoundAndNothingElse() {
    for format in IQFormat.allCases where format.isSigMF {
      #expect(IQFormat(sigMFDatatype: format.name) == format)
    }
    func find(_ name: String) -> IQFormat? { IQFormat(sigMFDatatype: Array(name.utf8)) }
    #expect(
      find("cu8") == .cu8 && find("ci8") == .cs8 && find("ci16_le") == .cs16le && find("cf32_le") == .cf32le)
    #expect(find("cf32") == .cf32le && find("ci8_be") == .cs8)
    #expect(find("rf64_be") == IQFormat(.f64, isBigEndian: true, isReal: true))
    for name in [
      "", "c", "u8", "cu", "cu88", "cf16_le", "ci24_le", "cf32_", "cf32_LE", "xf32_le", "cf32_le ",
    ] {
      #expect(find(name) == nil)
    }
  }

  @Test func sizesAreThoseOfTheStoredSamples() {
    #expect(IQFormat.cu8.bytesPerSample == 2 && IQFormat.cf32le.bytesPerSample == 8)
    #expect(IQFormat(.i24).bytesPerSample == 6 && IQFormat(.i24in32).bytesPerSample == 8)
    #expect(IQFormat(.f64, isReal: true).bytesPerSample == 8)
    #expect(IQFormat(.u8, isBigEndian: true) == .cu8)
  }
}
