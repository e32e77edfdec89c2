extension TerrainFetch: Payload {
  static let tag: UInt16 = 51

  func append(to bytes: inout [UInt8]) {
    bytes.append(cell: cell)
    bytes.append(isWanted ? 1 : 0)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let cell = try cursor.cell(bytes)
    let start = cursor.position
    let wish: UInt8 = try cursor.integer(bytes)
    guard wish <= 1 else { throw .invalid(byte: start) }
    self.init(cell, isWanted: wish == 1)
  }
}

extension TerrainProgress: Payload {
  static let tag: UInt16 = 163

  func append(to bytes: inout [UInt8]) {
    bytes.append(cell: cell)
    bytes.append(phase.rawValue)
    bytes.append(littleEndian: doneBytes)
    bytes.append(littleEndian: totalBytes)
    bytes.append(text: text)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let cell = try cursor.cell(bytes)
    let start = cursor.position
    guard let phase = Phase(rawValue: try cursor.integer(bytes)) else { throw .invalid(byte: start) }
    self.init(
      cell: cell, phase: phase, doneBytes: try cursor.integer(bytes), totalBytes: try cursor.integer(bytes),
      text: try cursor.text(bytes))
  }
}

extension [UInt8] {
  fileprivate mutating func append(cell: TerrainCell) {
    append(UInt8(bitPattern: cell.south))
    append(littleEndian: UInt16(bitPattern: cell.west))
  }
}

extension ByteCursor {
  fileprivate mutating func cell(_ bytes: RawSpan) throws(WireError) -> TerrainCell {
    let start = position
    let south = Int8(bitPattern: try integer(bytes))
    let west = Int16(bitPattern: try integer(bytes))
    guard (-90..<90).contains(south), (-180..<180).contains(west) else { throw .invalid(byte: start) }
    return TerrainCell(south: south, west: west)
  }
}
