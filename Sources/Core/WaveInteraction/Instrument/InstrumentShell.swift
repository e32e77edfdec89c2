/// The state that all instruments share.
///
/// It consists of the screen, connection, gestures, texts, drawer, controls, and the effects of the current
/// call.
///
/// An instrument owns one shell and implements `ShelledInstrument` to add its own behaviour.
package struct InstrumentShell<
  Message: InstrumentMessage, OwnEffect: Equatable & Sendable, Grab: Equatable & Sendable,
  Action: Equatable & Sendable
>: Sendable {
  /// The screen and the system's display settings.
  package var appearance = Appearance()
  /// The connection to the server.
  package var link = ServerLink()
  /// The gestures on the plot, and the object that a finger has grabbed.
  package var gestures: GestureState<Grab>
  /// The texts around the plot.
  package var texts = OverlayTexts()
  /// The time from when a sample is taken until it is drawn.
  package var latency = DrawnLatency()
  /// The number of the source to show once the server announces it; nil if there is none.
  package var wantedSource: UInt16?
  /// Whether the drawer, a panel of controls, is open.
  package var isDrawerOpen = false
  /// The controls, status chip and messages around the plot.
  package private(set) var controls = ControlList()
  /// The numbers of the controls, each with its control's action.
  package private(set) var numbers = ControlNumbers<Action>()
  /// The effects of the current call, in order.
  package private(set) var effects: [InstrumentEffect<Message, OwnEffect>] = []
  private var wantsRedraw = false
  private var wakeDue: Int64?

  /// Creates a shell without a screen or a connection.
  ///
  /// - Parameter grabbed: The initially grabbed object, such as the plot as a whole.
  package init(grabbed: Grab) { gestures = GestureState(grabbed: grabbed) }

  /// Clears the effects of the previous call.
  package mutating func beginEffects() {
    effects.removeAll(keepingCapacity: true)
    wantsRedraw = false
  }

  package mutating func append(_ effect: InstrumentEffect<Message, OwnEffect>) { effects.append(effect) }

  /// Requests a frame, at most once per call of the instrument.
  package mutating func redraw() {
    guard !wantsRedraw else { return }
    wantsRedraw = true
    effects.append(.redraw)
  }

  /// Requests a timer tick at the given time; if there are several requests, only the earliest counts.
  package mutating func wake(at microseconds: Int64) { wakeDue = Swift.min(wakeDue ?? .max, microseconds) }

  /// Clears the requested timer tick if its time has come.
  package mutating func passTime(to now: Int64) {
    if let due = wakeDue, now >= due { wakeDue = nil }
  }

  /// Appends an effect that requests the next timer tick.
  package mutating func appendWake() {
    if let due = gestures.longPressDue { wake(at: due) }
    if let wakeDue { effects.append(.wake(microseconds: wakeDue)) }
  }

  /// Returns the current toast and whether to show the hint, and requests a timer tick for when either
  /// expires.
  ///
  /// - Returns: The text of the active toast, which replaces the hint, and whether the hint is shown.
  package mutating func hints(at now: Int64) -> (toast: [UInt8]?, showsHint: Bool) {
    if let expiry = texts.nextExpiry(after: now) { wake(at: expiry) }
    return (texts.toastText(at: now), texts.showsHint(at: now))
  }

  /// Appends the texts around the plot.
  ///
  /// - Parameters:
  ///   - list: The list that receives the texts.
  ///   - hint: The text over the plot, or empty if there is none.
  ///   - reading: The new text for a screen reader, or nil to keep the last one.
  package mutating func appendWords(
    to list: inout ControlListBuilder<Action>, hint: [UInt8], reading: [UInt8]?
  ) {
    if let reading { texts.reading = reading }
    list.alert(texts.alert)
    list.hint(hint)
    list.reading(texts.reading)
  }

  /// Replaces the controls, and requests that they be shown if the list has changed.
  package mutating func show(_ builder: ControlListBuilder<Action>) {
    numbers = builder.numbers
    guard builder.list != controls else { return }
    controls = builder.list
    effects.append(.controls)
  }
}
