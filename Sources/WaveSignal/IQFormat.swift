/// How samples are stored in bytes.
///
/// A complex sample is two of these, in-phase first; a real sample is one.
public enum IQFormat: UInt8, CaseIterable, Sendable {
  /// Offset binary 8 bit, as of RTL2832 receivers: `(b - 127.5) / 127.5`.
  case cu8
  /// Two's complement 8 bit, as of HackRF: `v / 128`.
  case cs8
  /// Two's complement 16 bit, little-endian: `v / 32768`.
  case cs16le
  /// IEEE 754 single precision, little-endian.
  case cf32le

  /// Bytes of one component: half of a complex sample.
  public var bytesPerComponent: Int {
    switch self {
    case .cu8, .cs8: 1
    case .cs16le: 2
    case .cf32le: 4
    }
  }
}

/// What a conversion of samples met besides good ones.
public struct SampleFaults: Equatable, Sendable {
  /// Components at the limits of their format: 0 or 255, the lowest or highest integer, magnitude 1 or more.
  public var clippedCount: Int
  /// Components that are no level at all, replaced by zero: NaN, infinity, magnitude above 2^32.
  public var invalidCount: Int

  /// Counts faults; none unless told.
  public init(clippedCount: Int = 0, invalidCount: Int = 0) {
    self.clippedCount = clippedCount
    self.invalidCount = invalidCount
  }

  static func += (sum: inout SampleFaults, addend: SampleFaults) {
    sum.clippedCount &+= addend.clippedCount
    sum.invalidCount &+= addend.invalidCount
  }
}
