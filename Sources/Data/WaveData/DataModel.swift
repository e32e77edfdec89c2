public import WaveDataWire
package import WaveDisplay
public import WaveInteraction
import WaveUnits
package import WaveWire

/// The data instrument as a value type that handles intents, returns effects and writes a draw list.
///
/// Every column with numbers or text has a lane over a common x axis. The axis shows the rows in their
/// original order, the rows sorted by a pinned column, or the values of that column. Touching a row shows its
/// raw values. The model has no clock: every intent and every call of `draw` passes the client's monotonic
/// time in microseconds. The model requests only visible data (`ShowTable`, `ShowLane`), and the server sends
/// no more.
///
/// The parts of the model are independent values that only this file changes.
public struct DataModel: ShelledInstrument {
  /// The messages between the instrument and its server.
  public typealias Message = DataMessage
  /// The effects that are specific to this instrument.
  public typealias OwnEffect = FileEffect

  package var shell = InstrumentShell<DataMessage, FileEffect, DataGrab, DataAction>(grabbed: .plot)

  private(set) var catalog = TableCatalog()
  private(set) var columnSet = ColumnSet()
  private(set) var reader = RowReader()
  private(set) var axisView = AxisView()
  private(set) var scroll = LaneScroll()
  private(set) var lenses = LensChoice()
  private(set) var exchange = LaneExchange()
  private(set) var strips = StripCache()
  /// Whether the lanes can move up when the status chip above them becomes shorter.
  private var isHeadFree = true

  /// Creates a model without a screen, a table or a connection.
  public init() {}

  // MARK: - The screen

  package mutating func resized(from before: Screen, at now: Int64) {
    // A brief change of the chip must not move the lanes, or their pictures would be requested again.
    var same = before
    same.headPoints = outer.headPoints
    if catalog.isRemote, !isHeadFree, same == outer {
      shell.appearance.outer.headPoints = Swift.max(outer.headPoints, before.headPoints)
    }
    isHeadFree = false
    shell.appearance.screen = outer
    strips.removeAll()
    moveAxis(.fit)
    moveLanes(.fit)
  }

  package mutating func arrange(at now: Int64) {
    let isHeld = shell.gestures.isActive || shell.gestures.glide != nil
    carryOut(axisView.settle(at: now, isHeld: isHeld, on: axisPixels))
  }

  /// Draws the picture, and updates outdated strips and grids in the draw-list player.
  ///
  /// - Complexity: O(screen width × lanes whose picture changed); scrolling costs O(lanes).
  package mutating func drawPicture(into list: inout DrawList, at now: Int64) {
    list.layer(LayerID.ground, bounds: outer.bounds) { $0.rectangle(outer.bounds, color: theme.ground) }
    if table != nil, axis != nil {
      let lanes = visibleLanes()
      let picture = lanesPicture
      for (place, lane) in lanes.enumerated() { picture.fill(place, lane, &strips, into: &list) }
      picture.draw(lanes, into: &list)
      drawSelection(lanes, into: &list)
      reader.fillScatter(columnSet.all, into: &list)
      drawScatterAndAxis(into: &list)
      let overview = OverviewPicture(look: shell.appearance, view: axisView)
      overview.fill(pictures.overview, &strips, into: &list)
      overview.draw(hasStrip: strips.hasOverview, into: &list)
    }
    drawEmptiness(into: &list)
  }

  // MARK: - The view

  /// Moves or scales the x axis.
  mutating func moveAxis(_ input: AxisView.Input) { axisView.handle(input, on: axisPixels) }

  /// Scrolls the lanes, or changes their height.
  mutating func moveLanes(_ input: LaneScroll.Input) { scroll.handle(input, in: layout) }

  /// Changes a column's value range or lens.
  mutating func see(_ column: Int, _ input: DataColumn.Input) { columnSet.handle(column, input) }

  /// Changes the chosen lenses, and keeps the topmost visible column in place.
  mutating func choose(_ input: LensChoice.Input) {
    let before = layout
    lenses.handle(input)
    if layout != before { scroll.keepTop(from: before, to: layout) }
  }

  /// Changes the selection.
  mutating func select(_ input: Selection.Input) { reader.select(input) }

  /// Scrolls the page of rows, and returns whether it handled the input.
  @discardableResult
  mutating func moveRows(_ input: RowPage.Input) -> Bool { reader.moveRows(input, in: rowGrid) }

  /// Passes an input to the scatter plot.
  @discardableResult
  mutating func plot(_ input: ScatterPlot.Input) -> ScatterPlot.Outcome {
    reader.plot(input, columns, in: screen.scatterRect)
  }

  /// Switches between the lanes, the page of rows and the scatter plot.
  mutating func show(_ mode: DataMode) {
    switch mode {
    case .lanes:
      if let ending = reader.showLanes() { send(.showScatter(ending)) }
      return
    case .rows:
      guard let axis else { return }
      reader.showRows(at: selection.cursor?.row?.tick ?? axis.tick(selection.range?.low ?? window.start))
    case .scatter:
      guard let (x, y) = scatterColumns else { return }
      reader.showScatter(x: x, y: y)
    }
    isDrawerOpen = false
  }

  /// Pins a column, sorts or moves lanes, or chooses the order of rows along x.
  mutating func arrange(_ input: Orders.Input) {
    guard columnSet.handle(input) else { return }
    switch input {
    case .move: break
    case .sort, .limitSorting: arrangeLanes()
    case .pin:
      arrangeLanes()
      arrange(.choose(columnSet.pinnedOrder(catalog), of: catalog.orders))
    case .choose:
      reader.readAgain()
      exchange.changeOrder()
      select(.clear([.row, .range]))
      axisView.show(catalog.axis(order, of: pinned) ?? expectedAxis, on: axisPixels)
    }
  }

  private mutating func arrangeLanes() {
    columnSet.arrange(catalog)
    moveLanes(.fit)
  }

  // MARK: - Tables, rows and columns

  /// Adds or removes a filter.
  mutating func filter(_ input: Filters.Input) {
    guard let source = catalog.source, let (number, kind) = reader.handle(input) else { return }
    exchange.changeRows()
    send(.setFilter(SetFilter(source: source, filter: number, kind: kind)))
    moveAxis(.wholeNext)
  }

  /// Adds a column that is derived from other columns.
  mutating func derive(_ formula: ColumnSet.Formula) {
    guard let source = catalog.source else { return }
    let addition = columnSet.derive(formula)
    if let alert = addition.alert { alertText = Texts.bytes(alert) }
    guard case .added(let column) = addition else { return }
    alertText = []
    send(.deriveColumn(column.message(of: source)))
  }

  /// Removes a derived column along with its filters, orders and selections.
  mutating func removeDerived(_ number: UInt8) {
    guard let source = catalog.source, let column = columnSet.removeDerived(number) else { return }
    send(.deriveColumn(column.message(of: source, isRemoved: true)))
    leave(derived.place(of: column))
  }

  /// Removes everything that depends on a column that has been removed.
  private mutating func leave(_ place: Int) {
    guard columns.indices.contains(place) else { return }
    while let number = filters.number(ofColumn: place) { filter(.drop(number)) }
    columnSet.clear(place)
    catalog.forgetOrders(by: place)
    if pinned == place { arrange(.pin(nil)) }
    select(.leave(column: place))
    arrangeLanes()
  }

  /// Exports the rows between two ticks, or ends the current export if no ticks are given.
  mutating func exportRows(_ ticks: (from: Int64, until: Int64)?) {
    guard let source = catalog.source else { return }
    if let ending = reader.endExport(of: source) {
      send(.exportRows(ending))
      request(.forget)
    }
    guard let ticks else { return }
    send(.exportRows(reader.export(ticks, of: source)))
    isDrawerOpen = false
  }

  /// Opens the table at an index in the catalog.
  mutating func open(_ index: Int, at now: Int64) {
    if let source = catalog.source, link.isConnected {
      for column in derived.columns { send(.deriveColumn(column.message(of: source, isRemoved: true))) }
      for rows in filters.kept { send(.setFilter(rows.message(of: source, isRemoved: true))) }
    }
    reader.removeFilters()
    catalog.show(index)
    columnSet.reset(Int(table?.columnCount ?? 0))
    shell.texts.startHint(at: now)
    scroll.reset()
    isHeadFree = true
    forgetPictures()
    strips.removeLanes()
    exchange.forgetViews()
    axisView.show(catalog.axis(.rows, of: nil), on: axisPixels)
    for columns in catalog.knownColumns { receive(columns) }
    applyAbilities()
  }

  /// Removes all pictures and views of rows, because these rows are no longer shown.
  private mutating func forgetPictures() {
    reader.forget()
    exchange.forgetPictures()
    strips.removeOverview()
  }

  /// Asks the server to resume an interrupted read, or to discard the rows read so far.
  mutating func readTable(isDiscarded: Bool = false) {
    guard let source = catalog.source, catalog.isPartial else { return }
    catalog.readAgain()
    alertText = []
    send(.readTable(ReadTable(source: source, isDiscarded: isDiscarded)))
  }

  /// Asks the server to stop its work on the table, or removes derived columns that are still being computed.
  mutating func stopWork() {
    guard let source = catalog.source, let stage = catalog.progress?.stage else { return }
    guard stage == .deriving else { return send(.stop(StopTableWork(source: source, stage: stage))) }
    for column in columnSet.unmade { removeDerived(column.number) }
    catalog.stopWork()
  }

  /// Chooses whether to show the available rows while some shards of the table do not respond.
  mutating func chooseRest(_ isShown: Bool) {
    guard let source = catalog.source else { return }
    catalog.chooseRest(isShown)
    send(.chooseLost(ChooseLost(source: source, showsRest: isShown)))
  }

  // MARK: - The server

  package mutating func connectionChanged(isOpen: Bool, at now: Int64) {
    exchange.connectionChanged()
    catalog.connectionChanged(isOpen: isOpen)
    if reader.connectionChanged(isOpen: isOpen) { request(.forget) }
    if isOpen { columnSet.connect() }
  }

  package mutating func show(_ notice: Notice, at now: Int64) {
    alertText = notice.text
    if notice.severity == .failure { catalog.refuse() }
    redraw()
  }

  package mutating func accept(_ message: DataMessage, at now: Int64) {
    switch message {
    case .table(let next):
      redraw()
      switch catalog.receive(next) {
      case .added: return
      case .first: return open(0, at: now)
      case .updated: break
      case .emptied: forgetPictures()
      case .replaced: open(catalog.index, at: now)
      }
      showRowsAlone()
    case .columns(let next): receive(next)
    case .abilities(let next): receive(next)
    case .axis(let next):
      catalog.receive(next)
      guard next.source == catalog.source, orders.isAlong(next) else { return }
      axisView.receive(next, on: axisPixels)
      reader.readAgain()
      showRowsAlone()
      redraw()
    case .progress(let next): if catalog.receive(next) { redraw() }
    case .spans(let next):
      exchange.receive(next, columnCount: columns.count)
      redraw()
    case .viewDone(let done): exchange.receive(done)
    case .textSummary(let next):
      if next.source == catalog.source, exchange.receive(next, columns) { redraw() }
    case .textStrip(let next): if exchange.receive(next, columns) { redraw() }
    case .row(let row): if reader.receive(row, of: catalog.source) { redraw() }
    case .rows(let next): if next.source == catalog.source { reader.receive(next) }
    case .scatter(let part): if reader.receive(part) { redraw() }
    case .range(let next): if next.source == catalog.source, reader.receive(next) { redraw() }
    case .exportPart(let part):
      guard let effect = reader.receive(part) else { return }
      request(effect)
      redraw()
    case .hello, .show, .showLane, .readRow, .stop, .readRange, .setFilter, .exportRows, .readRows,
      .showScatter, .showTexts, .deriveColumn, .chooseLost, .readTable, .clockRequest, .welcome, .clockReply,
      .notice:
      break
    }
  }

  private mutating func receive(_ next: TableColumns) {
    let isShown = next.source == catalog.source
    if !isShown || !derived.begins(at: Int(next.first)) { catalog.receive(next) }
    guard isShown else { return }
    for change in columnSet.receive(next) {
      switch change {
      // A notice explains the error. The formula stays in the text field for the user to correct.
      case .refused(let place): leave(place)
      case .changed:
        exchange.changeLanes()
        reader.readAgain()
      case .accepted(let place):
        // The row under the cursor was read without the new column.
        select(.columnAdded)
        arrangeLanes()
        columnSet.placeNew()
        if let index = lanes.firstIndex(of: place) { moveLanes(.reveal(index)) }
        isDrawerOpen = false
      }
    }
    arrangeLanes()
    redraw()
  }

  private mutating func receive(_ next: TableAbilities) {
    let change = catalog.receive(next)
    guard next.source == catalog.source else { return }
    if change.contains(.condition) {
      exchange.changeRows()
      // The pending request may have failed along with the engine.
      reader.loseQuestion()
      isHeadFree = true
    }
    if catalog.isRestUnsent() { send(.chooseLost(ChooseLost(source: next.source, showsRest: true))) }
    if change.contains(.abilities) { applyAbilities() }
    redraw()
  }

  /// Closes views and resets choices that the table does not support.
  private mutating func applyAbilities() {
    guard catalog.abilities != nil else { return }
    choose(.limit(to: catalog.lenses))
    if lenses.compared != nil, !catalog.can(.comparing) { choose(.compare(with: nil)) }
    if page != nil && !catalog.can(.rows) || scatter != nil && !catalog.can(.scatter) { show(.lanes) }
    if !catalog.can(.ranges) { select(.clear(.range)) }
    columnSet.limit(to: catalog)
    arrangeLanes()
    if !catalog.orders.contains(order) { arrange(.choose(.rows, of: catalog.orders)) }
    showRowsAlone()
  }

  /// Shows the page of rows if no column can be shown in a lane.
  private mutating func showRowsAlone() { if page == nil, hasRowsAlone { show(.rows) } }

  /// Sends all messages that are due.
  package mutating func sendDue(at now: Int64) {
    guard link.isVisible, link.isConnected, let source = catalog.source, screen.width > 0 else { return }
    for column in columnSet.unsentDerived() { send(.deriveColumn(column.message(of: source))) }
    for rows in reader.unsentFilters() { send(.setFilter(rows.message(of: source))) }
    if let wanted = wantedView {
      let request = exchange.ask(wanted, at: now)
      for due in request.due { carryOut(due) }
      if request.hasOtherTexts {
        reader.readAgain()
        select(.textsChanged)
      }
    }
    let context = RowReader.Context(
      source: source, axis: axis, columns: columns, column: overviewColumn ?? 0, isRemote: catalog.isRemote,
      hasFigures: catalog.hasRows && catalog.can(.ranges), grid: rowGrid, screen: screen)
    for due in reader.ask(context, at: now) { carryOut(due) }
  }

  private mutating func carryOut(_ due: Due?) {
    switch due {
    case .redraw: redraw()
    case .wait(let time): wake(at: time)
    case .send(let message): send(message)
    case nil: break
    }
  }
}
