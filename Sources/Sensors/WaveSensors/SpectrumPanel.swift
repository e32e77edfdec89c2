import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// The spectrum of one stream, below the lanes: what it is of, how it is shown, and the newest answer.
struct SpectrumPanel: Sendable {
  /// What its values are shown as.
  enum Scale: UInt8, Equatable {
    /// Power within the resolution bandwidth: a tone is at its level.
    case level = 0
    /// Density, as the square root of the power in a hertz.
    case density = 1

    /// The level of a density as it is shown, in decibels.
    func decibels(_ density: Float, _ answer: StreamSpectrum) -> Double {
      Decibels.decibels(fromPower: Double(density) * (self == .level ? answer.enbwHertz : 1))
    }
  }

  /// What changes it.
  enum Input {
    /// Shows the spectrum of a stream, or none.
    case show(Int?)
    /// Another resolution, from 0 to 2; values beyond are held.
    case resolution(Int)
    case scale(Scale)
    /// Another window, as the wire numbers them; values beyond are held.
    case window(Int)
    /// The axis of frequency scaled about a share of its width, and moved by one.
    case zoom(by: Double, at: Double, movedBy: Double)
  }

  /// What a finger does to it.
  enum TouchOutcome: Equatable {
    /// Nothing: it is for something else.
    case passed
    /// It is for the panel.
    case handled
    /// It has closed the panel.
    case closed
  }

  /// How many times a transform fits into the window at least, by the choice in the drawer.
  private static let parts: [UInt8] = [1, 4, 16]

  /// The stream; nil while there is none to be seen.
  private(set) var channel: Int?
  /// The rate of the stream in hertz.
  private(set) var rateHertz = 4.0
  private(set) var window: UInt8 = 1
  /// The choice of a resolution: 0 is the finest.
  private(set) var smoothness = 1
  private(set) var scale = Scale.level
  private(set) var levels = SpectrumLevels()
  /// The newest answer.
  private(set) var answer: StreamSpectrum?
  /// Where the finger reads, in hertz.
  private(set) var marker: Double?
  /// The band that is seen; nil for all there is.
  private var band: ClosedRange<Double>?
  private var request = SpectrumRequest()
  private var recognizer = GestureRecognizer(scale: 1)
  /// Whether the touches that there are now go to it.
  private var isTouched = false

  /// The band across the panel.
  var shownBand: ClosedRange<Double> { band ?? 0...rateHertz / 2 }

  /// What to ask the server for, on a screen so many points wide; nil while there is none to be seen.
  ///
  /// The stretch is in server time; without an end it ends at the newest sample, and goes on.
  func wish(source: UInt16, points: Float, windowMicroseconds window: Int64, until: Int64?) -> ShowSpectrum? {
    guard let channel else { return nil }
    var wish = ShowSpectrum(view: 0, source: source, channel: UInt8(truncatingIfNeeded: channel))
    wish.window = self.window
    wish.parts = Self.parts[smoothness]
    wish.columns = UInt16(saturating: Swift.max(64, Swift.min(1024, 2 * points)))
    (wish.lowHertz, wish.highHertz) = (shownBand.lowerBound, shownBand.upperBound)
    wish.windowMicroseconds = window
    if let until { wish.untilMicroseconds = until }
    return wish
  }

  /// The frequency at a share of the panel's width; beyond it, that of its edge.
  func hertz(at share: Double) -> Double {
    let band = shownBand
    return band.lowerBound + Swift.max(0, Swift.min(1, share)) * (band.upperBound - band.lowerBound)
  }

  // MARK: - Inputs

  /// Handles an input, while a source is shown.
  mutating func handle(_ input: Input, of source: StreamSource?, at now: Int64) {
    switch input {
    case .show(let next): show(next, of: source)
    case .resolution(let choice): smoothness = Swift.max(0, Swift.min(Self.parts.count - 1, choice))
    case .scale(let next):
      scale = next
      levels.follow(anew: true)
      followLevels(at: now)
    case .window(let number): window = UInt8(Swift.max(0, Swift.min(4, number)))
    case .zoom(let factor, let share, let moved): zoom(by: factor, at: share, movedBy: moved)
    }
  }

  /// Handles a finger, which may begin here while none is down anywhere else.
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

  /// Receives a spectrum.
  ///
  /// - Returns: Whether it is the one that was asked for last.
  mutating func receive(_ next: StreamSpectrum, at now: Int64) -> Bool {
    guard request.isAnswered(by: next) else { return false }
    answer = next
    followLevels(at: now)
    return true
  }

  /// Asks where another spectrum is seen than was asked for.
  mutating func ask(_ wish: ShowSpectrum?, at now: Int64) -> Dispatch { request.update(wish, at: now) }

  /// The connection was opened or closed: the server knows nothing of what was asked.
  mutating func connectionChanged() { request.forget() }

  /// Streams have other places now, nil where one is gone; the spectrum may be of something else.
  mutating func renumber(_ places: [Int?]) {
    channel = channel.flatMap { places[$0] }
    request.forget()
    answer = nil
  }

  /// Sets the device pixels in a point, which distances of gestures depend on.
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

  /// Scales the axis of frequency about a share of its width; never beyond half the rate.
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
