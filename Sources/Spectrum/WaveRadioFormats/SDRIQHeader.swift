public import WaveSpectra
import WaveText
import WaveUnits

/// The 32-byte header of an `.sdriq` file, as SDRangel 4.2.1 and later write it.
///
/// The fields are `u32` sample rate, `u64` centre in hertz, `u64` time, `u32` bits, `u32` zero, and `u32`
/// CRC-32 of the preceding 28 bytes; all little-endian. Samples follow: I and Q with 16 bits each, or with 24
/// bits in 32-bit words.
public struct SDRIQHeader: Equatable, Sendable {
  /// The number of bytes before the first sample.
  public static let byteCount = 32

  /// The storage format of the samples.
  public var format: IQFormat
  /// The sample rate, above zero.
  public var sampleRateHertz: Double
  /// The radio frequency that corresponds to 0 Hz in the samples, in hertz.
  public var centerHertz: Double
  /// The start in microseconds since 1970 UTC; nil if the header does not contain it.
  public var startMicroseconds: Int64?

  /// Reads a header.
  ///
  /// Older programs wrote the time in seconds, newer ones in milliseconds. Values of 10^11 or more, which
  /// would be in the year 5138 as seconds, are interpreted as milliseconds.
  ///
  /// - Parameter bytes: The file's first bytes.
  /// - Throws: `RadioFormatError.empty` or `RadioFormatError.sdriq`.
  public init(_ bytes: Span<UInt8>) throws(RadioFormatError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count >= Self.byteCount else { throw .sdriq(.truncated) }
    guard CRC32.checksum(bytes.extracting(0..<28)) == bytes.littleEndian(UInt32.self, at: 28) else {
      throw .sdriq(.badChecksum)
    }
    let rate = bytes.littleEndian(UInt32.self, at: 0)
    let center = Double(bytes.littleEndian(UInt64.self, at: 4))
    let time = bytes.littleEndian(UInt64.self, at: 12)
    let bits = bytes.littleEndian(UInt32.self, at: 20)
    guard rate > 0, center <= 1e12 else { throw .sdriq(.outOfRange) }
    switch bits {
    case 16: format = .cs16le
    case 24: format = IQFormat(.i24in32)
    default: throw .sdriq(.sampleBits(bits))
    }
    sampleRateHertz = Double(rate)
    centerHertz = center
    if time > 0, time < 100_000_000_000_000 {
      startMicroseconds = Int64(time) * (time < 100_000_000_000 ? 1_000_000 : 1000)
    }
  }
}

/// An error in an `.sdriq` header.
public enum SDRIQFault: Equatable, Sendable {
  /// The file ends inside the header.
  case truncated
  /// The checksum is wrong: the file is damaged, or was written before version 4.2.1.
  case badChecksum
  /// The sample rate is zero, or the frequency is above a terahertz.
  case outOfRange
  /// The samples have neither 16 nor 24 bits.
  case sampleBits(UInt32)
}

#if !hasFeature(Embedded)
  extension SDRIQFault: CustomStringConvertible {
    /// A one-line description of the error and how to fix it.
    public var description: String {
      switch self {
      case .truncated: "the file ends inside the header. Record again"
      case .badChecksum:
        "the header's checksum is wrong: damaged, or older than SDRangel 4.2.1. Repair it with rescuesdriq"
      case .outOfRange: "the header's rate or frequency is invalid. Repair it with rescuesdriq"
      case .sampleBits(let bits):
        "samples of \(bits) bits instead of 16 or 24. Repair the header with rescuesdriq"
      }
    }
  }
#endif
