/// What can be set at a source, such as a receiver's gain (tag 74); replaces what was told of it before.
public struct SourceControls: Equatable, Sendable {
  /// Which source.
  public var source: UInt16
  /// The controls in the order in which to show them, at most `WireLimits.controls`; empty where there is nothing to set.
  public var controls: [SourceControl]

  /// Lists controls.
  public init(source: UInt16, controls: [SourceControl]) {
    self.source = source
    self.controls = controls
  }
}

/// One thing that can be set at a source by `Command.adjust`.
public struct SourceControl: Equatable, Sendable {
  /// What kind of value it has.
  public enum Kind: Equatable, Sendable {
    /// Off or on, 0 or 1. Where `confirmation` is not empty it is what to ask before it is switched on, UTF-8.
    case toggle(confirmation: [UInt8])
    /// One of at most `WireLimits.choices` names in UTF-8, by its place from 0.
    case choice(names: [[UInt8]])
    /// A number from `low` to `high` in steps; the unit in UTF-8.
    case number(low: Double, high: Double, step: Double, unit: [UInt8])
  }

  /// Number of the control within its source.
  public var id: UInt8
  /// What it is called, UTF-8.
  public var name: [UInt8]
  /// What kind of value it has.
  public var kind: Kind
  /// What it is set to; see `Kind`.
  public var value: Double

  /// Describes a control.
  public init(id: UInt8, name: [UInt8], kind: Kind, value: Double) {
    self.id = id
    self.name = name
    self.kind = kind
    self.value = value
  }
}
