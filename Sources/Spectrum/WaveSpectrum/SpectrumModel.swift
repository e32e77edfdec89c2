package import WaveDisplay
public import WaveInteraction
public import WaveSpectrumWire
import WaveUnits
package import WaveWire

/// The spectrum instrument as a value: intents in, effects out, and a draw list.
///
/// Three modes share one band, one range of levels and one marker. It has no clock: every intent and every
/// `draw` brings the client's monotonic time in microseconds. The server is asked for what can be seen
/// (`ShowView`) and sends no more than that.
///
/// It is made of parts, which know nothing of each other. This file connects them, and only this file changes
/// them: its methods pass inputs on, and carry out what follows.
public struct SpectrumModel: ShelledInstrument {
  /// The messages between the instrument and its server.
  public typealias Message = WaveSpectrumWire.Message
  /// The effects that only this instrument requests.
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
  /// When a receiver is tuned to where a wheel or a key has moved the band.
  private var tuneDeadline = Deadline()
  /// When the picture changes by itself.
  private var frameDeadline = Deadline()

  /// Starts without a screen, a source or a connection.
  ///
  /// - Parameter periodSeconds: Seconds from the top of the waterfall to its bottom, at first.
  public init(periodSeconds: Double = 60) { view = Viewport(periodSeconds: periodSeconds) }

  /// False, since rows come thirty times a second, and an intent that changes nothing must not cost a frame.
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

  // MARK: - What is seen

  /// Changes what is seen, and carries out what follows from it.
  @inline(never)
  mutating func change(_ input: Viewport.Input, at now: Int64) {
    perform(view.handle(input, at: moment(at: now), in: range), at: now)
  }

  /// Changes the time on the screen.
  @inline(never)
  mutating func changeTime(_ input: TimeView.Input, at now: Int64) { change(.time(input), at: now) }

  private mutating func perform(_ actions: Viewport.Actions, at now: Int64) {
    if actions.contains(.renewChip) { _ = texts.renewChip(after: 0, at: now) }
    if actions.contains(.stopGlide) { shell.hands.stopGlide() }
    if actions.contains(.listen) { reception.listen(at: now) }
    if actions.contains(.request) { request.change(at: now) }
    if actions.contains(.tune) { tune(at: now) }
    if actions.contains(.redraw) { redraw() }
  }

  /// Advances the movement of a band back into its limits.
  package mutating func continueMotion(at now: Int64) -> Bool {
    guard let actions = view.advance(at: moment(at: now)) else { return false }
    perform(actions, at: now)
    return true
  }

  /// Switches between spectrum, waterfall and meter; each starts live.
  @inline(never)
  mutating func setMode(_ mode: ViewMode, at now: Int64) {
    let outcome = view.show(mode, at: moment(at: now))
    guard outcome != .same else { return }
    if outcome == .first { shell.words.restartHint(at: now) }
    shell.appearance.screen.footPoints = footPoints
    shell.latency.forget()
    reception.forgetSequence()
    perform([.stopGlide, .request, .redraw], at: now)
  }

  /// Holds the maximum from now on, or lets it go.
  @inline(never)
  mutating func setHolding(_ isOn: Bool, at now: Int64) {
    guard view.hold(isOn) else { return }
    meter.restartMaximum()
    if isOn, let source = sources.number { send(.command(.resetHold(source: source))) }
    perform([.request, .redraw], at: now)
  }

  /// A wheel or a key has moved the view: the band is held within its limits, and a receiver is tuned soon.
  @inline(never)
  mutating func endStep(isClamped: Bool = false, at now: Int64) {
    if !isClamped { change(.band(.clamp), at: now) }
    tuneDeadline.start(250_000, at: now)
  }

  // MARK: - The marker

  /// Marks the place under the finger; on a spectrum, the highest point within reach.
  mutating func placeMarker(x: Float, y: Float, at now: Int64) {
    guard mode != .meter else { return }
    markerPlacement.place(x: x, y: y, on: plot, trace: reception.trace, axis: timeAxis(at: now))
    grabbed = .marker
    redraw()
  }

  /// Moves the marker along the band, which follows it, or in time, by a fraction of the plot.
  mutating func moveMarker(by fraction: Double, inTime: Bool, at now: Int64) {
    if inTime { return markerPlacement.step(along: timeAxis(at: now), by: fraction) }
    let beyond = markerPlacement.step(along: band, by: fraction, limits: range.limits)
    if beyond != 0 { change(.band(.move(beyond)), at: now) }
  }

  /// Marks the strongest signal in view, or from there the next weaker one.
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

  /// Opens another source.
  mutating func chooseSource(_ index: Int, at now: Int64) {
    if sources.choose(index) { open(at: now) }
  }

  /// Moves the thumb of the frequency slider that the finger holds.
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

  /// Plays a recording from another position.
  mutating func seek(_ input: ControlInput, at now: Int64) {
    guard let source, let seconds = playback.seek(input, in: source, at: serverTime(now)) else { return }
    send(.command(.seek(source: source.source, seconds: seconds)))
  }

  /// Adjusts a setting of the receiver on the screen, if this device may.
  mutating func adjustReceiver(source: UInt16, setting: UInt8, _ input: ControlInput) {
    redraw()
    guard source == receiverSource,
      let command = receiver.adjust(source: source, setting: setting, input)
    else { return }
    send(.command(command))
  }

  /// Another control was used than the one that waits for a second press.
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

  /// A server whose clock does not go on from where it was was restarted: what was seen before stays, at its
  /// distance.
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

  private mutating func receive(_ info: SourceInfo, at now: Int64) {
    // Levels that were not changed are those of the source now.
    let isUnscaled = levels == baseLevels
    switch sources.receive(info) {
    case .added(let isFirst, let isStrange):
      if isStrange {
        playback.forget()
        waterfall.forget()
      }
      if isFirst { open(at: now) }
    case .returned(let isShown):
      // A receiver that was restarted is tuned to another band.
      if isShown { tune(at: now) }
      request.change(at: now)
    case .changed(let isShown):
      guard isShown else { return }
      if isUnscaled { change(.levels(.open(baseLevels, keepsMeter: true)), at: now) }
      change(.band(.changeRange), at: now)
      followAnother(at: now)
      perform([.request, .redraw], at: now)
    }
  }

  /// Shows the whole view of the source on the screen.
  @inline(never)
  private mutating func open(at now: Int64) {
    guard let source else { return }
    shell.words.startHint(at: now)
    change(.band(.open(Band(low: source.lowHertz, high: source.highHertz))), at: now)
    change(.levels(.open(baseLevels, keepsMeter: false)), at: now)
    reception.restart()
    meter = MeterReading()
    markerPlacement.remove()
    changeTime(.restart, at: now)
    alertText = []
    perform([.request, .redraw], at: now)
  }

  /// Sends what is due: the view, a window of the past, the clock exchange.
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
      // Numbers that change with every row are read at leisure.
      let interval: Int64 = isTimeStretched ? 250_000 : 1_000_000
      if texts.renewChip(after: interval, at: now) {
        shell.latency.publish()
        reception.publishLosses()
      }
      if link.isVisible { wake(at: texts.chipMicroseconds + interval) }
    }
    chip.append(to: &list, on: plot, at: now)
  }

  /// What a screen reader says: once for each state, mode and place of the marker, not for each row.
  package mutating func newReading(at now: Int64) -> [UInt8]? {
    let isComing = reception.watch.state(at: now) == .coming
    let state = TextRefresh.State(
      mode: mode, isPaused: isPaused, isAnswering: link.isAnswering, isComing: isComing, hertz: marker?.hertz)
    guard sources.hasShown, texts.renewReading(of: state) else { return nil }
    return state.text(isPlaying: speed != nil, frequency: markerText, level: levelText)
  }

  /// Draws the picture, and gives the server credit for its rows.
  ///
  /// - Complexity: O(columns) for a row, nothing more while nothing changes.
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
    // The rows of a recording are sent before their end, so their latency is negative, which counts as none.
    shell.latency.note(reception.newestEnd.map { serverTime(now) - $0 })
    if let credit = reception.draw(isSpectrum: mode == .spectrum), link.isConnected {
      send(.acknowledge(credit))
    }
  }

  /// Draws a flowing waterfall again when it has moved by a pixel.
  private mutating func wakeForNextPixel(of axis: TimeAxis, at now: Int64) {
    guard !time.isHeld, link.isAnswering else { return }
    let next = Int64(saturating: (axis.topPixel + 1) * axis.microsecondsPerPixel) - axis.top
    if next < 12_000 { redraw() } else { frameDeadline.start(next, at: now) }
    if let due = frameDeadline.due { wake(at: due) }
  }
}
