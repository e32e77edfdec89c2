/// What every instrument has around its plot: screen, server, hands, words, drawer, controls, and effects
/// that wait to be done.
///
/// An instrument owns one and says in `ShelledInstrument` what it does with it.
package struct InstrumentShell<
  Message: InstrumentMessage, OwnEffect: Equatable & Sendable, Grab: Equatable & Sendable,
  Action: Equatable & Sendable
>: Sendable {
  /// The screen and the system's settings.
  package var appearance = Appearance()
  /// The server.
  package var link = ServerLink()
  /// Fingers, and what they hold.
  package var hands: Hands<Grab>
  /// What is said around the plot.
  package var words = Words()
  /// How soon samples are drawn.
  package var latency = DrawnLatency()
  /// Whether the drawer is open.
  package var isDrawerOpen = false
  /// Controls, chip and messages around the plot.
  package private(set) var controls = ControlList()
  /// What the numbers of the controls stand for.
  package private(set) var numbers = ControlNumbers<Action>()
  /// What is to be done outside, in order.
  package private(set) var effects: [InstrumentEffect<Message, OwnEffect>] = []
  private var wantsRedraw = false
  private var wakeDue: Int64?

  /// Starts without a screen and a connection.
  ///
  /// - Parameter grabbed: What a finger holds where it holds nothing in particular.
  package init(grabbed: Grab) { hands = Hands(grabbed: grabbed) }

  /// Forgets the effects of the call before.
  package mutating func beginEffects() {
    effects.removeAll(keepingCapacity: true)
    wantsRedraw = false
  }

  package mutating func append(_ effect: InstrumentEffect<Message, OwnEffect>) { effects.append(effect) }

  /// Asks for a frame, once.
  package mutating func redraw() {
    guard !wantsRedraw else { return }
    wantsRedraw = true
    effects.append(.redraw)
  }

  /// Asks for a tick at a time; the earliest of several counts.
  package mutating func wake(at microseconds: Int64) {
    wakeDue = Swift.min(wakeDue ?? .max, microseconds)
  }

  /// Time has passed: a tick that was due has come.
  package mutating func passTime(to now: Int64) {
    if let due = wakeDue, now >= due { wakeDue = nil }
  }

  /// Asks for the tick that is due next.
  package mutating func appendWake() {
    if let due = hands.longPressDue { wake(at: due) }
    if let wakeDue { effects.append(.wake(microseconds: wakeDue)) }
  }

  /// What is shown where an instrument's hint is; asks for a tick when that disappears.
  ///
  /// - Returns: The toast, if there is one, and whether the hint is shown.
  package mutating func hints(at now: Int64) -> (toast: [UInt8]?, showsHint: Bool) {
    if let expiry = words.nextExpiry(after: now) { wake(at: expiry) }
    return (words.toastText(at: now), words.showsHint(at: now))
  }

  /// Appends the texts around the plot.
  ///
  /// - Parameters:
  ///   - list: Receives them.
  ///   - hint: What is shown over the plot; empty for nothing.
  ///   - reading: What a screen reader says from now on; nil for what it said last.
  package mutating func appendWords(
    to list: inout ControlListBuilder<Action>, hint: [UInt8], reading: [UInt8]?
  ) {
    if let reading { words.reading = reading }
    list.alert(words.alert)
    list.hint(hint)
    list.reading(words.reading)
  }

  /// Shows other controls, where they differ.
  package mutating func show(_ builder: ControlListBuilder<Action>) {
    numbers = builder.numbers
    guard builder.list != controls else { return }
    controls = builder.list
    effects.append(.controls)
  }
}
