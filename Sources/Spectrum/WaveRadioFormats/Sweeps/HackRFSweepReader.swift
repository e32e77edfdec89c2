import WaveText
import WaveUnits

/// Reads the output of `hackrf_sweep -B` byte by byte, and returns complete sweeps with their hops in order
/// of frequency.
///
/// Each record contains, all little-endian, a `u32` with the number of bytes that follow, a `u64` lower edge
/// and a `u64` upper edge in hertz, and levels in decibels as `f32`. Each tuning yields two records, [f, f +
/// 5 MHz) and [f + 10 MHz, f + 15 MHz), so records are not in order of frequency. hackrf_sweep begins each
/// sweep with the same record: a sweep ends when that record, or any record that is already in the sweep,
/// occurs again. Hops are aligned to one frequency grid, as in `RTLPowerReader`.
///
/// Records contain no time. A sweep begins when its first record arrives, if the caller passes that time.
/// Otherwise sweeps follow HackRF's own rate of 8 GHz per second, starting at time zero.
public struct HackRFSweepReader: Sendable {
  /// The maximum number of levels in a record; hackrf_sweep itself writes at most 2045.
  public static let levelLimit = 1 << 16
  /// The bandwidth in hertz that HackRF sweeps per second, according to its manufacturer.
  public static let hertzPerSecond = 8e9

  /// The number of bytes read.
  public private(set) var byteCount = 0
  /// The number of complete records read.
  public private(set) var recordCount = 0
  /// The number of sweeps returned.
  public private(set) var sweepCount = 0
  /// The number of hops discovered so far.
  public var hopCount: Int { plan.hops.count }

  private let returnsSweepsWithoutDelay: Bool
  private var record: [UInt8] = []
  private var recordStart = 0
  private var wantedBytes = 4
  private var failure: RadioFormatError?
  private var plan = RTLPowerPlan()
  private var start: Int64?
  private var paceMicroseconds = 0.0

  /// Creates a reader that starts at the first byte of the output.
  ///
  /// - Parameter returnsSweepsWithoutDelay: Whether a sweep is returned with its last record, which is useful
  ///   for live output. This is possible from the second sweep on, when the number of records in a complete
  ///   sweep is known. Otherwise, a sweep is returned with the first record of the next sweep.
  public init(returnsSweepsWithoutDelay: Bool = false) {
    self.returnsSweepsWithoutDelay = returnsSweepsWithoutDelay
  }

  /// Reads the next bytes of the output.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes, in chunks of any size.
  ///   - microseconds: The arrival time of the bytes, for live output; nil to assume HackRF's own rate.
  ///   - receive: Called with each sweep as soon as it is known to be complete.
  /// - Throws: `RadioFormatError.hackRF` with the offset at which the record begins; later calls throw the
  ///   same error.
  /// - Complexity: O(bytes); each sweep allocates its levels.
  public mutating func read(
    _ bytes: Span<UInt8>, at microseconds: Int64? = nil, _ receive: (PowerSweep) -> Void
  ) throws(RadioFormatError) {
    if let failure { throw failure }
    for index in 0..<bytes.count {
      record.append(bytes[index])
      byteCount += 1
      guard record.count == wantedBytes else { continue }
      if wantedBytes == 4 {
        let length = record.span.littleEndian(UInt32.self, at: 0)
        guard length >= 20, length % 4 == 0, length <= 16 + 4 * UInt32(Self.levelLimit) else {
          throw fail(.badLength(length))
        }
        wantedBytes = 4 + Int(length)
      } else {
        try endRecord(microseconds, receive)
      }
    }
  }

  /// Ends the input and returns the last sweep, even if it is incomplete.
  ///
  /// - Throws: `RadioFormatError.hackRF` with `.truncated` if the last record is incomplete; its sweep is
  ///   returned first. Throws `RadioFormatError.empty` if there was no record.
  public mutating func finish(_ receive: (PowerSweep) -> Void) throws(RadioFormatError) {
    if let failure { throw failure }
    emitSweep(receive)
    if !record.isEmpty { throw fail(.truncated) }
    if sweepCount == 0 {
      failure = .empty
      throw .empty
    }
  }

  // MARK: - Records

  private mutating func fail(_ fault: HackRFFault) -> RadioFormatError {
    let error = RadioFormatError.hackRF(fault, byte: recordStart)
    failure = error
    return error
  }

  private mutating func emitSweep(_ receive: (PowerSweep) -> Void) {
    guard let start, let sweep = plan.finishSweep(startMicroseconds: start) else { return }
    self.start = nil
    sweepCount += 1
    receive(sweep)
  }

  private mutating func endRecord(
    _ microseconds: Int64?, _ receive: (PowerSweep) -> Void
  ) throws(RadioFormatError) {
    // Edges beyond 2^63 also exceed a terahertz by far.
    let low = Double(record.span.littleEndian(UInt64.self, at: 4))
    let high = Double(record.span.littleEndian(UInt64.self, at: 12))
    guard high > low, high < 1e12 else { throw fail(.badRange) }
    let levels = stride(from: 20, to: record.count, by: 4).map {
      Float(bitPattern: record.span.littleEndian(UInt32.self, at: $0))
    }
    if plan.begins(withHopAt: low) { emitSweep(receive) }
    if start == nil { start = microseconds ?? Int64(saturating: paceMicroseconds) }
    let head = RTLPowerLine.Head(
      microseconds: 0, lowHertz: low, highHertz: high, stepHertz: (high - low) / Double(levels.count),
      lowStart: 0)
    do throws(RadioFormatError) { try plan.add(head, decibels: levels) } catch {
      throw fail(HackRFFault(error))
    }
    paceMicroseconds += (high - low) / Self.hertzPerSecond * 1e6
    recordCount += 1
    recordStart = byteCount
    wantedBytes = 4
    record.removeAll(keepingCapacity: true)
    if returnsSweepsWithoutDelay, sweepCount > 0, plan.isWhole { emitSweep(receive) }
  }
}

/// An error in binary output from hackrf_sweep.
public enum HackRFFault: Equatable, Sendable {
  /// A record has an invalid length: the bytes are not binary sweeps, or some were lost.
  case badLength(UInt32)
  /// The edges are not ascending, or exceed a terahertz.
  case badRange
  /// The input ends inside a record.
  case truncated
  /// The spacing of levels has changed since earlier records.
  case stepChanged
  /// A record has a different number of levels from an earlier record for the same band.
  case wrongCount
  /// A sweep has more records than the limit.
  case tooManyHops(limit: Int)
  /// A sweep has more levels than the limit.
  case tooManyBins(limit: Int)

  /// Creates a fault from an error in assembling hops; an error without a corresponding case becomes
  /// `stepChanged`.
  fileprivate init(_ error: RadioFormatError) {
    self =
      switch error {
      case .line(.tooManyHops(let limit), _, _): .tooManyHops(limit: limit)
      case .line(.tooManyBins(let limit), _, _): .tooManyBins(limit: limit)
      case .line(.wrongCount, _, _): .wrongCount
      default: .stepChanged
      }
  }
}

#if !hasFeature(Embedded)
  extension HackRFFault: CustomStringConvertible {
    /// A one-line description of the error and how to fix it.
    public var description: String {
      switch self {
      case .badLength(let length):
        "a record of \(length) bytes. These are not binary sweeps, or bytes were lost; sweep again"
      case .badRange: "a record whose edges are not rising frequencies below 1 THz. Sweep again"
      case .truncated: "the input ends inside a record. Sweep again to get the last one"
      case .stepChanged: "the step differs from the records before. Split the file here"
      case .wrongCount: "another number of levels than this band had before. Split the file here"
      case .tooManyHops(let limit): "a sweep would have more than \(limit) records. Split the band"
      case .tooManyBins(let limit):
        "a sweep would have more than \(limit) levels. Use a wider step or split the band"
      }
    }
  }
#endif
