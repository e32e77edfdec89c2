package import WaveWire

extension TerrainFetch: Payload {
  package static let tag: UInt16 = 51

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try cell.fields(&coder)
    let start = coder.position
    var wish: UInt8 = isWanted ? 1 : 0
    try coder.integer(&wish)
    try coder.require(wish <= 1, at: start)
    isWanted = wish == 1
  }
}

extension TerrainProgress: Payload {
  package static let tag: UInt16 = 163

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try cell.fields(&coder)
    try coder.choice(&phase)
    try coder.integer(&doneBytes)
    try coder.integer(&totalBytes)
    try coder.text(&text)
  }
}

extension TerrainCell: FieldList {
  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    let start = coder.position
    try coder.integer(&south)
    try coder.integer(&west)
    try coder.require((-90..<90).contains(south) && (-180..<180).contains(west), at: start)
  }
}
