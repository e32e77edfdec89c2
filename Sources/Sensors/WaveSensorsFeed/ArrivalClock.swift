import WaveSensorsWire
public import WaveStreams
import WaveUnits
import WaveWire

/// A clock that estimates the times of a group's samples from their arrival, and decides when to send new
/// times.
public struct ArrivalClock: Sendable {
  /// The deviation from the times that were last sent, in microseconds, above which new times are sent.
  public static let toleranceMicroseconds = 1500.0
  /// The shortest interval between updates of the times.
  public static let patienceMicroseconds: Int64 = 2_000_000

  private var fit: ArrivalFit
  private let rateHertz: Double
  private var sentMicroseconds: Int64 = .min / 2
  private var isStep = false

  /// Creates a clock for a group that has no samples yet.
  public init(rateHertz: Double) {
    self.rateHertz = rateHertz
    fit = ArrivalFit(rateHertz: rateHertz)
  }

  /// Records that the device has restarted.
  public mutating func restart() {
    fit = ArrivalFit(rateHertz: rateHertz)
    isStep = true
  }

  /// Records a block before it is appended to the group; a block whose numbers the group rejects is ignored.
  ///
  /// - Complexity: O(1).
  public mutating func receive(_ block: SampleBlock, into group: inout StreamGroup) {
    let count = UInt64(max(1, block.count))
    guard block.sequence <= EnvelopePyramid.sequenceLimit - count else { return }
    let last = block.sequence + count - 1
    let arrival = block.arrivalMicroseconds
    let event = fit.add(sequence: last, arrivalMicroseconds: arrival)
    if case .step = event { isStep = true }
    let isFirst = group.times.pieces.isEmpty
    guard isFirst || isStep else { return follow(from: last + 1, at: arrival, &group) }
    // The block arrived with its last sample; the first sample is older by the duration of the block.
    send(from: block.sequence, reason: isFirst ? .start : .step, at: arrival, &group)
    isStep = false
  }

  private mutating func follow(from sequence: UInt64, at now: Int64, _ group: inout StreamGroup) {
    guard now.saturatingSubtracting(sentMicroseconds) >= Self.patienceMicroseconds,
      let fitted = fit.microseconds(of: sequence), let sent = group.times.microseconds(of: sequence),
      (fitted - sent).magnitude > Self.toleranceMicroseconds
    else { return }
    send(from: sequence, reason: .drift, at: now, &group)
  }

  private mutating func send(
    from sequence: UInt64, reason: SampleTimes.Reason, at now: Int64, _ group: inout StreamGroup
  ) {
    guard let time = fit.microseconds(of: sequence), time.magnitude < Double(WireLimits.microseconds)
    else { return }
    sentMicroseconds = now
    group.addTimes(
      from: sequence, microseconds: Int64(saturating: time.rounded()),
      rateHertz: reason == .drift ? fit.rateHertz : rateHertz, reason: reason)
  }
}
