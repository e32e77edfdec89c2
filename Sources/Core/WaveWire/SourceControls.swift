/// The settings of a source, such as a receiver's gain, as a message that replaces earlier ones (tag 74).
public struct SourceControls: Equatable, Sendable {
  /// The number that identifies the source.
  public var source: UInt16 = 0
  /// The controls in display order, at most `WireLimits.controls`, or an empty array if the source has no
  /// settings.
  public var controls: [SourceControl] = []

  /// Creates the settings of a source.
  public init(source: UInt16, controls: [SourceControl]) {
    self.source = source
    self.controls = controls
  }
}

/// A setting of a source that `Command.adjust` changes: a value from `low` to `high`, in steps.
///
/// All kinds share one layout, which keeps the code of the web client small.
public struct SourceControl: Equatable, Sendable {
  /// The type of a control, which determines the meaning of its value.
  public enum Kind: UInt8, Equatable, Sendable {
    /// A switch, with 0 for off and 1 for on; a nonempty text is a question to be confirmed before switching
    /// on.
    case toggle = 0
    /// A choice between options; the texts name the options, and the value is the index of the selected one.
    case choice = 1
    /// A number; its text is the unit.
    case number = 2
  }

  /// The number that identifies the control within its source.
  public var id: UInt8 = 0
  /// The type of the control, which determines the meaning of its value.
  public var kind: Kind = .toggle
  /// The current value, from `low` to `high`.
  public var value: Double = 0
  /// The minimum value.
  public var low: Double = 0
  /// The maximum value.
  public var high: Double = 0
  /// The distance between allowed values, counted from `low`; above zero.
  public var step: Double = 0
  /// The name of the control, in UTF-8.
  public var name: [UInt8] = []
  /// The texts in UTF-8, as described for `Kind`: one for each choice, or otherwise a single text.
  ///
  /// There are at most `WireLimits.choices` texts.
  public var texts: [[UInt8]] = []

  /// Creates a control.
  public init(
    id: UInt8, kind: Kind, value: Double, low: Double, high: Double, step: Double, name: [UInt8],
    texts: [[UInt8]]
  ) {
    self.id = id
    self.kind = kind
    self.value = value
    self.low = low
    self.high = high
    self.step = step
    self.name = name
    self.texts = texts
  }

  /// Returns an on-off setting; `confirmation` is a question to ask before switching on, or empty for none.
  public static func toggle(id: UInt8, name: [UInt8], isOn: Bool, confirmation: [UInt8] = []) -> SourceControl
  {
    SourceControl(
      id: id, kind: .toggle, value: isOn ? 1 : 0, low: 0, high: 1, step: 1, name: name, texts: [confirmation])
  }

  /// Returns a setting with several named choices; `selected` is the index of the current choice.
  public static func choice(id: UInt8, name: [UInt8], names: [[UInt8]], selected: Int) -> SourceControl {
    SourceControl(
      id: id, kind: .choice, value: Double(selected), low: 0, high: Double(names.count - 1), step: 1,
      name: name, texts: names)
  }

  /// Returns the allowed value nearest to a requested one; NaN gives the current value.
  public func value(nearestTo requested: Double) -> Double {
    guard !requested.isNaN else { return value }
    let steps = ((Swift.max(low, Swift.min(high, requested)) - low) / step).rounded()
    return Swift.min(high, low + steps * step)
  }
}
