public import WaveDisplay

/// An instrument as a value: intents and messages in, effects out, and a draw list.
///
/// It has no clock: every call brings the client's monotonic time in microseconds. Effects are to be done in
/// their order.
public protocol Instrument {
  /// What its server and it say to each other.
  associatedtype Message: InstrumentMessage
  /// What it wants done outside and no other instrument does; `Never` where there is no such thing.
  associatedtype OwnEffect: Equatable & Sendable
  /// What it wants done outside.
  typealias Effect = InstrumentEffect<Message, OwnEffect>

  /// Controls, chip and messages around the plot.
  var controls: ControlList { get }
  /// Whether the drawer is open.
  var isDrawerOpen: Bool { get }
  /// Widths of characters, as the player measured them.
  var advances: TextAdvances { get set }
  /// Microseconds from the newest sample to its being drawn, where the last `draw` had a new one.
  var drawnLatencyMicroseconds: Int64? { get }

  /// Handles what happens to the instrument from outside.
  ///
  /// - Parameters:
  ///   - intent: What happened.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  mutating func handle(_ intent: ViewIntent, at now: Int64) -> [Effect]

  /// Receives a message of the server.
  ///
  /// - Parameters:
  ///   - message: What the server says.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  mutating func receive(_ message: Message, at now: Int64) -> [Effect]

  /// Draws the picture at a moment and moves on what glides.
  ///
  /// - Parameters:
  ///   - list: Receives the frame; it remembers earlier ones.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done outside: credit for what was drawn, and when to draw again.
  mutating func draw(into list: inout DrawList, at now: Int64) -> [Effect]
}

// Of `ShelledInstrument`, but beside the protocol: what has types of another module is public only in a file
// where they are.
extension ShelledInstrument {
  /// Widths of characters, as the player measured them.
  @inlinable
  public var advances: TextAdvances {
    get { shell.appearance.advances }
    set { shell.appearance.advances = newValue }
  }

  /// Draws the picture at a moment and moves on what glides.
  public mutating func draw(into list: inout DrawList, at now: Int64) -> [Effect] {
    shell.beginEffects()
    let isMoving = animate(at: now)
    list.begin(width: outer.width, height: outer.height)
    drawPicture(into: &list, at: now)
    list.end()
    if isMoving { redraw() }
    finish(at: now)
    return shell.effects
  }
}
