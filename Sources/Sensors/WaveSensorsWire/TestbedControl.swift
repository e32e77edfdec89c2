import WaveUnits
import WaveWire

/// The controls of a test bed source; their raw values are control numbers in `Command.adjust`.
public enum TestbedControl: UInt8, Sendable {
  /// The number of streams, 1 to `WireLimits.channels`.
  case streams = 0
  /// The sample rate of each stream, an integer from 1 to `rateLimit`.
  case rate = 1

  /// The maximum sample rate in hertz.
  public static let rateLimit = 10_000

  /// Returns the valid integer nearest to a requested value; nil for NaN.
  public func value(nearestTo requested: Double) -> Int? {
    guard !requested.isNaN else { return nil }
    let limit = self == .streams ? WireLimits.channels : Self.rateLimit
    return Int(saturating: Swift.max(1, Swift.min(Double(limit), requested.rounded())))
  }
}
