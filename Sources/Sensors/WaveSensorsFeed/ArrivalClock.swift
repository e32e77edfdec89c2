import WaveSensorsWire
public import WaveStreams
import WaveUnits
import WaveWire

/// Tells when the samples of a group were made from when they arrived, and when that is to be told anew.
public struct ArrivalClock: Sendable {
  /// How far the line may leave what was told before it is told anew.
  public static let toleranceMicroseconds = 1500.0
  /// How often it is told at most.
  public static let patienceMicroseconds: Int64 = 2_000_000

  private var fit: ArrivalFit
  private let rateHertz: Double
  private var toldMicroseconds: Int64 = .min / 2
  private var isStep = false

  /// Starts a group of a rate, of which nothing has come.
  public init(rateHertz: Double) {
    self.rateHertz = rateHertz
    fit = ArrivalFit(rateHertz: rateHertz)
  }

  /// The device was started anew.
  public mutating func restart() {
    fit = ArrivalFit(rateHertz: rateHertz)
    isStep = true
  }

  /// Takes note of a block, before it is put into the group; of one whose numbers the group refuses, none is
  /// taken.
  ///
  /// - Complexity: O(1).
  public mutating func take(_ block: SampleBlock, into group: inout StreamGroup) {
    let count = UInt64(max(1, block.count))
    guard block.sequence <= EnvelopePyramid.sequenceLimit - count else { return }
    let last = block.sequence + count - 1
    let arrival = block.arrivalMicroseconds
    let event = fit.add(sequence: last, arrivalMicroseconds: arrival)
    if case .step = event { isStep = true }
    let isFirst = group.times.pieces.isEmpty
    guard isFirst || isStep else { return follow(from: last + 1, at: arrival, &group) }
    // The first sample is as much older than the last as the rate says.
    tell(from: block.sequence, reason: isFirst ? .start : .step, at: arrival, &group)
    isStep = false
  }

  private mutating func follow(from sequence: UInt64, at now: Int64, _ group: inout StreamGroup) {
    guard now.saturatingSubtracting(toldMicroseconds) >= Self.patienceMicroseconds,
      let fitted = fit.microseconds(of: sequence), let told = group.times.microseconds(of: sequence),
      (fitted - told).magnitude > Self.toleranceMicroseconds
    else { return }
    tell(from: sequence, reason: .drift, at: now, &group)
  }

  private mutating func tell(
    from sequence: UInt64, reason: SampleTimes.Reason, at now: Int64, _ group: inout StreamGroup
  ) {
    guard let time = fit.microseconds(of: sequence), time.magnitude < Double(WireLimits.microseconds) else {
      return
    }
    toldMicroseconds = now
    group.addTimes(
      from: sequence, microseconds: Int64(saturating: time.rounded()),
      rateHertz: reason == .drift ? fit.rateHertz : rateHertz, reason: reason)
  }
}
