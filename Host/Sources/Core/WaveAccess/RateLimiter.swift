import WaveUnits

/// A limiter for the rate of requests from each address, with one token bucket per address.
///
/// The number of buckets is limited. While all are in use, new addresses share one bucket, so that no client
/// can evict the addresses that have used up their tokens. The caller supplies the current time.
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

  /// Creates a limiter that has not counted any request.
  ///
  /// - Parameters:
  ///   - burst: The number of requests allowed in a burst; at least 1.
  ///   - perSecond: The number of requests allowed per second on average; greater than 0.
  ///   - addressesLimit: The maximum number of addresses with their own bucket.
  public init(burst: Int, perSecond: Double, addressesLimit: Int = 4096) {
    self.burst = Double(max(1, burst))
    self.perSecond = max(perSecond, 1e-6)
    self.addressesLimit = max(1, addressesLimit)
    shared = Bucket(tokens: self.burst, microseconds: .min)
  }

  /// The number of addresses that currently have their own bucket.
  public var addressCount: Int { buckets.count }

  /// Spends one of the tokens of an address.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - now: The current time of a monotonic clock, in microseconds.
  /// - Returns: Nil if a token was available; otherwise the number of seconds until the next token, at least
  ///   1.
  /// - Complexity: O(1); O(addresses) if all buckets are in use and the address is new.
  public mutating func spend(_ address: AddressKey, at now: Int64) -> Int? {
    if buckets[address] == nil {
      if buckets.count >= addressesLimit {
        buckets = buckets.filter { filled($0.value, at: now).tokens < burst }
      }
      guard buckets.count < addressesLimit else { return spend(&shared, at: now) }
    }
    var bucket = buckets[address] ?? Bucket(tokens: burst, microseconds: now)
    let wait = spend(&bucket, at: now)
    buckets[address] = bucket
    return wait
  }

  /// Checks whether an address has a token, without spending it.
  /// - Returns: Nil if a token is available; otherwise the number of seconds until the next token, at least
  ///   1.
  public func wait(_ address: AddressKey, at now: Int64) -> Int? {
    var bucket =
      buckets[address] ?? (buckets.count < addressesLimit ? Bucket(tokens: burst, microseconds: now) : shared)
    return spend(&bucket, at: now)
  }

  private func filled(_ bucket: Bucket, at now: Int64) -> Bucket {
    let seconds = Double(max(0, now) - max(0, bucket.microseconds)) / 1e6
    return Bucket(tokens: min(burst, bucket.tokens + max(0, seconds) * perSecond), microseconds: now)
  }

  private func spend(_ bucket: inout Bucket, at now: Int64) -> Int? {
    bucket = filled(bucket, at: now)
    guard bucket.tokens < 1 else {
      bucket.tokens -= 1
      return nil
    }
    return max(1, Int(saturating: ((1 - bucket.tokens) / perSecond).rounded(.up)))
  }
}
