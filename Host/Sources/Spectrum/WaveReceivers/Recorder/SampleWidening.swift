import WaveSpectra

/// Moves 24-bit integers into the high bits of 32, where their levels are the same.
struct SampleWidening: Sendable {
  /// The resulting format.
  let format: IQFormat
  private let source: IQFormat

  /// Creates a conversion; nil if the format needs none.
  init?(_ source: IQFormat) {
    guard source.component == .i24 || source.component == .i24in32 else { return nil }
    self.source = source
    format = IQFormat(.i32, isBigEndian: source.isBigEndian, isReal: source.isReal)
  }

  /// Appends whole components.
  ///
  /// A word with more than 24 significant bits becomes the nearest valid one.
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
