package import WaveDisplay
public import WaveInteraction
public import WaveSpectrumWire
import WaveUnits
package import WaveWire

/// The spectrum instrument as a value type, which receives intents and returns effects and a draw list.
///
/// Three modes share one band, one range of levels and one marker. The model has no clock: every intent and
/// every `draw` passes the client's monotonic time in microseconds. The server is asked only for what is
/// visible (`ShowView`), and sends no more than that.
///
/// The model consists of parts that do not depend on one another. This file connects them, and only this file
/// modifies them: its methods forward inputs and carry out the resulting actions.
public struct SpectrumModel: ShelledInstrument {
  /// The messages between the instrument and its server.
  public typealias Message = WaveSpectrumWire.Message
  /// The effects specific to this instrument; there are none.
  public typealias OwnEffect = Never

  package var shell = InstrumentShell<Message, Never, Grab, SpectrumAction>(grabbed: .plot)

  private(set) var view: Viewport
  private(set) var markerPlacement = MarkerPlacement()
  private(set) var sources = Sources()
  private(set) var reports = SourceReports()
  private(set) var playback = Playback()
  private(set) var receiver = ReceiverControls()
  private(set) var request = ViewRequest()
  private(set) var reception = Reception()
  private(set) var waterfall = Waterfall()
  private(set) var meter = MeterReading()
  private(set) var texts = TextRefresh()
  private var frequencySlider = FrequencySlider()
  /// The time at which the receiver is tuned after the wheel or a key has moved the band.
  private var tuneDeadline = Deadline()
  /// The time at which the display next changes without input.
  private var frameDeadline = Deadline()

  /// Creates a model without a screen, a source or a connection.
  ///
  /// - Parameter periodSeconds: The initial time from the top of the waterfall to its bottom, in seconds.
  public init(periodSeconds: Double = 60) { view = Viewport(periodSeconds: periodSeconds) }

  /// Whether every intent causes a redraw.
  ///
  /// This is false because rows arrive thirty times a second, and an intent that changes nothing visible
  /// requires no redraw.
  package static var redrawsAfterIntents: Bool { false }

  package mutating func resized(from before: Screen, at now: Int64) {
    shell.appearance.screen = outer
    shell.appearance.screen.footPoints = footPoints
    waterfall.forgetPlayer()
    request.change(at: .min)
    redraw()
  }

  package mutating func timePassed(at now: Int64) {
    if frameDeadline.expires(at: now) { redraw() }
    if tuneDeadline.expires(at: now) { tune(at: now) }
  }

  // MARK: - The viewport

  /// Changes the viewport and carries out the resulting actions.
  @inline(never)
  mutating func change(_ input: Viewport.Input, at now: Int64) {
    perform(view.handle(input, at: moment(at: now), in: range), at: now)
  }

  /// Changes the time range on the screen.
  @inline(never)
  mutating func changeTime(_ input: TimeView.Input, at now: Int64) { change(.time(input), at: now) }

  private mutating func perform(_ actions: Viewport.Actions, at now: Int64) {
    if actions.contains(.renewChip) { _ = texts.renewChip(after: 0, at: now) }
    if actions.contains(.stopGlide) { shell.gestures.stopGlide() }
    if actions.contains(.listen) { reception.listen(at: now) }
    if actions.contains(.request) { request.change(at: now) }
    if actions.contains(.tune) { tune(at: now) }
    if actions.contains(.redraw) { redraw() }
  }

  /// Advances the animation of a band that returns to its limits; returns false if there is no animation.
  package mutating func continueMotion(at now: Int64) -> Bool {
    guard let actions = view.advance(at: moment(at: now)) else { return false }
    perform(actions, at: now)
    return true
  }

  /// Switches between spectrum, waterfall and meter.
  ///
  /// Each of them starts with live data.
  @inline(never)
  mutating func setMode(_ mode: ViewMode, at now: Int64) {
    let outcome = view.show(mode, at: moment(at: now))
    guard outcome != .same else { return }
    if outcome == .first { shell.texts.restartHint(at: now) }
    shell.appearance.screen.footPoints = footPoints
    shell.latency.forget()
    reception.forgetSequence()
    perform([.stopGlide, .request, .redraw], at: now)
  }

  /// Turns the maximum hold on or off.
  ///
  /// A hold that is turned on once more starts anew.
  @inline(never)
  mutating func setHolding(_ isOn: Bool, at now: Int64) {
    guard view.hold(isOn) || isOn else { return }
    meter.restartMaximum()
    if isOn, let source = sources.number { send(.command(.resetHold(source: source))) }
    perform([.request, .redraw], at: now)
  }

  /// Completes a step made with the wheel or a key: clamps the band to its limits, and schedules tuning.
  @inline(never)
  mutating func endStep(isClamped: Bool = false, at now: Int64) {
    if !isClamped { change(.band(.clamp), at: now) }
    tuneDeadline.start(250_000, at: now)
  }

  // MARK: - The marker

  /// Places the marker under the finger or, on a spectrum, at the highest point near it.
  mutating func placeMarker(x: Float, y: Float, at now: Int64) {
    guard mode != .meter else { return }
    markerPlacement.place(x: x, y: y, on: plot, trace: reception.trace, axis: timeAxis(at: now))
    grabbed = .marker
    redraw()
  }

  /// Moves the marker by a fraction of the plot, either in time or along the band, which scrolls to keep the
  /// marker in view.
  mutating func moveMarker(by fraction: Double, inTime: Bool, at now: Int64) {
    if inTime { return markerPlacement.step(along: timeAxis(at: now), by: fraction) }
    let beyond = markerPlacement.step(along: band, by: fraction, limits: range.limits)
    if beyond != 0 { change(.band(.move(beyond)), at: now) }
  }

  /// Places the marker at the strongest signal in view that has not been visited yet.
  ///
  /// Once all signals have been visited, it starts again with the strongest.
  mutating func markPeak(at now: Int64) {
    let row =
      mode == .waterfall
      ? waterfall.store.peakRow(of: timeAxis(at: now))
      : mode == .spectrum ? reception.trace?.peakRow(microseconds: serverTime(now)) : nil
    if let row, markerPlacement.visitPeak(of: row, in: band) { redraw() }
  }

  /// Removes the marker.
  mutating func removeMarker() { markerPlacement.remove() }

  // MARK: - Controls

  package mutating func showSource(_ number: UInt16, at now: Int64) -> Bool {
    guard let index = sources.all.firstIndex(where: { $0.source == number }) else { return false }
    chooseSource(index, at: now)
    return true
  }

  /// Switches to a different source.
  mutating func chooseSource(_ index: Int, at now: Int64) { if sources.choose(index) { open(at: now) } }

  /// Drags a thumb of the frequency slider.
  mutating func dragThumb(_ phase: Touch.Phase, fraction: Double, distance: Double, at now: Int64) {
    switch frequencySlider.drag(
      phase, fraction: fraction, distance: distance, band: band, track: range.track(with: band))
    {
    case .none: return
    case .grab: break
    case .move(let isHigh, let hertz):
      change(.band(.setEdge(isHigh: isHigh, hertz: hertz, isTyped: false)), at: now)
    case .release: tune(at: now)
    }
    redraw()
  }

  /// Plays a recording from a different position.
  mutating func seek(_ input: ControlInput, at now: Int64) {
    guard let source, let seconds = playback.seek(input, in: source, at: serverTime(now)) else { return }
    send(.command(.seek(source: source.source, seconds: seconds)))
  }

  /// Adjusts a setting of the current source's receiver, if this device is permitted to do so.
  mutating func adjustReceiver(source: UInt16, setting: UInt8, _ input: ControlInput) {
    redraw()
    guard source == receiverSource,
      let command = receiver.adjust(source: source, setting: setting, input)
    else { return }
    send(.command(command))
  }

  /// Cancels a pending confirmation unless it is for the given action.
  mutating func cancelConfirmation(unlessOf action: SpectrumAction?) {
    receiver.cancelConfirmation(unlessOf: action)
  }

  // MARK: - The server

  package mutating func connectionChanged(isOpen: Bool, at now: Int64) {
    request.forget()
    waterfall.reconnect()
    reception.reconnect()
    if isOpen { visibilityChanged(at: now) } else { changeTime(.hold, at: now) }
  }

  package mutating func visibilityChanged(at now: Int64) {
    reception.listen(at: now)
    request.change(at: now)
  }

  /// Handles a server's welcome message.
  ///
  /// If the server has restarted and its clock has jumped, the visible rows keep their age.
  package mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64) {
    if let clockJump {
      sources.restart()
      reports.forget()
      let moved = waterfall.restart(clockJump: clockJump)
      playback.shift(by: moved)
      view.shift(by: moved)
      markerPlacement.shift(by: moved)
      reception.forgetSequence()
    }
    serverReturned(at: now)
  }

  package mutating func accept(_ message: Message, at now: Int64) {
    switch message {
    case .source(let info): return receive(info, at: now)
    case .axis(let axis): return reception.receive(axis)
    case .timeMap(let map): return playback.receive(map)
    case .row(let row):
      let isOfWaterfall = row.flags.contains(.waterfall)
      let isKnown = !isOfWaterfall || waterfall.knows(row)
      guard let band = reception.receive(row, isKnown: isKnown, at: now) else { return }
      if isOfWaterfall { waterfall.receive(row, band: band, axis: timeAxis(at: now)) }
      followLevels(of: row, band: band, at: now)
    case .meter(let value):
      reception.receive(value, at: now)
      meter.receive(value.millibels)
    case .fetched(let fetched):
      guard waterfall.receive(fetched, axis: timeAxis(at: now)) else { return }
    case .artefacts(let report): reports.receive(report)
    case .annotations(let report): reports.receive(report)
    case .controls(let controls): receiver.receive(controls)
    case .steering(let report):
      reports.receive(report)
      guard report.source == sources.number else { return }
      followAnother(at: now)
    case .hello, .show, .acknowledge, .clockRequest, .command, .fetch, .welcome, .clockReply,
      .notice:
      return
    }
    redraw()
  }

  /// Has the levels follow the strongest signal of a row that shows the present.
  private mutating func followLevels(of row: RowMessage, band: Band, at now: Int64) {
    guard mode != .meter, !isPaused, !row.flags.contains(.fetched),
      let level = Trace(row, band: band, after: nil).highestDecibels
    else { return }
    change(.levels(.follow(level, at: now)), at: now)
  }

  private mutating func receive(_ info: SourceInfo, at now: Int64) {
    let before = baseLevels
    switch sources.receive(info) {
    case .added(let isFirst, let isStrange):
      if isStrange {
        playback.forget()
        waterfall.forget()
      }
      if isFirst { open(at: now) }
    case .returned(let isShown):
      // A restarted server may have tuned the receiver to a different band.
      if isShown { tune(at: now) }
      request.change(at: now)
    case .changed(let isShown):
      guard isShown else { return }
      // Levels that the user has not changed follow those of the source.
      if view.levelView.isFollowing, baseLevels != before {
        change(.levels(.open(baseLevels, keepsMeter: true)), at: now)
      }
      change(.band(.changeRange), at: now)
      followAnother(at: now)
      perform([.request, .redraw], at: now)
    }
  }

  /// Shows the entire band of the current source, with live data.
  @inline(never)
  private mutating func open(at now: Int64) {
    guard let source else { return }
    shell.texts.startHint(at: now)
    change(.band(.open(Band(low: source.lowHertz, high: source.highHertz))), at: now)
    change(.levels(.open(baseLevels, keepsMeter: false)), at: now)
    reception.restart()
    meter = MeterReading()
    markerPlacement.remove()
    changeTime(.restart, at: now)
    alertText = []
    perform([.request, .redraw], at: now)
  }

  /// Sends the messages that are due: the view, a request for past rows, and the clock request.
  package mutating func sendDue(at now: Int64) {
    if let due = tuneDeadline.due { wake(at: due) }
    if let due = frameDeadline.due { wake(at: due) }
    guard link.isConnected, sources.hasShown, screen.width > 0 else { return }
    if let due = request.due {
      if now >= due { sendShow(at: now) } else { wake(at: due) }
    }
    guard link.isVisible, !isPaused || mode == .waterfall else { return }
    if !isPaused { exchangeClocks(at: now) }
    guard mode == .waterfall, let shown = request.shown, shown.mode == .waterfall else { return }
    switch waterfall.fetch(
      view: shown.view, axis: timeAxis(at: now), server: serverTime(now),
      rowSeconds: sources.rowSeconds, at: now)
    {
    case .none: break
    case .wait(let due): wake(at: due)
    case .send(let fetch): send(.fetch(fetch))
    }
  }

  private mutating func sendShow(at now: Int64) {
    let outcome = request.show(wantedView, at: now)
    guard outcome != .same, let view = request.shown else { return }
    if outcome == .moved { meter.restartMaximum() }
    waterfall.show(view)
    send(.show(view))
  }

  // MARK: - Texts and picture

  package mutating func appendChip(to list: inout ControlListBuilder<SpectrumAction>, at now: Int64) {
    if !isPaused {
      // Numbers that would change with every row are updated slowly enough to be read.
      let interval: Int64 = isTimeStretched ? 250_000 : 1_000_000
      if texts.renewChip(after: interval, at: now) {
        shell.latency.publish()
        reception.publishLosses()
      }
      if link.isVisible { wake(at: texts.chipMicroseconds + interval) }
    }
    chip.append(to: &list, on: plot, at: now)
  }

  /// Returns the text for a screen reader if the state, mode or marker has changed.
  ///
  /// New rows alone do not change the text.
  package mutating func newReading(at now: Int64) -> [UInt8]? {
    let isComing = reception.watch.state(at: now) == .coming
    let state = TextRefresh.State(
      mode: mode, isPaused: isPaused, isAnswering: link.isAnswering, isComing: isComing, hertz: marker?.hertz)
    guard sources.hasShown, texts.renewReading(of: state) else { return nil }
    return state.text(isPlaying: speed != nil, frequency: markerText, level: levelText)
  }

  /// Draws the picture, and acknowledges the drawn rows so that the server can send more.
  ///
  /// - Complexity: O(columns) per row; no work while nothing changes.
  package mutating func drawPicture(into list: inout DrawList, at now: Int64) {
    let plot = plot
    let bounds = screen.bounds
    list.layer(LayerID.ground, bounds: bounds) { $0.rectangle(bounds, color: plot.theme.ground) }
    switch mode {
    case .waterfall:
      waterfall.update(
        slotMicroseconds: time.slotMicroseconds(plotHeight: screen.plot.height), axis: timeAxis(at: now),
        levels: levels, into: &list)
      let picture = waterfallPicture(on: plot, at: now)
      picture.draw(waterfall.store, hasLegend: waterfall.isCreated, on: plot, into: &list)
      wakeForNextPixel(of: picture.axis, at: now)
    case .meter:
      if let due = meter.updateText(isPaused: isPaused, at: now) { frameDeadline.start(due - now, at: now) }
      MeterPicture(levels: meterLevels, meter: meter).draw(on: plot, into: &list)
    case .spectrum, .nothing: spectrumPicture(on: plot, at: now).draw(on: plot, into: &list)
    }
    if mode != .meter, sources.hasShown { markerReading(on: plot, at: now)?.draw(on: plot, into: &list) }
    // A recording's rows are sent before their end time, so their latency is negative and counts as zero.
    shell.latency.note(reception.newestEnd.map { serverTime(now) - $0 })
    if let credit = reception.draw(isSpectrum: mode == .spectrum), link.isConnected {
      send(.acknowledge(credit))
    }
  }

  /// Schedules a redraw of a scrolling waterfall for the time at which it has moved by one pixel.
  private mutating func wakeForNextPixel(of axis: TimeAxis, at now: Int64) {
    guard !time.isHeld, link.isAnswering else { return }
    let next = Int64(saturating: (axis.topPixel + 1) * axis.microsecondsPerPixel) - axis.top
    if next < 12_000 { redraw() } else { frameDeadline.start(next, at: now) }
    if let due = frameDeadline.due { wake(at: due) }
  }
}
