/// What can be set at a source, such as a receiver's gain (tag 74); replaces what was told of it before.
public struct SourceControls: Equatable, Sendable {
  /// Which source.
  public var source: UInt16 = 0
  /// The controls in the order in which to show them, at most `WireLimits.controls`; empty where there is
  /// nothing to set.
  public var controls: [SourceControl] = []

  /// Lists controls.
  public init(source: UInt16, controls: [SourceControl]) {
    self.source = source
    self.controls = controls
  }
}

/// One thing that can be set at a source by `Command.adjust`: a value in a range, by steps.
///
/// One layout for all kinds keeps the code of the web client small.
public struct SourceControl: Equatable, Sendable {
  /// What the value means.
  public enum Kind: UInt8, Equatable, Sendable {
    /// Off or on, 0 or 1; the text, if not empty, is what to ask before it is switched on.
    case toggle = 0
    /// One of the texts, by its place from 0.
    case choice = 1
    /// A number; the text is its unit.
    case number = 2
  }

  /// Number of the control within its source.
  public var id: UInt8 = 0
  /// What the value means.
  public var kind: Kind = .toggle
  /// What it is set to, from `low` to `high`.
  public var value: Double = 0
  /// Lowest value.
  public var low: Double = 0
  /// Highest value.
  public var high: Double = 0
  /// Distance between values from `low` on, above zero.
  public var step: Double = 0
  /// What it is called, UTF-8.
  public var name: [UInt8] = []
  /// Texts in UTF-8 as `kind` says, at most `WireLimits.choices`: as many as choices, else one.
  public var texts: [[UInt8]] = []

  /// Describes a control.
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

  /// Something that is off or on; `confirmation` is what to ask before it is switched on, empty for nothing.
  public static func toggle(id: UInt8, name: [UInt8], isOn: Bool, confirmation: [UInt8] = []) -> SourceControl
  {
    SourceControl(
      id: id, kind: .toggle, value: isOn ? 1 : 0, low: 0, high: 1, step: 1, name: name, texts: [confirmation])
  }

  /// One of several names, the selected one by its place.
  public static func choice(id: UInt8, name: [UInt8], names: [[UInt8]], selected: Int) -> SourceControl {
    SourceControl(
      id: id, kind: .choice, value: Double(selected), low: 0, high: Double(names.count - 1), step: 1,
      name: name, texts: names)
  }

  /// The value nearest to a wish; NaN leaves it as it is.
  public func value(nearestTo wish: Double) -> Double {
    guard !wish.isNaN else { return value }
    let steps = ((Swift.max(low, Swift.min(high, wish)) - low) / step).rounded()
    return Swift.min(high, low + steps * step)
  }
}
