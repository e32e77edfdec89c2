package import WaveDisplay
package import WaveWire

/// An instrument whose common behaviour comes from extensions, so that it implements only the members below.
///
/// The extensions, in `ShelledInstrument+….swift`, implement `Instrument` with these members.
package protocol ShelledInstrument: Instrument, Sendable {
  /// The type of the objects on the plot that a finger can grab.
  associatedtype Grab: Equatable & Sendable
  /// The type of the actions that the instrument's controls perform.
  associatedtype Action: Equatable & Sendable

  /// The state that all instruments share.
  var shell: InstrumentShell<Message, OwnEffect, Grab, Action> { get set }

  // MARK: - The screen

  /// Whether the instrument is redrawn after every intent except a tick; if false, it requests frames itself.
  static var redrawsAfterIntents: Bool { get }

  /// Updates the layout of the plot by setting `screen` after `outer` has changed.
  mutating func resized(from before: Screen, at now: Int64)

  // MARK: - Touches and keys

  /// Handles a touch that the instrument excludes from gestures on the plot.
  ///
  /// - Returns: Whether the touch was handled; if so, it is not part of a gesture.
  mutating func intercept(_ touch: Touch, at now: Int64) -> Bool

  /// Handles a gesture on the plot, after any glide has been stopped.
  mutating func handle(_ gesture: Gesture, at now: Int64)

  /// Moves or zooms the view with a wheel or trackpad.
  mutating func wheel(x: Float, y: Float, dx: Float, dy: Float, zoom: WheelZoom, at now: Int64)

  /// Handles a press of any key except the drawer key, which the shell handles.
  mutating func handle(_ key: Key, isShifted: Bool, at now: Int64)

  /// Moves the view by one step of a glide.
  mutating func move(by step: Glide.Step, at now: Int64)

  /// Responds to the end of a glide.
  ///
  /// - Returns: Whether a further animation follows.
  mutating func glideEnded(at now: Int64) -> Bool

  /// Advances animations other than a glide by one frame.
  ///
  /// - Returns: Whether the animations continue.
  mutating func continueMotion(at now: Int64) -> Bool

  // MARK: - Controls

  /// Performs the action of a control.
  mutating func handle(_ action: Action, _ input: ControlInput, at now: Int64)

  /// Responds to a press on a fixed control around the plot, after the press has taken effect.
  mutating func pressed(_ control: ShellControl, at now: Int64)

  /// Returns to live data, or zooms out to the full extent, after a press on the status chip.
  mutating func pressChip(at now: Int64)

  /// Opens or closes the drawer.
  mutating func openDrawer(_ isOpen: Bool)

  /// Dismisses the error over the plot.
  mutating func dismissAlert()

  // MARK: - The server

  /// Whether live data are shown, so that silence from the server indicates a fault.
  var isExpecting: Bool { get }

  /// Responds when the connection has been opened and the greeting sent, or when it has been closed.
  mutating func connectionChanged(isOpen: Bool, at now: Int64)

  /// Receives the server's first message.
  ///
  /// - Parameters:
  ///   - welcome: The message.
  ///   - clockJump: If the server has restarted, the jump in its clock in microseconds; otherwise nil.
  ///   - now: The client time.
  mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64)

  /// Receives a message specific to this instrument's server.
  mutating func accept(_ message: Message, at now: Int64)

  /// Shows the source of the server with a number.
  ///
  /// - Returns: Whether the source has been announced.
  mutating func showSource(_ number: UInt16, at now: Int64) -> Bool

  /// Shows a notice from the server.
  mutating func show(_ notice: Notice, at now: Int64)

  /// Responds when the server has stopped answering.
  mutating func serverLost(at now: Int64)

  /// Responds when the server answers again on the same connection.
  mutating func serverReturned(at now: Int64)

  /// Responds when the page is shown or hidden.
  mutating func visibilityChanged(at now: Int64)

  // MARK: - After every call

  /// Updates time-dependent state at the start of a call.
  mutating func timePassed(at now: Int64)

  /// Makes the state consistent after a call has changed it, before any messages are sent.
  mutating func arrange(at now: Int64)

  /// Sends pending messages and requests timer ticks.
  mutating func sendDue(at now: Int64)

  /// Responds after the controls have been rebuilt at the end of a call.
  mutating func controlsUpdated(at now: Int64)

  // MARK: - Texts

  /// The instrument's name on the screen.
  static var title: StaticString { get }

  /// The name of what is shown, such as a source; empty if it has none.
  var shownName: [UInt8] { get }

  /// Whether the server has announced any content to show.
  var hasContent: Bool { get }

  /// The status chip's text while there is nothing to show, such as "waiting for a source".
  var waitingText: StaticString { get }

  /// The status chip's text for stored content shown while the server does not answer; can be empty.
  var offlineText: StaticString { get }

  /// Appends the status chip shown while the server answers and has content to show.
  mutating func appendChip(to list: inout ControlListBuilder<Action>, at now: Int64)

  /// The hint that explains the gestures to a new user, or empty if there is none.
  var hint: [UInt8] { get }

  /// The text to show instead of the hint, or empty to show the hint.
  var persistentHint: [UInt8] { get }

  /// Whether toasts are hidden because there is no room for them.
  var hidesToast: Bool { get }

  /// Returns the new text for a screen reader, or nil to keep the last one.
  mutating func newReading(at now: Int64) -> [UInt8]?

  /// The choice of views, which is shown even while the drawer is closed; nil if there is none.
  var views: ViewOptions<Action>? { get }

  /// A few facts about what is shown, each of at most about twenty characters, which stay in sight.
  var facts: [[UInt8]] { get }

  /// Appends controls beside the plot that come before the drawer in the list.
  func appendAction(to list: inout ControlListBuilder<Action>)

  /// Appends controls beside the plot that come after the drawer in the list.
  func appendOffers(to list: inout ControlListBuilder<Action>)

  /// Appends the contents of the open drawer.
  mutating func appendDrawer(to list: inout ControlListBuilder<Action>, at now: Int64)

  // MARK: - The picture

  /// Draws the plot into the list.
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
  package mutating func dismissAlert() { shell.texts.alert = [] }

  package var isExpecting: Bool { true }
  package mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64) {}
  package mutating func showSource(_ number: UInt16, at now: Int64) -> Bool { true }
  package mutating func serverLost(at now: Int64) {}
  package mutating func serverReturned(at now: Int64) {}
  package mutating func visibilityChanged(at now: Int64) {}

  package mutating func timePassed(at now: Int64) {}
  package mutating func arrange(at now: Int64) {}
  package mutating func controlsUpdated(at now: Int64) {}

  package var shownName: [UInt8] { [] }
  package var offlineText: StaticString { "" }
  package var hint: [UInt8] { [] }
  package var persistentHint: [UInt8] { [] }
  package var hidesToast: Bool { false }
  package func appendAction(to list: inout ControlListBuilder<Action>) {}
  package var views: ViewOptions<Action>? { nil }
  package var facts: [[UInt8]] { [] }
  package func appendOffers(to list: inout ControlListBuilder<Action>) {}
}
