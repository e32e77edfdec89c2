/// Reads rtl_power and hackrf_sweep logs byte by byte, and returns complete sweeps with their hops in order
/// of frequency.
///
/// Lines with the same time are hops of one sweep. hackrf_sweep, which writes fractional seconds, gives each
/// line its own time; in its logs a sweep ends when its first hop, or any hop that is already in the sweep,
/// occurs again, and begins at the time of its first line.
///
/// Hops are not necessarily a whole number of steps apart (tunings in real logs are 409.6 steps apart). Each
/// hop is aligned with the nearest position on one grid for the whole band, so no bin is more than half a
/// step from its exact frequency, however many hops there are. If two hops cover the same bin, the level of
/// the hop with the smaller misfit is used, or the level of the first hop if the misfits are equal. Levels
/// logged as `nan` or `inf`, and missing hops, are gaps.
///
/// Bytes can arrive in chunks of any size. After an error the reader throws the same error for every call;
/// earlier sweeps remain valid.
public struct RTLPowerReader: Sendable {
  /// The maximum number of bytes in a line.
  public static let lineLimit = 1 << 20
  /// The maximum number of hops in a sweep; rtl_power itself writes at most 3000.
  public static let hopLimit = 4096
  /// The maximum number of bins in a sweep.
  public static let binLimit = 1 << 20

  /// The number of bytes read.
  public private(set) var byteCount = 0
  /// The number of lines read, including an incomplete line.
  public var lineCount: Int { lineNumber }
  /// The number of sweeps returned.
  public private(set) var sweepCount = 0
  /// The number of hops discovered so far.
  public var hopCount: Int { plan.hops.count }
  /// The number of levels in a hop, excluding a repeated last level; 0 before the first line.
  public var levelsPerHop: Int { plan.hops.first?.hop.count ?? 0 }

  /// Whether the log is from hackrf_sweep, whose times have fractional seconds; false before the first line.
  public private(set) var isHackRF = false

  private var line: [UInt8] = []
  private var lineStart = 0
  private var lineNumber = 0
  private var failure: RadioFormatError?
  private var plan = RTLPowerPlan()
  private var time: Int64?
  /// Whether the sweep that began at `time` has been returned.
  private var isReturned = false
  /// The time of the previous line.
  private var lineTime: Int64 = .min
  private let returnsSweepsWithoutDelay: Bool

  /// Creates a reader that starts at the first byte of a log.
  ///
  /// - Parameter returnsSweepsWithoutDelay: Whether a sweep is returned with its last line, which is useful
  ///   for live output. This is possible from the second sweep on, when the number of lines in a complete
  ///   sweep is known. Otherwise, and if lines are missing, a sweep is returned with the first line of the
  ///   next sweep. Lines that arrive after their sweep was returned are ignored.
  public init(returnsSweepsWithoutDelay: Bool = false) {
    self.returnsSweepsWithoutDelay = returnsSweepsWithoutDelay
  }

  /// Reads the next bytes of the log.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes.
  ///   - receive: Called with each sweep as soon as it is known to be complete.
  /// - Throws: `RadioFormatError` with the line and byte.
  /// - Complexity: O(bytes); each sweep allocates its levels.
  public mutating func read(_ bytes: Span<UInt8>, _ receive: (PowerSweep) -> Void) throws(RadioFormatError) {
    if let failure { throw failure }
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if line.isEmpty {
        lineStart = byteCount
        lineNumber += 1
      }
      byteCount += 1
      line.append(byte)
      if byte == UInt8(ascii: "\n") {
        try endLine(receive)
      } else if line.count > Self.lineLimit {
        throw fail(.line(.lineTooLong(limit: Self.lineLimit), byte: lineStart, line: lineNumber))
      }
    }
  }

  /// Ends the input and returns the last sweep.
  ///
  /// A last line without a newline is accepted if its level count shows that it is complete.
  ///
  /// - Throws: `RadioFormatError.truncated` if the last line is incomplete; the preceding sweep is returned
  ///   first. Throws `RadioFormatError.empty` if there was no line.
  public mutating func finish(_ receive: (PowerSweep) -> Void) throws(RadioFormatError) {
    if let failure { throw failure }
    let isCut = !line.isEmpty
    if isCut {
      do {
        try endLine(receive)
      } catch {
        emitSweep(receive)
        throw fail(.line(.truncated, byte: lineStart, line: lineNumber))
      }
    }
    emitSweep(receive)
    if sweepCount == 0 { throw fail(.empty) }
  }

  /// Continues after the line that caused an error, as if the line did not exist.
  ///
  /// The sweep lacks that line. If the line is older than the previous one because a clock was set back, the
  /// current sweep is dropped, and times start over. Without an error this has no effect.
  public mutating func skipLine() {
    guard let failure else { return }
    if case .line(.timeNotIncreasing, _, _) = failure {
      _ = plan.finishSweep(startMicroseconds: 0)
      time = nil
      lineTime = .min
    }
    line.removeAll(keepingCapacity: true)
    self.failure = nil
  }

  // MARK: - Lines

  private mutating func fail(_ error: RadioFormatError) -> RadioFormatError {
    failure = error
    return error
  }

  private mutating func emitSweep(_ receive: (PowerSweep) -> Void) {
    guard let time, let sweep = plan.finishSweep(startMicroseconds: time) else { return }
    sweepCount += 1
    isReturned = true
    receive(sweep)
  }

  private mutating func endLine(_ receive: (PowerSweep) -> Void) throws(RadioFormatError) {
    // The line is swapped out so that it can be read while the reader changes; its storage is kept.
    var bytes: [UInt8] = []
    swap(&bytes, &line)
    defer {
      bytes.removeAll(keepingCapacity: true)
      swap(&bytes, &line)
    }
    let fields = RTLPowerLine(bytes.span, isFirst: lineNumber == 1)
    guard !fields.isBlank else { return }
    do { try addLine(fields, bytes.span, receive) } catch {
      throw fail(error.moved(byte: lineStart, line: lineNumber))
    }
  }

  private mutating func addLine(
    _ fields: RTLPowerLine, _ bytes: Span<UInt8>, _ receive: (PowerSweep) -> Void
  ) throws(RadioFormatError) {
    let head = try fields.head(bytes)
    let levels = fields.valuesStart..<fields.end
    guard head.microseconds >= lineTime else { throw .line(.timeNotIncreasing, byte: fields.start, line: 0) }
    lineTime = head.microseconds
    isHackRF = fields.isTimeFractional
    if fields.isTimeFractional {
      if plan.begins(withHopAt: head.lowHertz) { emitSweep(receive) }
    } else if head.microseconds != time {
      emitSweep(receive)
      isReturned = false
    } else if isReturned {
      return try plan.recordLateHop(head, levels: levels, bytes)
    }
    // Sweeps that arrive in the same USB transfer are logged with the same time, so each is given a later
    // time.
    if !plan.isBegun {
      time = fields.isTimeFractional ? max(head.microseconds, (time ?? .min) &+ 1) : head.microseconds
    }
    try plan.add(head, levels: levels, bytes)
    if returnsSweepsWithoutDelay, sweepCount > 0, plan.isWhole { emitSweep(receive) }
  }
}

extension RadioFormatError {
  /// Returns the error with its offset counted from the start of the data instead of the line.
  fileprivate func moved(byte start: Int, line: Int) -> RadioFormatError {
    guard case .line(let fault, let byte, _) = self else { return self }
    return .line(fault, byte: start + byte, line: line)
  }
}
