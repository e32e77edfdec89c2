import WaveSpectra

/// Converts 24-bit integers to 32-bit integers with the same levels, by moving them to the high bits.
struct SampleWidening: Sendable {
  /// The resulting format.
  let format: IQFormat
  private let source: IQFormat

  /// Creates a converter; nil if the source format needs no conversion.
  init?(_ source: IQFormat) {
    guard source.component == .i24 || source.component == .i24in32 else { return nil }
    self.source = source
    format = IQFormat(.i32, isBigEndian: source.isBigEndian, isReal: source.isReal)
  }

  /// Appends the converted components; an incomplete component at the end is dropped.
  ///
  /// A word with more than 24 significant bits is clamped to the nearest valid value.
  func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    let width = source.bytesPerComponent
    for start in stride(from: 0, to: bytes.count - bytes.count % width, by: width) {
      var word: UInt32 = 0
      for index in 0..<width {
        let byte = bytes[start + (source.isBigEndian ? index : width - 1 - index)]
        word = word << 8 | UInt32(byte)
      }
      let value = width == 3 ? Int32(bitPattern: word << 8) >> 8 : Int32(bitPattern: word)
      let wide = UInt32(bitPattern: min(max(value, -0x80_0000), 0x7F_FFFF) << 8)
      let ordered = source.isBigEndian ? wide.bigEndian : wide.littleEndian
      withUnsafeBytes(of: ordered) { output += $0 }
    }
  }
}
