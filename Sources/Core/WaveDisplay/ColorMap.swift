import WaveUnits

/// A colour map of 256 entries, designed for an instrument.
///
/// Waterfall and meter are opaque. They were designed in CAM02-UCS (Luo, Cui, Li 2006, doi:10.1002/col.20227)
/// and checked under normal vision and the three deficiencies of Machado, Oliveira, Fernandes 2009
/// (doi:10.1109/TVCG.2009.113): see Tests/Fixtures/colour.
public enum ColorMap: UInt8, CaseIterable, Sendable {
  /// From near black through indigo, magenta and orange to near white: lightness always rises, while the hue
  /// turns.
  case waterfall
  /// From dull slate to saturated red: lightness and chroma both always rise.
  case meter
  /// Ground lit from the north-west: `reliefLandCount` shades of land, then water.
  case relief
  /// Path loss from green to red, translucent over the ground.
  case loss
  /// Path loss from yellow to violet, for users who cannot distinguish red from green.
  case lossSafe
  /// Received level from green to orange, and faint from `levelEdge` on, where it is too low.
  case level
  /// Received level from yellow to blue, and faint likewise, for users who cannot distinguish red from green.
  case levelSafe
  /// The ground of `relief` as on paper, for a light screen.
  case reliefLight

  /// The 256 colours, lowest value first, as bytes R, G, B, A in memory, not premultiplied.
  /// - Complexity: O(1), no allocation.
  @inline(__always)
  public var entries: [UInt32] {
    switch self {
    case .waterfall, .meter: signalEntries
    case .relief: Self.reliefEntries
    case .loss: Self.lossEntries
    case .lossSafe: Self.lossSafeEntries
    case .level: Self.levelEntries
    case .levelSafe: Self.levelSafeEntries
    case .reliefLight: Self.reliefLightEntries
    }
  }

  /// The 256 colours, with those of the waterfall in place of every map but the meter.
  ///
  /// A client that shows no maps of the ground need not contain their entries.
  /// - Complexity: O(1), no allocation.
  @inline(__always)
  public var signalEntries: [UInt32] { self == .meter ? Self.meterEntries : Self.waterfallEntries }

  /// Returns the colour at a fraction of the scale: 0 at its bottom, 1 at its top.
  ///
  /// A fraction beyond the scale gives the colour of the nearer end. NaN gives 0, which is transparent, as
  /// for a gap.
  @inline(__always)
  public func color(at fraction: Float) -> UInt32 {
    guard !fraction.isNaN else { return 0 }
    let position = Swift.max(0, Swift.min(255, fraction * 256))
    return entries[Int(saturating: position)]
  }
}
