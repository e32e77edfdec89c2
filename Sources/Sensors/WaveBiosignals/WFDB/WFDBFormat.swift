import WaveText

/// The storage format of samples in a WFDB signal file; the raw value is the format number.
///
/// Source: physionet.org/physiotools/wag/signal-5.htm.
public enum WFDBFormat: Int, CaseIterable, Sendable {
  /// 8-bit first differences.
  case difference8 = 8
  /// 16-bit two's complement, low byte first.
  case word16 = 16
  /// 24-bit two's complement, low byte first.
  case word24 = 24
  /// 32-bit two's complement, low byte first.
  case word32 = 32
  /// 16-bit two's complement, high byte first.
  case bigEndian16 = 61
  /// 8-bit offset binary, with an offset of −128.
  case offset8 = 80
  /// 16-bit offset binary, with an offset of −32,768.
  case offset16 = 160
  /// Two 12-bit samples packed into three bytes.
  case packed12 = 212
  /// Three 10-bit samples in two 16-bit words; the third sample is in the remaining bits of both words.
  case packed10 = 310
  /// Three 10-bit samples in one 32-bit word.
  case aligned10 = 311

  /// The number of samples in a group, which is the smallest unit of packed samples.
  public var groupSamples: Int {
    switch self {
    case .packed12: 2
    case .packed10, .aligned10: 3
    default: 1
    }
  }

  /// The size of a group in bytes.
  public var groupBytes: Int { (groupSamples * sampleBits + 7) / 8 }

  /// The number of bits in a sample, or in a difference.
  public var sampleBits: Int {
    switch self {
    case .difference8, .offset8: 8
    case .word16, .bigEndian16, .offset16: 16
    case .word24: 24
    case .word32: 32
    case .packed12: 12
    case .packed10, .aligned10: 10
    }
  }

  /// The value that marks a missing sample; nil if every value is valid.
  ///
  /// It is the lowest value that has as many bits as a sample.
  public var missingValue: Int32? { self == .difference8 ? nil : .min >> Int32(32 - sampleBits) }

  /// Returns the number of bytes that store a given number of samples from the start of a group.
  ///
  /// - Returns: The number of bytes; if the last group is partial, only the bytes that its samples need are
  ///   counted.
  public func byteCount(samples: Int64) -> Int64 {
    let (groups, rest) = samples.quotientAndRemainder(dividingBy: Int64(groupSamples))
    let last: Int64 =
      switch (self, rest) {
      case (_, 0): 0
      case (.aligned10, 2): 3
      case (.packed10, 2): 4
      default: 2
      }
    return groups * Int64(groupBytes) + last
  }

  /// Decodes samples, starting at the beginning of a group, and appends them to a list.
  ///
  /// - Parameters:
  ///   - bytes: The encoded samples; decoding stops where they end.
  ///   - count: The maximum number of samples to read.
  ///   - samples: The list to which the samples are appended. First differences are not summed.
  /// - Returns: The number of samples read.
  /// - Complexity: O(count); allocates as `samples` grows.
  @discardableResult
  public func append(_ bytes: Span<UInt8>, count: Int, to samples: inout [Int32]) -> Int {
    var place = 0
    var left = count
    while left > 0 {
      let group = min(left, groupSamples)
      let needed = Int(byteCount(samples: Int64(group)))
      guard bytes.count - place >= needed else { return count - left }
      append(group: bytes.extracting(place..<(place + needed)), count: group, to: &samples)
      place += groupBytes
      left -= group
    }
    return count
  }

  private func append(group bytes: Span<UInt8>, count: Int, to samples: inout [Int32]) {
    switch self {
    case .difference8: samples.append(Int32(Int8(bitPattern: bytes[0])))
    case .offset8: samples.append(Int32(bytes[0]) - 128)
    case .word16: samples.append(Int32(bytes.littleEndian(Int16.self, at: 0)))
    case .bigEndian16: samples.append(Int32(bytes.littleEndian(Int16.self, at: 0).byteSwapped))
    case .offset16: samples.append(Int32(bytes.littleEndian(UInt16.self, at: 0)) - 32_768)
    case .word24:
      samples.append(Int32(bytes[0]) | Int32(bytes[1]) << 8 | Int32(Int8(bitPattern: bytes[2])) << 16)
    case .word32: samples.append(bytes.littleEndian(Int32.self, at: 0))
    case .packed12:
      samples.append(Self.signed(UInt32(bytes[0]) | UInt32(bytes[1] & 15) << 8, bits: 12))
      if count > 1 { samples.append(Self.signed(UInt32(bytes[2]) | UInt32(bytes[1] & 0xF0) << 4, bits: 12)) }
    case .packed10:
      let first = UInt32(bytes.littleEndian(UInt16.self, at: 0))
      samples.append(Self.signed(first >> 1 & 1023, bits: 10))
      guard count > 1 else { return }
      let second = UInt32(bytes.littleEndian(UInt16.self, at: 2))
      samples.append(Self.signed(second >> 1 & 1023, bits: 10))
      guard count > 2 else { return }
      samples.append(Self.signed(first >> 11 | (second >> 11) << 5, bits: 10))
    case .aligned10:
      var word: UInt32 = 0
      for index in 0..<bytes.count { word |= UInt32(bytes[index]) << (8 * UInt32(index)) }
      for index in 0..<UInt32(count) { samples.append(Self.signed(word >> (10 * index) & 1023, bits: 10)) }
    }
  }

  private static func signed(_ value: UInt32, bits: UInt32) -> Int32 {
    Int32(bitPattern: value << (32 - bits)) >> Int32(32 - bits)
  }
}
