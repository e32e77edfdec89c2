public import WaveSpectra
public import WaveSpectrumWire
import WaveUnits
public import WaveWire

/// A source that simulates a receiver of the FM band, with a description, tuning and row timing.
///
/// It has no clock. Rows are due 30 times per second, at the end of their intervals. Some are lost about
/// every 40 seconds, as over a faulty cable: the sequence jumps, and the loss is reported.
public struct SimulatedSource: Sendable {
  /// The number of rows per second.
  public static let rowsPerSecond: Int64 = 30

  /// The result for the interval of one row: a received row, or a loss.
  public struct Turn: Sendable {
    /// The row, or nil if it was lost.
    public var row: PowerRow?
    /// The number of lost rows before this one that have not yet been reported, or 0 if `row` is nil.
    public var lost: UInt32
  }

  private var band: SimulatedBand
  private var pacer: RowPacer
  private var lost: UInt32 = 0

  /// Creates a receiver.
  ///
  /// - Parameters:
  ///   - seed: The seed of all random numbers in the simulation.
  ///   - startMicroseconds: The start of the first row's interval.
  public init(seed: UInt64 = 1, startMicroseconds: Int64 = 0) {
    band = SimulatedBand(seed: seed, rowMicroseconds: 1_000_000 / Self.rowsPerSecond)
    pacer = RowPacer(rowsPerSecond: Self.rowsPerSecond, startMicroseconds: startMicroseconds)
  }

  /// Restarts the row timing at the given time.
  public mutating func start(at microseconds: Int64) {
    pacer = RowPacer(rowsPerSecond: Self.rowsPerSecond, startMicroseconds: microseconds)
  }

  /// The description of the source, which changes when the receiver is tuned.
  public var info: SourceInfo {
    let axis = band.axis
    let floor = Float(band.noiseFloorDecibels)
    var detail = TextWriter()
    detail.append(integer: SimulatedBand.binCount)
    detail.append(" bins, Blackman-Harris, ")
    detail.append(integer: Self.rowsPerSecond)
    detail.append(" rows/s")
    return SourceInfo(
      source: 0, flags: [.simulated, .tunable], unit: .fullScale, lowHertz: axis.lowHertz,
      highHertz: axis.highHertz, tuneLowHertz: SimulatedBand.tunable.lowerBound,
      tuneHighHertz: SimulatedBand.tunable.upperBound, stepHertz: SimulatedBand.stepHertz,
      rbwHertz: axis.stepHertz * SimulatedBand.rbwBins, enbwHertz: band.enbwHertz,
      rowSeconds: 1 / Double(Self.rowsPerSecond), durationSeconds: 0, startMicroseconds: 0,
      levelLow: (floor / 5).rounded() * 5 - 5, levelHigh: -20, name: [UInt8]("Simulated FM band"),
      detail: detail.bytes)
  }

  /// Performs a command to tune the receiver, and ignores any other command.
  ///
  /// - Returns: Whether the received band changed.
  public mutating func perform(_ command: Command) -> Bool {
    guard case .tune(_, let low, let high) = command else { return false }
    let before = band.axis
    band.tune(lowHertz: low, highHertz: high)
    return band.axis != before
  }

  /// The time at which the next row is complete.
  public var dueMicroseconds: Int64 { pacer.dueMicroseconds }

  /// Returns the next row or loss, or nil if none is due.
  ///
  /// - Complexity: As for `SimulatedBand.row`.
  public mutating func nextTurn(at now: Int64) -> Turn? {
    guard let turn = pacer.nextRow(now: now) else { return nil }
    lost &+= turn.lost
    let seconds = (Double(turn.row) + 0.5) / Double(Self.rowsPerSecond)
    if band.isLost(atSeconds: seconds) {
      lost &+= 1
      return Turn(row: nil, lost: 0)
    }
    let row = band.row(
      sequence: UInt32(truncatingIfNeeded: turn.row &+ 1), startMicroseconds: pacer.start(of: turn.row),
      seconds: seconds)
    defer { lost = 0 }
    return Turn(row: row, lost: lost)
  }
}
