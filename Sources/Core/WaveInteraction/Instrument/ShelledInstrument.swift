package import WaveDisplay
package import WaveWire

/// An instrument in a shell: the shell does what all instruments do alike, and calls what is listed here for
/// the rest.
///
/// `ShelledInstrument+Intents.swift` and its neighbours implement `Instrument` by these, once for all.
package protocol ShelledInstrument: Instrument, Sendable {
  /// What a finger on the plot can hold.
  associatedtype Grab: Equatable & Sendable
  /// What the controls of its list are for.
  associatedtype Action: Equatable & Sendable

  /// What all instruments have.
  var shell: InstrumentShell<Message, OwnEffect, Grab, Action> { get set }

  // MARK: - The screen

  /// Whether every intent but a tick may change the picture; where it is false, the instrument asks for
  /// frames itself.
  static var redrawsAfterIntents: Bool { get }

  /// Lays the plot out on the part of `outer`, which has changed, that it is to have: `screen`.
  mutating func resized(from before: Screen, at now: Int64)

  // MARK: - Hands

  /// Takes a touch that is for something else than the plot's gestures.
  ///
  /// - Returns: Whether it did.
  mutating func intercept(_ touch: Touch, at now: Int64) -> Bool

  /// Does what fingers on the plot mean; what glided has stopped.
  mutating func handle(_ gesture: Gesture, at now: Int64)

  /// Moves or scales what is seen with a wheel or trackpad.
  mutating func wheel(x: Float, y: Float, dx: Float, dy: Float, zoom: WheelZoom, at now: Int64)

  /// Does what a key means; the drawer's has been done.
  mutating func handle(_ key: Key, isShifted: Bool, at now: Int64)

  /// Moves what is seen by a step of what glides.
  mutating func move(by step: Glide.Step, at now: Int64)

  /// What glided has come to rest.
  ///
  /// - Returns: Whether there is more to move.
  mutating func glideEnded(at now: Int64) -> Bool

  /// Continues what moves by itself while nothing glides.
  ///
  /// - Returns: Whether there is more to come.
  mutating func continueMotion(at now: Int64) -> Bool

  // MARK: - Controls

  /// Does what a control is for.
  mutating func handle(_ action: Action, _ input: ControlInput, at now: Int64)

  /// Something around the plot was pressed, and has been done.
  mutating func pressed(_ control: ShellControl, at now: Int64)

  /// The chip was pressed: goes back to now, or to the whole.
  mutating func pressChip(at now: Int64)

  /// Opens or closes the drawer.
  mutating func openDrawer(_ isOpen: Bool)

  /// Puts away the error over the plot.
  mutating func dismissAlert()

  // MARK: - The server

  /// Whether something is shown that goes on, so that silence is a sign.
  var isExpecting: Bool { get }

  /// The connection is there, and the server greeted; or it is gone.
  mutating func connectionChanged(isOpen: Bool, at now: Int64)

  /// The server has sent its first message.
  ///
  /// - Parameters:
  ///   - welcome: That message.
  ///   - clockJump: By how many microseconds its clock has jumped where it was restarted; else nil.
  ///   - now: The client's time.
  mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64)

  /// Receives a message that only this instrument's server sends.
  mutating func accept(_ message: Message, at now: Int64)

  /// Shows what the server has to say.
  mutating func show(_ notice: Notice, at now: Int64)

  /// The server does not answer any more.
  mutating func serverLost(at now: Int64)

  /// The server answers again on the same connection.
  mutating func serverReturned(at now: Int64)

  /// The page can be seen, or not.
  mutating func visibilityChanged(at now: Int64)

  // MARK: - After every call

  /// Time has passed, before anything else is done.
  mutating func timePassed(at now: Int64)

  /// Brings in order what the call has changed, before anything is sent.
  mutating func arrange(at now: Int64)

  /// Sends what is due, and asks for ticks.
  mutating func sendDue(at now: Int64)

  /// The controls are those of now.
  mutating func controlsUpdated(at now: Int64)

  // MARK: - Words

  /// Whether the server has told of something to show.
  var hasContent: Bool { get }

  /// What is waited for while there is nothing to show: "waiting for a source".
  var waitingText: StaticString { get }

  /// What is seen though the server does not answer: "what is kept here", or nothing.
  var offlineText: StaticString { get }

  /// The chip of a server that answers and has something to show.
  mutating func appendChip(to list: inout ControlListBuilder<Action>, at now: Int64)

  /// What fingers can do, for a newcomer; empty for nothing.
  var hint: [UInt8] { get }

  /// What is shown in place of any hint as long as it applies; empty for nothing.
  var persistentHint: [UInt8] { get }

  /// Whether a toast has no room.
  var hidesToast: Bool { get }

  /// What a screen reader says from now on; nil for what it said last.
  mutating func newReading(at now: Int64) -> [UInt8]?

  /// Appends what is to be pressed beside the plot, before the drawer.
  func appendAction(to list: inout ControlListBuilder<Action>)

  /// Appends what is to be pressed beside the plot, after the drawer.
  func appendOffers(to list: inout ControlListBuilder<Action>)

  /// Appends what stands in the open drawer.
  mutating func appendDrawer(to list: inout ControlListBuilder<Action>, at now: Int64)

  // MARK: - The picture

  /// Draws the picture.
  mutating func drawPicture(into list: inout DrawList, at now: Int64)
}

// What most instruments have no use for.
extension ShelledInstrument {
  package static var redrawsAfterIntents: Bool { true }

  package mutating func intercept(_ touch: Touch, at now: Int64) -> Bool { false }
  package mutating func glideEnded(at now: Int64) -> Bool { false }
  package mutating func continueMotion(at now: Int64) -> Bool { false }

  package mutating func pressed(_ control: ShellControl, at now: Int64) {}
  package mutating func openDrawer(_ isOpen: Bool) { shell.isDrawerOpen = isOpen }
  package mutating func dismissAlert() { shell.words.alert = [] }

  package var isExpecting: Bool { true }
  package mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64) {}
  package mutating func serverLost(at now: Int64) {}
  package mutating func serverReturned(at now: Int64) {}
  package mutating func visibilityChanged(at now: Int64) {}

  package mutating func timePassed(at now: Int64) {}
  package mutating func arrange(at now: Int64) {}
  package mutating func controlsUpdated(at now: Int64) {}

  package var offlineText: StaticString { "" }
  package var hint: [UInt8] { [] }
  package var persistentHint: [UInt8] { [] }
  package var hidesToast: Bool { false }
  package func appendAction(to list: inout ControlListBuilder<Action>) {}
  package func appendOffers(to list: inout ControlListBuilder<Action>) {}
}
