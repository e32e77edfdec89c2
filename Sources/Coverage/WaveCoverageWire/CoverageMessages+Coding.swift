package import WaveWire

extension CoverageOffer: Payload {
  package static let tag: UInt16 = 165

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&sampleLimit)
    try coder.integer(&models)
    if coder.hasMore(clutterCount > 0) { try coder.integer(&clutterCount) }
  }
}

extension CoverageAsk: Payload {
  package static let tag: UInt16 = 52

  package var reservedBytes: Int { 96 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&number)
    let start = coder.position
    try coder.integer(&tileCount)
    try coder.integer(&level)
    try coder.integer(&model)
    var polarization: UInt8 = isVertical ? 1 : 0
    try coder.integer(&polarization)
    try coder.integer(&area)
    try coder.require(
      Int(tileCount) <= WireLimits.tiles && level <= WireLimits.terrainLevel && polarization <= 1
        && area <= 3,
      at: start)
    isVertical = polarization == 1
    try coder.double(&latitudeDegrees, limit: 90)
    let longitudeStart = coder.position
    try coder.double(&longitudeDegrees, limit: 360)
    try coder.require(longitudeDegrees >= -180, at: longitudeStart)
    try coder.hertz(&frequencyHertz)
    try coder.double(&radiusMeters, limit: WireLimits.coverageRadius)
    try coder.double(&transmitterHeightMeters, limit: WireLimits.antennaHeight)
    try coder.double(&receiverHeightMeters, limit: WireLimits.antennaHeight)
    try coder.double(&timePercent, limit: 100)
    try coder.double(&locationPercent, limit: 100)
    try coder.double(&situationPercent, limit: 100)
    // A server that knows no models of the surface is asked as ever.
    guard coder.hasMore(surfacePartCount > 0 || clutter > 0) else { return }
    let partsStart = coder.position
    // One byte alone is no number of models and no fault either: it is passed over, as ever.
    guard (try? coder.integer(&surfacePartCount)) != nil else { return }
    try coder.require(Int(surfacePartCount) <= WireLimits.surfaceParts, at: partsStart)
    guard coder.hasMore(clutter > 0) else { return }
    let clutterStart = coder.position
    try coder.integer(&clutter)
    try coder.require(clutter <= WireLimits.clutter, at: clutterStart)
  }
}

extension CoverageLeave: Payload {
  package static let tag: UInt16 = 53

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&number)
  }
}

extension CoverageProgress: Payload {
  package static let tag: UInt16 = 166

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&number)
    let start = coder.position
    try coder.integer(&doneCount)
    try coder.integer(&rayCount)
    try coder.require(doneCount <= rayCount, at: start)
  }
}

extension CoverageGeometry: Payload {
  package static let tag: UInt16 = 167

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&number)
    let start = coder.position
    try coder.double(&northDegrees, limit: 90)
    try coder.double(&westDegrees, limit: 720)
    try coder.double(&latitudeStepDegrees, limit: 90)
    try coder.double(&longitudeStepDegrees, limit: 90)
    try coder.integer(&rowCount)
    try coder.integer(&columnCount)
    guard C.isReading else { return }
    let posts = 1...WireLimits.terrainPosts
    let least = WireLimits.terrainStep
    guard latitudeStepDegrees >= least, longitudeStepDegrees >= least, posts.contains(rowCount),
      posts.contains(columnCount),
      UInt64(rowCount) * UInt64(columnCount) <= UInt64(WireLimits.coveragePosts),
      northDegrees - Double(rowCount - 1) * latitudeStepDegrees >= -90.001,
      Double(columnCount - 1) * longitudeStepDegrees <= 360.001
    else { throw .invalid(byte: start) }
  }
}

extension CoverageLosses: Payload {
  package static let tag: UInt16 = 169

  package var reservedBytes: Int { 16 + losses.count * 2 }

  package init(blank: Void) {}

  /// Codes losses, each as its difference from the one before, as heights are.
  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&number)
    let start = coder.position
    try coder.integer(&first)
    let count = try coder.count(losses.count, as: UInt16.self, limit: WireLimits.coverageLosses)
    try coder.require(UInt64(first) + UInt64(count) <= UInt64(WireLimits.coveragePosts), at: start)
    if C.isReading {
      try coder.require(bytes: count)
      losses = []
      losses.reserveCapacity(count)
    }
    var last: Int16 = 0
    for index in 0..<count {
      let lossStart = coder.position
      var step = C.isReading ? 0 : losses[index] &- last
      try coder.difference(&step)
      last &+= step
      guard C.isReading else { continue }
      guard last == Self.nothing || last >= 0 && last <= WireLimits.coverageLoss else {
        throw .invalid(byte: lossStart)
      }
      losses.append(last)
    }
  }
}

extension CoverageRefusal: Payload {
  package static let tag: UInt16 = 170

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&number)
    try coder.text(&text)
  }
}
