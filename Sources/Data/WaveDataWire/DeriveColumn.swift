package import WaveWire

/// A column that one client has made of others (tag 41), until it is said otherwise.
///
/// It stands behind the table's own columns: the number of these and its own number together are its place in
/// all other messages.
public struct DeriveColumn: Equatable, Sendable {
  /// Which table.
  public var source: UInt16 = 0
  /// Which of the client's columns, below `WireLimits.derivedColumns`; one of the same number is replaced.
  public var number: UInt8 = 0
  /// What to call it, cut at `WireLimits.derivedName` bytes; empty where it is called by its formula.
  public var name: [UInt8] = []
  /// How its values are made, as WaveSeries' `ColumnFormula` reads it, cut at `WireLimits.formula` bytes;
  /// empty takes the column away.
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
