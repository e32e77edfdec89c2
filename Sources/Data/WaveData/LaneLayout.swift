import WaveDisplay
import WaveInteraction

/// One lane on the screen, in device pixels.
struct DataLane: Equatable, Sendable {
  let column: Int
  let y: Float
  let height: Float
  let isPinned: Bool
  /// Whether it is the column's picture by the lens that is compared.
  let isSecond: Bool

  init(column: Int, y: Float, height: Float, isPinned: Bool, isSecond: Bool = false) {
    self.column = column
    self.y = y
    self.height = height
    self.isPinned = isPinned
    self.isSecond = isSecond
  }

  var key: LaneKey { LaneKey(column: column, isSecond: isSecond) }
  var bottom: Float { y + height }

  /// A place in the lane: 0 is its lower edge, 1 its upper one.
  func share(atY y: Float) -> Double { Double(1 - (y - self.y) / Swift.max(1, height)) }
}

/// One of a column's pictures.
struct LaneKey: Hashable, Sendable {
  let column: Int
  let isSecond: Bool

  init(column: Int, isSecond: Bool = false) {
    self.column = column
    self.isSecond = isSecond
  }
}

extension Screen {
  /// Height of the strip that shows the whole table, in points.
  private static var overviewPoints: Float { 34 }

  /// Where the lanes begin: below the chip.
  var lanesTop: Float { head }
  /// Where they end: above the axis.
  var lanesBottom: Float { Swift.max(lanesTop, axisRect.y) }

  /// The labels of x.
  var axisRect: Rect {
    let height = (26 * type).rounded()
    return Rect(x: 0, y: Swift.max(0, overviewRect.y - height), width: width, height: height)
  }

  /// The strip that shows the whole table.
  var overviewRect: Rect {
    let height = (Self.overviewPoints * scale).rounded()
    let bottom = (self.height - insets.bottom * scale).rounded()
    return Rect(x: 0, y: Swift.max(0, bottom - height), width: width, height: height)
  }

  /// All lanes, and what is shown in their place.
  var lanesRect: Rect { Rect(x: 0, y: lanesTop, width: width, height: lanesBottom - lanesTop) }
}

/// Where lanes are on the screen, in device pixels.
struct LaneLayout: Equatable, Sendable {
  /// Lanes grow to this height by themselves, in points of text.
  private static let stretchedPoints: Float = 260
  /// How much higher the pinned lane is.
  private static let pinnedShare: Float = 1.25

  let screen: Screen
  /// Height that the user wants lanes to have, in points of text.
  let lanePoints: Float
  /// Lanes without the pinned one.
  let laneCount: Int
  /// Pictures in each of them.
  let pictureCount: Int
  let isPinned: Bool

  /// Height of a picture: as the user wants it, or higher where few would leave the screen empty.
  var lanePixels: Float {
    let own = lanePoints * screen.type
    let count = Float(laneCount * pictureCount) + (isPinned ? Self.pinnedShare : 0)
    guard count > 0 else { return own.rounded() }
    let room = (screen.lanesBottom - screen.lanesTop) / count
    return Swift.max(own, Swift.min(room, Self.stretchedPoints * screen.type)).rounded(.down)
  }

  /// Height of the pinned lane.
  var pinnedPixels: Float { isPinned ? (lanePixels * Self.pinnedShare).rounded() : 0 }
  /// Where the lanes that move begin.
  var movingTop: Float { screen.lanesTop + pinnedPixels }
  /// Height of what a column has.
  var columnPixels: Float { lanePixels * Float(pictureCount) }
  /// Room for the lanes that move.
  var room: Float { Swift.max(0, screen.lanesBottom - movingTop) }

  /// The same with lanes of another height.
  func with(points: Float) -> LaneLayout {
    LaneLayout(
      screen: screen, lanePoints: points, laneCount: laneCount, pictureCount: pictureCount, isPinned: isPinned
    )
  }
}

/// How high lanes are, and how far they are moved.
struct LaneScroll: Sendable {
  /// Heights that the user can choose, in points of text.
  static let heights: ClosedRange<Float> = 28...600

  /// What a finger, a key or a control does.
  enum Input {
    /// Moves the lanes up, in device pixels.
    case move(by: Float)
    /// Moves the lanes until all of one is seen, by its place among those that move.
    case reveal(Int)
    /// Anything that the layout is made of has changed.
    case fit
    /// Chooses the height of lanes, in points of text.
    case height(Float)
  }

  /// Height of a lane in points of text.
  private(set) var points: Float = 84
  /// How far the lanes are moved up, in device pixels.
  private(set) var y: Float = 0

  mutating func reset() { y = 0 }

  /// Keeps the column at the top there, while columns become higher or lower.
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
      // One that is higher than the room begins at its top.
      let room = Swift.max(height, layout.screen.lanesBottom - layout.movingTop)
      y = Swift.max(top + height - room, Swift.min(y, top))
    case .fit: break
    case .height(let next):
      points = Swift.max(Self.heights.lowerBound, Swift.min(Self.heights.upperBound, next))
      return handle(.fit, in: layout.with(points: points))
    }
    let all = Float(layout.laneCount * layout.pictureCount) * layout.lanePixels
    y = Swift.max(0, Swift.min(y, all - layout.room))
  }
}
