import WaveDataWire

/// The contents that a strip in the draw-list player should have.
struct StripContent: Equatable, Sendable {
  /// The lane shown in the strip.
  let lane: LaneKey
  /// The number of the view to which the lane's picture belongs.
  let view: UInt16
  /// The number of points or rows in the picture.
  let count: UInt64
  let flags: LaneSpans.Flags
  /// The visible window.
  let window: TickWindow
  /// The visible range of values.
  let range: ValueRange
  /// The width in device pixels.
  let width: Int
  /// The height in device pixels.
  let height: Int
  let isDark: Bool
  let isPinned: Bool
}

/// A record of what each strip in the draw-list player shows, so that a strip is drawn only when its contents
/// change.
///
/// There is one strip for each lane position on the screen, and one for the overview.
struct StripCache: Sendable {
  /// An action that is required before a strip is drawn.
  enum Change {
    /// The strip already shows the intended contents.
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

  /// Forgets the contents of all strips, so that all strips are drawn again.
  mutating func removeAll() {
    removeLanes()
    removeOverview()
  }

  /// Forgets the contents of the lanes' strips, so that these are drawn again.
  mutating func removeLanes() { lanes = [] }

  /// Forgets the contents of the overview strip, which stays hidden until it is drawn again.
  mutating func removeOverview() { overview = nil }

  /// Records the new contents of a lane's strip, and returns the action required before the strip is drawn.
  mutating func draw(_ content: StripContent, at place: Int) -> Change {
    while lanes.count <= place { lanes.append(nil) }
    let before = lanes[place]
    guard before != content else { return .none }
    lanes[place] = content
    return before?.width == content.width && before?.height == content.height ? .clear : .create
  }

  /// Records the new contents of the overview strip, and returns whether it must be drawn.
  mutating func drawOverview(_ content: StripContent) -> Bool {
    guard overview != content else { return false }
    overview = content
    return true
  }
}
