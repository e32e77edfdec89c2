import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// The spectrum of one stream, below the lanes.
struct SpectrumState: Sendable {
  /// What its values are shown as.
  enum Scale: UInt8, Equatable {
    /// Power within the resolution bandwidth: a tone stands at its level.
    case level = 0
    /// Density, as the square root of the power in a hertz.
    case density = 1
  }

  /// How many times a transform fits into the window at least, by the choice in the drawer.
  static let parts: [UInt8] = [1, 4, 16]

  /// The stream; nil while there is none to be seen.
  var channel: Int?
  var window: UInt8 = 1
  var smoothness = 1
  var scale = Scale.level
  /// The band that is seen; nil for all there is.
  var band: ClosedRange<Double>?
  /// What the server was asked last, and when.
  var asked: ShowSpectrum?
  var lastAsked: Int64 = .min / 2
  /// The newest answer.
  var answer: StreamSpectrum?
  /// Decibels at the top and at the bottom.
  var top = 0.0
  var bottom = -80.0
  var isAutomatic = true
  var narrowSince: Int64?
  /// Where the finger reads.
  var marker: Double?
  var recognizer = GestureRecognizer(scale: 1)
  /// Whether the touches go to it that there are now.
  var isTouched = false
}

extension SensorsModel {
  private static let spectrumIntervalMicroseconds: Int64 = 100_000
  /// Decibels from top to bottom at most, where the data say.
  private static let rangeDecibels = 120.0
  private static let patienceMicroseconds: Int64 = 5_000_000

  /// Shows the spectrum of a stream, or none.
  mutating func showSpectrum(of channel: Int?, at now: Int64) {
    guard channel != spectrum.channel else { return }
    spectrum.channel = channel.flatMap { channelInfo($0) == nil ? nil : $0 }
    spectrum.answer = nil
    spectrum.marker = nil
    spectrum.band = nil
    spectrum.isAutomatic = true
    arrangeScreen(at: now)
  }

  /// Gives the lanes the room that the spectrum leaves.
  mutating func arrangeScreen(at now: Int64) {
    var lanes = outer
    if spectrum.channel != nil {
      let isWide = outer.width > outer.height
      lanes.height = (outer.height * (isWide ? 0.57 : 0.56)).rounded()
      lanes.insets.bottom = 0
    }
    fitTestbed(&lanes)
    guard lanes != screen else { return }
    shell.appearance.screen = lanes
    spectrum.recognizer.thresholds = GestureRecognizer.Thresholds(scale: screen.scale)
    strip.isCreated = false
    viewChanged(at: now)
    redraw()
  }

  /// Says that what the spectrum is of may be something else now.
  mutating func spectrumChanged(at now: Int64) {
    spectrum.asked = nil
    spectrum.answer = nil
    arrangeScreen(at: now)
  }

  /// Tells the server which spectrum is seen, where that is another than before.
  mutating func sendSpectrum(at now: Int64) {
    guard let wish = wantedSpectrum(at: now) else {
      if let asked = spectrum.asked, asked.view != 0 {
        spectrum.asked = nil
        send(.showSpectrum(ShowSpectrum(view: 0, source: asked.source)))
      }
      return
    }
    var comparable = wish
    comparable.view = spectrum.asked?.view ?? 0
    guard comparable != spectrum.asked else { return }
    let due = spectrum.lastAsked + Self.spectrumIntervalMicroseconds
    guard now >= due else { return wake(at: due) }
    spectrum.lastAsked = now
    var next = wish
    spectrumView = spectrumView == .max ? 1 : spectrumView + 1
    next.view = spectrumView
    spectrum.asked = next
    send(.showSpectrum(next))
  }

  private func wantedSpectrum(at now: Int64) -> ShowSpectrum? {
    guard let channel = spectrum.channel, let source, mixtures != nil, link.isVisible,
      let rate = rateHertz(of: channel)
    else { return nil }
    var wish = ShowSpectrum(view: 0, source: source.source, channel: UInt8(truncatingIfNeeded: channel))
    wish.window = spectrum.window
    wish.parts = SpectrumState.parts[spectrum.smoothness]
    wish.columns = UInt16(saturating: Swift.max(64, Swift.min(1024, 2 * outer.width / outer.scale)))
    let band = spectrum.band ?? 0...rate / 2
    (wish.lowHertz, wish.highHertz) = (band.lowerBound, band.upperBound)
    wish.windowMicroseconds = wireWindow(at: now)
    let fixedEdge = frozenEdge ?? (motion == .trigger && delayMicroseconds == 0 ? trigger.edge : nil)
    if let fixedEdge { wish.untilMicroseconds = wireMicroseconds(fixedEdge) }
    return wish
  }

  /// The rate of a stream, as its source tells it.
  func rateHertz(of channel: Int) -> Double? {
    guard let source else { return nil }
    var end = 0
    for group in source.groups {
      end += group.channels.count
      if channel < end { return group.rateHertz }
    }
    return nil
  }

  mutating func receive(_ next: StreamSpectrum, at now: Int64) {
    guard next.view == spectrum.asked?.view else { return }
    spectrum.answer = next
    followLevels(at: now)
    redraw()
  }

  /// The level of a density as it is shown, in decibels.
  func decibels(_ density: Float, _ answer: StreamSpectrum) -> Double {
    Decibels.decibels(
      fromPower: Double(density) * (spectrum.scale == .level ? answer.enbwHertz : 1))
  }

  /// Follows the levels: at once where they leave the panel, and only after a while where they have become
  /// few.
  mutating func followLevels(at now: Int64) {
    guard spectrum.isAutomatic, let answer = spectrum.answer else { return }
    var (low, high) = (Double.infinity, -Double.infinity)
    for density in answer.density where density > 0 {
      let level = decibels(density, answer)
      low = Swift.min(low, level)
      high = Swift.max(high, level)
    }
    guard low <= high else { return }
    let top = ((high + 4) / 10).rounded(.up) * 10
    let bottom = Swift.max(top - Self.rangeDecibels, (low / 10).rounded(.down) * 10)
    let isOutside = high > spectrum.top || bottom < spectrum.bottom - 10
    let isNarrow = top <= spectrum.top - 20 || bottom >= spectrum.bottom + 20
    if !isNarrow { spectrum.narrowSince = nil }
    let since = spectrum.narrowSince ?? now
    if isNarrow { spectrum.narrowSince = since }
    let isFirst = spectrum.top - spectrum.bottom <= 0
    guard isFirst || isOutside || isNarrow && now - since >= Self.patienceMicroseconds else { return }
    spectrum.top = top
    spectrum.bottom = Swift.min(bottom, top - 20)
    spectrum.narrowSince = nil
  }

  // MARK: - Fingers

  /// Takes a finger that began on the panel; whether it was for it.
  mutating func touchSpectrum(_ touch: Touch, at now: Int64) -> Bool {
    guard spectrum.channel != nil else { return false }
    if touch.phase == .began, !shell.hands.isActive, fingers.isEmpty, touch.y >= screen.height {
      spectrum.isTouched = true
    }
    guard spectrum.isTouched else { return false }
    let gesture = spectrum.recognizer.handle(touch)
    if !spectrum.recognizer.isActive { spectrum.isTouched = false }
    if let gesture { handleSpectrum(gesture, at: now) }
    return true
  }

  private mutating func handleSpectrum(_ gesture: Gesture, at now: Int64) {
    let plot = spectrumPlot
    switch gesture {
    case .tap(let x, let y):
      if isOnClose(x: x, y: y) { return showSpectrum(of: nil, at: now) }
      spectrum.marker = hertz(x: x)
    case .drag(_, _, let x, _): spectrum.marker = hertz(x: x)
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, let dy):
      zoomSpectrum(
        by: Double(scaleX), at: Double((x - plot.x) / plot.width), movedBy: Double(dx / plot.width))
      zoomLevels(
        by: Double(scaleY), at: Double((y - plot.y) / plot.height), movedBy: Double(dy / plot.height))
    case .doubleTap:
      spectrum.band = nil
      spectrum.isAutomatic = true
      spectrum.marker = nil
      followLevels(at: now)
    case .began, .longPress, .longPressMoved, .ended, .cancelled: break
    }
    redraw()
  }

  /// Scales the axis of frequency about a share of its width; never beyond half the rate.
  mutating func zoomSpectrum(by factor: Double, at share: Double, movedBy moved: Double) {
    guard let channel = spectrum.channel, let rate = rateHertz(of: channel), factor.isFinite, factor > 0
    else {
      return
    }
    let band = shownBand
    let full = rate / 2
    let width = band.upperBound - band.lowerBound
    let next = Swift.max(full / 2000, Swift.min(full, width / factor))
    var low = band.lowerBound + (width - next) * Swift.max(0, Swift.min(1, share)) - moved * next
    low = Swift.max(0, Swift.min(full - next, low))
    spectrum.band = next >= full ? nil : low...low + next
  }

  private mutating func zoomLevels(by factor: Double, at share: Double, movedBy moved: Double) {
    guard factor.isFinite, factor > 0, factor != 1 || moved != 0 else { return }
    if (factor - 1).magnitude > 0.003 || (moved.magnitude > 0.003) { spectrum.isAutomatic = false }
    guard !spectrum.isAutomatic else { return }
    let span = spectrum.top - spectrum.bottom
    let next = Swift.max(5, Swift.min(240, span / factor))
    spectrum.top = Swift.max(
      -400, Swift.min(400, spectrum.top - (span - next) * Swift.max(0, Swift.min(1, share)) + moved * next))
    spectrum.bottom = spectrum.top - next
  }

  /// The band across the panel.
  var shownBand: ClosedRange<Double> {
    let full = spectrum.channel.flatMap { rateHertz(of: $0) } ?? 2
    return spectrum.band ?? 0...full / 2
  }

  func hertz(x: Float) -> Double {
    let plot = spectrumPlot
    let share = Double(Swift.max(0, Swift.min(1, (x - plot.x) / plot.width)))
    return shownBand.lowerBound + share * (shownBand.upperBound - shownBand.lowerBound)
  }

  // MARK: - The drawer

  func appendSpectrum(to list: inout ControlListBuilder<SensorsAction>) {
    guard mixtures != nil, !order.isEmpty else { return }
    list.toggle(.spectrum(.show), label: "Spectrum of a stream", isOn: spectrum.channel != nil)
    guard let channel = spectrum.channel else { return }
    list.choices(.spectrum(.chooseStream), label: "Spectrum of", options: channelNames, selected: channel)
    list.segments(
      .spectrum(.setResolution), label: "Resolution", options: ["Finest", "Finer", "Smoother"],
      selected: spectrum.smoothness)
    list.segments(
      .spectrum(.setScale), label: "Values", options: ["dB of a tone", "Density, per \u{221A}Hz"],
      selected: Int(spectrum.scale.rawValue))
    list.choices(
      .spectrum(.setWindow), label: "Window", options: Self.windowNames, selected: Int(spectrum.window))
  }

  /// In the order of their numbers on the wire.
  private static var windowNames: [[UInt8]] {
    [
      Texts.bytes("Rectangular"), Texts.bytes("Hann"), Texts.bytes("Blackman-Harris"), Texts.bytes("Nuttall"),
      Texts.bytes("Flat-top"),
    ]
  }

  var windowName: [UInt8] { Self.windowNames[Int(spectrum.window)] }

  /// Performs the action of a control of the spectrum.
  mutating func set(_ action: SensorsAction.Spectrum, to value: Int, at now: Int64) {
    switch action {
    case .show: showSpectrum(of: value > 0 ? order.first { !hidden.contains($0) } : nil, at: now)
    case .chooseStream: showSpectrum(of: value, at: now)
    case .setResolution:
      spectrum.smoothness = Swift.max(0, Swift.min(SpectrumState.parts.count - 1, value))
    case .setScale:
      spectrum.scale = value == 1 ? .density : .level
      spectrum.isAutomatic = true
      (spectrum.top, spectrum.bottom) = (0, 0)
      followLevels(at: now)
    case .setWindow: spectrum.window = UInt8(Swift.max(0, Swift.min(4, value)))
    }
  }
}
