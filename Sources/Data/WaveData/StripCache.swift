import WaveDataWire

/// The contents of a strip in the player.
struct StripContent: Equatable, Sendable {
  /// The lane shown in the strip.
  let lane: LaneKey
  /// The number of the view that the lane's picture belongs to; `count` is its number of points or rows.
  let view: UInt16
  let count: UInt64
  let flags: LaneSpans.Flags
  /// The visible window; `range` is the visible range of values.
  let window: TickWindow
  let range: ValueRange
  /// The width in device pixels; `height` is in device pixels as well.
  let width: Int
  let height: Int
  let isDark: Bool
  let isPinned: Bool
}

/// A record of the contents of the player's strips, so that each is drawn only when its contents change.
///
/// There is one strip for each lane position on the screen, and one for the overview.
struct StripCache: Sendable {
  /// The change needed before a strip is drawn.
  enum Change {
    /// The strip already has the contents.
    case none
    /// The strip must be cleared.
    case clear
    /// The strip must be created with a new size.
    case create
  }

  private var lanes: [StripContent?] = []
  private var overview: StripContent?

  /// Whether the overview strip has been drawn.
  var hasOverview: Bool { overview != nil }

  /// Discards all strips.
  mutating func removeAll() {
    removeLanes()
    removeOverview()
  }

  /// Discards the strips of lanes.
  mutating func removeLanes() { lanes = [] }

  /// Discards the overview strip, which is hidden until it is drawn again.
  mutating func removeOverview() { overview = nil }

  /// Stores the contents of a lane's strip, and returns the change needed before drawing.
  mutating func draw(_ content: StripContent, at place: Int) -> Change {
    while lanes.count <= place { lanes.append(nil) }
    let before = lanes[place]
    guard before != content else { return .none }
    lanes[place] = content
    return before?.width == content.width && before?.height == content.height ? .clear : .create
  }

  /// Stores the contents of the overview strip, and returns whether it must be drawn.
  mutating func drawOverview(_ content: StripContent) -> Bool {
    guard overview != content else { return false }
    overview = content
    return true
  }
}
