/// The settings of a source, such as a receiver's gain (tag 74); they replace the source's earlier ones.
public struct SourceControls: Equatable, Sendable {
  /// The source.
  public var source: UInt16 = 0
  /// The controls in the order in which to show them, at most `WireLimits.controls`; empty if there are no
  /// settings.
  public var controls: [SourceControl] = []

  /// A list of controls.
  public init(source: UInt16, controls: [SourceControl]) {
    self.source = source
    self.controls = controls
  }
}

/// A setting of a source that `Command.adjust` changes: a value in a range, in steps.
///
/// All kinds have one layout, which keeps the code of the web client small.
public struct SourceControl: Equatable, Sendable {
  /// The meaning of the value.
  public enum Kind: UInt8, Equatable, Sendable {
    /// Off or on, 0 or 1; the text, if not empty, is a question to confirm before it is switched on.
    case toggle = 0
    /// One of the texts, by its index from 0.
    case choice = 1
    /// A number; the text is its unit.
    case number = 2
  }

  /// The number of the control within its source.
  public var id: UInt8 = 0
  /// The meaning of the value.
  public var kind: Kind = .toggle
  /// The current value, from `low` to `high`.
  public var value: Double = 0
  /// The lowest value.
  public var low: Double = 0
  /// The highest value.
  public var high: Double = 0
  /// The distance between values from `low` on, above zero.
  public var step: Double = 0
  /// The name, UTF-8.
  public var name: [UInt8] = []
  /// The texts in UTF-8, as described for `kind`: one for each choice, else a single one.
  ///
  /// There are at most `WireLimits.choices` texts.
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

  /// A setting that is off or on; `confirmation` is a question to confirm before it is switched on, or empty.
  public static func toggle(id: UInt8, name: [UInt8], isOn: Bool, confirmation: [UInt8] = []) -> SourceControl
  {
    SourceControl(
      id: id, kind: .toggle, value: isOn ? 1 : 0, low: 0, high: 1, step: 1, name: name, texts: [confirmation])
  }

  /// A setting with several names, of which `selected` is the index of the current one.
  public static func choice(id: UInt8, name: [UInt8], names: [[UInt8]], selected: Int) -> SourceControl {
    SourceControl(
      id: id, kind: .choice, value: Double(selected), low: 0, high: Double(names.count - 1), step: 1,
      name: name, texts: names)
  }

  /// Returns the valid value nearest to a requested one; NaN gives the current value.
  public func value(nearestTo requested: Double) -> Double {
    guard !requested.isNaN else { return value }
    let steps = ((Swift.max(low, Swift.min(high, requested)) - low) / step).rounded()
    return Swift.min(high, low + steps * step)
  }
}
