import WaveUnits

/// A builder for a control list that assigns each control's number and registers its action.
///
/// ```swift
/// list.toggle(.holdMaximum, label: "Max hold", isOn: isHolding)
/// ```
package struct ControlListBuilder<Action: Equatable & Sendable>: Sendable {
  /// The list built so far.
  package private(set) var list = ControlList()
  /// The numbers of the list's controls.
  package private(set) var numbers: ControlNumbers<Action>

  /// Creates a builder without controls.
  ///
  /// - Parameter earlier: The numbers of the previous list; an action in both lists keeps its number.
  package init(after earlier: ControlNumbers<Action> = ControlNumbers()) { numbers = earlier.next() }

  /// Appends a choice between a few options, side by side.
  package mutating func segments(
    _ action: Action, label: StaticString, options: [StaticString], selected: Int
  ) {
    begin(.segments, action, UInt8(truncatingIfNeeded: selected), text: label)
    write(options)
  }

  /// Appends the choice of views.
  package mutating func views(_ choice: ViewOptions<Action>) {
    begin(.segments, choice.action, UInt8(truncatingIfNeeded: choice.selected), .views, text: "View")
    write(choice.options)
  }

  /// Appends a choice of up to 255 options; any further options are left out.
  package mutating func choices(
    _ action: Action, label: StaticString, options: [[UInt8]], selected: Int?,
    style: ControlList.Style = .plain
  ) {
    let shown = options.prefix(255)
    begin(.choices, action, UInt8(clamping: selected ?? 255), style, text: label)
    append(UInt8(truncatingIfNeeded: shown.count))
    for option in shown { write(option) }
  }

  /// Appends a range control: two thumbs on a track.
  package mutating func range(
    _ action: Action, label: StaticString, low: Float, high: Float, lowText: [UInt8], highText: [UInt8]
  ) {
    begin(.range, action, 0, text: label)
    write(low)
    write(high)
    write(lowText)
    write(highText)
  }

  /// Appends a slider: one thumb on a track.
  package mutating func slider(_ action: Action, label: StaticString, fraction: Float, text: [UInt8]) {
    begin(.slider, action, 0, text: label)
    write(fraction)
    write(text)
  }

  /// Appends a field for a number.
  package mutating func field(_ action: Action, label: StaticString, text: [UInt8], unit: StaticString) {
    begin(.field, action, 0, text: label)
    write(text)
    write(unit)
  }

  /// Appends a switch that is on or off.
  package mutating func toggle(_ action: Action, label: StaticString, isOn: Bool) {
    begin(.toggle, action, isOn ? 1 : 0, text: label)
  }

  /// Appends a heading for the controls below it.
  package mutating func heading(label: StaticString) { begin(.heading, nil, 0, text: label) }

  /// Appends a slider, a field or a toggle whose label is composed at run time.
  ///
  /// Arguments that the kind of control does not use are ignored.
  package mutating func setting(
    _ kind: ControlList.Kind, _ action: Action, label: [UInt8], isOn: Bool = false, fraction: Float = 0,
    text: [UInt8] = [], unit: [UInt8] = []
  ) {
    begin(kind, action, kind == .toggle && isOn ? 1 : 0, text: label)
    guard kind != .toggle else { return }
    if kind == .slider { write(fraction) }
    write(text)
    if kind == .field { write(unit) }
  }

  /// Appends a read-only value.
  package mutating func fact(label: StaticString, text: [UInt8]) { fact(label: [UInt8](label), text: text) }

  /// Appends a read-only value whose label is composed at run time.
  package mutating func fact(label: [UInt8], text: [UInt8]) {
    begin(.fact, nil, 0, text: label)
    write(text)
  }

  /// Appends a button.
  package mutating func button(
    _ action: Action, label: StaticString, style: ControlList.Style = .plain
  ) {
    begin(.button, action, 0, style, text: label)
  }

  /// Appends a text field whose label is composed at run time.
  package mutating func words(
    _ action: Action, label: [UInt8], text: [UInt8], style: ControlList.Style = .plain
  ) {
    begin(.field, action, 1, style, text: label)
    write(text)
    write([UInt8]())
  }

  /// Appends a button whose label is composed at run time.
  package mutating func button(_ action: Action, label: [UInt8]) { begin(.button, action, 0, text: label) }

  /// Appends a row of a list.
  ///
  /// - Parameters:
  ///   - action: The action that a press performs.
  ///   - icon: The icon in front of the row.
  ///   - title: The name of what the row opens.
  ///   - detail: The description below the title.
  ///   - trailing: The text at the end of the row.
  ///   - tone: The state shown by a dot, or nil for none.
  ///   - thumbnail: The slot of the row's thumbnail, or nil if it has none.
  package mutating func row(
    _ action: Action, _ icon: ControlList.Icon, title: [UInt8], detail: [UInt8], trailing: [UInt8] = [],
    tone: ControlList.Tone? = nil, thumbnail: Int? = nil
  ) {
    begin(.row, action, tone?.rawValue ?? 255, text: title)
    write(detail)
    write(trailing)
    append(icon.rawValue)
    append(UInt8(clamping: thumbnail ?? 255))
  }

  /// Appends the gestures of the plot and their meanings.
  package mutating func gestures(label: StaticString, _ rows: [(StaticString, StaticString)]) {
    begin(.gestures, nil, 0, text: label)
    append(UInt8(truncatingIfNeeded: rows.count))
    for row in rows {
      write(row.0)
      write(row.1)
    }
  }

  /// Appends the title of the page.
  ///
  /// - Parameters:
  ///   - instrument: The instrument's name.
  ///   - shown: The name of what is shown; empty if it has none.
  package mutating func title(_ instrument: StaticString, shown: [UInt8]) {
    begin(.title, nil, 0, text: shown)
    var tab = TextWriter()
    if !shown.isEmpty {
      // A name can contain marks that reverse the direction of what follows; an isolate ends them.
      let isPlain = shown.allSatisfy { $0 < 0x80 }
      if !isPlain { tab.append("\u{2068}") }
      tab.append(bytes: shown)
      tab.append(isPlain ? " \u{00B7} " : "\u{2069} \u{00B7} ")
    }
    tab.append(instrument)
    tab.append(" \u{00B7} Waveglass")
    write(tab.bytes)
  }

  /// Appends the facts that stay in sight.
  package mutating func facts(_ facts: [[UInt8]]) {
    begin(.facts, nil, 0)
    append(UInt8(truncatingIfNeeded: facts.count))
    for fact in facts { write(fact) }
  }

  /// Appends the status chip, a label over the plot with emphasised and secondary text.
  package mutating func chip(_ tone: ControlList.Tone, strong: [UInt8], quiet: [UInt8]) {
    begin(.chip, nil, tone.rawValue, text: strong)
    write(quiet)
  }

  /// Appends a hint over the plot; empty text means “no hint”.
  package mutating func hint(_ text: [UInt8]) { begin(.hint, nil, 0, text: text) }

  /// Appends the drawer, a panel of controls.
  package mutating func drawer(isOpen: Bool) { begin(.drawer, nil, isOpen ? 1 : 0) }

  /// Appends an error shown until it is dismissed; empty text means “no error”.
  package mutating func alert(_ text: [UInt8]) { begin(.alert, nil, 0, text: text) }

  /// Appends the text that a screen reader announces when it changes.
  package mutating func reading(_ text: [UInt8]) { begin(.reading, nil, 0, text: text) }

  /// Appends the action button at the bottom of the page.
  package mutating func action(_ action: Action, text: [UInt8]) { begin(.action, action, 0, text: text) }

  // These methods are not inlined: they have many callers, and the page's code must be small to download
  // fast.

  @inline(never) private mutating func begin(
    _ kind: ControlList.Kind, _ action: Action?, _ flags: UInt8, _ style: ControlList.Style = .plain,
    text: [UInt8]? = nil
  ) {
    let number = action.map { numbers.number(of: $0) } ?? 0
    append(kind.rawValue)
    append(style.rawValue)
    write(number)
    append(flags)
    if let text { write(text) }
  }

  @inline(never) private mutating func begin(
    _ kind: ControlList.Kind, _ action: Action?, _ flags: UInt8, _ style: ControlList.Style = .plain,
    text: StaticString
  ) {
    begin(kind, action, flags, style, text: [UInt8](text))
  }

  @inline(never) private mutating func write(_ options: [StaticString]) {
    append(UInt8(truncatingIfNeeded: options.count))
    for option in options { write(option) }
  }

  @inline(never) private mutating func append(_ byte: UInt8) { list.bytes.append(byte) }

  @inline(never) private mutating func write(_ text: StaticString) { write([UInt8](text)) }

  @inline(never) private mutating func write(_ text: [UInt8]) {
    let count = Swift.min(text.count, 0xFFFF)
    write(UInt16(truncatingIfNeeded: count))
    list.bytes.append(contentsOf: text[..<count])
  }

  @inline(never) private mutating func write(_ number: UInt16) {
    append(UInt8(truncatingIfNeeded: number))
    append(UInt8(truncatingIfNeeded: number >> 8))
  }

  @inline(never) private mutating func write(_ value: Float) {
    write(UInt16(truncatingIfNeeded: value.bitPattern))
    write(UInt16(truncatingIfNeeded: value.bitPattern >> 16))
  }
}
