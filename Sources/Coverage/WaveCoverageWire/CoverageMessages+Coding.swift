public import WaveWire

extension CoverageOffer: Payload {
  @usableFromInline package static let tag: UInt16 = 165

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&sampleLimit)
    coder.integer(&models)
    if coder.hasMore(clutterCount > 0) { coder.integer(&clutterCount) }
  }
}

extension CoverageRequest: Payload {
  @usableFromInline package static let tag: UInt16 = 52

  @usableFromInline package var reservedBytes: Int { 96 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&number)
    let start = coder.position
    coder.integer(&tileCount)
    coder.integer(&level)
    coder.integer(&model)
    var polarization: UInt8 = isVertical ? 1 : 0
    coder.integer(&polarization)
    coder.integer(&area)
    coder.require(
      Int(tileCount) <= WireLimits.tiles && level <= WireLimits.terrainLevel && polarization <= 1
        && area <= 3,
      at: start)
    isVertical = polarization == 1
    coder.double(&latitudeDegrees, limit: 90)
    let longitudeStart = coder.position
    coder.double(&longitudeDegrees, limit: 360)
    coder.require(longitudeDegrees >= -180, at: longitudeStart)
    coder.hertz(&frequencyHertz)
    coder.double(&radiusMeters, limit: WireLimits.coverageRadius)
    coder.double(&transmitterHeightMeters, limit: WireLimits.antennaHeight)
    coder.double(&receiverHeightMeters, limit: WireLimits.antennaHeight)
    coder.double(&timePercent, limit: 100)
    coder.double(&locationPercent, limit: 100)
    coder.double(&situationPercent, limit: 100)
    // Requests without surface models and clutter are encoded as in earlier versions. A single byte is too
    // short for the number of models; earlier versions ignored such a byte, so it is not an error.
    guard coder.hasMore(surfacePartCount > 0 || clutter > 0, bytes: 2) else { return }
    let partsStart = coder.position
    coder.integer(&surfacePartCount)
    coder.require(Int(surfacePartCount) <= WireLimits.surfaceParts, at: partsStart)
    guard coder.hasMore(clutter > 0) else { return }
    let clutterStart = coder.position
    coder.integer(&clutter)
    coder.require(clutter <= WireLimits.clutter, at: clutterStart)
  }
}

extension CoverageCancellation: Payload {
  @usableFromInline package static let tag: UInt16 = 53

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) { coder.integer(&number) }
}

extension CoverageProgress: Payload {
  @usableFromInline package static let tag: UInt16 = 166

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&number)
    let start = coder.position
    coder.integer(&doneCount)
    coder.integer(&rayCount)
    coder.require(doneCount <= rayCount, at: start)
  }
}

extension CoverageGeometry: Payload {
  @usableFromInline package static let tag: UInt16 = 167

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&number)
    let start = coder.position
    coder.double(&northDegrees, limit: 90)
    coder.double(&westDegrees, limit: 720)
    coder.double(&latitudeStepDegrees, limit: 90)
    coder.double(&longitudeStepDegrees, limit: 90)
    coder.integer(&rowCount)
    coder.integer(&columnCount)
    guard C.isReading else { return }
    let posts = 1...WireLimits.terrainPosts
    let least = WireLimits.terrainStep
    guard latitudeStepDegrees >= least, longitudeStepDegrees >= least, posts.contains(rowCount),
      posts.contains(columnCount),
      UInt64(rowCount) * UInt64(columnCount) <= UInt64(WireLimits.coveragePosts),
      northDegrees - Double(rowCount - 1) * latitudeStepDegrees >= -90.001,
      Double(columnCount - 1) * longitudeStepDegrees <= 360.001
    else { return coder.refuse(.invalid(byte: start)) }
  }
}

extension CoverageLosses: Payload {
  @usableFromInline package static let tag: UInt16 = 169

  @usableFromInline package var reservedBytes: Int { 16 + losses.count * 2 }

  @usableFromInline package init(blank: Void) {}

  /// Encodes or decodes the message, in which each loss is stored as the difference from the previous one.
  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&number)
    let start = coder.position
    coder.integer(&first)
    let count = coder.count(losses.count, as: UInt16.self, limit: WireLimits.coverageLosses)
    coder.require(UInt64(first) + UInt64(count) <= UInt64(WireLimits.coveragePosts), at: start)
    if C.isReading {
      guard coder.isFollowed(byBytes: count) else { return }
      losses = []
      losses.reserveCapacity(count)
    }
    var last: Int16 = 0
    for index in 0..<count {
      let lossStart = coder.position
      var step = C.isReading ? 0 : losses[index] &- last
      coder.difference(&step)
      last &+= step
      guard C.isReading else { continue }
      guard last == Self.nothing || last >= 0 && last <= WireLimits.coverageLoss else {
        return coder.refuse(.invalid(byte: lossStart))
      }
      losses.append(last)
    }
  }
}

extension CoverageRefusal: Payload {
  @usableFromInline package static let tag: UInt16 = 170

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&number)
    coder.text(&text)
  }
}
