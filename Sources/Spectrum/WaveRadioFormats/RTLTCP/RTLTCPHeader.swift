/// The 12-byte header that an rtl_tcp server sends before its continuous stream of samples.
public struct RTLTCPHeader: Equatable, Sendable {
  /// The length of the header in bytes.
  public static let byteCount = 12
  /// The maximum number of gain settings of a tuner.
  ///
  /// A header with a larger number is rejected as invalid.
  public static let gainLimit: UInt32 = 1000

  /// The receiver's tuner.
  public var tuner: RTLTCPTuner
  /// The number of gain settings that the tuner has.
  public var gainCount: UInt32

  /// Creates a header that describes a receiver.
  public init(tuner: RTLTCPTuner, gainCount: UInt32) {
    self.tuner = tuner
    self.gainCount = gainCount
  }

  /// Reads a header from the first 12 bytes of a connection.
  ///
  /// An unrecognized tuner number becomes `unknown`.
  ///
  /// - Throws: `RadioFormatError.notRTLTCP` with the index of the first invalid byte; `.truncated` if there
  ///   are fewer than 12 bytes and they are valid so far.
  public init(_ bytes: Span<UInt8>) throws(RadioFormatError) {
    for (index, byte) in Self.magic.enumerated() where index < bytes.count {
      guard bytes[index] == byte else { throw .notRTLTCP(byte: index) }
    }
    guard bytes.count >= Self.byteCount else { throw .line(.truncated, byte: bytes.count, line: 0) }
    func word(at start: Int) -> UInt32 { (start..<start + 4).reduce(0) { $0 << 8 | UInt32(bytes[$1]) } }
    gainCount = word(at: 8)
    guard gainCount <= Self.gainLimit else { throw .notRTLTCP(byte: 8) }
    tuner = RTLTCPTuner(rawValue: word(at: 4)) ?? .unknown
  }

  /// The 12 bytes of the header.
  public var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(bigEndian: tuner.rawValue)
    bytes.append(bigEndian: gainCount)
    return bytes
  }

  /// The magic number "RTL0".
  private static let magic: [UInt8] = [0x52, 0x54, 0x4C, 0x30]
}

extension [UInt8] {
  /// Appends an integer, most significant byte first.
  mutating func append(bigEndian value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
