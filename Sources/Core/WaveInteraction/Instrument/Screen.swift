public import WaveDisplay

/// The size and scale of a screen, and the areas into which it is divided.
public struct Screen: Equatable, Sendable {
  /// The width in device pixels.
  public var width: Float
  /// The height in device pixels.
  public var height: Float
  /// The number of device pixels per point.
  public var scale: Float
  /// The covered margins along the edges, in points.
  public var insets: Insets
  /// The user's text size as a factor: the number of screen points per point of text.
  public var textScale: Float
  /// The bottom edge of the status chip, in points from the top of the screen.
  public var headPoints: Float
  /// The height of the strip at the bottom, in points of text.
  public var footPoints: Float = 28

  /// Creates a screen; without arguments, it has no area.
  public init(
    width: Float = 0, height: Float = 0, scale: Float = 1, insets: Insets = Insets(), textScale: Float = 1,
    headPoints: Float = 56
  ) {
    self.width = width
    self.height = height
    self.scale = scale
    self.insets = insets
    self.textScale = textScale
    self.headPoints = headPoints
  }

  /// The whole screen, in device pixels.
  public var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }
  /// The number of device pixels per point of text.
  public var type: Float { scale * textScale }
  /// The left edge of the area for text, in device pixels.
  public var left: Float { (insets.left * scale).rounded() }
  /// The right edge of the area for text, in device pixels.
  public var right: Float { (width - insets.right * scale).rounded() }
  /// The top edge of the area for text, below the status chip, in device pixels.
  public var head: Float { ((headPoints - 1) * scale + 9 * type).rounded() }
  /// The strip at the bottom, for an axis and its labels.
  public var axis: Rect {
    let height = (footPoints * type + insets.bottom * scale).rounded()
    return Rect(
      x: 0, y: Swift.max(0, self.height - height), width: width, height: Swift.min(height, self.height))
  }
  /// The area for signals: the whole screen above the bottom strip.
  public var plot: Rect { Rect(x: 0, y: 0, width: width, height: axis.y) }
  /// The width of the thinnest crisp line, about half a point.
  public var hairline: Float { Swift.max(1, (scale / 2).rounded(.down)) }
}
