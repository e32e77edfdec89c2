import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits
package import WaveWire

/// What follows from the parts: where things are, and what the server is asked for.
extension SensorsModel {
  /// Microseconds between frames while a gap grows.
  private static let gapMicroseconds: Int64 = 50_000

  /// The source on the screen.
  var source: StreamSource? { sources.source }
  /// How its time runs.
  var playback: PlaybackClock { sources.playback }
  /// Whether the server makes spectra of its streams, which are chosen by lenses beside their names.
  var hasLens: Bool { sources.mixtures != nil && (layout == .lanes || layout == .paper) }
  /// Whether the screen is higher than wide.
  var isUpright: Bool { outer.height > outer.width }

  /// Where streams are drawn.
  var plot: Plot { view.plot(on: screen) }
  /// The streams' places, from top to bottom.
  var lanes: [Lane] { view.streams.lanes(of: source, on: plot, view.paper) }
  /// The lane whose stream has to cross the level.
  var triggerLane: Lane? { view.trigger.lane(among: lanes) }
  /// Where the panel of the spectrum is.
  var spectrumLayout: SpectrumLayout { SpectrumLayout(outer: outer, top: screen.height) }
  /// What pictures are drawn with.
  var canvas: Canvas { Canvas(shell.appearance, traceColors: colors) }

  /// The screen that is left for the lanes by the spectrum and the test bed.
  var screenOfLanes: Screen {
    var lanes = outer
    if spectrum.channel != nil {
      lanes.height = (outer.height * (outer.width > outer.height ? 0.57 : 0.56)).rounded()
      lanes.insets.bottom = 0
    }
    if testbed != nil, lanes.height > 0 {
      lanes.footPoints = TestbedPicture.footPoints(on: lanes, isUpright: isUpright)
    }
    return lanes
  }

  /// What is seen depends on this.
  func context(at now: Int64) -> StreamView.Context {
    StreamView.Context(
      source: source, screen: screen,
      time: SourceTime(
        playback: playback, server: serverTime(now), isRecording: source?.isRecording == true,
        isAnswering: link.isAnswering, recency: intake.recency,
        oldestMicroseconds: intake.requests.oldestMicroseconds), readings: shownReadings)
  }

  /// Where the names of a source's streams are.
  func names(of source: StreamSource) -> NamePlacement {
    NamePlacement(
      canvas: canvas, plot: plot, layout: layout, source: source, hasLens: hasLens,
      hasHandles: view.alarms.areOn || motion == .trigger, paperPlaces: frames.leadNames.places)
  }

  // MARK: - Requests

  /// What the server has to send now.
  func wantedView(of source: StreamSource, until edge: Double, _ context: StreamView.Context) -> ShowStreams {
    ShowStreams(
      view: 0, source: source.source, isShowing: link.isVisible,
      messagesPerSecond: UInt8(clamping: testbed?.viewRate ?? 60),
      columnMicroseconds: view.columnMicroseconds(context),
      // A held picture costs nothing; what is missing of the past is still fetched.
      delayMicroseconds: isPaused ? WireLimits.microseconds / 4 : delayMicroseconds, fromMicroseconds: 0,
      channels: view.streams.shown(of: source, on: view.paper),
      windowMicroseconds: playback.wireWindow(seconds: windowSeconds, endingAt: edge))
  }

  /// The spectrum that is seen; nil while there is none.
  func wantedSpectrum(
    of source: StreamSource, until edge: Double, _ context: StreamView.Context
  ) -> ShowSpectrum? {
    guard spectrum.channel != nil, sources.mixtures != nil, link.isVisible else { return nil }
    return spectrum.wish(
      source: source.source, points: outer.width / outer.scale,
      windowMicroseconds: playback.wireWindow(seconds: windowSeconds, endingAt: edge),
      until: view.fixedEdge(context).map { playback.wireMicroseconds($0) })
  }

  /// Sends what is due.
  mutating func perform(_ dispatch: Dispatch) {
    switch dispatch {
    case .none: break
    case .wait(let due): wake(at: due)
    case .send(let message): send(message)
    case .sendLook(let parts): for part in parts { send(.setLook(part)) }
    }
  }

  /// False while paused, since no live data are shown.
  package var isExpecting: Bool { !isPaused }

  package mutating func show(_ notice: Notice, at now: Int64) {
    // Beside a picture that goes on, good news are said by the way; they end what was said of trouble.
    let isGood = notice.severity == .information && intake.recency.newest != nil
    dismissWords()
    if isGood { shell.words.showToast(notice.text, at: now) } else { alertText = notice.text }
    redraw()
  }

  /// What was said of another time holds no longer.
  mutating func dismissWords() {
    alertText = []
    shell.words.dismissToast()
  }

  /// Has the gap drawn that grows since no samples come: nothing but time does.
  package mutating func controlsUpdated(at now: Int64) {
    guard link.isVisible, !isPaused, link.isAnswering, source?.isRecording != true,
      let newest = intake.recency.newest
    else { return }
    let context = context(at: now)
    let late = now + Int64(saturating: newest + intake.recency.patience - context.time.now)
    guard now >= late else { return wake(at: late) }
    let column = Int64(saturating: view.columnMicroseconds(context))
    let due = frames.strip.drawnAt + Swift.max(Self.gapMicroseconds, column)
    if now >= due { redraw() } else { wake(at: due) }
  }
}
