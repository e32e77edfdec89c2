public import WaveDataWire
import WaveDisplay
public import WaveInteraction
import WaveSeries
import WaveUnits

/// The data instrument as a value: intents in, effects out, and a draw list.
///
/// Every column of a table that has numbers is a lane over one axis of x: rows as they come, in the order of
/// a pinned column, or by its values. A finger reads the raw values of the row under it. The model has no
/// clock: every intent and every `draw` brings the client's monotonic time in microseconds. The server is
/// told what can be seen (`ShowTable`, `ShowLane`) and sends no more than that.
public struct DataModel: ShelledInstrument {
  /// The messages between the instrument and its server.
  public typealias Message = TableMessage
  /// The effects that only this instrument requests.
  public typealias OwnEffect = FileEffect

  package var shell = InstrumentShell<TableMessage, FileEffect, DataGrab, DataAction>(grabbed: .plot)

  /// The tables that there are, and what can be done with them.
  var catalog = TableCatalog()
  /// What is known of the columns of the table on the screen, and of the others that the server has.
  var columns: [DataColumn] = []
  var rest = RestChoice()
  var axis: TableAxis?

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

  /// The views that are asked for, and the lanes in them.
  var views = ViewRequests()
  var laneRequests = LaneRequests()
  var pictures: [LaneKey: LanePicture] = [:]
  var overview: LaneSpans?
  /// Counts what changes the rows that pictures are made of.
  var rowsRevision: UInt32 = 0
  /// Whether the lanes may move up when the chip has fewer lines.
  var isHeadFree = true
  /// What stands in columns of texts, and their strips.
  var textSummaries: [Int: TextSummary] = [:]
  var textPictures: [Int: TextPicture] = [:]
  var selection = Selection()
  /// Which rows are kept in all that is shown.
  var filters = Filters()
  /// Columns that are made of others.
  var derived = DerivedColumns()
  var export: RowExport?
  /// Two columns over one another, where these are seen instead of lanes.
  var scatter: ScatterView?
  /// The rows as text, where these are seen instead of lanes.
  var page: RowPage?
  var numbers = RequestNumbers()
  var strips: [StripContent?] = []
  var overviewContent: StripContent?

  /// Where a lane that is dragged by its name is, in device pixels.
  var draggedY: Float?

  /// Starts without a screen, a table or a connection.
  public init() {}

  package mutating func resized(from before: Screen, at now: Int64) {
    // A chip that says another thing for a moment must not move the lanes: their pictures would be asked for
    // anew.
    if catalog.isRemote, !isHeadFree {
      var same = before
      same.headPoints = outer.headPoints
      if same == outer {
        shell.appearance.outer.headPoints = Swift.max(outer.headPoints, before.headPoints)
      }
    }
    isHeadFree = false
    shell.appearance.screen = besideDrawer
    if isWhole { fitWindow() }
    strips = []
    overviewContent = nil
    clampScroll()
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
  private mutating func layOut() {
    let next = besideDrawer
    guard next != screen else { return }
    shell.appearance.screen = next
    strips = []
    overviewContent = nil
    clampScroll()
    if isWhole { fitWindow() }
    redraw()
  }

  /// Selects rows, ranges or texts, or leaves what is selected.
  mutating func select(_ input: Selection.Input) { selection.handle(input) }

  package mutating func arrange(at now: Int64) {
    layOut()
    settleWindow(at: now)
  }

  /// The table on the screen.
  var table: TableDescription? { catalog.table }
}
