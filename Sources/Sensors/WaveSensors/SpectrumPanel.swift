import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// The panel below the lanes that shows the spectrum of one stream: its settings and the newest spectrum
/// received.
struct SpectrumPanel: Sendable {
  /// The scale on which values are shown.
  enum Scale: UInt8, Equatable {
    /// The power within the resolution bandwidth. This shows the level of a tone.
    case level = 0
    /// The spectral density, as the square root of the power per hertz.
    case density = 1

    /// Returns the displayed level of a density, in decibels.
    func decibels(_ density: Float, _ answer: StreamSpectrum) -> Double {
      Decibels.decibels(fromPower: Double(density) * (self == .level ? answer.enbwHertz : 1))
    }
  }

  /// An input that changes the panel.
  enum Input {
    /// Shows the spectrum of a stream, or hides the panel.
    case show(Int?)
    /// Sets the resolution, clamped to between 0 and 2.
    case resolution(Int)
    case scale(Scale)
    /// Sets the window function by its number on the wire, clamped to the valid range.
    case window(Int)
    /// Zooms the frequency axis around a position, and then moves it by a distance. The position and the
    /// distance are fractions of the axis's width.
    case zoom(by: Double, at: Double, movedBy: Double)
  }

  /// The result of passing a touch to the panel.
  enum TouchOutcome: Equatable {
    /// The panel has not handled the touch.
    case passed
    /// The panel has handled the touch.
    case handled
    /// The touch has closed the panel.
    case closed
  }

  /// The minimum number of transforms in the window, for each resolution selectable in the drawer.
  private static let parts: [UInt8] = [1, 4, 16]

  /// The number of the stream whose spectrum is shown; nil if there is none.
  private(set) var channel: Int?
  /// The sample rate of the stream in hertz.
  private(set) var rateHertz = 4.0
  private(set) var window: UInt8 = 1
  /// The selected resolution: 0 is the finest.
  private(set) var smoothness = 1
  private(set) var scale = Scale.level
  private(set) var levels = SpectrumLevels()
  /// The newest spectrum received.
  private(set) var answer: StreamSpectrum?
  /// The frequency at the position of the finger, in hertz.
  private(set) var marker: Double?
  /// The visible frequency band; nil for the entire range.
  private var band: ClosedRange<Double>?
  private var request = SpectrumRequest()
  private var recognizer = GestureRecognizer(scale: 1)
  /// Whether the current touches belong to the panel.
  private var isTouched = false

  /// The frequency band shown across the panel.
  var shownBand: ClosedRange<Double> { band ?? 0...rateHertz / 2 }

  /// Returns the request for a spectrum that fits a screen of a given width in points; nil if no spectrum is
  /// shown.
  ///
  /// `until` is in server time; if it is nil, the spectrum always ends at the newest sample.
  func makeRequest(
    source: UInt16, points: Float, windowMicroseconds window: Int64, until: Int64?
  ) -> ShowSpectrum? {
    guard let channel else { return nil }
    var request = ShowSpectrum(view: 0, source: source, channel: UInt8(truncatingIfNeeded: channel))
    request.window = self.window
    request.parts = Self.parts[smoothness]
    request.columns = UInt16(saturating: Swift.max(64, Swift.min(1024, 2 * points)))
    (request.lowHertz, request.highHertz) = (shownBand.lowerBound, shownBand.upperBound)
    request.windowMicroseconds = window
    if let until { request.untilMicroseconds = until }
    return request
  }

  /// Returns the frequency at a fraction of the panel's width; the fraction is clamped to 0 … 1.
  func hertz(at share: Double) -> Double {
    let band = shownBand
    return band.lowerBound + Swift.max(0, Swift.min(1, share)) * (band.upperBound - band.lowerBound)
  }

  // MARK: - Inputs

  /// Applies an input to the panel.
  mutating func handle(_ input: Input, of source: StreamSource?, at now: Int64) {
    switch input {
    case .show(let next): show(next, of: source)
    case .resolution(let choice): smoothness = Swift.max(0, Swift.min(Self.parts.count - 1, choice))
    case .scale(let next):
      scale = next
      levels.follow(isReset: true)
      followLevels(at: now)
    case .window(let number): window = UInt8(Swift.max(0, Swift.min(4, number)))
    case .zoom(let factor, let share, let moved): zoom(by: factor, at: share, movedBy: moved)
    }
  }

  /// Handles a touch.
  ///
  /// A touch on the panel is ignored if it begins while the rest of the screen is touched.
  mutating func handle(
    _ touch: Touch, on layout: SpectrumLayout, mayBegin: Bool, at now: Int64
  ) -> TouchOutcome {
    guard channel != nil else { return .passed }
    if touch.phase == .began, mayBegin, touch.y >= layout.panel.y { isTouched = true }
    guard isTouched else { return .passed }
    let gesture = recognizer.handle(touch)
    if !recognizer.isActive { isTouched = false }
    let plot = layout.plot
    switch gesture {
    case .tap(let x, let y):
      if layout.isOnClose(x: x, y: y) {
        show(nil, of: nil)
        return .closed
      }
      marker = hertz(at: Double((x - plot.x) / plot.width))
    case .drag(_, _, let x, _): marker = hertz(at: Double((x - plot.x) / plot.width))
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, let dy):
      zoom(by: Double(scaleX), at: Double((x - plot.x) / plot.width), movedBy: Double(dx / plot.width))
      levels.zoom(
        by: Double(scaleY), at: Double((y - plot.y) / plot.height), movedBy: Double(dy / plot.height))
    case .doubleTap:
      band = nil
      marker = nil
      levels.follow()
      followLevels(at: now)
    default: break
    }
    return .handled
  }

  /// Receives a spectrum from the server.
  ///
  /// - Returns: Whether the spectrum answers the latest request.
  mutating func receive(_ next: StreamSpectrum, at now: Int64) -> Bool {
    guard request.isAnswered(by: next) else { return false }
    answer = next
    followLevels(at: now)
    return true
  }

  /// Returns the request that is due if the visible spectrum has changed.
  mutating func ask(_ wanted: ShowSpectrum?, at now: Int64) -> Dispatch { request.update(wanted, at: now) }

  /// Discards the last request, because a connection has opened or closed and the server no longer knows it.
  mutating func connectionChanged() { request.forget() }

  /// Renumbers the stream after streams were added or removed, and discards the spectrum.
  ///
  /// `places` contains the new number of each old stream, or nil if it was removed.
  mutating func renumber(_ places: [Int?]) {
    channel = channel.flatMap { places[$0] }
    request.forget()
    answer = nil
  }

  /// Sets the number of device pixels per point, on which gesture thresholds depend.
  mutating func setScale(_ scale: Float) {
    recognizer.thresholds = GestureRecognizer.Thresholds(scale: scale)
  }

  private mutating func show(_ next: Int?, of source: StreamSource?) {
    guard next != channel else { return }
    let rate = next.flatMap { source?.rateHertz(of: $0) }
    channel = rate == nil ? nil : next
    rateHertz = rate ?? rateHertz
    answer = nil
    marker = nil
    band = nil
    levels.follow()
  }

  private mutating func followLevels(at now: Int64) {
    guard let answer else { return }
    var (low, high) = (Double.infinity, -Double.infinity)
    for density in answer.density where density > 0 {
      let level = scale.decibels(density, answer)
      low = Swift.min(low, level)
      high = Swift.max(high, level)
    }
    levels.follow(low: low, high: high, at: now)
  }

  /// Zooms the frequency axis around a position and then moves it; the axis is limited to half the sample
  /// rate.
  private mutating func zoom(by factor: Double, at share: Double, movedBy moved: Double) {
    guard channel != nil, factor.isFinite, factor > 0 else { return }
    let full = rateHertz / 2
    let shown = shownBand
    let width = shown.upperBound - shown.lowerBound
    let next = Swift.max(full / 2000, Swift.min(full, width / factor))
    let low = shown.lowerBound + (width - next) * Swift.max(0, Swift.min(1, share)) - moved * next
    let held = Swift.max(0, Swift.min(full - next, low))
    band = next >= full ? nil : held...held + next
  }
}
