/// Reads rtl_power and hackrf_sweep logs byte by byte and gives whole sweeps, hops stitched in order of
/// frequency.
///
/// Lines that share a time are hops of one sweep. hackrf_sweep, which writes fractions of a second, gives
/// each line a time of its own: there a sweep ends where its first hop, or any other that it has, comes
/// again, and begins at the time of its first line. Hops need not be a whole number of steps apart (tunings
/// in real logs lie 409.6 steps apart), so each is laid at the nearest place of one lattice for the whole
/// band: no bin is more than half a step from its true frequency, however many hops there are. Where two hops
/// cover a bin, the one that lies truer wins; equals go to the first. Levels written as `nan` or `inf`, and
/// hops that do not come, are gaps.
///
/// Bytes may come in pieces of any size. After an error the reader gives the same error for ever; sweeps
/// given before stand.
public struct RTLPowerReader: Sendable {
  /// Bytes in a line at most.
  public static let lineLimit = 1 << 20
  /// Hops in a sweep at most; rtl_power itself stops at 3000.
  public static let hopLimit = 4096
  /// Bins in a sweep at most.
  public static let binLimit = 1 << 20

  /// Bytes read.
  public private(set) var byteCount = 0
  /// Lines begun.
  public var lineCount: Int { lineNumber }
  /// Whole sweeps given.
  public private(set) var sweepCount = 0
  /// Hops known so far.
  public var hopCount: Int { plan.hops.count }
  /// Levels in a hop that are true; 0 before the first line.
  public var levelsPerHop: Int { plan.hops.first?.hop.count ?? 0 }

  /// Whether lines have the time of hackrf_sweep, with fractions of a second; false before the first line.
  public private(set) var isHackRF = false

  private var line: [UInt8] = []
  private var lineStart = 0
  private var lineNumber = 0
  private var failure: RadioFormatError?
  private var plan = RTLPowerPlan()
  private var time: Int64?
  /// Whether `time` is that of a sweep that was given.
  private var isGiven = false
  /// Time of the line before.
  private var lineTime: Int64 = .min
  private let givesWholeSweepsAtOnce: Bool

  /// Waits for the first byte.
  ///
  /// - Parameter givesWholeSweepsAtOnce: Whether a sweep is given with its last line, for what is written
  ///   live: from the second sweep on it is known how many lines a whole one has. Else, and where lines are
  ///   missing, it is given with the first line of the next. A line that belongs to a sweep given before is
  ///   left out.
  public init(givesWholeSweepsAtOnce: Bool = false) { self.givesWholeSweepsAtOnce = givesWholeSweepsAtOnce }

  /// Reads more bytes.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes.
  ///   - take: Called with each sweep as soon as the first line of the next one is there.
  /// - Throws: `RadioFormatError` with line and byte.
  /// - Complexity: O(bytes); each sweep allocates its levels.
  public mutating func read(_ bytes: Span<UInt8>, _ take: (PowerSweep) -> Void) throws(RadioFormatError) {
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
        try endLine(take)
      } else if line.count > Self.lineLimit {
        throw fail(.lineTooLong(limit: Self.lineLimit, byte: lineStart, line: lineNumber))
      }
    }
  }

  /// Ends the input and gives the last sweep.
  ///
  /// A last line without its newline is taken if it is whole, which the count of levels tells.
  ///
  /// - Throws: `RadioFormatError.truncated` if the last line is cut off, after the sweep before was passed
  ///   on; `RadioFormatError.empty` if there was no line.
  public mutating func finish(_ take: (PowerSweep) -> Void) throws(RadioFormatError) {
    if let failure { throw failure }
    let isCut = !line.isEmpty
    if isCut {
      do {
        try endLine(take)
      } catch {
        giveSweep(take)
        throw fail(.truncated(byte: lineStart, line: lineNumber))
      }
    }
    giveSweep(take)
    if sweepCount == 0 { throw fail(.empty) }
  }

  /// Goes on behind the line that was refused, as if it had not been there.
  ///
  /// The sweep that it belongs to lacks it. Behind a line that is older than the one before, what that sweep
  /// had is dropped, and time starts anew: a clock was set back. Without a failure nothing happens.
  public mutating func passOver() {
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

  private mutating func giveSweep(_ take: (PowerSweep) -> Void) {
    guard let time, let sweep = plan.finishSweep(startMicroseconds: time) else { return }
    sweepCount += 1
    isGiven = true
    take(sweep)
  }

  private mutating func endLine(_ take: (PowerSweep) -> Void) throws(RadioFormatError) {
    // Swapped out so that the line can be read while the reader changes, and its storage is kept.
    var bytes: [UInt8] = []
    swap(&bytes, &line)
    defer {
      bytes.removeAll(keepingCapacity: true)
      swap(&bytes, &line)
    }
    let fields = RTLPowerLine(bytes.span, isFirst: lineNumber == 1)
    guard !fields.isBlank else { return }
    do {
      try addLine(fields, bytes.span, take)
    } catch {
      throw fail(error.moved(byte: lineStart, line: lineNumber))
    }
  }

  private mutating func addLine(
    _ fields: RTLPowerLine, _ bytes: Span<UInt8>, _ take: (PowerSweep) -> Void
  ) throws(RadioFormatError) {
    let head = try fields.head(bytes)
    let levels = fields.valuesStart..<fields.end
    guard head.microseconds >= lineTime else { throw .timeNotIncreasing(byte: fields.start, line: 0) }
    lineTime = head.microseconds
    isHackRF = fields.isTimeFractional
    if fields.isTimeFractional {
      if plan.begins(withHopAt: head.lowHertz) { giveSweep(take) }
    } else if head.microseconds != time {
      giveSweep(take)
      isGiven = false
    } else if isGiven {
      return try plan.learn(head, levels: levels, bytes)
    }
    // Sweeps shorter than a USB transfer share its time.
    if !plan.isBegun {
      time = fields.isTimeFractional ? max(head.microseconds, (time ?? .min) &+ 1) : head.microseconds
    }
    try plan.add(head, levels: levels, bytes)
    if givesWholeSweepsAtOnce, sweepCount > 0, plan.isWhole { giveSweep(take) }
  }
}

extension RadioFormatError {
  /// The same error at a place counted from the start of the data, where it was counted from a line's start.
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
