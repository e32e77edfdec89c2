public import WaveWire

/// A column that a client derives from other columns (tag 41).
///
/// The definition applies until the client replaces or removes it.
///
/// In all other messages, the index of the column is the number of the table's own columns plus `number`.
public struct DeriveColumn: Equatable, Sendable {
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The number of the derived column, below `WireLimits.derivedColumns`; a column with the same number is
  /// replaced.
  public var number: UInt8 = 0
  /// The column's name, truncated to `WireLimits.derivedName` bytes; if it is empty, the formula is the name.
  public var name: [UInt8] = []
  /// The formula in the syntax of WaveSeries' `ColumnFormula`, truncated to `WireLimits.formula` bytes; empty
  /// to remove the column.
  public var formula: [UInt8] = []

  /// Creates a request to derive a column.
  public init(source: UInt16, number: UInt8, name: [UInt8] = [], formula: [UInt8]) {
    self.source = source
    self.number = number
    self.name = name
    self.formula = formula
  }
}

extension DeriveColumn: Payload {
  @usableFromInline package static let tag: UInt16 = 41

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.integer(&number, in: 0...UInt8(WireLimits.derivedColumns - 1))
    coder.text(&name, limit: WireLimits.derivedName)
    coder.text(&formula, limit: WireLimits.formula)
  }
}
