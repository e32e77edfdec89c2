import WaveDataWire

/// The content of a strip of the player.
struct StripContent: Equatable, Sendable {
  /// The lane; in the overview strip, the one that it shows.
  let lane: LaneKey
  /// The view of its picture, its number of points or rows, and its flags.
  let view: UInt16
  let count: UInt64
  let flags: LaneSpans.Flags
  /// The window and the values that are shown.
  let window: TickWindow
  let range: ValueRange
  /// The size in device pixels.
  let width: Int
  let height: Int
  let isDark: Bool
  let isPinned: Bool
}

/// The contents of the player's strips, so that each is drawn only when its content changes.
///
/// There is one strip for each place of a lane on the screen, and the overview strip.
struct StripCache: Sendable {
  /// The preparation of a strip for drawing.
  enum Change {
    /// It has the content already.
    case none
    /// It has to be cleared.
    case clear
    /// It has to be created, with another size.
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

  /// Discards the overview strip, which is not shown until it is drawn again.
  mutating func removeOverview() { overview = nil }

  /// Stores the content of a lane's strip; returns how to prepare it.
  mutating func draw(_ content: StripContent, at place: Int) -> Change {
    while lanes.count <= place { lanes.append(nil) }
    let before = lanes[place]
    guard before != content else { return .none }
    lanes[place] = content
    return before?.width == content.width && before?.height == content.height ? .clear : .create
  }

  /// Stores the content of the overview strip; returns whether it has to be drawn.
  mutating func drawOverview(_ content: StripContent) -> Bool {
    guard overview != content else { return false }
    overview = content
    return true
  }
}
