import WaveDataWire

/// What a strip of the player's holds.
struct StripContent: Equatable, Sendable {
  /// The lane; of the whole table's strip the one that it shows.
  let lane: LaneKey
  /// The view that its picture is of, how many points or rows that has, and what holds for it.
  let view: UInt16
  let count: UInt64
  let flags: LaneSpans.Flags
  /// What is shown of the picture.
  let window: TickWindow
  let range: ValueRange
  /// Device pixels.
  let width: Int
  let height: Int
  let isDark: Bool
  let isPinned: Bool
}

/// What the player's strips hold, so that each is drawn when that changes.
///
/// There is one for each place of a lane on the screen, and one of the whole table.
struct StripCache: Sendable {
  /// What has to be done before a strip is drawn.
  enum Change {
    /// Nothing: it is drawn already.
    case none
    /// Its pixels are cleared.
    case clear
    /// It is made anew, with other pixels.
    case create
  }

  private var lanes: [StripContent?] = []
  private var overview: StripContent?

  /// Whether the strip of the whole table has been drawn.
  var hasOverview: Bool { overview != nil }

  /// The strips are to be drawn anew.
  mutating func removeAll() {
    removeLanes()
    removeOverview()
  }

  /// The lanes' strips are to be drawn anew.
  mutating func removeLanes() { lanes = [] }

  /// The whole table's strip is to be drawn anew, and not to be shown until then.
  mutating func removeOverview() { overview = nil }

  /// Draws a lane at its place on the screen.
  mutating func draw(_ content: StripContent, at place: Int) -> Change {
    while lanes.count <= place { lanes.append(nil) }
    let before = lanes[place]
    guard before != content else { return .none }
    lanes[place] = content
    return before?.width == content.width && before?.height == content.height ? .clear : .create
  }

  /// Draws the whole table; returns whether its strip has to be made anew.
  mutating func drawOverview(_ content: StripContent) -> Bool {
    guard overview != content else { return false }
    overview = content
    return true
  }
}
