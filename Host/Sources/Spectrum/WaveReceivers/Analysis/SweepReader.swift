import WaveRadioFormats

/// Reads sweeps from rtl_power and hackrf_sweep, either text logs or the binary records of `hackrf_sweep -B`.
struct SweepReader: Sendable {
  /// Whether the input consists of binary records.
  ///
  /// Binary records contain no times, so times start at zero and advance at HackRF's own sweep rate.
  let isBinary: Bool
  private let isLive: Bool
  private var text: RTLPowerReader
  private var binary: HackRFSweepReader
  /// The number of bytes read by earlier readers, which were discarded after errors.
  private var bytesBefore = 0

  /// Creates a reader that starts at the first byte of the input.
  ///
  /// - Parameters:
  ///   - isBinary: Whether the input consists of binary records instead of lines.
  ///   - isLive: Whether a sweep is returned with its last line, rather than with the first line of the next
  ///     sweep.
  init(isBinary: Bool, isLive: Bool = false) {
    self.isBinary = isBinary
    self.isLive = isLive
    text = RTLPowerReader(returnsSweepsWithoutDelay: isLive)
    binary = HackRFSweepReader(returnsSweepsWithoutDelay: isLive)
  }

  /// The type of input for display, known after the first line.
  var kind: String {
    isBinary ? "hackrf_sweep records" : text.isHackRF ? "hackrf_sweep log" : "rtl_power log"
  }
  var byteCount: Int { bytesBefore + (isBinary ? binary.byteCount : text.byteCount) }
  var hopCount: Int { isBinary ? binary.hopCount : text.hopCount }
  /// The number of levels per line; 0 if it is unknown.
  var levelsPerHop: Int { isBinary ? 0 : text.levelsPerHop }

  mutating func read(_ bytes: Span<UInt8>, _ receive: (PowerSweep) -> Void) throws(RadioFormatError) {
    if isBinary { try binary.read(bytes, receive) } else { try text.read(bytes, receive) }
  }

  mutating func finish(_ receive: (PowerSweep) -> Void) throws(RadioFormatError) {
    if isBinary { try binary.finish(receive) } else { try text.finish(receive) }
  }

  /// Skips the input that caused an error: a line, or the part of a record received so far.
  mutating func skipLine() {
    guard isBinary else { return text.skipLine() }
    bytesBefore += binary.byteCount
    binary = HackRFSweepReader(returnsSweepsWithoutDelay: isLive)
  }
}
