/// Limits for the rates of a phone's sensors, which are determined from the times of their first samples.
enum PhoneLimits {
  /// The minimum number of samples needed to determine a rate.
  static let rateSamples = 16
  /// The maximum time for which a sensor whose rate is unknown can delay the other sensors.
  static let patienceMicroseconds: Int64 = 4_000_000
  /// The maximum number of samples per sensor that are buffered before its rate is known.
  static let heldSamples = 100_000
  /// The highest supported sample rate in hertz.
  static let highestHertz = 100_000.0

  /// Returns the supported rate that a sensor probably has, from its measured rate.
  static func rate(near measured: Double) -> Double {
    min(max(ArrivalRate.lowestHertz, ArrivalRate.usual(near: measured)), highestHertz)
  }
}
