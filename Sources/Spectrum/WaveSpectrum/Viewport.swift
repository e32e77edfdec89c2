import WaveSpectrumWire

/// The visible part of the data: the view mode, band, levels and time range.
struct Viewport: Equatable, Sendable {
  /// An input that changes the viewport.
  enum Input: Equatable, Sendable {
    /// Changes the time range.
    case time(TimeView.Input)
    /// Moves to a later time by a number of microseconds.
    case moveTime(Int64)
    /// Sets the period in seconds. The time at `anchor`, a fraction of the height, stays in place unless the
    /// top would be later than live data.
    case setPeriod(Double, anchor: Double)
    /// Changes the band.
    case band(BandView.Input)
    /// Returns the band to its limits, either immediately or animated.
    case settle(atOnce: Bool)
    /// Changes the levels.
    case levels(LevelView.Input)
  }

  /// The actions that an input requires of the model, in the order in which they are performed.
  struct Actions: OptionSet, Sendable {
    let rawValue: UInt8
    /// Updates the status chip's numbers.
    ///
    /// A paused display keeps the numbers from the moment at which it was paused.
    static let renewChip = Actions(rawValue: 1)
    /// Stops glides, which would otherwise continue to move the display.
    static let stopGlide = Actions(rawValue: 2)
    /// Starts checking whether data arrive.
    static let listen = Actions(rawValue: 4)
    /// Requests a new view from the server.
    static let request = Actions(rawValue: 8)
    /// Tunes the receiver if the band requires it.
    static let tune = Actions(rawValue: 16)
    /// Redraws the display.
    static let redraw = Actions(rawValue: 32)
  }

  /// The view that the user has chosen.
  private(set) var choice = ViewChoice()
  /// The displayed band.
  private(set) var bandView = BandView()
  /// The displayed levels.
  private(set) var levelView = LevelView()
  /// The displayed time range.
  private(set) var time: TimeView

  /// Creates a viewport without a source.
  init(periodSeconds: Double) { time = TimeView(periodSeconds: periodSeconds) }

  /// Handles an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - moment: The current time.
  ///   - range: The limits of the band.
  /// - Returns: The actions to perform.
  mutating func handle(_ input: Input, at moment: Moment, in range: BandRange) -> Actions {
    var change = TimeView.Input.changeView
    var actions: Actions = []
    switch input {
    case .time(let input): change = input
    case .moveTime(let microseconds):
      time.move(by: microseconds, at: moment)
      guard time.isPaused else { return [] }
    case .setPeriod(let seconds, let anchor):
      time.setPeriod(seconds, anchor: anchor, at: moment)
      actions = .redraw
    case .band(let input):
      guard bandView.handle(input, in: range) else { return [] }
      if input == .follow { actions = .stopGlide }
    case .settle(let atOnce):
      switch bandView.settle(in: range, atOnce: atOnce, at: moment.now) {
      case .moving: return []
      case .settled: return .tune
      case .moved: actions = .tune
      }
    case .levels(let input):
      // The visible levels determine the level steps that the server sends, so the view is requested again.
      guard levelView.handle(input, isMeter: choice.mode == .meter), choice.mode == .spectrum else {
        return []
      }
    }
    switch time.handle(change, at: moment) {
    case .none: return actions
    case .show: return actions.union(.request)
    case .pause: return [.renewChip, .request]
    case .resume: return [.stopGlide, .listen, .request, .tune, .redraw]
    }
  }

  /// Switches to a view, starting with live data.
  mutating func show(_ mode: ViewMode, at moment: Moment) -> ViewChoice.Outcome {
    let outcome = choice.show(mode)
    if outcome != .same { _ = time.handle(.restart, at: moment) }
    return outcome
  }

  /// Turns the maximum hold on or off.
  ///
  /// - Returns: Whether the setting has changed.
  mutating func hold(_ isOn: Bool) -> Bool { choice.hold(isOn) }

  /// Advances the animation of the band by one frame.
  ///
  /// - Returns: The actions to perform; nil if the band is not moving.
  mutating func advance(at moment: Moment) -> Actions? {
    guard let hasArrived = bandView.advance(to: moment.now) else { return nil }
    _ = time.handle(.changeView, at: moment)
    return hasArrived ? [.tune, .request] : .request
  }

  /// Shifts the frozen time after the server's clock has jumped by a number of microseconds.
  mutating func shift(by microseconds: Int64) { time.shift(by: microseconds) }
}
