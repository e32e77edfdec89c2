import WaveUnits

/// A colour map with 256 entries.
///
/// The waterfall and meter maps are opaque. They were designed in CAM02-UCS (Luo, Cui, Li 2006,
/// doi:10.1002/col.20227) and checked under normal vision and the three deficiencies of Machado, Oliveira,
/// Fernandes 2009 (doi:10.1109/TVCG.2009.113): see Tests/Fixtures/colour.
public enum ColorMap: UInt8, CaseIterable, Sendable {
  /// From near black through indigo, magenta and orange to near white: lightness increases throughout, while
  /// the hue rotates.
  case waterfall
  /// From dull slate to saturated red: lightness and chroma both increase throughout.
  case meter
  /// Terrain lit from the north-west: `reliefLandCount` shades of land, then water.
  case relief
  /// Path loss from green to red, translucent to show the terrain below.
  case loss
  /// Path loss from yellow to violet, for users who cannot distinguish red from green.
  case lossSafe
  /// Received level from green to orange; faint beyond `levelEdge`, where the level is too low.
  case level
  /// Received level from yellow to blue, for users who cannot distinguish red from green; faint beyond
  /// `levelEdge`.
  case levelSafe
  /// Terrain in the colours of a paper map, for a light screen.
  case reliefLight

  /// The 256 colours, lowest value first, as bytes R, G, B, A in memory, not premultiplied.
  /// - Complexity: O(1), without allocation.
  @inline(__always) public var entries: [UInt32] {
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

  /// The 256 colours of the meter map if this map is `meter`; otherwise, the colours of the waterfall map.
  ///
  /// Clients that show no terrain use this property instead of `entries`, so that the colours of the other
  /// maps are not linked into them.
  /// - Complexity: O(1), without allocation.
  @inline(__always)
  public var signalEntries: [UInt32] { self == .meter ? Self.meterEntries : Self.waterfallEntries }

  /// Returns the colour at a position on the scale, from 0 at the bottom to 1 at the top.
  ///
  /// A position outside the scale gives the colour of the nearer end. NaN gives 0, a transparent colour that
  /// marks a gap.
  @inline(__always) public func color(at fraction: Float) -> UInt32 {
    guard !fraction.isNaN else { return 0 }
    let position = Swift.max(0, Swift.min(255, fraction * 256))
    return entries[Int(saturating: position)]
  }
}
