public import WaveDisplay

/// A type that turns user intents and server messages into effects and a draw list.
///
/// An instrument has no clock: every call passes the client's monotonic time in microseconds. Perform the
/// effects in the order in which they are returned.
public protocol Instrument {
  /// The messages between the instrument and its server.
  associatedtype Message: InstrumentMessage
  /// The effects that only this instrument requests, or `Never` if there are none.
  associatedtype OwnEffect: Equatable & Sendable
  /// All effects that this instrument can request.
  typealias Effect = InstrumentEffect<Message, OwnEffect>

  /// The controls, status chip and messages around the plot.
  var controls: ControlList { get }
  /// Whether the drawer, a panel of controls, is open.
  var isDrawerOpen: Bool { get }
  /// The widths of the characters in the plot's font.
  var advances: TextAdvances { get set }
  /// The time in microseconds from taking a sample to drawing it, or nil if the last `draw` drew no new
  /// sample.
  var drawnLatencyMicroseconds: Int64? { get }

  /// Handles an external event, such as a touch or a key press.
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

  /// Draws the plot as of the given time, and advances animations such as a glide.
  ///
  /// - Parameters:
  ///   - list: The list that receives the frame. Pass the same list each time: a frame contains only the
  ///     changes.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order: credit for the data drawn, and when to draw again.
  mutating func draw(into list: inout DrawList, at now: Int64) -> [Effect]
}

// These members of `ShelledInstrument` are in this file because it imports WaveDisplay publicly: a public
// member that names a type from another module requires a public import of that module in its file.
extension ShelledInstrument {
  /// The widths of the characters in the plot's font.
  @inlinable public var advances: TextAdvances {
    get { shell.appearance.advances }
    set { shell.appearance.advances = newValue }
  }

  /// Draws the plot as of the given time, and advances animations such as a glide.
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
