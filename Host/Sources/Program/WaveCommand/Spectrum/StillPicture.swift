import WaveDisplay
import WaveSpectrumFeed
import WaveInteraction
import WaveReceivers
import WaveSpectra
import WaveSpectrum
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// Renders the view that a client shows at the end of a recording.
///
/// The recording is played on a simulated clock through the same feed and view model that serve browsers, so
/// the picture is what a client would have shown.
struct StillPicture {
  /// The view to draw.
  var mode: ViewMode
  /// The width in device pixels.
  var width: Float
  /// The height in device pixels.
  var height: Float
  /// The number of device pixels per point.
  var scale: Float
  /// The time span of the waterfall in seconds; nil for the whole recording, at most 12 minutes.
  var periodSeconds: Double?
  /// Whether the background is dark.
  var isDark = true
  /// The widths of characters in the font with which `PicturePlayer` draws.
  var advances: TextAdvances
  /// The band to show; nil for the whole band.
  var band: Band?

  /// Plays a recording to its end and returns the scene of the view at that time.
  ///
  /// - Parameter playback: A playback of the recording that has not started.
  /// - Returns: The scene, which `PicturePlayer` can render.
  /// - Throws: `ReceiverError` if the recording cannot be read.
  func scene(of playback: inout Playback) throws(ReceiverError) -> DrawScene {
    let whole = playback.info
    let columns = Swift.max(1, Swift.min(Double(width), Double(WireLimits.columns)))
    let shown = band?.width ?? (whole.highHertz - whole.lowHertz)
    _ = playback.resolve(stepHertz: shown / columns, at: 0)
    let info = playback.info
    let rowSeconds = info.rowSeconds
    let seconds = info.durationSeconds / playback.speed
    var screen = Screen(
      self, info: info, periodSeconds: periodSeconds ?? Swift.max(2, Swift.min(720, seconds)))
    let end = screen.now + Int64(saturating: seconds * 1e6)
    for event in playback.start(at: screen.now) { screen.receive(event) }
    while let wake = playback.wakeMicroseconds, wake < end {
      screen.now = Swift.max(screen.now, wake)
      for event in try playback.advance(to: screen.now) { screen.receive(event) }
    }
    // The top edge of the waterfall lags behind the clock until all rows have arrived. The delay is added
    // here, so that the top shows the end of the recording.
    let isSlotted = rowSeconds * 1e6 < Double(SpectrumHistory.mergedMicroseconds)
    screen.now = end + 150_000 + (isSlotted ? SpectrumHistory.mergedMicroseconds : 0)
    screen.exchange()
    return screen.scene(self)
  }

  /// A feed and a view model that exchange messages on a simulated clock.
  private struct Screen {
    var now: Int64 = 1_000_000
    private var model: SpectrumModel
    private var list = DrawList()
    private var feed: SpectrumFeed
    private var history = SpectrumHistory()
    private var waiting: [Message] = []

    init(_ picture: StillPicture, info: SourceInfo, periodSeconds: Double) {
      model = SpectrumModel(periodSeconds: periodSeconds)
      model.advances = picture.advances
      feed = SpectrumFeed(sources: [SpectrumFeed.Source(info: info)])
      handle(.appearance(isDark: picture.isDark, reducesMotion: true))
      resize(picture)
      handle(.connection(isOpen: true))
      exchange()
      if let band = picture.band { keep(model.show(band, at: now)) }
      let key: Key = picture.mode == .waterfall ? .two : picture.mode == .meter ? .three : .one
      handle(.key(key, isShifted: false))
      if picture.mode == .spectrum { handle(.key(.hold, isShifted: false)) }
      now += 200_000
      exchange()
    }

    mutating func receive(_ event: SourceEvent) {
      switch event {
      case .row(let row):
        guard history.append(row) else { return }
        feed.accept(row, source: 0)
      case .timeMap(let map): feed.accept(map)
      case .artefacts(let artefacts): feed.accept(artefacts)
      case .annotations(let annotations): feed.accept(annotations)
      case .changed(let info): feed.accept(info)
      case .controls, .notice, .lost, .samplesLost: return
      }
      exchange()
    }

    /// Exchanges messages until neither the feed nor the view model has any left to send.
    mutating func exchange() {
      handle(.tick)
      repeat {
        let past = history
        for message in waiting { _ = try? feed.receive(message, at: now) { _ in past } }
        waiting.removeAll(keepingCapacity: true)
        var messages = feed.collect(at: now) { _ in past }
        while !messages.isEmpty {
          for message in messages { keep(model.receive(message, at: now)) }
          messages = feed.collect(at: now) { _ in past }
        }
        keep(model.draw(into: &list, at: now))
      } while !waiting.isEmpty
    }

    func scene(_ picture: StillPicture) -> DrawScene {
      var screen = self
      screen.resize(picture)
      screen.list = DrawList()
      _ = screen.model.draw(into: &screen.list, at: screen.now)
      var scene = DrawScene()
      // The list was written by this process, so it is well formed.
      try? scene.play(screen.list.words)
      return scene
    }

    private mutating func resize(_ picture: StillPicture) {
      handle(.resize(width: picture.width, height: picture.height, scale: picture.scale))
    }

    private mutating func handle(_ intent: ViewIntent) { keep(model.handle(intent, at: now)) }

    private mutating func keep(_ effects: [SpectrumModel.Effect]) {
      for case .send(let message) in effects { waiting.append(message) }
    }
  }
}
