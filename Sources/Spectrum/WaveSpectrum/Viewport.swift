import WaveSpectrumWire

/// What is seen: the view, its band, its levels and its time.
struct Viewport: Equatable, Sendable {
  /// An input.
  enum Input: Equatable, Sendable {
    /// Changes the time.
    case time(TimeView.Input)
    /// Moves to a newer time, by microseconds.
    case moveTime(Int64)
    /// Sets the seconds from top to bottom; the moment at `anchor` of the height stays in place, as far as
    /// live data allow.
    case setPeriod(Double, anchor: Double)
    /// Changes the band.
    case band(BandView.Input)
    /// Lets the band go back to its limits, at once or step by step.
    case settle(atOnce: Bool)
    /// Changes the levels.
    case levels(LevelView.Input)
  }

  /// What an input requires of the model, in the order in which it is to be done.
  struct Actions: OptionSet, Sendable {
    let rawValue: UInt8
    /// The numbers of a paused picture are those of now.
    static let renewChip = Actions(rawValue: 1)
    /// What glides would carry the picture away.
    static let stopGlide = Actions(rawValue: 2)
    /// Data are asked for from now on.
    static let listen = Actions(rawValue: 4)
    /// The server is to be asked for another view.
    static let request = Actions(rawValue: 8)
    /// A receiver is to be tuned, if the band needs it.
    static let tune = Actions(rawValue: 16)
    /// The picture has changed.
    static let redraw = Actions(rawValue: 32)
  }

  /// The view.
  private(set) var choice = ViewChoice()
  /// The band.
  private(set) var bandView = BandView()
  /// The levels.
  private(set) var levelView = LevelView()
  /// The time.
  private(set) var time: TimeView

  /// Starts without a source.
  init(periodSeconds: Double) { time = TimeView(periodSeconds: periodSeconds) }

  /// Handles an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - moment: The time.
  ///   - range: The limits of the band.
  /// - Returns: What is to be done.
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
      // The server is asked for steps that are fine enough.
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

  /// Shows a view, live.
  mutating func show(_ mode: ViewMode, at moment: Moment) -> ViewChoice.Outcome {
    let outcome = choice.show(mode)
    if outcome != .same { _ = time.handle(.restart, at: moment) }
    return outcome
  }

  /// Holds the maximum from now on, or lets it go.
  ///
  /// - Returns: Whether that is a change.
  mutating func hold(_ isOn: Bool) -> Bool { choice.hold(isOn) }

  /// Advances the band on its way back by one frame.
  ///
  /// - Returns: What follows; nil if the band does not move.
  mutating func advance(at moment: Moment) -> Actions? {
    guard let hasArrived = bandView.advance(to: moment.now) else { return nil }
    _ = time.handle(.changeView, at: moment)
    return hasArrived ? [.tune, .request] : .request
  }

  /// The server's clock has jumped by microseconds.
  mutating func shift(by microseconds: Int64) { time.shift(by: microseconds) }
}
