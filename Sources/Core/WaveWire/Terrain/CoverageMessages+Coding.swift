extension CoverageOffer: Payload {
  static let tag: UInt16 = 165

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: sampleLimit)
    bytes.append(littleEndian: models)
    if clutterCount > 0 { bytes.append(clutterCount) }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(sampleLimit: try cursor.integer(bytes), models: try cursor.integer(bytes))
    if cursor.end > cursor.position { clutterCount = try cursor.integer(bytes) }
  }
}

extension CoverageAsk: Payload {
  static let tag: UInt16 = 52

  var reservedBytes: Int { 96 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: number)
    bytes.append(littleEndian: tileCount)
    bytes.append(level)
    bytes.append(model)
    bytes.append(isVertical ? 1 : 0)
    bytes.append(area)
    bytes.append(littleEndian: latitudeDegrees)
    bytes.append(littleEndian: longitudeDegrees)
    bytes.append(littleEndian: frequencyHertz)
    bytes.append(littleEndian: radiusMeters)
    bytes.append(littleEndian: transmitterHeightMeters)
    bytes.append(littleEndian: receiverHeightMeters)
    bytes.append(littleEndian: timePercent)
    bytes.append(littleEndian: locationPercent)
    bytes.append(littleEndian: situationPercent)
    // A server that knows no models of the surface is asked as ever.
    if surfacePartCount > 0 || clutter > 0 { bytes.append(littleEndian: surfacePartCount) }
    if clutter > 0 { bytes.append(clutter) }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let number: UInt16 = try cursor.integer(bytes)
    let start = cursor.position
    let tileCount: UInt16 = try cursor.integer(bytes)
    let level: UInt8 = try cursor.integer(bytes)
    let model: UInt8 = try cursor.integer(bytes)
    let polarization: UInt8 = try cursor.integer(bytes)
    let area: UInt8 = try cursor.integer(bytes)
    guard Int(tileCount) <= WireLimits.tiles, level <= WireLimits.terrainLevel, polarization <= 1, area <= 3
    else { throw .invalid(byte: start) }
    let latitude = try cursor.double(bytes, limit: 90)
    let longitudeByte = cursor.position
    let longitude = try cursor.double(bytes, limit: 360)
    guard longitude >= -180 else { throw .invalid(byte: longitudeByte) }
    self.init(
      number: number, tileCount: tileCount, level: level, latitudeDegrees: latitude,
      longitudeDegrees: longitude)
    self.model = model
    self.area = area
    isVertical = polarization == 1
    frequencyHertz = try cursor.hertz(bytes)
    radiusMeters = try cursor.double(bytes, limit: WireLimits.coverageRadius)
    transmitterHeightMeters = try cursor.double(bytes, limit: WireLimits.antennaHeight)
    receiverHeightMeters = try cursor.double(bytes, limit: WireLimits.antennaHeight)
    timePercent = try cursor.double(bytes, limit: 100)
    locationPercent = try cursor.double(bytes, limit: 100)
    situationPercent = try cursor.double(bytes, limit: 100)
    guard cursor.end - cursor.position >= 2 else { return }
    let partsByte = cursor.position
    surfacePartCount = try cursor.integer(bytes)
    guard Int(surfacePartCount) <= WireLimits.surfaceParts else { throw .invalid(byte: partsByte) }
    guard cursor.end > cursor.position else { return }
    let clutterByte = cursor.position
    clutter = try cursor.integer(bytes)
    guard clutter <= WireLimits.clutter else { throw .invalid(byte: clutterByte) }
  }
}

extension CoverageLeave: Payload {
  static let tag: UInt16 = 53

  func append(to bytes: inout [UInt8]) { bytes.append(littleEndian: number) }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(number: try cursor.integer(bytes))
  }
}

extension CoverageProgress: Payload {
  static let tag: UInt16 = 166

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: number)
    bytes.append(littleEndian: doneCount)
    bytes.append(littleEndian: rayCount)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let number: UInt16 = try cursor.integer(bytes)
    let start = cursor.position
    let done: UInt32 = try cursor.integer(bytes)
    let all: UInt32 = try cursor.integer(bytes)
    guard done <= all else { throw .invalid(byte: start) }
    self.init(number: number, doneCount: done, rayCount: all)
  }
}

extension CoverageGeometry: Payload {
  static let tag: UInt16 = 167

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: number)
    bytes.append(littleEndian: northDegrees)
    bytes.append(littleEndian: westDegrees)
    bytes.append(littleEndian: latitudeStepDegrees)
    bytes.append(littleEndian: longitudeStepDegrees)
    bytes.append(littleEndian: rowCount)
    bytes.append(littleEndian: columnCount)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let number: UInt16 = try cursor.integer(bytes)
    let start = cursor.position
    let north = try cursor.double(bytes, limit: 90)
    let west = try cursor.double(bytes, limit: 720)
    let latitudeStep = try cursor.double(bytes, limit: 90)
    let longitudeStep = try cursor.double(bytes, limit: 90)
    let rows: UInt32 = try cursor.integer(bytes)
    let columns: UInt32 = try cursor.integer(bytes)
    let posts = 1...WireLimits.terrainPosts
    let least = WireLimits.terrainStep
    guard latitudeStep >= least, longitudeStep >= least, posts.contains(rows), posts.contains(columns),
      UInt64(rows) * UInt64(columns) <= UInt64(WireLimits.coveragePosts),
      north - Double(rows - 1) * latitudeStep >= -90.001, Double(columns - 1) * longitudeStep <= 360.001
    else { throw .invalid(byte: start) }
    self.init(
      number: number, northDegrees: north, westDegrees: west, latitudeStepDegrees: latitudeStep,
      longitudeStepDegrees: longitudeStep, rowCount: rows, columnCount: columns)
  }
}

extension CoverageLosses: Payload {
  static let tag: UInt16 = 169

  var reservedBytes: Int { 16 + losses.count * 2 }

  /// Appends losses, each as its difference from the one before, as heights are.
  func append(to bytes: inout [UInt8]) {
    let told = losses.prefix(WireLimits.coverageLosses)
    bytes.append(littleEndian: number)
    bytes.append(littleEndian: first)
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: told.count))
    var last: Int16 = 0
    for loss in told {
      bytes.append(packed: loss &- last)
      last = loss
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let number: UInt16 = try cursor.integer(bytes)
    let start = cursor.position
    let first: UInt32 = try cursor.integer(bytes)
    let countByte = cursor.position
    let count = Int(try cursor.integer(bytes) as UInt16)
    guard count <= WireLimits.coverageLosses else {
      throw .tooLong(byte: countByte, length: count, limit: WireLimits.coverageLosses)
    }
    guard UInt64(first) + UInt64(count) <= UInt64(WireLimits.coveragePosts) else {
      throw .invalid(byte: start)
    }
    // Every loss takes a byte at least.
    guard cursor.end - cursor.position >= count else {
      throw .truncated(byte: cursor.position, needed: count - (cursor.end - cursor.position))
    }
    var losses: [Int16] = []
    losses.reserveCapacity(count)
    var last: Int16 = 0
    for _ in 0..<count {
      let lossByte = cursor.position
      last = last &+ (try cursor.packedDifference(bytes))
      guard last == Self.nothing || last >= 0 && last <= WireLimits.coverageLoss else {
        throw .invalid(byte: lossByte)
      }
      losses.append(last)
    }
    self.init(number: number, first: first, losses: losses)
  }
}

extension CoverageRefusal: Payload {
  static let tag: UInt16 = 170

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: number)
    bytes.append(text: text)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(number: try cursor.integer(bytes), text: try cursor.text(bytes))
  }
}
