public import WaveDisplay

/// The screen that there is to draw on.
public struct Screen: Equatable, Sendable {
  /// Width in device pixels.
  public var width: Float
  /// Height in device pixels.
  public var height: Float
  /// Device pixels in a point.
  public var scale: Float
  /// What covers the edges, in points.
  public var insets: Insets
  /// Points of text in a point.
  public var textScale: Float
  /// Where the chip ends, in points from the top edge.
  public var headPoints: Float
  /// Height of the strip at the bottom, in points of text.
  public var footPoints: Float = 28

  /// Describes a screen; without arguments there is none yet.
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

  /// The whole, in device pixels.
  public var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }
  /// Device pixels in a point of text.
  public var type: Float { scale * textScale }
  /// Where texts may begin.
  public var left: Float { (insets.left * scale).rounded() }
  /// Where texts must end.
  public var right: Float { (width - insets.right * scale).rounded() }
  /// Where texts may begin from the top: below the chip.
  public var head: Float { ((headPoints - 1) * scale + 9 * type).rounded() }
  /// The strip at the bottom, for an axis and what stands below it.
  public var axis: Rect {
    let height = (footPoints * type + insets.bottom * scale).rounded()
    return Rect(
      x: 0, y: Swift.max(0, self.height - height), width: width, height: Swift.min(height, self.height))
  }
  /// Where signals are drawn: all but the strip.
  public var plot: Rect { Rect(x: 0, y: 0, width: width, height: axis.y) }
  /// The thinnest line that is crisp, about half a point.
  public var hairline: Float { Swift.max(1, (scale / 2).rounded(.down)) }
}
