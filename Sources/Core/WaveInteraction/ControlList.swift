/// The controls around a plot as state: what the page shows as real elements, reachable by keyboard and screen reader.
///
/// Bytes, little-endian: kind, id, flags, then texts as a 16-bit length and UTF-8. The page renders what it is told and reports
/// touches, keys and texts back by id; it decides nothing.
public struct ControlList: Equatable, Sendable {
  /// What a control is.
  public enum Kind: UInt8, Sendable {
    /// One of a few, side by side: label, count, then a text each; `flags` is the selected one.
    case segments = 1
    /// Two thumbs on a track: label, low and high fraction (Float), low and high text.
    case range = 2
    /// A number to type, or words where `flags` is 1: label, text, unit.
    case field = 3
    /// On or off in `flags`: label.
    case toggle = 4
    /// One of many: label, count, then a text each; `flags` is the selected one or 255.
    case choices = 5
    /// One thumb on a track: label, fraction (Float), text.
    case slider = 6
    /// Something to know: label, text.
    case fact = 7
    /// What the controls below it belong to: label.
    case heading = 8
    /// What the fingers can do: label, count, then gesture and meaning in turn.
    case gestures = 9
    /// The chip: `flags` is a `Tone`; strong text, quiet text.
    case chip = 10
    /// A hint over the plot, or none where empty: text.
    case hint = 11
    /// The drawer: open where `flags` is 1.
    case drawer = 12
    /// An error that stays until put away, or none where empty: text.
    case alert = 13
    /// What a screen reader says now: text.
    case reading = 14
    /// Something to press: label.
    case button = 15
    /// The one thing to press at the foot of the page: text.
    case action = 16
  }

  /// How a chip is coloured.
  public enum Tone: UInt8, Sendable {
    /// Data flow and are the newest.
    case live = 0
    /// Held still by the user.
    case paused = 1
    /// Data flow, but older ones.
    case behind = 2
    /// No connection, or no source.
    case lost = 3
    /// Data have stopped to come.
    case stale = 4
  }

  /// The bytes.
  public private(set) var bytes: [UInt8] = []

  /// Starts without controls.
  public init() {}

  /// One of a few, side by side.
  public mutating func segments(_ id: UInt8, label: StaticString, options: [StaticString], selected: Int) {
    begin(.segments, id, UInt8(truncatingIfNeeded: selected))
    put(label)
    bytes.append(UInt8(truncatingIfNeeded: options.count))
    for option in options { put(option) }
  }

  /// One of many, 255 at most: those beyond are left out.
  public mutating func choices(_ id: UInt8, label: StaticString, options: [[UInt8]], selected: Int?) {
    let shown = options.prefix(255)
    begin(.choices, id, UInt8(clamping: selected ?? 255))
    put(label)
    bytes.append(UInt8(truncatingIfNeeded: shown.count))
    for option in shown { put(option) }
  }

  /// Two thumbs on a track.
  public mutating func range(
    _ id: UInt8, label: StaticString, low: Float, high: Float, lowText: [UInt8], highText: [UInt8]
  ) {
    begin(.range, id, 0)
    put(label)
    put(low)
    put(high)
    put(lowText)
    put(highText)
  }

  /// One thumb on a track.
  public mutating func slider(_ id: UInt8, label: StaticString, fraction: Float, text: [UInt8]) {
    begin(.slider, id, 0)
    put(label)
    put(fraction)
    put(text)
  }

  /// A number to type.
  public mutating func field(_ id: UInt8, label: StaticString, text: [UInt8], unit: StaticString) {
    begin(.field, id, 0)
    put(label)
    put(text)
    put(unit)
  }

  /// On or off.
  public mutating func toggle(_ id: UInt8, label: StaticString, isOn: Bool) {
    begin(.toggle, id, isOn ? 1 : 0)
    put(label)
  }

  /// What the controls below it belong to.
  public mutating func heading(_ id: UInt8, label: StaticString) {
    begin(.heading, id, 0)
    put(label)
  }

  /// A slider, a field or a toggle whose words are made at run time; what the kind does not show is passed over.
  public mutating func setting(
    _ kind: Kind, _ id: UInt8, label: [UInt8], isOn: Bool, fraction: Float, text: [UInt8], unit: [UInt8]
  ) {
    begin(kind, id, kind == .toggle && isOn ? 1 : 0)
    put(label)
    guard kind != .toggle else { return }
    if kind == .slider { put(fraction) }
    put(text)
    if kind == .field { put(unit) }
  }

  /// Something to know.
  public mutating func fact(_ id: UInt8, label: StaticString, text: [UInt8]) {
    begin(.fact, id, 0)
    put(label)
    put(text)
  }

  /// Something to press.
  public mutating func button(_ id: UInt8, label: StaticString) {
    begin(.button, id, 0)
    put(label)
  }

  /// Words to type, whose label is made at run time.
  public mutating func words(_ id: UInt8, label: [UInt8], text: [UInt8]) {
    begin(.field, id, 1)
    put(label)
    put(text)
    put([UInt8]())
  }

  /// Something to press whose words are made at run time.
  public mutating func button(_ id: UInt8, label: [UInt8]) {
    begin(.button, id, 0)
    put(label)
  }

  /// What the fingers can do.
  public mutating func gestures(_ id: UInt8, label: StaticString, _ rows: [(StaticString, StaticString)]) {
    begin(.gestures, id, 0)
    put(label)
    bytes.append(UInt8(truncatingIfNeeded: rows.count))
    for row in rows {
      put(row.0)
      put(row.1)
    }
  }

  /// The chip.
  public mutating func chip(_ tone: Tone, strong: [UInt8], quiet: [UInt8]) {
    begin(.chip, 0, tone.rawValue)
    put(strong)
    put(quiet)
  }

  /// A hint over the plot; empty for none.
  public mutating func hint(_ text: [UInt8]) {
    begin(.hint, 0, 0)
    put(text)
  }

  /// The drawer.
  public mutating func drawer(isOpen: Bool) {
    begin(.drawer, 0, isOpen ? 1 : 0)
  }

  /// An error that stays until put away; empty for none.
  public mutating func alert(_ text: [UInt8]) {
    begin(.alert, 0, 0)
    put(text)
  }

  /// What a screen reader says when it changes.
  public mutating func reading(_ text: [UInt8]) {
    begin(.reading, 0, 0)
    put(text)
  }

  /// The one thing to press at the foot of the page; where there is none the list has no action.
  public mutating func action(_ id: UInt8, text: [UInt8]) {
    begin(.action, id, 0)
    put(text)
  }

  private mutating func begin(_ kind: Kind, _ id: UInt8, _ flags: UInt8) {
    bytes.append(kind.rawValue)
    bytes.append(id)
    bytes.append(flags)
  }

  private mutating func put(_ text: StaticString) {
    put(text.withUTF8Buffer { [UInt8]($0) })
  }

  private mutating func put(_ text: [UInt8]) {
    let count = Swift.min(text.count, 0xFFFF)
    bytes.append(UInt8(truncatingIfNeeded: count))
    bytes.append(UInt8(truncatingIfNeeded: count >> 8))
    bytes.append(contentsOf: text[..<count])
  }

  private mutating func put(_ value: Float) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
    }
  }
}
