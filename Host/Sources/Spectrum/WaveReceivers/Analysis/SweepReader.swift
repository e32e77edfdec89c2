import WaveRadioFormats

/// Reads sweeps as rtl_power and hackrf_sweep write them: text, or the binary records of `hackrf_sweep -B`.
struct SweepReader: Sendable {
  /// Whether it reads binary records, which bear no time: there sweeps begin at HackRF's own pace, from zero.
  let isBinary: Bool
  private let isLive: Bool
  private var text: RTLPowerReader
  private var binary: HackRFSweepReader
  /// Bytes read by readers that gave up.
  private var bytesBefore = 0

  /// Waits for the first byte.
  ///
  /// - Parameters:
  ///   - isBinary: Whether records come rather than lines.
  ///   - isLive: Whether a sweep is given with its last line rather than with the first of the next.
  init(isBinary: Bool, isLive: Bool = false) {
    self.isBinary = isBinary
    self.isLive = isLive
    text = RTLPowerReader(givesWholeSweepsAtOnce: isLive)
    binary = HackRFSweepReader(givesWholeSweepsAtOnce: isLive)
  }

  /// What is read, for people, once the first line was.
  var kind: String {
    isBinary ? "hackrf_sweep records" : text.isHackRF ? "hackrf_sweep log" : "rtl_power log"
  }
  var byteCount: Int { bytesBefore + (isBinary ? binary.byteCount : text.byteCount) }
  var hopCount: Int { isBinary ? binary.hopCount : text.hopCount }
  /// Levels in a line; 0 where that is not told.
  var levelsPerHop: Int { isBinary ? 0 : text.levelsPerHop }

  mutating func read(_ bytes: Span<UInt8>, _ take: (PowerSweep) -> Void) throws(RadioFormatError) {
    if isBinary { try binary.read(bytes, take) } else { try text.read(bytes, take) }
  }

  mutating func finish(_ take: (PowerSweep) -> Void) throws(RadioFormatError) {
    if isBinary { try binary.finish(take) } else { try text.finish(take) }
  }

  /// Goes on behind what was refused: the line, or all of the record that came so far.
  mutating func passOver() {
    guard isBinary else { return text.passOver() }
    bytesBefore += binary.byteCount
    binary = HackRFSweepReader(givesWholeSweepsAtOnce: isLive)
  }
}
