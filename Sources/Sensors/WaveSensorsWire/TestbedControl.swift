import WaveUnits
import WaveWire

/// What can be set at a source with the flag `testbed`, by the number that `Command.adjust` names.
public enum TestbedControl: UInt8, Sendable {
  /// How many streams, 1 to `WireLimits.channels`.
  case streams = 0
  /// Samples in a second of each, a whole number from 1 to `rateLimit`.
  case rate = 1

  /// Samples in a second at most.
  public static let rateLimit = 10_000

  /// The whole number nearest to a wish; nil where that is no number.
  public func value(nearestTo wish: Double) -> Int? {
    guard !wish.isNaN else { return nil }
    let limit = self == .streams ? WireLimits.channels : Self.rateLimit
    return Int(saturating: Swift.max(1, Swift.min(Double(limit), wish.rounded())))
  }
}
