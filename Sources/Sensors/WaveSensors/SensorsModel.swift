public import WaveDisplay
public import WaveInteraction
public import WaveSensorsWire
import WaveUnits
package import WaveWire

/// The view model of the Sensors instrument: it receives events as intents, and returns effects and a draw
/// list.
///
/// Streams are shown in lanes above a common time axis, or on electrocardiogram paper. The model has no
/// clock: every intent and every `draw` passes the client's monotonic time in microseconds. It requests from
/// the server only what is visible (`ShowStreams`), and receives nothing else.
///
/// The model consists of parts that make their own decisions. This file connects the parts; no other code
/// modifies them.
public struct SensorsModel: ShelledInstrument {
  /// The messages between the instrument and its server.
  public typealias Message = SensorsMessage
  /// The effects that only this instrument requests.
  public typealias OwnEffect = SensorsEffect

  package var shell = InstrumentShell<SensorsMessage, SensorsEffect, Grab, SensorsAction>(grabbed: .plot)

  private(set) var sources = SourceCatalog()
  private(set) var view: StreamView
  private(set) var intake = StreamIntake()
  private(set) var readings: StreamReadings?
  private(set) var calipers = Calipers()
  private(set) var spectrum = SpectrumPanel()
  private(set) var mixtures = MixtureEditor()
  private(set) var looks = Looks()
  private(set) var position = PositionSlider()
  /// The results of the test bed; nil unless the source is a test bed.
  public private(set) var testbed: Testbed?
  private let testbedPlan: Testbed.Plan
  private(set) var frames = FrameCache()
  private(set) var status = StatusLine()
  /// The microseconds by which the server's wall clock is ahead of its monotonic clock; nil if unknown.
  private(set) var serverWallMicroseconds: Int64?
  /// The trace colours set by a program that embeds the instrument, one per channel; channels beyond the end
  /// of the list use the theme's colours.
  public private(set) var colors: [Color] = []

  /// Creates a model without a screen, a source or a connection.
  ///
  /// - Parameters:
  ///   - windowSeconds: The initial duration from the left edge to the right edge, in seconds.
  ///   - testbedPlan: The steps of a test bed run.
  public init(windowSeconds: Double = 10, testbedPlan: Testbed.Plan = Testbed.Plan()) {
    view = StreamView(windowSeconds: windowSeconds)
    self.testbedPlan = testbedPlan
  }

  // MARK: - Calls from the program

  /// Sets the trace colours, one per channel; channels beyond the end of the list use the theme's.
  public mutating func setColors(_ colors: [Color]) {
    self.colors = colors
    frames.handle(.invalidate)
  }

  /// Redraws the entire display in the next frame, for a player that starts empty.
  ///
  /// The next `draw` also needs a new draw list, or one that has been reset.
  public mutating func redrawEverything() { frames.handle(.create) }

  /// Records that the player has drawn the frame from the last `draw`.
  ///
  /// - Parameter now: The client's monotonic time in microseconds.
  public mutating func drawn(at now: Int64) {
    let server = serverTime(now)
    testbed?.drawn(at: now, serverMicroseconds: server)
  }

  // MARK: - Inputs to the parts

  /// Changes the view and handles the consequences.
  mutating func change(_ input: StreamView.Input, at now: Int64) {
    let consequences = view.handle(input, context(at: now))
    if consequences.contains(.live) {
      shell.gestures.stopGlide()
      redraw()
    }
    if consequences.contains(.listening) { intake.listen(at: now) }
    if consequences.contains(.status) { status.expire() }
    if consequences.contains(.card) { isDrawerOpen = false }
    if consequences.contains(.measured) {
      request(.keep(key: SensorsEffect.millimetreKey, value: Double(view.paper.pointsPerMillimetre)))
    }
    if consequences.contains(.view) { intake.viewChanged(at: now) }
  }

  /// Shows the calipers with both lines on the lane in the middle, or hides them.
  mutating func measure(_ isOn: Bool) {
    guard isOn else { return calipers.hide() }
    let plot = plot
    calipers.show(on: lanes.lane(x: screen.width * 0.4, y: plot.top + plot.height * 0.45, on: plot), plot)
  }

  mutating func setSpectrum(_ input: SpectrumPanel.Input, at now: Int64) {
    spectrum.handle(input, of: source, at: now)
    if case .show = input { arrangeScreen(at: now) }
  }

  mutating func editMixture(_ action: SensorsAction.Mixture, _ input: ControlInput) {
    let request = mixtures.handle(action, input, view.streams, of: source, made: sources.mixtures)
    if let request { send(.setMixture(request)) }
  }

  /// Sets one of the source's own controls or a recording's position, or switches to a different source.
  mutating func setSource(_ action: SensorsAction, _ input: ControlInput, at now: Int64) {
    switch (action, input) {
    case (.adjust(let control), _):
      if let command = sources.adjust(control, input) { send(.command(command)) }
    case (.chooseSource, .set(let index)): if sources.choose(index) { open(at: now) }
    case (.seek, _):
      let edge = view.edge(context(at: now))
      guard let source,
        let seconds = position.handle(
          input, length: source.recordingSeconds, position: sources.positionSeconds(at: edge))
      else { return }
      send(.command(.seek(source: source.source, seconds: seconds)))
      change(.time(.goLive), at: now)
    default: break
    }
  }

  /// Starts or cancels a run of the test bed, or moves one of its sliders.
  mutating func setTestbed(_ action: SensorsAction.Testbed, _ input: ControlInput, at now: Int64) {
    guard let isRunning = testbed?.isRunning else { return }
    guard action == .run, case .set = input else { return follow(testbed?.handle(action, input), at: now) }
    if !isRunning, !view.time.isLive { change(.time(.goLive), at: now) }
    follow(isRunning ? testbed?.cancel() : testbed?.start(at: now), at: now)
  }

  package mutating func arrange(at now: Int64) {
    let made = testbed == nil ? nil : source.flatMap { Testbed.Setting($0) }
    follow(testbed?.advance(made, at: now), at: now)
  }

  private mutating func follow(_ consequences: Testbed.Consequences?, at now: Int64) {
    guard let consequences else { return }
    if let load = consequences.load, let source, let made = Testbed.Setting(source) {
      func adjust(_ control: TestbedControl, _ value: Int) {
        send(.command(.adjust(source: source.source, control: control.rawValue, value: Double(value))))
      }
      if made.streams != load.streams { adjust(.streams, load.streams) }
      if made.rateHertz != load.rateHertz { adjust(.rate, load.rateHertz) }
    }
    if consequences.endsRun { status.expire() }
    if let due = consequences.wakeMicroseconds { wake(at: due) }
    if consequences.changesView { intake.viewChanged(at: now) }
    if consequences.redraws { redraw() }
  }

  /// Handles a touch on the test bed, the spectrum or the calipers; returns whether it was handled.
  package mutating func intercept(_ touch: Touch, at now: Int64) -> Bool {
    let plot = plot
    if testbed != nil, touch.phase == .began, touch.y >= plot.bottom { return true }
    shell.texts.noteTouch()
    let outcome = spectrum.handle(
      touch, on: spectrumLayout, mayBegin: !shell.gestures.isActive && !calipers.isTouched, at: now)
    if outcome == .closed { arrangeScreen(at: now) }
    guard outcome == .passed else { return true }
    guard calipers.isShown, !view.paper.isFittingCard else { return false }
    let caliper = calipers.handle(touch, grabbed, plot)
    // Two fingers that move the calipers are not a gesture.
    for finger in caliper.cancelled where shell.gestures.isActive { _ = shell.gestures.gesture(for: finger) }
    grabbed = caliper.grab ?? grabbed
    return caliper.isHandled
  }

  // MARK: - The screen

  package mutating func resized(from before: Screen, at now: Int64) {
    arrangeScreen(at: now)
    frames.handle(.create)
    intake.viewChanged(at: now)
  }

  package mutating func visibilityChanged(at now: Int64) {
    intake.listen(at: now)
    intake.viewChanged(at: now)
  }

  /// Resizes the lanes to the space not used by the spectrum and the test bed.
  private mutating func arrangeScreen(at now: Int64) {
    let lanes = screenOfLanes
    guard lanes != screen else { return }
    shell.appearance.screen = lanes
    spectrum.setScale(screen.scale)
    frames.handle(.create)
    intake.viewChanged(at: now)
    redraw()
  }

  package mutating func drawPicture(into list: inout DrawList, at now: Int64) {
    let context = context(at: now)
    let (lanes, lattice) = (view.lanes(context), view.lattice(context))
    var update = Strip.Update()
    if let source, layout != .xy {
      let extents = TraceExtents(stores: intake.blocks.stores, clocks: sources.clocks, lattice: lattice)
      update = frames.update(lanes, lattice, names(of: source), extents, at: now)
    }
    draw(lanes, lattice, update, into: &list, at: now)
    frames.handle(.drawn(at: now))
    let (credit, arrival) = intake.drawn()
    shell.latency.note(isPaused ? nil : arrival.map { serverTime(now) - $0 - delayMicroseconds })
    if let credit, link.isConnected { send(.acknowledge(credit)) }
  }

  // MARK: - The server

  package mutating func connectionChanged(isOpen: Bool, at now: Int64) {
    intake.connectionChanged()
    spectrum.connectionChanged()
    looks.connectionChanged()
    guard isOpen else { return }
    intake.listen(at: now)
    intake.viewChanged(at: now)
  }

  /// Discards all sources if the server has restarted, because it then counts samples from zero again.
  package mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64) {
    serverWallMicroseconds =
      welcome.wallMicroseconds == 0 ? nil : welcome.wallMicroseconds - welcome.serverMicroseconds
    guard clockJump != nil else { return }
    sources.removeAll()
    setSpectrum(.show(nil), at: now)
    intake.reset(groups: 0, isOther: false, at: now)
    frames.handle(.invalidate)
  }

  package mutating func accept(_ message: SensorsMessage, at now: Int64) {
    switch message {
    case .source(let info): receive(info, at: now)
    case .columns(let columns): receive(columns, at: now)
    case .readings(let next):
      guard next.source == source?.source else { return }
      readings = next
      testbed?.receive(next)
      view.follow(next.readings, at: now)
      redraw()
    case .times, .timeMap, .marks, .controls, .mixtures, .steering:
      let changes = sources.receive(message)
      if changes.contains(.times) { frames.handle(.invalidate) }
      if changes.contains(.resumed) {
        // Dismiss notices about the stopped playback, and end the delay of the display.
        dismissMessages()
        if delayMicroseconds > 0 { change(.time(.goLive), at: now) }
      }
      if changes.contains(.view) { intake.viewChanged(at: now) }
      if changes.contains(.picture) { redraw() }
    case .fetched(let fetched): if intake.receive(fetched) { redraw() }
    case .spectrum(let next): if spectrum.receive(next, at: now) { redraw() }
    case .look(let part):
      if let number = looks.receive(part), number == source?.source { showAsRecorded(at: now) }
    case .setMixture, .showSpectrum, .setLook, .hello, .show, .setMark, .acknowledge, .clockRequest, .command,
      .fetch, .welcome, .clockReply, .notice:
      break
    }
  }

  private mutating func receive(_ columns: StreamColumns, at now: Int64) {
    redraw()
    let clocks = sources.clocks
    let context = context(at: now)
    let receipt = intake.receive(
      columns, of: source?.source, clocks, sourceNow: delayMicroseconds > 0 ? nil : context.time.now, at: now)
    guard case .stored(let from, let until, let replacesEarlier) = receipt else {
      if receipt == .voided { frames.handle(.invalidate) }
      return
    }
    if replacesEarlier { frames.handle(.invalidate) }
    if columns.hasSkipped { status.noteSkip(at: now) }
    if !columns.isFetched { testbed?.receive(columns) }
    let group = Int(columns.group)
    view.receive(
      columns, intake.blocks.stores[group], clocks[group], newest: intake.recency.newestMicroseconds[group],
      context, at: now)
    frames.handle(.change(view.lattice(context).columns(from, until)))
  }

  private mutating func receive(_ info: StreamSource, at now: Int64) {
    switch sources.announce(info) {
    case .first: open(at: now)
    case .added: break
    case .described: redraw()
    case .changed(let before, let isShown):
      let isOther = before.name != info.name
      if isOther { looks.forget(info.source) }
      guard isShown else { return }
      // A test bed counts from zero again, even if its streams are the same.
      guard !isOther, !info.flags.contains(.testbed), let places = info.places(of: before)
      else { return open(at: now, isChosen: false) }
      keepView(places, of: info, at: now)
    }
  }

  /// Shows all streams of the source; if it is a folder of recordings that the user chose, opens the drawer.
  private mutating func open(at now: Int64, isChosen: Bool = true) {
    guard let source else { return }
    let isTestbed = source.flags.contains(.testbed)
    shell.texts.startHint(at: now)
    readings = nil
    frames.open()
    mixtures.discard()
    setSpectrum(.show(nil), at: now)
    let isFirst = testbed == nil
    if !isTestbed { testbed = nil } else if isFirst { testbed = Testbed(plan: testbedPlan) }
    // A sweep shows new streams immediately at the left, even next to an open drawer.
    view.open(source, as: !isTestbed ? .usual : isFirst ? .sweeping(5) : .unchanged, context(at: now))
    // Open the sliders immediately if there is room for them next to the charts.
    if isTestbed, isFirst { isDrawerOpen = TestbedPicture.hasRoomForDrawer(on: screen) }
    testbed?.open(Testbed.Setting(source))
    arrangeScreen(at: now)
    view.fitPaper(context(at: now))
    intake.reset(groups: source.groups.count, isOther: true, at: now)
    frames.handle(.invalidate)
    showAsRecorded(at: now)
    intake.viewChanged(at: now)
    dismissMessages()
    if isChosen, source.isFolder { isDrawerOpen = true }
    redraw()
  }

  /// Preserves the view of a source that has gained or lost streams but is otherwise unchanged.
  private mutating func keepView(_ places: [Int?], of source: StreamSource, at now: Int64) {
    let hasAdded = view.keep(places, count: source.channelCount)
    mixtures.discard()
    readings = nil
    intake.reset(groups: source.groups.count, isOther: false, at: now)
    frames.handle(.invalidate)
    // Make the requested stream visible; paper shows only leads, and X-Y only two streams.
    if hasAdded, mixtures.receive(), layout == .paper || layout == .xy {
      change(.streams(.layout(.lanes)), at: now)
    }
    spectrum.renumber(places)
    arrangeScreen(at: now)
    intake.viewChanged(at: now)
    redraw()
  }

  /// Shows the source with the appearance that it had during recording.
  private mutating func showAsRecorded(at now: Int64) {
    guard let source, let look = looks.recorded(of: source.source), view.show(look, context(at: now))
    else { return }
    frames.handle(.invalidate)
    intake.viewChanged(at: now)
    redraw()
  }

  /// Sends all messages that are due: the appearance, the view, the spectrum, the clock exchange, and a
  /// request for past data.
  package mutating func sendDue(at now: Int64) {
    guard link.isConnected, let source, screen.width > 0 else { return }
    perform(looks.update(sources.isBeingRecorded ? view.look(of: source.source) : nil, at: now))
    let (clocks, playback) = (sources.clocks, playback)
    let context = context(at: now)
    let edge = view.edge(context)
    let start = edge - windowSeconds * 1e6
    if let due = intake.requests.showDue, now >= due {
      let wanted = wantedView(of: source, until: edge, context)
      if let (next, isOther) = intake.show(wanted, of: source, from: start, clocks, playback, at: now) {
        if isOther { frames.handle(.invalidate) }
        send(.show(next))
      }
    }
    if let due = intake.requests.showDue { wake(at: due) }
    perform(spectrum.ask(wantedSpectrum(of: source, until: edge, context), at: now))
    guard link.isVisible else { return }
    if !isPaused { exchangeClocks(at: now) }
    perform(
      intake.fetch(
        from: start, until: edge, isHeld: isPaused, isAtRest: sources.isAtRest, clocks, playback, at: now))
  }

  // MARK: - The status

  /// Refreshes the numbers around the plot if a refresh is due.
  mutating func refreshStatus(at now: Int64) {
    if status.refresh(at: now) {
      shell.latency.publish()
      testbed?.updateLive(at: now)
      if testbed != nil { redraw() }
    }
    if !isPaused, link.isVisible { wake(at: status.refreshedAt + StatusLine.intervalMicroseconds) }
  }

  /// Returns the text for a screen reader to announce; nil unless the state has changed.
  package mutating func newReading(at now: Int64) -> [UInt8]? {
    let state = stateText(at: now)
    let key = StatusLine.Reading(
      source: sources.index, state: state, layout: layout, isTesting: testbed?.isRunning == true)
    guard let source, status.announce(key) else { return nil }
    return readingText(state, of: source)
  }
}
