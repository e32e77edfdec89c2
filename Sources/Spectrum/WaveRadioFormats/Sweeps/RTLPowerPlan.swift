import WaveSpectra
import WaveUnits

/// The hops of a log, aligned to one grid of bins, and the sweep that is being assembled from them.
struct RTLPowerPlan: Sendable {
  struct Placed: Sendable {
    var hop: RTLPowerHop
    /// The index of the hop's first level in the grid, where 0 is the first level of the log's first hop.
    var offset: Int
    /// The offset of the first level's actual frequency from its grid position, in steps, -0.5 to 0.5.
    var misfit: Float
    var isSeen: Bool
  }

  private(set) var hops: [Placed] = []
  private var low = 0
  private var high = 0
  private var levels: [Float] = []
  /// For each bin, the absolute misfit of the hop that supplied its level.
  private var misfits: [Float] = []
  private var nonFinite = 0
  /// The number of hops received so far for the current sweep.
  private var seenCount = 0
  /// The index of the hop that is expected next; hops are in the same order in every sweep.
  private var cursor = 0
  private var values: [Float] = []
  /// Whether the last level of a hop may be repeated, as in rtl_power logs.
  private var mayBeDoubled = true

  /// The frequencies of a sweep's bins; the bin count is 0 before the first hop.
  var axis: BinAxis {
    guard let origin = hops.first?.hop else { return BinAxis(firstHertz: 0, stepHertz: 1, count: 0) }
    return BinAxis(
      firstHertz: origin.firstHertz + Double(low) * origin.stepHertz, stepHertz: origin.stepHertz,
      count: high - low)
  }

  /// Adds one line to the sweep.
  ///
  /// The offsets in errors are counted from the start of the line.
  mutating func add(
    _ head: RTLPowerLine.Head, levels range: Range<Int>, _ bytes: Span<UInt8>
  ) throws(RadioFormatError) {
    try readValues(range, bytes)
    try addValues(head)
  }

  /// Adds the levels of one record to the sweep.
  ///
  /// Unlike in rtl_power logs, the last level is not repeated.
  mutating func add(_ head: RTLPowerLine.Head, decibels: [Float]) throws(RadioFormatError) {
    values = decibels
    mayBeDoubled = false
    try addValues(head)
  }

  /// Records the hop of a line that arrived after its sweep was returned.
  ///
  /// The line's levels are ignored.
  mutating func recordLateHop(
    _ head: RTLPowerLine.Head, levels range: Range<Int>, _ bytes: Span<UInt8>
  ) throws(RadioFormatError) {
    try readValues(range, bytes)
    _ = try place(head)
  }

  private mutating func addValues(_ head: RTLPowerLine.Head) throws(RadioFormatError) {
    let index = try place(head)
    guard !hops[index].isSeen else { throw head.error(.repeatedHop) }
    hops[index].isSeen = true
    seenCount += 1
    cursor = index + 1
    let placed = hops[index]
    for level in 0..<placed.hop.count {
      let bin = placed.offset - low + level
      let value = values[level]
      guard value.isFinite else {
        nonFinite += 1
        continue
      }
      // If two hops have the same misfit, they differ only by rounding, so the first is kept.
      let isTruer = abs(placed.misfit) < misfits[bin] - 0.001
      if levels[bin].isNaN || isTruer {
        levels[bin] = value
        misfits[bin] = abs(placed.misfit)
      }
    }
  }

  /// Returns whether a hop starts a new sweep: either every sweep begins with the hop, or the current sweep
  /// already contains it.
  func begins(withHopAt lowHertz: Double) -> Bool {
    guard let index = hopIndex(lowHertz) else { return false }
    return index == 0 || hops[index].isSeen
  }

  /// Whether any hop of the sweep has arrived.
  var isBegun: Bool { seenCount > 0 }

  /// Whether every known hop has arrived.
  var isWhole: Bool { seenCount == hops.count }

  /// Returns the current sweep and starts the next one; nil if no hop has arrived.
  mutating func finishSweep(startMicroseconds: Int64) -> PowerSweep? {
    guard isBegun else { return nil }
    let sweep = PowerSweep(
      startMicroseconds: startMicroseconds, axis: axis, decibels: levels, missingHops: hops.count - seenCount,
      nonFiniteValues: nonFinite)
    levels = [Float](repeating: .nan, count: high - low)
    nonFinite = 0
    cursor = 0
    seenCount = 0
    for index in hops.indices { hops[index].isSeen = false }
    return sweep
  }

  private mutating func readValues(_ range: Range<Int>, _ bytes: Span<UInt8>) throws(RadioFormatError) {
    values.removeAll(keepingCapacity: true)
    var place = range.lowerBound
    while let field = RTLPowerLine.field(bytes, &place, range.upperBound) {
      values.append(Float(try RTLPowerLine.number(bytes, field)))
    }
  }

  /// Returns the index of the hop to which a line belongs, adding the hop if it is new.
  private mutating func place(_ head: RTLPowerLine.Head) throws(RadioFormatError) -> Int {
    if let index = hopIndex(head.lowHertz) {
      let hop = hops[index].hop
      guard values.count == hop.written else {
        throw head.error(.wrongCount(expected: hop.written, found: values.count))
      }
      guard abs(head.stepHertz - hop.stepHertz) <= 0.011 + 4 / Double(hop.written),
        abs((head.highHertz - head.lowHertz) - hop.stepHertz * Double(hop.count)) <= 3 * hop.stepHertz
      else { throw head.error(.stepChanged) }
      return index
    }
    let isDoubled =
      mayBeDoubled && values.count > 1
      && (values[values.count - 1] == values[values.count - 2]
        || (values[values.count - 1].isNaN && values[values.count - 2].isNaN))
    let isExpected = hops.first.map { $0.hop.count < $0.hop.written } ?? isDoubled
    guard
      let hop = RTLPowerHop(
        lowHertz: head.lowHertz, highHertz: head.highHertz, stepHertz: head.stepHertz,
        written: values.count, isLastDoubled: isExpected)
    else {
      let steps = ((head.highHertz - head.lowHertz) / head.stepHertz).rounded()
      throw head.error(.wrongCount(expected: Int(saturating: min(steps, 1e9)), found: values.count))
    }
    return try append(hop, head)
  }

  private func hopIndex(_ lowHertz: Double) -> Int? {
    if cursor < hops.count, hops[cursor].hop.lowHertz == lowHertz { return cursor }
    return hops.firstIndex { $0.hop.lowHertz == lowHertz }
  }

  private mutating func append(
    _ hop: RTLPowerHop, _ head: RTLPowerLine.Head
  ) throws(RadioFormatError) -> Int {
    let (hopLimit, binLimit) = (RTLPowerReader.hopLimit, RTLPowerReader.binLimit)
    guard hops.count < hopLimit else { throw head.error(.tooManyHops(limit: hopLimit)) }
    let origin = hops.first?.hop ?? hop
    guard abs(hop.stepHertz - origin.stepHertz) <= 0.011 + 4 / Double(origin.written) else {
      throw head.error(.stepChanged)
    }
    let position = (hop.firstHertz - origin.firstHertz) / origin.stepHertz
    guard abs(position) <= Double(binLimit) else { throw head.error(.tooManyBins(limit: binLimit)) }
    let offset = Int(saturating: position.rounded())
    let newLow = min(low, offset)
    let newHigh = max(high, offset + hop.count)
    guard newHigh - newLow <= binLimit else { throw head.error(.tooManyBins(limit: binLimit)) }
    if newLow != low || newHigh != high { widen(to: newLow, newHigh) }
    hops.append(Placed(hop: hop, offset: offset, misfit: Float(position - position.rounded()), isSeen: false))
    return hops.count - 1
  }

  private mutating func widen(to newLow: Int, _ newHigh: Int) {
    levels = levels.padded(by: .nan, before: low - newLow, after: newHigh - high)
    misfits = misfits.padded(by: 1, before: low - newLow, after: newHigh - high)
    low = newLow
    high = newHigh
  }
}

extension [Float] {
  fileprivate func padded(by value: Float, before: Int, after: Int) -> [Float] {
    [Float](repeating: value, count: before) + self + [Float](repeating: value, count: after)
  }
}
