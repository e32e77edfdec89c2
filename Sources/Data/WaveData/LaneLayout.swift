import WaveDisplay
import WaveInteraction

/// The position of a lane on the screen, in device pixels.
struct DataLane: Equatable, Sendable {
  let column: Int
  let y: Float
  let height: Float
  let isPinned: Bool
  /// Whether this lane shows the column's second picture, drawn with a different lens for comparison.
  private(set) var isSecond = false

  var key: LaneKey { LaneKey(column: column, isSecond: isSecond) }
  var bottom: Float { y + height }

  /// Returns a vertical position as a fraction of the lane's height, from 0 at the lower edge to 1 at the
  /// upper edge.
  func share(atY y: Float) -> Double { Double(1 - (y - self.y) / Swift.max(1, height)) }
}

/// A key that identifies the first or second picture of a column.
///
/// The second picture is drawn with a different lens for comparison.
struct LaneKey: Hashable, Sendable {
  let column: Int
  private(set) var isSecond = false
}

extension Screen {
  /// The height of the overview strip, in points.
  private static var overviewPoints: Float { 34 }

  /// The top of the lanes, below the status chip.
  var lanesTop: Float { head }
  /// The bottom of the lanes, above the axis.
  var lanesBottom: Float { Swift.max(lanesTop, axisRect.y) }

  /// The area of the axis labels.
  var axisRect: Rect {
    let height = (26 * type).rounded()
    return Rect(x: 0, y: Swift.max(0, overviewRect.y - height), width: width, height: height)
  }

  /// The area of the overview strip.
  var overviewRect: Rect {
    let height = (Self.overviewPoints * scale).rounded()
    let bottom = (self.height - insets.bottom * scale).rounded()
    return Rect(x: 0, y: Swift.max(0, bottom - height), width: width, height: height)
  }

  /// The area of the lanes, or of the page of rows or the scatter plot that replaces them.
  var lanesRect: Rect { Rect(x: 0, y: lanesTop, width: width, height: lanesBottom - lanesTop) }
}

/// The layout of the lanes on the screen, in device pixels.
struct LaneLayout: Equatable, Sendable {
  /// The maximum height, in points that scale with the text size, to which lanes are stretched when there are
  /// only a few.
  private static let stretchedPoints: Float = 260
  /// The height of the pinned lane as a multiple of the other lanes' height.
  private static let pinnedShare: Float = 1.25

  let screen: Screen
  /// The height that the user has chosen for lanes, in points that scale with the text size.
  fileprivate(set) var lanePoints: Float
  /// The number of lanes, excluding the pinned one.
  let laneCount: Int
  /// The number of pictures in each lane.
  let pictureCount: Int
  let isPinned: Bool

  /// The height of a picture: the user's choice, or more if the lanes would otherwise leave part of the
  /// screen empty.
  var lanePixels: Float {
    let own = lanePoints * screen.type
    let count = Float(laneCount * pictureCount) + (isPinned ? Self.pinnedShare : 0)
    guard count > 0 else { return own.rounded() }
    let room = (screen.lanesBottom - screen.lanesTop) / count
    return Swift.max(own, Swift.min(room, Self.stretchedPoints * screen.type)).rounded(.down)
  }

  /// The height of the pinned lane; 0 if no column is pinned.
  var pinnedPixels: Float { isPinned ? (lanePixels * Self.pinnedShare).rounded() : 0 }
  /// The top of the scrolling lanes.
  var movingTop: Float { screen.lanesTop + pinnedPixels }
  /// The height of all pictures of a column.
  var columnPixels: Float { lanePixels * Float(pictureCount) }
  /// The height of the area in which lanes scroll.
  var room: Float { Swift.max(0, screen.lanesBottom - movingTop) }
}

/// The height of the lanes, and the scroll offset.
struct LaneScroll: Sendable {
  /// The range of heights that the user can choose, in points that scale with the text size.
  static let heights: ClosedRange<Float> = 28...600

  /// An input from a touch gesture, a key or a control.
  enum Input {
    /// Scrolls the lanes up by a number of device pixels.
    case move(by: Float)
    /// Scrolls until a lane, given by its index among the scrolling lanes, is entirely visible.
    case reveal(Int)
    /// Limits the scroll offset after the layout has changed.
    case fit
    /// Sets the height of the lanes, in points that scale with the text size.
    case height(Float)
  }

  /// The height of a lane, in points that scale with the text size.
  private(set) var points: Float = 84
  /// The distance by which the lanes are scrolled up, in device pixels.
  private(set) var y: Float = 0

  mutating func reset() { y = 0 }

  /// Keeps the topmost visible column in place when the height of the lanes changes.
  mutating func keepTop(from before: LaneLayout, to after: LaneLayout) {
    y = y / before.columnPixels * after.lanePixels * Float(after.pictureCount)
    handle(.fit, in: after)
  }

  mutating func handle(_ input: Input, in layout: LaneLayout) {
    switch input {
    case .move(let dy): y += dy
    case .reveal(let place):
      let height = layout.columnPixels
      let top = Float(place) * height
      // If the lane is taller than the area, its top is shown.
      let room = Swift.max(height, layout.screen.lanesBottom - layout.movingTop)
      y = Swift.max(top + height - room, Swift.min(y, top))
    case .fit: break
    case .height(let wanted):
      points = Swift.max(Self.heights.lowerBound, Swift.min(Self.heights.upperBound, wanted))
      var next = layout
      next.lanePoints = points
      return handle(.fit, in: next)
    }
    y = Swift.max(0, Swift.min(y, limit(in: layout)))
  }

  /// Returns how far the lanes can be scrolled, in device pixels; 0 or less if all of them are visible.
  func limit(in layout: LaneLayout) -> Float {
    Float(layout.laneCount * layout.pictureCount) * layout.lanePixels - layout.room
  }
}
