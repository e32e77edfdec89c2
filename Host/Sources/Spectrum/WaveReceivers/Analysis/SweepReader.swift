import WaveRadioFormats

/// Reads sweeps written by rtl_power and hackrf_sweep: text, or the binary records of `hackrf_sweep -B`.
struct SweepReader: Sendable {
  /// Whether it reads binary records, which contain no time: their sweeps have HackRF's own rate, from zero.
  let isBinary: Bool
  private let isLive: Bool
  private var text: RTLPowerReader
  private var binary: HackRFSweepReader
  /// The bytes read by readers that were abandoned.
  private var bytesBefore = 0

  /// Creates a reader at the first byte.
  ///
  /// - Parameters:
  ///   - isBinary: Whether the input has records instead of lines.
  ///   - isLive: Whether a sweep is complete with its last line rather than with the first line of the next.
  init(isBinary: Bool, isLive: Bool = false) {
    self.isBinary = isBinary
    self.isLive = isLive
    text = RTLPowerReader(givesWholeSweepsAtOnce: isLive)
    binary = HackRFSweepReader(givesWholeSweepsAtOnce: isLive)
  }

  /// The kind of input for display, known after the first line.
  var kind: String {
    isBinary ? "hackrf_sweep records" : text.isHackRF ? "hackrf_sweep log" : "rtl_power log"
  }
  var byteCount: Int { bytesBefore + (isBinary ? binary.byteCount : text.byteCount) }
  var hopCount: Int { isBinary ? binary.hopCount : text.hopCount }
  /// The number of levels in a line; 0 if unknown.
  var levelsPerHop: Int { isBinary ? 0 : text.levelsPerHop }

  mutating func read(_ bytes: Span<UInt8>, _ receive: (PowerSweep) -> Void) throws(RadioFormatError) {
    if isBinary { try binary.read(bytes, receive) } else { try text.read(bytes, receive) }
  }

  mutating func finish(_ receive: (PowerSweep) -> Void) throws(RadioFormatError) {
    if isBinary { try binary.finish(receive) } else { try text.finish(receive) }
  }

  /// Skips what was refused: a line, or the part of a record received so far.
  mutating func skipLine() {
    guard isBinary else { return text.skipLine() }
    bytesBefore += binary.byteCount
    binary = HackRFSweepReader(givesWholeSweepsAtOnce: isLive)
  }
}
