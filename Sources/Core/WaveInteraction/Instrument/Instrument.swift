public import WaveDisplay

/// An instrument as a value: it receives intents and messages, and returns effects and a draw list.
///
/// It has no clock: every call passes the client's monotonic time in microseconds. Perform the effects in the
/// order in which they are returned.
public protocol Instrument {
  /// The messages between the instrument and its server.
  associatedtype Message: InstrumentMessage
  /// The effects that only this instrument requests; `Never` if there are none.
  associatedtype OwnEffect: Equatable & Sendable
  /// The effects of this instrument.
  typealias Effect = InstrumentEffect<Message, OwnEffect>

  /// Controls, chip and messages around the plot.
  var controls: ControlList { get }
  /// Whether the drawer is open.
  var isDrawerOpen: Bool { get }
  /// Widths of characters, measured by the player.
  var advances: TextAdvances { get set }
  /// Microseconds from the newest sample until it was drawn; nil if the last `draw` had no new sample.
  var drawnLatencyMicroseconds: Int64? { get }

  /// Handles an event from outside, such as a touch or a key.
  ///
  /// - Parameters:
  ///   - intent: The event.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func handle(_ intent: ViewIntent, at now: Int64) -> [Effect]

  /// Receives a message from the server.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func receive(_ message: Message, at now: Int64) -> [Effect]

  /// Draws the picture at a time, and advances movements such as a glide.
  ///
  /// - Parameters:
  ///   - list: Receives the frame. Pass the same list each time: a frame contains only what has changed.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order: credit for what was drawn, and when to draw again.
  mutating func draw(into list: inout DrawList, at now: Int64) -> [Effect]
}

// These members of `ShelledInstrument` are in this file because it imports WaveDisplay publicly: a public
// member that names a type of another module needs a public import of that module in its file.
extension ShelledInstrument {
  /// Widths of characters, measured by the player.
  @inlinable
  public var advances: TextAdvances {
    get { shell.appearance.advances }
    set { shell.appearance.advances = newValue }
  }

  /// Draws the picture at a time, and advances movements such as a glide.
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
