/// A column that one client has made of others (tag 41), until it is said otherwise.
///
/// It stands behind the table's own columns: the number of these and its own number together are its place in all other messages.
public struct DeriveColumn: Equatable, Sendable {
  /// Which table.
  public var source: UInt16
  /// Which of the client's columns, below `WireLimits.derivedColumns`; one of the same number is replaced.
  public var number: UInt8
  /// What to call it, cut at `WireLimits.derivedName` bytes; empty where it is called by its formula.
  public var name: [UInt8]
  /// How its values are made, as WaveSeries' `ColumnFormula` reads it, cut at `WireLimits.formula` bytes; empty takes the column away.
  public var formula: [UInt8]

  /// Describes a column.
  public init(source: UInt16, number: UInt8, name: [UInt8] = [], formula: [UInt8]) {
    self.source = source
    self.number = number
    self.name = name
    self.formula = formula
  }
}

extension DeriveColumn: Payload {
  static let tag: UInt16 = 41

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(number)
    bytes.append(text: name, limit: WireLimits.derivedName)
    bytes.append(text: formula, limit: WireLimits.formula)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let numberByte = cursor.position
    let number: UInt8 = try cursor.integer(bytes)
    guard Int(number) < WireLimits.derivedColumns else { throw .invalid(byte: numberByte) }
    self.init(
      source: source, number: number, name: try cursor.text(bytes, limit: WireLimits.derivedName),
      formula: try cursor.text(bytes, limit: WireLimits.formula))
  }
}
