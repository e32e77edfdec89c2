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

  /// Which column orders the rows, and in which order columns have their lanes.
  var orders = Orders()
  /// How high lanes are, and how far they are moved.
  var scroll = LaneScroll()
  /// What is along x, and the part of it that is shown.
  var axisView = AxisView()
  /// What reduces columns to what is drawn.
  var lenses = LensChoice()

  /// The views that are asked for, and the lanes in them.
  var views = ViewRequests()
  var laneRequests = LaneRequests()
  /// What the server has sent of lanes, and what the player has of that.
  var pictures = LanePictures()
  var strips = StripCache()
  /// Whether the lanes may move up when the chip has fewer lines.
  var isHeadFree = true
  /// What a finger has selected.
  var selection = Selection()
  /// Which rows are kept in all that is shown.
  var filters = Filters()
  /// Columns that are made of others.
  var derived = DerivedColumns()
  var export: RowExport?
  /// Two columns over one another, where these are seen instead of lanes.
  var scatter: ScatterPlot?
  /// The rows as text, where these are seen instead of lanes.
  var page: RowPage?
  var numbers = RequestNumbers()

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
    moveAxis(.fit)
    strips.removeAll()
    moveLanes(.fit)
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
    strips.removeAll()
    moveLanes(.fit)
    moveAxis(.fit)
    redraw()
  }

  /// Selects rows, ranges or texts, or leaves what is selected.
  mutating func select(_ input: Selection.Input) { selection.handle(input) }

  /// Moves or scales x.
  mutating func moveAxis(_ input: AxisView.Input) { axisView.handle(input, on: axisPixels) }

  /// Moves the lanes, or keeps them where they can be.
  mutating func moveLanes(_ input: LaneScroll.Input) { scroll.handle(input, in: layout) }

  package mutating func arrange(at now: Int64) {
    layOut()
    let isHeld = shell.hands.isActive || shell.hands.glide != nil
    switch axisView.settle(at: now, isHeld: isHeld, on: axisPixels) {
    case .none: break
    case .wait(let time): wake(at: time)
    case .moved: redraw()
    }
  }

  /// The table on the screen.
  var table: TableDescription? { catalog.table }
}
