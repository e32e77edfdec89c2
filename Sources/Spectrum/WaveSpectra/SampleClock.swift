import WaveUnits

/// Estimates the times of samples and the number of lost samples, from sample counts and arrival times.
///
/// Samples arrive in bursts, always later than they were taken, so the shortest delay is the best estimate.
/// The frequency of a crystal can be off by `toleratedParts` per million. If the delay grows faster than
/// that, and by more than `lossMicroseconds` over at least a second, samples were lost.
public struct SampleClock: Equatable, Sendable {
  /// The maximum drift of the receiver's crystal relative to this machine's clock, in parts per million.
  ///
  /// A faster drift can count as a loss.
  public static let toleratedParts = 200.0
  /// The minimum delay that counts as a loss: slightly less than two librtlsdr buffers at 2.4 MS/s, which are
  /// 109 ms.
  public static let lossMicroseconds = 100_000.0
  private static let windowMicroseconds: Int64 = 1_000_000

  /// The sample rate in hertz.
  public let rateHertz: Double
  /// The time in microseconds at which the first sample's interval begins.
  private var anchor: Double
  private var count: Int64 = 0
  /// The time of the first arrival in the current one-second window; nil before the first arrival.
  ///
  /// A window starts with an arrival so that it includes samples that catch up after a stall.
  private var windowStart: Int64?
  private var leastDelay = Double.infinity

  /// Creates a clock for samples that start at a given time.
  public init(rateHertz: Double, at now: Int64) {
    self.rateHertz = rateHertz
    anchor = Double(now)
  }

  /// The estimated time of the newest sample in microseconds.
  public var newestMicroseconds: Int64 { Int64(saturating: newest) }

  private var newest: Double { anchor + Double(count) / rateHertz * 1e6 }

  /// Returns how far the newest sample is behind a given time, in microseconds.
  public func delay(at now: Int64) -> Double { max(0, Double(now) - newest) }

  /// Records that samples have arrived.
  ///
  /// - Returns: An estimate of the number of samples lost before them.
  public mutating func add(samples: Int, at now: Int64) -> Int {
    count += Int64(samples)
    let delay = Double(now) - newest
    if delay < 0 { anchor += delay }
    leastDelay = min(leastDelay, max(0, delay))
    guard let start = windowStart else {
      windowStart = now
      return 0
    }
    guard now - start >= Self.windowMicroseconds else { return 0 }
    let excess = leastDelay
    let followed = Double(now - start) * Self.toleratedParts * 1e-6
    leastDelay = .infinity
    windowStart = nil
    guard excess > Self.lossMicroseconds else {
      anchor += min(excess, followed)
      return 0
    }
    anchor += excess
    return Int(saturating: min(excess * rateHertz / 1e6, 1e9))
  }
}
