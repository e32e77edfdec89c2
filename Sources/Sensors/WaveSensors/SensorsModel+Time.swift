import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// The axis of time: columns of the screen on an absolute lattice of source time.
extension SensorsModel {
  /// Windows to choose from, in seconds.
  static let windows: [Double] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600]
  /// Where traces begin: on paper behind the calibration pulse.
  var plotLeft: Float {
    layout == .paper ? (screen.left + Float(0.2 * paper.speed + 3) * pixelsPerMillimetre).rounded() : 0
  }

  /// Columns of pixels across the plot.
  var plotColumns: Int { Swift.max(1, Int(saturating: screen.width - plotLeft)) }

  /// Time from one column to the next.
  var columnMicroseconds: Double {
    let column = windowSeconds * 1e6 / Double(plotColumns)
    // One stream against another is drawn by its samples, as long as there are not too many of them.
    guard layout == .xy, let pair = crossedPair,
      pair.rateHertz * windowSeconds <= Double(BlockStore.capacity / 2)
    else { return column }
    return Swift.min(column, 1e6 / pair.rateHertz)
  }

  /// The column of the lattice that a moment lies in.
  func column(at microseconds: Double) -> Int64 {
    let place = (microseconds / columnMicroseconds).rounded(.down)
    return Int64(saturating: Swift.max(-1e18, Swift.min(1e18, place)))
  }

  /// The newest moment that can be shown.
  func liveMicroseconds(at now: Int64) -> Double {
    guard let newest = recency.newest else { return sourceMicroseconds(at: now) }
    // A stream that has stopped leaves a gap that grows; a recording that is held, or a link that is lost,
    // does not.
    guard link.isAnswering, source?.flags.contains(.recording) != true else { return newest }
    return recency.edge(serverMicroseconds: sourceTime(now)) ?? newest
  }

  /// The newest piece of a recording's time.
  var timeMap: TimeMap? {
    playback.newest
  }

  /// Whether the right edge is now, as far as is known.
  func isNow(at now: Int64) -> Bool {
    guard !isPaused, delayMicroseconds == 0, motion != .trigger || trigger.edge == nil else { return false }
    if source?.flags.contains(.recording) == true { return timeMap?.speed != 0 }
    return recency.newest != nil && recency.silentSeconds(at: now) == nil
  }

  /// Has the gap drawn that grows since no samples come: nothing but time does.
  mutating func growGap(at now: Int64) {
    guard link.isVisible, !isPaused, link.isAnswering, source?.flags.contains(.recording) != true,
      let newest = recency.newest
    else { return }
    let late = now + Int64(saturating: newest + recency.patience - sourceTime(now))
    guard now >= late else { return wake(at: late) }
    let due = strip.drawnAt + Swift.max(Self.gapMicroseconds, Int64(saturating: columnMicroseconds))
    if now >= due { redraw() } else { wake(at: due) }
  }

  /// Whether a group's newest sample has left the window.
  func hasEmptied(_ group: Int, at now: Int64) -> Bool {
    guard recency.newestMicroseconds.indices.contains(group) else { return false }
    let newest = recency.newestMicroseconds[group]
    return newest.isFinite && newest < edgeMicroseconds(at: now) - windowSeconds * 1e6
  }

  /// Time from frame to frame while a gap grows.
  private static let gapMicroseconds: Int64 = 50_000

  /// The moment that the source has come to, or came to some of the server's microseconds before: now, or, of
  /// a recording that is at rest, when it came to rest.
  func sourceMicroseconds(at now: Int64, before: Int64 = 0) -> Double {
    playback.microseconds(atServer: arrivedMicroseconds(at: now) - Double(before))
  }

  /// The same in server time.
  private func arrivedMicroseconds(at now: Int64) -> Double {
    let server = serverTime(now)
    guard source?.flags.contains(.recording) == true, let timeMap, timeMap.speed == 0 else {
      return Double(server)
    }
    return Double(Swift.min(server, timeMap.serverMicroseconds))
  }

  /// How far the right edge is behind what the source has come to.
  func behindMicroseconds(at now: Int64) -> Int64 {
    Int64(saturating: sourceMicroseconds(at: now) - sourceMicroseconds(at: now, before: delayMicroseconds))
  }

  /// A moment in the server's time, as messages have it.
  func wireMicroseconds(_ microseconds: Double) -> Int64 {
    let limit = Double(WireLimits.microseconds) - 1
    let server = playback.serverMicroseconds(at: microseconds)
    return Int64(saturating: Swift.max(-limit, Swift.min(limit, server)))
  }

  /// The length of the window that ends at the right edge, in the server's time.
  func wireWindow(at now: Int64) -> Int64 {
    let edge = edgeMicroseconds(at: now)
    let pace = playback.pace(atServer: playback.serverMicroseconds(at: edge))
    return Int64(saturating: windowSeconds * 1e6 / pace)
  }

  /// The moment at the right edge, or at the sweep's cursor.
  func edgeMicroseconds(at now: Int64) -> Double {
    if let frozenEdge { return frozenEdge }
    if motion == .trigger, delayMicroseconds == 0, let edge = trigger.edge { return edge }
    let live = liveMicroseconds(at: now)
    return delayMicroseconds > 0
      ? Swift.min(live, sourceMicroseconds(at: now, before: delayMicroseconds)) : live
  }

  /// Moves the right edge, never beyond now, and never so far that nothing is left to see.
  mutating func moveEdge(byMicroseconds delta: Double, at now: Int64) {
    let live = Swift.max(
      liveMicroseconds(at: now),
      isPaused ? -.infinity : sourceMicroseconds(at: now, before: delayMicroseconds))
    let oldest = playback.microseconds(atServer: Double(oldestMicroseconds)) + windowSeconds * 0.2e6
    let edge = edgeMicroseconds(at: now)
    let moved = Swift.min(live, Swift.max(edge + delta, Swift.min(edge, oldest)))
    if isPaused {
      frozenEdge = moved
    } else {
      let delay = arrivedMicroseconds(at: now) - playback.serverMicroseconds(at: moved)
      // Within a few columns of now it is now.
      let isNow = live - moved < 4 * columnMicroseconds && delta > 0 || moved >= live
      delayMicroseconds = isNow ? 0 : Int64(saturating: Swift.max(0, Swift.min(delay, 1e15)))
    }
    viewChanged(at: now)
  }

  /// Sets the seconds from edge to edge; the moment at a share of the width stays where it is, as far as now
  /// allows.
  mutating func setWindow(_ seconds: Double, anchor: Double, at now: Int64) {
    let before = windowSeconds
    windowSeconds = Swift.max(Self.windows[0], Swift.min(Self.windows[Self.windows.count - 1], seconds))
    if isPaused || delayMicroseconds > 0 {
      moveEdge(byMicroseconds: (windowSeconds - before) * (1 - anchor) * 1e6, at: now)
    }
    viewChanged(at: now)
  }

  /// Holds the picture still; the server goes on recording.
  mutating func pause(at now: Int64) {
    guard !isPaused else { return }
    frozenEdge = edgeMicroseconds(at: now)
    isPaused = true
    lastChip = .min / 2
    viewChanged(at: now)
  }

  /// Goes on from where the picture stands.
  mutating func resume(at now: Int64) {
    guard isPaused else { return }
    let behind = sourceTime(now) - (frozenEdge ?? sourceTime(now))
    isPaused = false
    recency.listen(at: now)
    frozenEdge = nil
    delayMicroseconds =
      source?.flags.contains(.recording) == true
      ? 0 : Int64(saturating: Swift.max(0, Swift.min(behind, 1e15)))
    viewChanged(at: now)
  }

  /// Goes on from now.
  mutating func goLive(at now: Int64) {
    isPaused = false
    frozenEdge = nil
    delayMicroseconds = 0
    // Now is now: what glides would carry the picture away from it.
    shell.hands.stopGlide()
    recency.listen(at: now)
    viewChanged(at: now)
    redraw()
  }

  /// How the source's time runs from now on: its samples' times follow.
  mutating func receive(_ map: TimeMap) {
    guard let index = sources.firstIndex(where: { $0.source == map.source }) else { return }
    allPlaybacks[index].receive(map)
    for group in allClocks[index].indices { allClocks[index][group].follow(allPlaybacks[index]) }
    if index == sourceIndex { strip.drawn = 0..<0 }
  }

  /// When samples of a group were made.
  mutating func receive(_ times: SampleTimes) {
    guard let index = sources.firstIndex(where: { $0.source == times.source }),
      Int(times.group) < allClocks[index].count
    else { return }
    allClocks[index][Int(times.group)].receive(times)
    // What was drawn may have another place now.
    if index == sourceIndex, times.reason == .step { strip.drawn = 0..<0 }
  }

  /// Recorded time of a moment in microseconds since 1970, where the server has told.
  func recordedMicroseconds(at microseconds: Double) -> Int64? {
    playback.recordedMicroseconds(at: microseconds).map { Int64(saturating: $0) }
  }

  /// Columns between the cursor of a sweep and the oldest ones before it, so that the two are never taken for
  /// one.
  var eraseColumns: Int { Swift.min(plotColumns / 4, Swift.max(8, Int(saturating: 14 * screen.scale))) }

  /// Columns of the lattice that are seen, the newest last.
  func visibleColumns(at now: Int64) -> Range<Int64> {
    let newest = column(at: edgeMicroseconds(at: now))
    let count = Int64(motion == .sweep ? plotColumns - eraseColumns : plotColumns)
    return newest - count + 1..<newest + 1
  }

  /// Where a column of the lattice is kept in the strip, and in a sweep where it is seen.
  func ringColumn(_ column: Int64) -> Int {
    let count = Int64(plotColumns)
    let place = column % count
    return Int(place < 0 ? place + count : place)
  }

  /// The moment under a point of the plot, and whether it is seen there at all.
  func microseconds(x: Float, at now: Int64) -> Double {
    let visible = visibleColumns(at: now)
    let place = Double(Swift.max(0, Swift.min(x - plotLeft, Float(plotColumns))))
    guard motion == .sweep else {
      return (Double(visible.upperBound) - Double(plotColumns) + place) * columnMicroseconds
    }
    let newest = visible.upperBound - 1
    var column = newest - Int64(ringColumn(newest)) + Int64(saturating: place)
    if column > newest { column -= Int64(plotColumns) }
    return (Double(column) + place - place.rounded(.down)) * columnMicroseconds
  }

  /// Where a moment is seen; nil where it is not.
  func x(of microseconds: Double, at now: Int64) -> Float? {
    let visible = visibleColumns(at: now)
    let column = column(at: microseconds)
    guard visible.contains(column) else { return nil }
    let part = Float(microseconds / columnMicroseconds - Double(column))
    guard motion == .sweep else { return Float(column - visible.lowerBound) + plotLeft + part }
    return Float(ringColumn(column)) + plotLeft + part
  }
}
