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

  private(set) var choice = ViewChoice()
  private(set) var bandView = BandView()
  private(set) var levelView = LevelView()
  private(set) var time: TimeView
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
  public init(periodSeconds: Double = 60) { time = TimeView(periodSeconds: periodSeconds) }

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

  /// Switches between spectrum, waterfall and meter; each starts live.
  mutating func setMode(_ mode: ViewMode, at now: Int64) {
    switch choice.show(mode) {
    case .same: return
    case .changed: break
    case .first: shell.words.restartHint(at: now)
    }
    shell.appearance.screen.footPoints = footPoints
    changeTime(.restart, at: now)
    shell.hands.stopGlide()
    reception.forgetSequence()
    shell.latency.forget()
    request.change(at: now)
    redraw()
  }

  /// Holds the maximum from now on, or lets it go.
  mutating func setHolding(_ isOn: Bool, at now: Int64) {
    guard choice.hold(isOn) else { return }
    meter.restartMaximum()
    if isOn, let source = sources.number { send(.command(.resetHold(source: source))) }
    request.change(at: now)
    redraw()
  }

  /// Changes the time on the screen, and carries out what follows from it.
  @inline(never)
  mutating func changeTime(_ input: TimeView.Input, at now: Int64) {
    guard let action = time.handle(input, at: moment(at: now)) else { return }
    switch action {
    case .show: break
    case .pause: _ = texts.renewChip(after: 0, at: now)
    case .resume:
      // Now is now: what glides would carry the picture away from it.
      shell.hands.stopGlide()
      reception.listen(at: now)
    }
    request.change(at: now)
    guard action == .resume else { return }
    tune(at: now)
    redraw()
  }

  /// Moves the waterfall to a newer time.
  mutating func moveTime(by microseconds: Int64, at now: Int64) {
    time.move(by: microseconds, oldestMicroseconds: waterfall.oldestMicroseconds, at: moment(at: now))
    if isPaused { changeTime(.changeView, at: now) }
  }

  /// Sets the waterfall's seconds from top to bottom; the moment at `anchor` of the height stays in place, as
  /// far as live data allow.
  mutating func setPeriod(_ seconds: Double, anchor: Double, at now: Int64) {
    if let delta = time.setPeriod(seconds, anchor: anchor) { moveTime(by: delta, at: now) }
    changeTime(.changeView, at: now)
    redraw()
  }

  /// Changes the band, and states what can be seen then.
  mutating func changeBand(_ input: BandView.Input, at now: Int64) {
    if bandView.handle(input, in: range) { changeTime(.changeView, at: now) }
  }

  /// Magnifies the band; the frequency at a fraction of its width stays in place.
  mutating func zoomBand(_ scale: Double, at fraction: Double, at now: Int64) {
    bandView.zoom(scale, at: fraction, in: range)
    changeTime(.changeView, at: now)
  }

  /// Moves an edge of the band to a frequency.
  mutating func setEdge(isHigh: Bool, hertz: Double, isTyped: Bool = false, at now: Int64) {
    bandView.setEdge(isHigh: isHigh, hertz: hertz, isTyped: isTyped, in: range)
    changeTime(.changeView, at: now)
  }

  /// Shows a band as if it had been dragged there, held within what the source has.
  ///
  /// - Parameters:
  ///   - band: What to show; without a source nothing happens.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func show(_ band: Band, at now: Int64) -> [Effect] {
    guard sources.hasShown else { return [] }
    return perform(at: now) { model in
      model.bandView.show(band, in: model.range)
      model.changeTime(.changeView, at: now)
    }
  }

  /// Changes the levels; the server is asked for steps that are fine enough.
  mutating func changeLevels(_ input: LevelView.Input, at now: Int64) {
    levelView.handle(input, isMeter: mode == .meter)
    if mode == .spectrum { changeTime(.changeView, at: now) }
  }

  /// The whole band, the levels and the meter's scale as at first.
  mutating func showAll(at now: Int64) {
    changeBand(.showAll, at: now)
    levelView.open(baseLevels, keepsMeter: false)
    tune(at: now)
    redraw()
  }

  /// A gesture or glide has ended: the band goes back to its limits, and the receiver is tuned.
  mutating func settle(at now: Int64) {
    if mode == .waterfall, link.isAnswering { changeTime(.release, at: now) }
    switch bandView.settle(in: range, atOnce: shell.appearance.reducesMotion, at: now) {
    case .moving: return
    case .moved: changeTime(.changeView, at: now)
    case .settled: break
    }
    tune(at: now)
  }

  /// Advances the movement of a band back into its limits.
  package mutating func continueMotion(at now: Int64) -> Bool {
    guard let hasArrived = bandView.advance(to: now) else { return false }
    if hasArrived { tune(at: now) }
    changeTime(.changeView, at: now)
    return true
  }

  /// Tunes a receiver, if the band needs it.
  mutating func tune(at now: Int64) {
    guard let source, !isPaused, range.needsTuning(to: band) else { return }
    send(.command(.tune(source: source.source, lowHertz: band.low, highHertz: band.high)))
  }

  /// Tunes a receiver soon, once no other step follows.
  mutating func tuneLater(at now: Int64) { tuneDeadline.start(250_000, at: now) }

  /// Shows what another screen has tuned to, if it is another that does.
  mutating func followAnother(at now: Int64) {
    guard isSteeredByAnother, !shell.hands.isActive, bandView.handle(.follow, in: range) else { return }
    shell.hands.stopGlide()
    changeTime(.changeView, at: now)
  }

  // MARK: - The marker

  /// Marks the place under the finger; on a spectrum, the highest point within reach.
  mutating func placeMarker(x: Float, y: Float, at now: Int64) {
    guard mode != .meter else { return }
    let plot = plot
    var hertz = plot.hertz(atPixel: Swift.max(0, Swift.min(screen.width - 1, x)))
    let reach = 12 * screen.scale
    if mode == .spectrum, let trace = reception.trace {
      hertz =
        trace.peakHertz(from: plot.hertz(atPixel: x - reach), to: plot.hertz(atPixel: x + reach)) ?? hertz
    }
    let inside = Swift.max(0, Swift.min(screen.plot.height - 1, y))
    markerPlacement.place(hertz: hertz, microseconds: timeAxis(at: now).serverTime(atPixel: inside))
    grabbed = .marker
    redraw()
  }

  /// Moves the marker by a hundredth of the plot, or a pixel; one outside comes back to the edge, and the band
  /// follows it.
  ///
  /// - Returns: False where the key does not move a marker.
  mutating func moveMarker(_ key: Key, isShifted: Bool, at now: Int64) -> Bool {
    let isAlong = key == .left || key == .right
    guard marker != nil, mode == .waterfall || (isAlong && mode != .meter) else { return false }
    let size = Double(Swift.max(1, isAlong ? screen.width : screen.plot.height))
    let step = (key == .left || key == .down ? -1 : 1) * (isShifted ? 1 / size : 0.01)
    guard isAlong else {
      markerPlacement.step(along: timeAxis(at: now), by: step)
      return true
    }
    let beyond = markerPlacement.step(along: band, by: step, limits: range.limits)
    if beyond != 0 { changeBand(.move(beyond), at: now) }
    return true
  }

  /// Marks the strongest signal in view, or from there the next weaker one.
  mutating func markPeak(at now: Int64) {
    if let row = peakRow(at: now), markerPlacement.visitPeak(of: row, in: band) { redraw() }
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
    case .move(let isHigh, let hertz): setEdge(isHigh: isHigh, hertz: hertz, at: now)
    case .release: tune(at: now)
    }
    redraw()
  }

  /// Drags a recording to another position.
  mutating func seek(_ phase: Touch.Phase, fraction: Double) {
    guard let source, source.durationSeconds > 0, let end = playback.seek(phase, fraction: fraction) else {
      return
    }
    send(.command(.seek(source: source.source, seconds: end * source.durationSeconds)))
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
      time.shift(by: moved)
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
    case .fetched(let fetched): guard waterfall.receive(fetched, axis: timeAxis(at: now)) else { return }
    case .artefacts(let report): reports.receive(report)
    case .annotations(let report): reports.receive(report)
    case .controls(let controls): receiver.receive(controls)
    case .steering(let report):
      reports.receive(report)
      guard report.source == sources.number else { return }
      followAnother(at: now)
    case .hello, .show, .acknowledge, .clockRequest, .command, .fetch, .welcome, .clockReply, .notice: return
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
      if isUnscaled { levelView.open(baseLevels, keepsMeter: true) }
      changeBand(.changeRange, at: now)
      followAnother(at: now)
      request.change(at: now)
      redraw()
    }
  }

  /// Shows the whole view of the source on the screen.
  private mutating func open(at now: Int64) {
    guard let source else { return }
    shell.words.startHint(at: now)
    bandView.open(Band(low: source.lowHertz, high: source.highHertz))
    levelView.open(baseLevels, keepsMeter: false)
    reception.restart()
    meter = MeterReading()
    markerPlacement.remove()
    changeTime(.restart, at: now)
    alertText = []
    request.change(at: now)
    redraw()
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
    appendChipText(to: &list, at: now)
  }

  /// What a screen reader says: once for each state, mode and place of the marker, not for each row.
  package mutating func newReading(at now: Int64) -> [UInt8]? {
    let isComing = reception.watch.state(at: now) == .coming
    let state = TextRefresh.State(
      mode: mode, isPaused: isPaused, isAnswering: link.isAnswering, isComing: isComing, hertz: marker?.hertz)
    guard sources.hasShown, texts.renewReading(of: state) else { return nil }
    return readingText(isComing: isComing)
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
