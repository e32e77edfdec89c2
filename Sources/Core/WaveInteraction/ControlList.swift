/// The controls around a plot, encoded as bytes for a page.
///
/// The page shows each control as an HTML element that a keyboard or a screen reader can reach. It reports
/// input together with the control's number, and makes no decisions.
///
/// Each control is encoded as little-endian bytes: kind, style, number (16 bits), flags, then its values.
/// Text is encoded as its length in bytes (16 bits), followed by UTF-8.
public struct ControlList: Equatable, Sendable {
  /// The type of a control, which determines its values.
  public enum Kind: UInt8, Sendable {
    /// A choice between a few options, side by side, with the selected index in `flags`. Values: label,
    /// option count, option texts.
    case segments = 1
    /// A range control: two thumbs on a track. Values: label, low and high fraction (Float), low and high
    /// text.
    case range = 2
    /// A field for a number, or for text if `flags` is 1. Values: label, current text, unit.
    case field = 3
    /// A switch that is on if `flags` is 1. Value: label.
    case toggle = 4
    /// A choice between many options, with the selected index in `flags`, or 255 if none is selected. Values:
    /// label, option count, option texts.
    case choices = 5
    /// A slider: one thumb on a track. Values: label, fraction (Float), text.
    case slider = 6
    /// A read-only value. Values: label, text.
    case fact = 7
    /// A heading for the controls below it. Value: label.
    case heading = 8
    /// A list of the plot's gestures. Values: label, gesture count, then each gesture followed by its
    /// meaning.
    case gestures = 9
    /// The status chip, a label over the plot, with a `Tone` in `flags`. Values: emphasised text, secondary
    /// text.
    case chip = 10
    /// A hint over the plot, hidden if its text is empty. Value: text.
    case hint = 11
    /// The drawer, a panel of controls that is open if `flags` is 1.
    case drawer = 12
    /// An error shown until it is dismissed, hidden if its text is empty. Value: text.
    case alert = 13
    /// The text that a screen reader announces. Value: text.
    case reading = 14
    /// A button. Value: label.
    case button = 15
    /// The action button at the bottom of the page; a list contains at most one. Value: text.
    case action = 16
    /// A row of a list, which opens something. Values: title, detail, text at the end, icon (8 bits), slot of
    /// its thumbnail (8 bits, 255 for none); `flags` is the `Tone` of its state, or 255 for none.
    case row = 17
    /// The title of the page. Values: the name of what is shown, which can be empty, and the tab's text.
    case title = 18
    /// A few facts about what is shown, which stay in sight. Values: fact count, facts.
    case facts = 19
  }

  /// The icon of a list's row.
  public enum Icon: UInt8, Sendable {
    case spectrum = 0
    case sensors = 1
    case data = 2
    case coverage = 3
    case microphone = 4
    case motion = 5
    case testbed = 6
  }

  /// The layout of a control, if its kind allows several.
  public enum Style: UInt8, Sendable {
    /// The default layout of the control's kind.
    case plain = 0
    /// Choices stacked vertically.
    case lines = 1
    /// Choices stacked vertically, each with its own label on the left.
    case entries = 2
    /// Choices whose labels have only a few letters each.
    case letters = 3
    /// Choices in two columns, even on a phone.
    case pairs = 4
    /// A field that spans the full width.
    case line = 5
    /// The emphasised button for the next step.
    case next = 6
    /// The choice of views, which the page shows even while the drawer is closed.
    case views = 7
    /// Choices whose options are names from outside, such as those of columns, in which no technical term is
    /// meant.
    case names = 8
  }

  /// The state shown by the status chip's colour.
  public enum Tone: UInt8, Sendable {
    /// Data are arriving, and the newest are shown.
    case live = 0
    /// The user has paused the view.
    case paused = 1
    /// Data are arriving, but older data are shown.
    case behind = 2
    /// The connection or the source is unavailable.
    case lost = 3
    /// Data have stopped arriving.
    case stale = 4
  }

  /// The encoded controls.
  public internal(set) var bytes: [UInt8] = []

  /// Creates a list without controls.
  public init() {}
}
