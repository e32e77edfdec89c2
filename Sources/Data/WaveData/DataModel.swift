import WaveDataWire
public import WaveDisplay
public import WaveInteraction
import WaveSeries
import WaveUnits

/// The data instrument as a value: intents in, effects out, and a draw list.
///
/// Every column of a table that has numbers is a lane over one axis of x: rows as they come, in the order of a pinned column, or by its
/// values. A finger reads the raw values of the row under it. The model has no clock: every intent and every `draw` brings the
/// client's monotonic time in microseconds. The server is told what can be seen (`ShowTable`, `ShowLane`) and sends no more than that.
public struct DataModel: Sendable {
  /// Whether the drawer is open.
  public internal(set) var isDrawerOpen = false
  /// Controls, chip and messages around the plot.
  public internal(set) var controls = ControlList()
  /// Nothing in a table is live: there is no latency to tell.
  public var drawnLatencyMicroseconds: Int64? { nil }
  /// Widths of characters, as the player measured them.
  public var advances = TextAdvances.monospaced

  var outer = Screen()
  var screen = Screen()
  var theme = Theme.dark
  var reducesMotion = false
  var zoneSeconds: Int64 = 0

  var tables: [TableDescription] = []
  var tableIndex = 0
  /// What is known of the columns of the table on the screen, and of the others that the server has.
  var columns: [DataColumn] = []
  var pendingColumns: [TableColumns] = []
  var progress: TableWork?
  /// Whether the table could not be opened.
  var isRefused = false
  /// What can be done with tables that other engines hold.
  var allAbilities: [TableAbilities] = []
  /// Whether the user wants to see the rest while a part of the rows is out of reach; nil where nothing was chosen.
  var showsRest: Bool?
  var isRestTold = true
  var axis: TableAxis?
  var allAxes: [TableAxis] = []
  var clock = ClockOffset()
  var link = LinkWatch()
  var lastClockRequest: Int64 = .min / 2

  /// The column that orders, on top.
  var pinned: Int?
  var order = TableOrder.rows
  /// Numeric columns from the top down, the pinned one left out when they are shown.
  var lanes: [Int] = []
  var laneOrder = LaneOrder.table
  /// Height of a lane in points of text; how far the lanes are scrolled, in device pixels.
  var laneHeight: Float = 84
  var scrollY: Float = 0
  var window = TickWindow(start: 0, width: 1)
  /// Whether the whole axis is shown, however it grows.
  var isWhole = true
  /// Where the window stands, and since when it has.
  var restingWindow = TickWindow(start: 0, width: 1)
  var restsSince: Int64 = .min / 2
  /// What reduces columns to what is drawn; a column may have its own.
  var lens = Lens.m4
  var threshold: UInt16 = 227
  /// What a second picture of every lane is made by, to be compared; nil where there is none.
  var compared: Lens?

  var isVisible = true
  var view: UInt16 = 0
  var shown: ShowTable?
  var isViewAnswered = true
  /// Whether a lane was told that the newest view has not been drawn for.
  var isLaneNew = false
  var viewSentAt: Int64 = .min / 2
  /// How each column was last told to the server.
  var toldLanes: [LaneKey: ShowLane] = [:]
  var toldOverview: ShowLane?
  /// Windows that views on their way were for.
  var sentWindows: [(view: UInt16, window: TickWindow)] = []
  var pictures: [LaneKey: LanePicture] = [:]
  var overview: LaneSpans?
  /// Counts what changes the rows that pictures are made of.
  var rowsRevision: UInt32 = 0
  /// Whether the lanes may move up when the chip has fewer lines.
  var isHeadFree = true
  /// What stands in columns of texts, their strips, and what of them is picked.
  var textSummaries: [Int: TextSummary] = [:]
  var textPictures: [Int: TextPicture] = [:]
  var toldTexts: ShowTexts?
  var picked: PickedText?
  var cursor: DataCursor?
  /// What is marked, and which rows are kept.
  var range: MarkedRange?
  var kept: [KeptRows] = []
  var isKeptTold = true
  var keptFigures = KeptFigures()
  /// Columns that are made of others, and a formula that is being typed.
  var derived: [DerivedLane] = []
  var isDerivedTold = true
  var draft: [UInt8] = []
  var export: RowExport?
  /// Two columns over one another, where these are seen instead of lanes.
  var scatter: ScatterView?
  /// The rows as text, where these are seen instead of lanes.
  var page: RowPage?
  var requests: UInt16 = 0
  var strips: [StripContent?] = []
  var overviewContent: StripContent?

  var recognizer = GestureRecognizer(scale: 1)
  var glide: Glide?
  var grabbed = DataGrab.plot
  /// Where a lane that is dragged by its name is, in device pixels.
  var draggedY: Float?
  var hasTouched = false
  var hintEnds: Int64?
  var alertText: [UInt8] = []
  var reading: [UInt8] = []
  var wakeDue: Int64?
  var effects: [Effect] = []

  /// Starts without a screen, a table or a connection.
  public init() {}

  /// Takes an intent, and says what is to be done outside.
  ///
  /// - Parameters:
  ///   - intent: What happened.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func handle(_ intent: Intent, at now: Int64) -> [Effect] {
    effects.removeAll(keepingCapacity: true)
    advanceTime(now)
    switch intent {
    case .resize(let width, let height, let scale, let insets, let textScale, let headPoints):
      recognizer.thresholds = GestureRecognizer.Thresholds(scale: scale)
      resize(
        to: Screen(
          width: width, height: height, scale: scale, insets: insets,
          textScale: Swift.max(0.5, Swift.min(4, textScale)), headPoints: headPoints))
      strips = []
      overviewContent = nil
      clampScroll()
    case .appearance(let isDark, let reducesMotion):
      theme = isDark ? .dark : .light
      self.reducesMotion = reducesMotion
    case .zone(let seconds): zoneSeconds = seconds
    case .touch(let touch):
      hasTouched = true
      if let gesture = recognizer.handle(touch) { handle(gesture, at: now) }
    case .wheel(let x, let y, let dx, let dy, let zoom): wheel(x: x, y: y, dx: dx, dy: dy, zoom: zoom)
    case .key(let key, let isShifted): handle(key, isShifted: isShifted)
    case .control(let id, let value): control(id, value)
    case .controlTouch(let id, _, let fraction, _): slide(id, fraction: Double(fraction))
    case .controlStep(let id, _, let steps): step(id, by: steps)
    case .controlText(let id, let text): controlText(id, text)
    case .connection(let isOpen): connection(isOpen, at: now)
    case .message(let message): receive(message, at: now)
    case .visibility(let isVisible):
      self.isVisible = isVisible
      if isVisible, link.isConnected {
        link.forget(at: now)
        requestClock(at: now)
      }
    case .tick:
      if let gesture = recognizer.tick(now) {
        handle(gesture, at: now)
        redraw()
      }
    case .kept, .wallClock: break
    }
    if intent.isSeen { redraw() }
    finish(at: now)
    return effects
  }

  private mutating func resize(to next: Screen) {
    var next = next
    // A chip that says another thing for a moment must not move the lanes: their pictures would be asked for anew.
    if isRemote, !isHeadFree {
      var same = outer
      same.headPoints = next.headPoints
      if same == next { next.headPoints = Swift.max(next.headPoints, outer.headPoints) }
    }
    isHeadFree = false
    (outer, screen) = (next, next)
    screen = besideDrawer
    if isWhole { fitWindow() }
  }

  /// The part of the screen that the drawer leaves.
  ///
  /// As Web/app.css has it: 21rem wide from a page of 44rem on; on a smaller one it lies over the plot.
  private var besideDrawer: Screen {
    let rem = 16 * outer.type
    guard isDrawerOpen, outer.width >= 44 * rem else { return outer }
    var left = outer
    left.width = (outer.width - 21 * rem - outer.insets.right * outer.scale).rounded()
    left.insets.right = 0
    return left
  }

  /// Lays the plot out beside the drawer, or over the whole screen.
  private mutating func arrange() {
    let next = besideDrawer
    guard next != screen else { return }
    screen = next
    strips = []
    overviewContent = nil
    clampScroll()
    if isWhole { fitWindow() }
    redraw()
  }

  /// The page has drawn the newest frame.
  public mutating func drawn(at now: Int64) {}

  mutating func redraw() {
    if !effects.contains(.redraw) { effects.append(.redraw) }
  }

  /// Asks for a tick at a time; the earliest of several counts.
  mutating func wake(at microseconds: Int64) {
    wakeDue = Swift.min(wakeDue ?? .max, microseconds)
  }

  private mutating func advanceTime(_ now: Int64) {
    if let due = wakeDue, now >= due { wakeDue = nil }
  }

  /// What follows every intent: what is due is sent, controls are made anew, the next tick is asked for.
  mutating func finish(at now: Int64) {
    arrange()
    settleWindow(at: now)
    sendDue(at: now)
    updateControls(at: now)
    if let due = recognizer.longPressDue { wake(at: due) }
    if let wakeDue { effects.append(.wake(microseconds: wakeDue)) }
  }

  /// The table on the screen.
  var table: TableDescription? { tables.indices.contains(tableIndex) ? tables[tableIndex] : nil }
}

extension ViewIntent {
  /// Whether what is seen may have changed: a message says so itself.
  fileprivate var isSeen: Bool {
    switch self {
    case .message, .tick: false
    default: true
    }
  }
}
