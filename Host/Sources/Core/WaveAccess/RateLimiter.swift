import WaveUnits

/// Lets each address do so much at once and so much a second: one token bucket for each.
///
/// It remembers a bounded number of addresses. When these are all busy, newcomers share one bucket, so that
/// nobody makes it forget who has used up his own. It knows no clock.
public struct RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var microseconds: Int64
  }

  private let burst: Double
  private let perSecond: Double
  private let addressesLimit: Int
  private var buckets: [AddressKey: Bucket] = [:]
  private var shared: Bucket

  /// - Parameters:
  ///   - burst: How much at once; at least 1.
  ///   - perSecond: How much a second in the long run; above 0.
  ///   - addressesLimit: Addresses that are told apart at most.
  public init(burst: Int, perSecond: Double, addressesLimit: Int = 4096) {
    self.burst = Double(max(1, burst))
    self.perSecond = max(perSecond, 1e-6)
    self.addressesLimit = max(1, addressesLimit)
    shared = Bucket(tokens: self.burst, microseconds: .min)
  }

  /// Addresses that are told apart now.
  public var addressCount: Int { buckets.count }

  /// Takes one from an address's bucket.
  ///
  /// - Parameters:
  ///   - address: Whose.
  ///   - now: Microseconds that never go back.
  /// - Returns: Nil where there was one; else the seconds until there is, at least 1.
  /// - Complexity: O(1); O(addresses) where a newcomer finds no room.
  public mutating func spend(_ address: AddressKey, at now: Int64) -> Int? {
    if var bucket = buckets[address] {
      let wait = take(&bucket, at: now)
      buckets[address] = bucket
      return wait
    }
    if buckets.count >= addressesLimit {
      buckets = buckets.filter { filled($0.value, at: now).tokens < burst }
    }
    guard buckets.count < addressesLimit else { return take(&shared, at: now) }
    var bucket = Bucket(tokens: burst, microseconds: now)
    let wait = take(&bucket, at: now)
    buckets[address] = bucket
    return wait
  }

  /// Whether there is one, without taking it.
  /// - Returns: Nil where there is; else the seconds until there is, at least 1.
  public func wait(_ address: AddressKey, at now: Int64) -> Int? {
    var bucket =
      buckets[address] ?? (buckets.count < addressesLimit ? Bucket(tokens: burst, microseconds: now) : shared)
    return take(&bucket, at: now)
  }

  private func filled(_ bucket: Bucket, at now: Int64) -> Bucket {
    let seconds = Double(max(0, now) - max(0, bucket.microseconds)) / 1e6
    return Bucket(tokens: min(burst, bucket.tokens + max(0, seconds) * perSecond), microseconds: now)
  }

  private func take(_ bucket: inout Bucket, at now: Int64) -> Int? {
    bucket = filled(bucket, at: now)
    guard bucket.tokens < 1 else {
      bucket.tokens -= 1
      return nil
    }
    return max(1, Int(saturating: ((1 - bucket.tokens) / perSecond).rounded(.up)))
  }
}
