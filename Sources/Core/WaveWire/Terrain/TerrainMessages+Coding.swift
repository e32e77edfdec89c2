extension TerrainHello: Payload {
  static let tag: UInt16 = 48

  func append(to bytes: inout [UInt8]) { bytes.append(littleEndian: version) }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(version: try cursor.integer(bytes))
  }
}

extension TerrainAsk: Payload {
  static let tag: UInt16 = 49

  func append(to bytes: inout [UInt8]) { bytes.append(block: key) }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(try cursor.block(bytes))
  }
}

extension TerrainTakeBack: Payload {
  static let tag: UInt16 = 50

  func append(to bytes: inout [UInt8]) { bytes.append(block: key) }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(try cursor.block(bytes))
  }
}

extension TerrainList: Payload {
  static let tag: UInt16 = 160

  var reservedBytes: Int { 16 + tiles.count * 80 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: first)
    bytes.append(littleEndian: total)
    let told = tiles.prefix(WireLimits.toldTiles)
    bytes.append(UInt8(truncatingIfNeeded: told.count))
    for tile in told {
      bytes.append(tile.flags.rawValue)
      bytes.append(littleEndian: tile.northDegrees)
      bytes.append(littleEndian: tile.westDegrees)
      bytes.append(littleEndian: tile.latitudeStepDegrees)
      bytes.append(littleEndian: tile.longitudeStepDegrees)
      bytes.append(littleEndian: tile.rowCount)
      bytes.append(littleEndian: tile.columnCount)
      bytes.append(text: tile.name, limit: WireLimits.terrainName)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let firstByte = cursor.position
    let first: UInt16 = try cursor.integer(bytes)
    let total: UInt16 = try cursor.integer(bytes)
    let count = try cursor.count(bytes, limit: WireLimits.toldTiles)
    guard Int(total) <= WireLimits.tiles, Int(first) + count <= Int(total) else {
      throw .invalid(byte: firstByte)
    }
    var tiles: [TerrainDescription] = []
    tiles.reserveCapacity(count)
    for _ in 0..<count {
      let flags = TerrainDescription.Flags(rawValue: try cursor.integer(bytes))
      let placeByte = cursor.position
      let north = try cursor.double(bytes, limit: 90)
      let west = try cursor.double(bytes, limit: 360)
      let latitudeStep = try cursor.double(bytes, limit: 90)
      let longitudeStep = try cursor.double(bytes, limit: 90)
      let rows: UInt32 = try cursor.integer(bytes)
      let columns: UInt32 = try cursor.integer(bytes)
      let posts = 2...WireLimits.terrainPosts
      let least = WireLimits.terrainStep
      guard latitudeStep >= least, longitudeStep >= least, west >= -180, posts.contains(rows),
        posts.contains(columns),
        north - Double(rows - 1) * latitudeStep >= -90.001, Double(columns - 1) * longitudeStep <= 360.001
      else { throw .invalid(byte: placeByte) }
      tiles.append(
        TerrainDescription(
          flags: flags, northDegrees: north, westDegrees: west, latitudeStepDegrees: latitudeStep,
          longitudeStepDegrees: longitudeStep, rowCount: rows, columnCount: columns,
          name: try cursor.text(bytes, limit: WireLimits.terrainName)))
    }
    self.init(first: first, total: total, tiles: tiles)
  }
}

extension TerrainBlock: Payload {
  static let tag: UInt16 = 161

  var reservedBytes: Int { 32 + heights.count * 3 / 2 }

  /// Appends the block, each height as its difference from the one to the west, of a row's first from the one to the north.
  ///
  /// 7 bits a byte, lowest first, the sign in the lowest bit. Ground is smooth, so that most take one byte.
  func append(to bytes: inout [UInt8]) {
    bytes.append(block: key)
    bytes.append(rowCount)
    bytes.append(columnCount)
    let columns = Int(columnCount)
    var row: Int16 = 0
    var last: Int16 = 0
    for index in 0..<Swift.min(heights.count, Int(rowCount) * columns) {
      if index % columns == 0 { last = row }
      let step = heights[index] &- last
      last = heights[index]
      if index % columns == 0 { row = last }
      bytes.append(packed: step)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let key = try cursor.block(bytes)
    let sizeByte = cursor.position
    let rowCount: UInt8 = try cursor.integer(bytes)
    let columnCount: UInt8 = try cursor.integer(bytes)
    let posts = 2...UInt8(WireLimits.terrainBlock + 1)
    guard posts.contains(rowCount), posts.contains(columnCount) else { throw .invalid(byte: sizeByte) }
    let columns = Int(columnCount)
    let count = Int(rowCount) * columns
    // Every height takes a byte at least.
    guard cursor.end - cursor.position >= count else {
      throw .truncated(byte: cursor.position, needed: count - (cursor.end - cursor.position))
    }
    var heights: [Int16] = []
    heights.reserveCapacity(count)
    var row: Int16 = 0
    var last: Int16 = 0
    for index in 0..<count {
      if index % columns == 0 { last = row }
      last = last &+ (try cursor.packedDifference(bytes))
      heights.append(last)
      if index % columns == 0 { row = last }
    }
    self.init(key: key, rowCount: rowCount, columnCount: columnCount, heights: heights)
  }
}

extension TerrainRefusal: Payload {
  static let tag: UInt16 = 162

  func append(to bytes: inout [UInt8]) {
    bytes.append(block: key)
    bytes.append(text: text)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(key: try cursor.block(bytes), text: try cursor.text(bytes))
  }
}

extension [UInt8] {
  fileprivate mutating func append(block key: TerrainBlockKey) {
    append(littleEndian: key.tile)
    append(key.isSurface ? key.level | WireLimits.surfaceBlock : key.level)
    append(littleEndian: key.row)
    append(littleEndian: key.column)
  }
}

extension ByteCursor {
  fileprivate mutating func block(_ bytes: RawSpan) throws(WireError) -> TerrainBlockKey {
    let start = position
    let tile: UInt16 = try integer(bytes)
    let kind: UInt8 = try integer(bytes)
    let level = kind & ~WireLimits.surfaceBlock
    guard Int(tile) < WireLimits.tiles, level <= WireLimits.terrainLevel else { throw .invalid(byte: start) }
    return TerrainBlockKey(
      tile: tile, level: level, row: try integer(bytes), column: try integer(bytes),
      isSurface: kind != level)
  }
}
