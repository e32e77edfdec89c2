public import WaveWire

extension CoverageHello: Payload {
  @usableFromInline package static let tag: UInt16 = 48

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) { coder.integer(&version) }
}

extension BlockRequest: Payload {
  @usableFromInline package static let tag: UInt16 = 49

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) { key.fields(&coder) }
}

extension BlockCancellation: Payload {
  @usableFromInline package static let tag: UInt16 = 50

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) { key.fields(&coder) }
}

extension TerrainList: Payload {
  @usableFromInline package static let tag: UInt16 = 160

  @usableFromInline package var reservedBytes: Int { 16 + tiles.count * 80 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.integer(&first)
    coder.integer(&total)
    let count = coder.count(tiles.count, as: UInt8.self, limit: WireLimits.tilesPerMessage)
    coder.require(Int(total) <= WireLimits.tiles && Int(first) + count <= Int(total), at: start)
    coder.elements(&tiles, count: count)
  }
}

extension TerrainDescription: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.flags(&flags)
    let start = coder.position
    coder.double(&northDegrees, limit: 90)
    coder.double(&westDegrees, limit: 360)
    coder.double(&latitudeStepDegrees, limit: 90)
    coder.double(&longitudeStepDegrees, limit: 90)
    coder.integer(&rowCount)
    coder.integer(&columnCount)
    if C.isReading {
      let posts = 2...WireLimits.terrainPosts
      let least = WireLimits.terrainStep
      guard latitudeStepDegrees >= least, longitudeStepDegrees >= least, westDegrees >= -180,
        posts.contains(rowCount), posts.contains(columnCount),
        northDegrees - Double(rowCount - 1) * latitudeStepDegrees >= -90.001,
        Double(columnCount - 1) * longitudeStepDegrees <= 360.001
      else { return coder.refuse(.invalid(byte: start)) }
    }
    coder.text(&name, limit: WireLimits.terrainName)
  }
}

extension TerrainBlock: Payload {
  @usableFromInline package static let tag: UInt16 = 161

  @usableFromInline package var reservedBytes: Int { 32 + heights.count * 3 / 2 }

  @usableFromInline package init(blank: Void) {}

  /// Encodes or decodes the block, in which each height is stored as the difference from its western
  /// neighbour.
  ///
  /// Heights in the first column are stored as the difference from their northern neighbour. The ground is
  /// smooth, so most differences need one byte.
  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    key.fields(&coder)
    let start = coder.position
    coder.integer(&rowCount)
    coder.integer(&columnCount)
    let posts = 2...UInt8(WireLimits.terrainBlock + 1)
    coder.require(posts.contains(rowCount) && posts.contains(columnCount), at: start)
    let columns = Int(columnCount)
    var count = Int(rowCount) * columns
    if C.isReading {
      guard coder.isFollowed(byBytes: count) else { return }
      heights = []
      heights.reserveCapacity(count)
    } else {
      count = Swift.min(heights.count, count)
    }
    var row: Int16 = 0
    var last: Int16 = 0
    for index in 0..<count {
      if index % columns == 0 { last = row }
      var step = C.isReading ? 0 : heights[index] &- last
      coder.difference(&step)
      last &+= step
      if C.isReading { heights.append(last) }
      if index % columns == 0 { row = last }
    }
  }
}

extension TerrainRefusal: Payload {
  @usableFromInline package static let tag: UInt16 = 162

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    key.fields(&coder)
    coder.text(&text)
  }
}

extension TerrainBlockKey: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.integer(&tile)
    var kind = isSurface ? level | WireLimits.surfaceBlock : level
    coder.integer(&kind)
    level = kind & ~WireLimits.surfaceBlock
    isSurface = kind != level
    coder.require(Int(tile) < WireLimits.tiles && level <= WireLimits.terrainLevel, at: start)
    coder.integer(&row)
    coder.integer(&column)
  }
}
