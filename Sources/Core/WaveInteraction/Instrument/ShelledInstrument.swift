package import WaveDisplay
package import WaveWire

/// An instrument that shares the behaviour of all instruments, and implements only the members below.
///
/// Its extensions (`ShelledInstrument+….swift`) implement `Instrument` with these members.
package protocol ShelledInstrument: Instrument, Sendable {
  /// The things that a finger on the plot can hold.
  associatedtype Grab: Equatable & Sendable
  /// The actions of its controls.
  associatedtype Action: Equatable & Sendable

  /// The state that all instruments share.
  var shell: InstrumentShell<Message, OwnEffect, Grab, Action> { get set }

  // MARK: - The screen

  /// Whether every intent except a tick requests a frame; if false, the instrument requests frames itself.
  static var redrawsAfterIntents: Bool { get }

  /// Lays out the plot after `outer` has changed, by setting `screen`.
  mutating func resized(from before: Screen, at now: Int64)

  // MARK: - Hands

  /// Handles a touch that is not part of a gesture on the plot.
  ///
  /// - Returns: Whether the touch was handled; if so, it is not part of any gesture.
  mutating func intercept(_ touch: Touch, at now: Int64) -> Bool

  /// Handles a gesture on the plot; a glide has been stopped before.
  mutating func handle(_ gesture: Gesture, at now: Int64)

  /// Moves or zooms the view with a wheel or trackpad.
  mutating func wheel(x: Float, y: Float, dx: Float, dy: Float, zoom: WheelZoom, at now: Int64)

  /// Handles a key; the key of the drawer has been handled before.
  mutating func handle(_ key: Key, isShifted: Bool, at now: Int64)

  /// Moves the view by one step of a glide.
  mutating func move(by step: Glide.Step, at now: Int64)

  /// Responds to the end of a glide.
  ///
  /// - Returns: Whether another movement follows.
  mutating func glideEnded(at now: Int64) -> Bool

  /// Advances movements other than a glide by one frame.
  ///
  /// - Returns: Whether they continue.
  mutating func continueMotion(at now: Int64) -> Bool

  // MARK: - Controls

  /// Performs the action of a control.
  mutating func handle(_ action: Action, _ input: ControlInput, at now: Int64)

  /// Responds to a press on a control around the plot, after the control has had its effect.
  mutating func pressed(_ control: ShellControl, at now: Int64)

  /// Returns to live data, or to the whole view, after a press on the chip.
  mutating func pressChip(at now: Int64)

  /// Opens or closes the drawer.
  mutating func openDrawer(_ isOpen: Bool)

  /// Dismisses the error over the plot.
  mutating func dismissAlert()

  // MARK: - The server

  /// Whether live data are shown, so that a silence of the server means a fault.
  var isExpecting: Bool { get }

  /// Responds to a connection that was opened, after the greeting, or closed.
  mutating func connectionChanged(isOpen: Bool, at now: Int64)

  /// Receives the server's first message.
  ///
  /// - Parameters:
  ///   - welcome: The message.
  ///   - clockJump: The jump of the server's clock in microseconds if it has restarted; else nil.
  ///   - now: The client's time.
  mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64)

  /// Receives a message that only this instrument's server sends.
  mutating func accept(_ message: Message, at now: Int64)

  /// Shows a notice from the server.
  mutating func show(_ notice: Notice, at now: Int64)

  /// Responds to a server that has stopped answering.
  mutating func serverLost(at now: Int64)

  /// Responds to a server that answers again on the same connection.
  mutating func serverReturned(at now: Int64)

  /// Responds to a page that was shown or hidden.
  mutating func visibilityChanged(at now: Int64)

  // MARK: - After every call

  /// Updates what depends on time, at the start of a call.
  mutating func timePassed(at now: Int64)

  /// Makes the state consistent after the changes of a call, before anything is sent.
  mutating func arrange(at now: Int64)

  /// Sends what is due, and requests ticks.
  mutating func sendDue(at now: Int64)

  /// Responds to the rebuilt controls, at the end of a call.
  mutating func controlsUpdated(at now: Int64)

  // MARK: - Words

  /// Whether the server has announced anything to show.
  var hasContent: Bool { get }

  /// The chip's text while there is nothing to show: "waiting for a source", for example.
  var waitingText: StaticString { get }

  /// The chip's text for stored content that is shown while the server does not answer; may be empty.
  var offlineText: StaticString { get }

  /// Appends the chip for a server that answers and has content to show.
  mutating func appendChip(to list: inout ControlListBuilder<Action>, at now: Int64)

  /// The hint that explains the gestures to a new user; empty for none.
  var hint: [UInt8] { get }

  /// A text that replaces the hint for as long as it applies; empty for none.
  var persistentHint: [UInt8] { get }

  /// Whether there is no room for a toast.
  var hidesToast: Bool { get }

  /// Returns the new text for a screen reader; nil to keep the last one.
  mutating func newReading(at now: Int64) -> [UInt8]?

  /// Appends controls beside the plot that come before the drawer in the list.
  func appendAction(to list: inout ControlListBuilder<Action>)

  /// Appends controls beside the plot that come after the drawer in the list.
  func appendOffers(to list: inout ControlListBuilder<Action>)

  /// Appends the contents of the open drawer.
  mutating func appendDrawer(to list: inout ControlListBuilder<Action>, at now: Int64)

  // MARK: - The picture

  /// Draws the picture.
  mutating func drawPicture(into list: inout DrawList, at now: Int64)
}

// Defaults for members that most instruments do not need.
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
