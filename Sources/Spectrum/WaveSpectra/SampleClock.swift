import WaveUnits

/// Tells when samples were made and how many never came, from their number and the times at which they
/// arrived.
///
/// Samples arrive in bursts, later than they were made, never earlier: the least delay seen is the truth. A
/// crystal may be wrong by `toleratedParts` in a million; delay that grows faster than that, and by more than
/// `lossMicroseconds` over a whole second, is samples that never came.
public struct SampleClock: Equatable, Sendable {
  /// Drift of the receiver's crystal against ours that is followed, in parts in a million.
  public static let toleratedParts = 200.0
  /// Least delay that counts as a loss; two buffers of librtlsdr at 2.4 MS/s are 109 ms.
  public static let lossMicroseconds = 100_000.0
  private static let windowMicroseconds: Int64 = 1_000_000

  /// Samples in a second.
  public let rateHertz: Double
  /// When the sample before the first was made.
  private var anchor: Double
  private var count: Int64 = 0
  /// First arrival of the present second: one that begins after a stall also sees it made up for.
  private var windowStart: Int64?
  private var leastDelay = Double.infinity

  /// Starts with the samples made after a time.
  public init(rateHertz: Double, at now: Int64) {
    self.rateHertz = rateHertz
    anchor = Double(now)
  }

  /// When the newest sample was made.
  public var newestMicroseconds: Int64 { Int64(saturating: newest) }

  private var newest: Double { anchor + Double(count) / rateHertz * 1e6 }

  /// Microseconds by which samples are behind the clock at a time.
  public func delay(at now: Int64) -> Double { max(0, Double(now) - newest) }

  /// Takes note of samples that arrive.
  ///
  /// - Returns: How many were lost before them, as far as one can tell.
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
