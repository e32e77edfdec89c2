import WaveDisplay
import WaveUnits

/// The colours of the reception probability, from a transparent deep blue to white.
///
/// No other map uses a single hue, and differences in lightness remain visible with colour-deficient vision
/// (`SurenessColorTests`).
extension CoveragePalette {
  /// Returns the opaque colour of a probability in whole percent.
  static func sureness(_ percent: Int) -> Color {
    let stops = [0x0B1B33, 0x163F73, 0x2173A8, 0x5FB2D9, 0xB9E3F2, 0xFFFFFF].map { Color($0) }
    let place = Float(Swift.max(0, Swift.min(100, percent))) / 100 * Float(stops.count - 1)
    let low = Swift.min(Int(saturating: place), stops.count - 2)
    let share = place - Float(low)
    func blend(_ a: UInt8, _ b: UInt8) -> UInt32 {
      UInt32(saturating: Float(a) + (Float(b) - Float(a)) * share + 0.5)
    }
    let (a, b) = (stops[low], stops[low + 1])
    return Color(blend(a.red, b.red) << 16 | blend(a.green, b.green) << 8 | blend(a.blue, b.blue))
  }

  /// The colours of 0 to 100 %, stored as bytes R, G, B, A in memory, not premultiplied.
  static let surenessEntries: [UInt32] = (0...100).map { percent in
    sureness(percent).opacity(0.34 + 0.003 * Float(percent)).rgba
  }
}
