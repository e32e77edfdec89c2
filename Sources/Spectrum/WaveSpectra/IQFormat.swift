/// The storage format of samples: every SigMF datatype, and the 24-bit formats of WAV and SDRangel.
///
/// A complex sample has two components, in-phase first; a real sample has one. Levels are relative to full
/// scale:
///
/// | component | level | at the limits |
/// |---|---|---|
/// | `u8` `u16` `u32`, offset binary of n bits | `(v - (2ⁿ-1)/2) / ((2ⁿ-1)/2)` | 0, 2ⁿ-1 |
/// | `i8` `i16` `i24` `i32`, two's complement of n bits | `v / 2ⁿ⁻¹` | -2ⁿ⁻¹, 2ⁿ⁻¹-1 |
/// | `i24in32`, a value of 24 bits in a word of 32 | `v / 2²³` | -2²³ and below, 2²³-1 and above |
/// | `f32` `f64`, IEEE 754 | `v`, rounded to single precision | magnitude 1 and above |
///
/// Offset binary has no code for zero: its midpoint is half a step above 2ⁿ⁻¹-1, like that of a converter.
/// The Python package sigmf (1.14.0) computes `(v - 2ⁿ⁻¹) / 2ⁿ⁻¹` instead, which is this level times
/// `1 - 2⁻ⁿ` minus `2⁻ⁿ`: a DC offset of half a step, -48 dBFS with 8 bits. It also rounds `u32` to single
/// precision before the subtraction. For every other datatype both give bit-identical results if the values
/// are valid levels.
public struct IQFormat: Hashable, Sendable, CaseIterable {
  /// The number type in which one component is stored.
  public enum Component: UInt8, CaseIterable, Sendable {
    /// Offset binary with 8, 16 or 32 bits.
    case u8, u16, u32
    /// Two's complement with 8, 16, 24 (three bytes) or 32 bits.
    case i8, i16, i24, i32
    /// 24-bit two's complement, sign-extended to 32 bits.
    case i24in32
    /// IEEE 754 single or double precision.
    case f32, f64
  }

  /// The number type in which one component is stored.
  public let component: Component
  /// Whether the most significant byte comes first; false for single-byte components.
  public let isBigEndian: Bool
  /// Whether a sample is real and has one component; must equal `AnalyzerConfiguration.isReal`.
  public let isReal: Bool

  /// Creates a format; the byte order of single-byte components is ignored.
  public init(_ component: Component, isBigEndian: Bool = false, isReal: Bool = false) {
    self.component = component
    self.isBigEndian = isBigEndian && component != .u8 && component != .i8
    self.isReal = isReal
  }

  /// Complex 8-bit offset binary, as in RTL2832 receivers: `(b - 127.5) / 127.5`.
  public static var cu8: IQFormat { IQFormat(.u8) }
  /// Complex 8-bit two's complement, as in HackRF: `v / 128`.
  public static var cs8: IQFormat { IQFormat(.i8) }
  /// Complex 16-bit two's complement, little-endian: `v / 32768`.
  public static var cs16le: IQFormat { IQFormat(.i16) }
  /// Complex IEEE 754 single precision, little-endian.
  public static var cf32le: IQFormat { IQFormat(.f32) }

  /// All formats: complex before real, and little-endian before big-endian.
  public static var allCases: [IQFormat] {
    var formats: [IQFormat] = []
    for isReal in [false, true] {
      for component in Component.allCases {
        let little = IQFormat(component, isReal: isReal)
        let big = IQFormat(component, isBigEndian: true, isReal: isReal)
        formats.append(little)
        if big != little { formats.append(big) }
      }
    }
    return formats
  }

  /// The number of bytes in one component.
  ///
  /// A complex sample has two components.
  public var bytesPerComponent: Int {
    switch component {
    case .u8, .i8: 1
    case .u16, .i16: 2
    case .i24: 3
    case .u32, .i32, .i24in32, .f32: 4
    case .f64: 8
    }
  }

  /// The number of bytes in one sample.
  public var bytesPerSample: Int { isReal ? bytesPerComponent : 2 * bytesPerComponent }
}

/// The numbers of clipped and invalid components found while converting samples.
public struct SampleFaults: Equatable, Sendable {
  /// The number of components at the limits of their format: 0 or 255, the lowest or highest integer, or a
  /// magnitude of 1 or more.
  public var clippedCount: Int
  /// The number of components that were not valid levels and became zero: NaN, infinity, or a magnitude above
  /// 2^32.
  public var invalidCount: Int

  /// Creates counts of faults.
  public init(clippedCount: Int = 0, invalidCount: Int = 0) {
    self.clippedCount = clippedCount
    self.invalidCount = invalidCount
  }

  /// Adds the faults of other samples.
  public static func += (sum: inout SampleFaults, addend: SampleFaults) {
    sum.clippedCount &+= addend.clippedCount
    sum.invalidCount &+= addend.invalidCount
  }
}
