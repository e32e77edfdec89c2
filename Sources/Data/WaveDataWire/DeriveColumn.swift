package import WaveWire

/// A column that a client derives from others (tag 41); it applies until the client replaces or removes it.
///
/// In all other messages its place is the number of the table's own columns plus its `number`.
public struct DeriveColumn: Equatable, Sendable {
  /// The table's number.
  public var source: UInt16 = 0
  /// The number of the derived column, below `WireLimits.derivedColumns`; replaces a column of the same
  /// number.
  public var number: UInt8 = 0
  /// The column's name, cut at `WireLimits.derivedName` bytes; if it is empty, the formula is the name.
  public var name: [UInt8] = []
  /// The formula of its values, as WaveSeries' `ColumnFormula` reads it, cut at `WireLimits.formula` bytes;
  /// empty to remove the column.
  public var formula: [UInt8] = []

  /// Describes a column.
  public init(source: UInt16, number: UInt8, name: [UInt8] = [], formula: [UInt8]) {
    self.source = source
    self.number = number
    self.name = name
    self.formula = formula
  }
}

extension DeriveColumn: Payload {
  package static let tag: UInt16 = 41

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    let start = coder.position
    coder.integer(&number)
    coder.require(Int(number) < WireLimits.derivedColumns, at: start)
    coder.text(&name, limit: WireLimits.derivedName)
    coder.text(&formula, limit: WireLimits.formula)
  }
}
