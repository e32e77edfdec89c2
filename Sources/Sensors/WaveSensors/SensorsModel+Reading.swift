import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits
package import WaveWire

/// Values derived from the model's parts: positions on the screen, and requests to the server.
extension SensorsModel {
  /// The minimum interval between frames while a gap grows, in microseconds.
  private static let gapMicroseconds: Int64 = 50_000

  /// The source shown on the screen.
  var source: StreamSource? { sources.source }
  /// The playback clock of the source.
  var playback: PlaybackClock { sources.playback }
  /// Whether stream names have magnifying glasses, which open the spectra that the server computes.
  var hasLens: Bool { sources.mixtures != nil && (layout == .lanes || layout == .paper) }
  /// Whether the screen is in portrait orientation.
  var isUpright: Bool { outer.height > outer.width }

  /// The area in which streams are drawn.
  var plot: Plot { view.plot(on: screen) }
  /// The lanes of the streams, from top to bottom.
  var lanes: [Lane] { view.streams.lanes(of: source, on: plot, view.paper) }
  /// The position of the spectrum panel.
  var spectrumLayout: SpectrumLayout { SpectrumLayout(outer: outer, top: screen.height) }
  /// The drawing environment: the colours, the fonts and the screen area.
  var canvas: Canvas { Canvas(shell.appearance, traceColors: colors) }

  /// The part of the screen that contains the lanes: everything except the spectrum and the test bed.
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

  /// Returns the state on which the view depends: the source, the screen, the time and the readings.
  func context(at now: Int64) -> StreamView.Context {
    StreamView.Context(
      source: source, screen: screen,
      time: SourceTime(
        playback: playback, server: serverTime(now), isRecording: source?.isRecording == true,
        isAnswering: link.isAnswering, recency: intake.recency,
        oldestMicroseconds: intake.requests.oldestMicroseconds), readings: shownReadings)
  }

  /// Returns the positions of the stream names.
  func names(of source: StreamSource) -> NamePlacement {
    NamePlacement(
      canvas: canvas, plot: plot, layout: layout, source: source, hasLens: hasLens,
      hasHandles: view.alarms.areOn || motion == .trigger, paperPlaces: frames.leadNames.places)
  }

  // MARK: - Requests

  /// Returns the request for the data that the server must send now.
  func wantedView(of source: StreamSource, until edge: Double, _ context: StreamView.Context) -> ShowStreams {
    ShowStreams(
      view: 0, source: source.source, isShowing: link.isVisible,
      messagesPerSecond: UInt8(clamping: testbed?.viewRate ?? 60),
      columnMicroseconds: view.columnMicroseconds(context),
      // While paused, no live data is sent, but missing parts of the past are still fetched.
      delayMicroseconds: isPaused ? WireLimits.microseconds / 4 : delayMicroseconds, fromMicroseconds: 0,
      channels: view.streams.shown(of: source, on: view.paper),
      windowMicroseconds: playback.wireWindow(seconds: windowSeconds, endingAt: edge))
  }

  /// Returns the request for the visible spectrum; nil if there is none.
  func wantedSpectrum(
    of source: StreamSource, until edge: Double, _ context: StreamView.Context
  ) -> ShowSpectrum? {
    guard spectrum.channel != nil, sources.mixtures != nil, link.isVisible else { return nil }
    return spectrum.makeRequest(
      source: source.source, points: outer.width / outer.scale,
      windowMicroseconds: playback.wireWindow(seconds: windowSeconds, endingAt: edge),
      until: view.fixedEdge(context).map { playback.wireMicroseconds($0) })
  }

  /// Sends the message that is due, or schedules the next check.
  mutating func perform(_ dispatch: Dispatch) {
    switch dispatch {
    case .none: break
    case .wait(let due): wake(at: due)
    case .send(let message): send(message)
    case .sendLook(let parts): for part in parts { send(.setLook(part)) }
    }
  }

  /// Whether live data is expected: always, unless the display is paused.
  package var isExpecting: Bool { !isPaused }

  package mutating func show(_ notice: Notice, at now: Int64) {
    // If data is already arriving, show good news as a toast, which also replaces an earlier alert.
    let isGood = notice.severity == .information && intake.recency.newest != nil
    dismissMessages()
    if isGood { shell.texts.showToast(notice.text, at: now) } else { alertText = notice.text }
    redraw()
  }

  /// Dismisses notices that no longer apply.
  mutating func dismissMessages() {
    alertText = []
    shell.texts.dismissToast()
  }

  /// Redraws the gap that grows while no samples arrive, since nothing else triggers a frame.
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
