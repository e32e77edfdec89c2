import WaveDisplay
import WaveUnits

/// The colours of the reception probability, from a transparent deep blue to white.
///
/// No other map uses a single hue, and differences in lightness remain visible with colour-deficient vision
/// (`SurenessColorTests`).
extension CoveragePalette {
  /// Returns the opaque colour of a probability in whole percent.
  static func sureness(_ percent: Int) -> Color {
    blend(
      [0x0B1B33, 0x163F73, 0x2173A8, 0x5FB2D9, 0xB9E3F2, 0xFFFFFF],
      at: Float(Swift.max(0, Swift.min(100, percent))) / 100)
  }

  /// The colours of 0 to 100 %, stored as bytes R, G, B, A in memory, not premultiplied.
  static let surenessEntries: [UInt32] = (0...100).map { percent in
    sureness(percent).opacity(0.34 + 0.003 * Float(percent)).rgba
  }
}
