extension Testbed {
  /// A measurement from a 2015 study, made on devices of that time.
  ///
  /// Derrick Lo, "Sensor Plot Kit", UC Irvine 2015, eScholarship 1tt4h1v7. In this study, latency is the time
  /// from a sample's arrival to its submission for drawing, minus the refresh interval.
  public struct StudyPoint: Equatable, Sendable {
    /// The value of the varied parameter: a number of streams, or a rate in hertz.
    public let value: Int
    /// The latency in seconds; an upper bound if `isBound` is set.
    public let seconds: Double
    /// Whether `seconds` is an upper bound rather than the measured latency.
    public private(set) var isBound = false
  }

  /// A series of measurements on one device.
  public struct StudySeries: Sendable {
    /// The number of the case in the study, 1 to 3.
    public let number: Int
    /// The parameter that was varied.
    public let axis: Axis
    /// The device on which the series was measured.
    public let device: StaticString
    /// The conditions of the measurement.
    public let condition: StaticString
    /// The outcome, as text.
    public let outcome: StaticString
    /// The points in ascending order; empty if the study describes the outcome only in words.
    public let points: [StudyPoint]
  }

  /// The three cases of the study.
  public static let study: [StudySeries] = [
    StudySeries(
      number: 1, axis: .rate, device: "iPhone 6S", condition: "one accelerometer stream",
      outcome: "negligible to 100 Hz, about 1 s at 150 Hz", points: [StudyPoint(value: 150, seconds: 1)]),
    StudySeries(
      number: 1, axis: .rate, device: "iPad 3", condition: "one accelerometer stream",
      outcome: "mediocre below 50 Hz, unusable above", points: []),
    StudySeries(
      number: 2, axis: .streams, device: "iPad 3", condition: "ECG of 50 Hz, shown 30 times a second",
      outcome: "12.9 s with 13 streams",
      points: [StudyPoint(value: 1, seconds: 0.001, isBound: true)]
        + [0.256, 1.139, 2.343, 3.559, 4.788, 6.401, 7.710, 8.857, 10.141, 11.484, 12.739, 12.888]
        .enumerated().map { StudyPoint(value: $0 + 2, seconds: $1) }),
    StudySeries(
      number: 2, axis: .streams, device: "iPad 2, iPhone 6S",
      condition: "ECG of 50 Hz, shown 30 times a second", outcome: "under 1 ms with 1 to 13 streams",
      points: (1...13).map { StudyPoint(value: $0, seconds: 0.001, isBound: true) }),
    StudySeries(
      number: 3, axis: .rate, device: "iPad 2", condition: "recorded ECG", outcome: "under 1 s at 50 Hz",
      points: [StudyPoint(value: 50, seconds: 1, isBound: true)]),
    StudySeries(
      number: 3, axis: .rate, device: "iPad 3", condition: "recorded ECG",
      outcome: "nearly four times the iPad 2\u{2019}s", points: [StudyPoint(value: 50, seconds: 4)]),
  ]
}
