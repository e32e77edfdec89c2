// What the shell has, as the instrument sees it.
extension ShelledInstrument {
  /// Sends a message to the server.
  @inlinable
  package mutating func send(_ message: Message) { shell.append(.send(message)) }

  /// Asks for something that only this instrument wants done.
  @inlinable
  package mutating func request(_ effect: OwnEffect) { shell.append(.own(effect)) }

  /// Asks for a frame.
  @inlinable
  package mutating func redraw() { shell.redraw() }

  /// Asks for a tick at a time; the earliest of several counts.
  @inlinable
  package mutating func wake(at microseconds: Int64) { shell.wake(at: microseconds) }

  /// Moves on by itself what the fingers let go of, unless nothing is to move.
  @inlinable
  package mutating func startGlide(_ velocity: Velocity, at now: Int64) {
    if !shell.appearance.reducesMotion { shell.hands.startGlide(velocity, at: now) }
  }

  /// The whole screen.
  @inlinable
  package var outer: Screen { shell.appearance.outer }

  /// The part of it that the plot is laid out on.
  @inlinable
  package var screen: Screen { shell.appearance.screen }

  /// Colours of the ground and what stands on it.
  @inlinable
  package var theme: Theme { shell.appearance.theme }

  /// What the finger holds.
  @inlinable
  package var grabbed: Grab {
    get { shell.hands.grabbed }
    set { shell.hands.grabbed = newValue }
  }

  /// The server.
  @inlinable
  package var link: ServerLink { shell.link }

  /// Server time at a time of the client.
  @inlinable
  package func serverTime(_ now: Int64) -> Int64 { now + shell.link.clock.microseconds }

  /// The error over the plot; empty where there is none.
  @inlinable
  package var alertText: [UInt8] {
    get { shell.words.alert }
    set { shell.words.alert = newValue }
  }

  /// Controls, chip and messages around the plot.
  @inlinable
  public var controls: ControlList { shell.controls }

  /// Whether the drawer is open.
  @inlinable
  public package(set) var isDrawerOpen: Bool {
    get { shell.isDrawerOpen }
    set { shell.isDrawerOpen = newValue }
  }

  /// Microseconds from the newest sample to its being drawn, where the last `draw` had a new one.
  @inlinable
  public var drawnLatencyMicroseconds: Int64? { shell.latency.drawnMicroseconds }
}
