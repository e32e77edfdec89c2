/// The controls around a plot, encoded as bytes for a page.
///
/// The page shows each control as a real element, which a keyboard or a screen reader can reach. It reports
/// input with the control's number, and decides nothing.
///
/// Each control has, in little-endian bytes: kind, style, number (16 bits), flags, then its values. A text is
/// a 16-bit length and UTF-8.
public struct ControlList: Equatable, Sendable {
  /// The type of a control, which determines its values.
  public enum Kind: UInt8, Sendable {
    /// One of a few choices, side by side: label, count, then a text each; `flags` is the selected one.
    case segments = 1
    /// Two thumbs on a track: label, low and high fraction (Float), low and high text.
    case range = 2
    /// A number to type, or words if `flags` is 1: label, text, unit.
    case field = 3
    /// A switch, on or off in `flags`: label.
    case toggle = 4
    /// One of many choices: label, count, then a text each; `flags` is the selected one, or 255 for none.
    case choices = 5
    /// One thumb on a track: label, fraction (Float), text.
    case slider = 6
    /// A fact to read: label, text.
    case fact = 7
    /// The heading of the controls below it: label.
    case heading = 8
    /// The gestures of the plot: label, count, then gesture and meaning in turn.
    case gestures = 9
    /// The chip: `flags` is a `Tone`; strong text, quiet text.
    case chip = 10
    /// A hint over the plot, empty for none: text.
    case hint = 11
    /// The drawer, which is open if `flags` is 1.
    case drawer = 12
    /// An error that stays until it is dismissed, empty for none: text.
    case alert = 13
    /// The text that a screen reader says: text.
    case reading = 14
    /// A button: label.
    case button = 15
    /// The one action at the foot of the page: text.
    case action = 16
  }

  /// The layout of a control, if its kind allows several.
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

  /// The state that a chip's colour shows.
  public enum Tone: UInt8, Sendable {
    /// Data arrive, and the newest are shown.
    case live = 0
    /// The user has paused the view.
    case paused = 1
    /// Data arrive, but older data are shown.
    case behind = 2
    /// The connection or the source is missing.
    case lost = 3
    /// Data have stopped arriving.
    case stale = 4
  }

  /// The encoded controls.
  public internal(set) var bytes: [UInt8] = []

  /// Starts without controls.
  public init() {}
}
