import WaveRadioFormats
import WaveSpectra

extension FuzzTarget {
  /// Logs of rtl_power and hackrf_sweep: text.
  static let powerLog = FuzzTarget("power-log", byteLimit: 1024) { bytes throws(Finding) in
    let whole = PowerLogReading(CollectionOfOne(bytes))
    let parts = PowerLogReading(sequence(state: Pieces(bytes)) { $0.next() })
    try require(whole.isSame(as: parts), "pieces give what the whole gives")
    try require(whole.reader.sweepCount == whole.sweeps.count, "sweeps are counted")
    try require(
      zip(whole.sweeps, whole.sweeps.dropFirst()).allSatisfy { $0.startMicroseconds < $1.startMicroseconds },
      "time rises")
    for sweep in whole.sweeps {
      try require(sweep.axis.count == sweep.decibels.count, "each bin has a level")
      try require(sweep.axis.count <= RTLPowerReader.binLimit, "bins stay within the limit")
      try require(sweep.axis.stepHertz > 0 && sweep.axis.firstHertz.isFinite, "the axis is one")
      try require(sweep.decibels.allSatisfy { !$0.isInfinite }, "a level is finite or a gap")
      try require(sweep.missingHops < whole.reader.hopCount, "a sweep has a hop")
    }
    if let last = whole.sweeps.last, let first = whole.sweeps.first {
      let laid = first.laid(on: last.axis)
      try require(laid.decibels.count == last.axis.count, "a sweep fits the wider axis")
    }
    let timing = SweepTiming(starts: whole.sweeps.map(\.startMicroseconds))
    try require(timing.typicalMicroseconds > 0 && timing.missingSweeps >= 0, "time is counted")
  }
}

extension FuzzTarget {
  /// Sweeps as `hackrf_sweep -B` writes them.
  static let hackRFSweep = FuzzTarget("hackrf-sweep", byteLimit: 512) { bytes throws(Finding) in
    let whole = try sweeps(CollectionOfOne(bytes))
    let parts = try sweeps(sequence(state: Pieces(bytes)) { $0.next() })
    try require(whole.error == parts.error && whole.count == parts.count, "pieces give what the whole gives")
    try require(
      zip(whole.sweeps, parts.sweeps).allSatisfy {
        $0.axis == $1.axis && $0.startMicroseconds == $1.startMicroseconds
          && $0.decibels.map(\.bitPattern) == $1.decibels.map(\.bitPattern)
      }, "pieces give the sweeps that the whole gives")
    for sweep in whole.sweeps {
      try require(sweep.axis.count == sweep.decibels.count, "each bin has a level")
      try require(sweep.axis.count <= RTLPowerReader.binLimit, "bins stay within the limit")
      try require(sweep.axis.stepHertz > 0 && sweep.axis.firstHertz.isFinite, "the axis is one")
      try require(sweep.decibels.allSatisfy { !$0.isInfinite }, "a level is finite or a gap")
    }
  }

  private static func sweeps(
    _ pieces: some Sequence<[UInt8]>
  ) throws(Finding) -> (sweeps: [PowerSweep], count: Int, error: RadioFormatError?) {
    var reader = HackRFSweepReader()
    var sweeps: [PowerSweep] = []
    do throws(RadioFormatError) {
      for piece in pieces { try reader.read(piece.span) { sweeps.append($0) } }
      try reader.finish { sweeps.append($0) }
    } catch { return (sweeps, reader.byteCount, error) }
    return (sweeps, reader.byteCount, nil)
  }
}

/// What a reader gave.
private struct PowerLogReading {
  var sweeps: [PowerSweep] = []
  var error: RadioFormatError?
  var reader = RTLPowerReader()

  init(_ pieces: some Sequence<[UInt8]>) {
    do throws(RadioFormatError) {
      for piece in pieces { try reader.read(piece.span) { sweeps.append($0) } }
      try reader.finish { sweeps.append($0) }
    } catch { self.error = error }
  }

  func isSame(as other: PowerLogReading) -> Bool {
    error == other.error && reader.byteCount == other.reader.byteCount
      && sweeps.count == other.sweeps.count
      && zip(sweeps, other.sweeps).allSatisfy {
        $0.startMicroseconds == $1.startMicroseconds && $0.axis == $1.axis
          && $0.missingHops == $1.missingHops && $0.nonFiniteValues == $1.nonFiniteValues
          && $0.decibels.map(\.bitPattern) == $1.decibels.map(\.bitPattern)
      }
  }
}
