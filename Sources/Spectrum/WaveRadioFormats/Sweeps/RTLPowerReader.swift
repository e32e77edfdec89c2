/// Reads logs of rtl_power and hackrf_sweep byte by byte, and returns whole sweeps with their hops in order
/// of frequency.
///
/// Lines with the same time are hops of one sweep. hackrf_sweep, which writes fractions of a second, gives
/// each line its own time: there a sweep ends when its first hop, or any other that it already has, occurs
/// again, and it begins at the time of its first line.
///
/// Hops need not be a whole number of steps apart (tunings in real logs are 409.6 steps apart). Each hop is
/// placed at the nearest position of one lattice for the whole band: no bin is more than half a step from its
/// true frequency, however many hops there are. If two hops cover a bin, the one with the smaller misfit
/// counts, and the first of two equal ones. Levels written as `nan` or `inf`, and hops that do not arrive,
/// are gaps.
///
/// Bytes may come in pieces of any size. After an error the reader throws the same error for every call;
/// earlier sweeps remain valid.
public struct RTLPowerReader: Sendable {
  /// The maximum number of bytes in a line.
  public static let lineLimit = 1 << 20
  /// The maximum number of hops in a sweep; rtl_power itself stops at 3000.
  public static let hopLimit = 4096
  /// The maximum number of bins in a sweep.
  public static let binLimit = 1 << 20

  /// The number of bytes read.
  public private(set) var byteCount = 0
  /// The number of lines begun.
  public var lineCount: Int { lineNumber }
  /// The number of sweeps returned.
  public private(set) var sweepCount = 0
  /// The number of hops known so far.
  public var hopCount: Int { plan.hops.count }
  /// The number of true levels in a hop; 0 before the first line.
  public var levelsPerHop: Int { plan.hops.first?.hop.count ?? 0 }

  /// Whether lines have hackrf_sweep's times with fractions of a second; false before the first line.
  public private(set) var isHackRF = false

  private var line: [UInt8] = []
  private var lineStart = 0
  private var lineNumber = 0
  private var failure: RadioFormatError?
  private var plan = RTLPowerPlan()
  private var time: Int64?
  /// Whether the sweep at `time` has been returned.
  private var isGiven = false
  /// The time of the previous line.
  private var lineTime: Int64 = .min
  private let givesWholeSweepsAtOnce: Bool

  /// Starts before the first byte.
  ///
  /// - Parameter givesWholeSweepsAtOnce: Whether a sweep is returned with its last line, for live output:
  ///   from the second sweep on, the number of lines in a whole sweep is known. Otherwise, and if lines are
  ///   missing, it is returned with the first line of the next sweep. A line of a sweep that has been
  ///   returned is left out.
  public init(givesWholeSweepsAtOnce: Bool = false) { self.givesWholeSweepsAtOnce = givesWholeSweepsAtOnce }

  /// Reads more bytes.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes.
  ///   - receive: Called with each sweep as soon as it is known to be complete.
  /// - Throws: `RadioFormatError` with line and byte.
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
        throw fail(.lineTooLong(limit: Self.lineLimit, byte: lineStart, line: lineNumber))
      }
    }
  }

  /// Ends the input, and returns the last sweep.
  ///
  /// A last line without its newline counts if it is complete, which the number of its levels shows.
  ///
  /// - Throws: `RadioFormatError.truncated` if the last line is cut off, after the sweep before it was
  ///   returned; `RadioFormatError.empty` if there was no line.
  public mutating func finish(_ receive: (PowerSweep) -> Void) throws(RadioFormatError) {
    if let failure { throw failure }
    let isCut = !line.isEmpty
    if isCut {
      do {
        try endLine(receive)
      } catch {
        emitSweep(receive)
        throw fail(.truncated(byte: lineStart, line: lineNumber))
      }
    }
    emitSweep(receive)
    if sweepCount == 0 { throw fail(.empty) }
  }

  /// Continues after the line that was refused, as if it did not exist.
  ///
  /// Its sweep lacks that line. If the line is older than the previous one, a clock was set back: the sweep
  /// so far is dropped, and time starts again. Without a failure this does nothing.
  public mutating func skipLine() {
    guard let failure else { return }
    if case .timeNotIncreasing = failure {
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
    isGiven = true
    receive(sweep)
  }

  private mutating func endLine(_ receive: (PowerSweep) -> Void) throws(RadioFormatError) {
    // Swapped out, so that the line can be read while the reader changes, and its storage is kept.
    var bytes: [UInt8] = []
    swap(&bytes, &line)
    defer {
      bytes.removeAll(keepingCapacity: true)
      swap(&bytes, &line)
    }
    let fields = RTLPowerLine(bytes.span, isFirst: lineNumber == 1)
    guard !fields.isBlank else { return }
    do {
      try addLine(fields, bytes.span, receive)
    } catch {
      throw fail(error.moved(byte: lineStart, line: lineNumber))
    }
  }

  private mutating func addLine(
    _ fields: RTLPowerLine, _ bytes: Span<UInt8>, _ receive: (PowerSweep) -> Void
  ) throws(RadioFormatError) {
    let head = try fields.head(bytes)
    let levels = fields.valuesStart..<fields.end
    guard head.microseconds >= lineTime else { throw .timeNotIncreasing(byte: fields.start, line: 0) }
    lineTime = head.microseconds
    isHackRF = fields.isTimeFractional
    if fields.isTimeFractional {
      if plan.begins(withHopAt: head.lowHertz) { emitSweep(receive) }
    } else if head.microseconds != time {
      emitSweep(receive)
      isGiven = false
    } else if isGiven {
      return try plan.learn(head, levels: levels, bytes)
    }
    // Sweeps shorter than a USB transfer have the same time.
    if !plan.isBegun {
      time = fields.isTimeFractional ? max(head.microseconds, (time ?? .min) &+ 1) : head.microseconds
    }
    try plan.add(head, levels: levels, bytes)
    if givesWholeSweepsAtOnce, sweepCount > 0, plan.isWhole { emitSweep(receive) }
  }
}

extension RadioFormatError {
  /// Returns the error with its position counted from the start of the data instead of the line.
  fileprivate func moved(byte start: Int, line: Int) -> RadioFormatError {
    switch self {
    case .malformedNumber(let byte, _): .malformedNumber(byte: start + byte, line: line)
    case .malformedTime(let byte, _): .malformedTime(byte: start + byte, line: line)
    case .missingFields(let byte, _): .missingFields(byte: start + byte, line: line)
    case .wrongCount(let expected, let found, let byte, _):
      .wrongCount(expected: expected, found: found, byte: start + byte, line: line)
    case .badRange(let byte, _): .badRange(byte: start + byte, line: line)
    case .stepChanged(let byte, _): .stepChanged(byte: start + byte, line: line)
    case .repeatedHop(let byte, _): .repeatedHop(byte: start + byte, line: line)
    case .timeNotIncreasing(let byte, _): .timeNotIncreasing(byte: start + byte, line: line)
    case .tooManyHops(let limit, let byte, _): .tooManyHops(limit: limit, byte: start + byte, line: line)
    case .tooManyBins(let limit, let byte, _): .tooManyBins(limit: limit, byte: start + byte, line: line)
    default: self
    }
  }
}
