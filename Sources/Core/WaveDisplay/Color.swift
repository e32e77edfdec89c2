import WaveUnits

/// A colour with eight bits each for red, green, blue and alpha, not premultiplied.
public struct Color: Equatable, Sendable {
  /// The packed colour: red in the lowest byte, then green, blue and alpha.
  public var rgba: UInt32

  /// Creates a colour from its packed bytes.
  public init(rgba: UInt32) { self.rgba = rgba }

  /// Creates a colour from a CSS-style value 0xRRGGBB and an opacity from 0 to 1.
  public init(_ hex: UInt32, opacity: Float = 1) {
    self = Color(rgba: (hex >> 16 & 0xFF) | (hex & 0xFF00) | (hex & 0xFF) << 16).opacity(opacity)
  }

  /// The red component, from 0 to 255.
  public var red: UInt8 { UInt8(truncatingIfNeeded: rgba) }
  /// The green component, from 0 to 255.
  public var green: UInt8 { UInt8(truncatingIfNeeded: rgba >> 8) }
  /// The blue component, from 0 to 255.
  public var blue: UInt8 { UInt8(truncatingIfNeeded: rgba >> 16) }
  /// The opacity, from 0 to 255.
  public var alpha: UInt8 { UInt8(truncatingIfNeeded: rgba >> 24) }

  /// Returns this colour with the given opacity, from 0 to 1.
  public func opacity(_ opacity: Float) -> Color {
    Color(
      rgba: rgba & 0x00FF_FFFF | UInt32(saturating: Swift.max(0, Swift.min(1, opacity)) * 255 + 0.5) << 24)
  }
}
