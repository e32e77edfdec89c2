public import WaveWire

extension TerrainFetch: Payload {
  @usableFromInline package static let tag: UInt16 = 51

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    cell.fields(&coder)
    let start = coder.position
    var request: UInt8 = isWanted ? 1 : 0
    coder.integer(&request)
    coder.require(request <= 1, at: start)
    isWanted = request == 1
  }
}

extension TerrainProgress: Payload {
  @usableFromInline package static let tag: UInt16 = 163

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    cell.fields(&coder)
    coder.choice(&phase)
    coder.integer(&doneBytes)
    coder.integer(&totalBytes)
    coder.text(&text)
  }
}

extension TerrainCell: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.integer(&south)
    coder.integer(&west)
    coder.require((-90..<90).contains(south) && (-180..<180).contains(west), at: start)
  }
}
