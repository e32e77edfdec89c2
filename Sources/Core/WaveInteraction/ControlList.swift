/// The controls around a plot as state: what the page shows as real elements, reachable by keyboard and
/// screen reader.
///
/// Each control has, in little-endian bytes: kind, style, number (16 bits), flags, then its values; a text is
/// a 16-bit length and UTF-8. The page shows the list, and reports input with the control's number; it
/// decides nothing.
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

  /// The layout of a control, where its kind allows several.
  public enum Style: UInt8, Sendable {
    /// The usual layout of the kind.
    case plain = 0
    /// Choices below each other.
    case lines = 1
    /// Choices below each other, each with its own label at the left.
    case entries = 2
    /// Choices of a few letters each.
    case letters = 3
    /// Choices in two columns, even on a phone.
    case pairs = 4
    /// A field across the full width.
    case line = 5
    /// The button for the next step, which is emphasised.
    case next = 6
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
  public internal(set) var bytes: [UInt8] = []

  /// Starts without controls.
  public init() {}
}
