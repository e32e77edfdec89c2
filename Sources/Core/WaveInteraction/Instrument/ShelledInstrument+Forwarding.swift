// Shortcuts to members of the shell that instruments use in most of their methods.
extension ShelledInstrument {
  /// Sends a message to the server.
  package mutating func send(_ message: Message) { shell.append(.send(message)) }

  /// Requests an effect specific to this instrument.
  package mutating func request(_ effect: OwnEffect) { shell.append(.own(effect)) }

  /// Requests a frame at the next refresh of the display.
  package mutating func redraw() { shell.redraw() }

  /// Requests a timer tick at a time; if there are several requests, only the earliest counts.
  package mutating func wake(at microseconds: Int64) { shell.wake(at: microseconds) }

  /// Starts a glide, unless the system asks for reduced motion.
  package mutating func startGlide(_ velocity: Velocity, at now: Int64) {
    if !shell.appearance.reducesMotion { shell.gestures.startGlide(velocity, at: now) }
  }

  /// The whole screen.
  package var outer: Screen { shell.appearance.outer }

  /// The part of the screen occupied by the plot.
  package var screen: Screen { shell.appearance.screen }

  /// The colours of the background and the plot, for the system's light or dark setting.
  package var theme: Theme { shell.appearance.theme }

  /// The object on the plot that the finger has grabbed.
  package var grabbed: Grab {
    get { shell.gestures.grabbed }
    set { shell.gestures.grabbed = newValue }
  }

  /// The connection to the server.
  package var link: ServerLink { shell.link }

  /// Converts a client time to the server time.
  package func serverTime(_ now: Int64) -> Int64 { now + shell.link.clock.microseconds }

  /// The error shown over the plot, or empty if there is none.
  package var alertText: [UInt8] {
    get { shell.texts.alert }
    set { shell.texts.alert = newValue }
  }

  /// The controls, status chip and messages around the plot.
  public var controls: ControlList { shell.controls }

  /// Whether the drawer, a panel of controls, is open.
  public package(set) var isDrawerOpen: Bool {
    get { shell.isDrawerOpen }
    set { shell.isDrawerOpen = newValue }
  }

  /// The time in microseconds from taking a sample to drawing it, or nil if the last `draw` drew no new
  /// sample.
  public var drawnLatencyMicroseconds: Int64? { shell.latency.drawnMicroseconds }
}
