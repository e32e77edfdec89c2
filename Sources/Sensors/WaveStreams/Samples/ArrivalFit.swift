internal import WaveUnits

/// An estimate of the times of samples from their sequence numbers and the arrival times of blocks.
///
/// Blocks arrive late and in bursts. A line of time against sequence number is fitted to the arrivals. Older
/// arrivals have less weight: half as much after `halfLifeSeconds`. The slope of the line is the inverse of
/// the device's true rate, and the time of each sample is a point on the line. The times are therefore evenly
/// spaced despite the bursts, and follow the drift of the device's oscillator. If several blocks in a row
/// deviate too far from the line, the fit restarts and reports a step.
///
/// Source: recursive least squares with forgetting, as in liblsl's `post_dejitter`; S. Haykin, Adaptive
/// Filter Theory, chapter 10.
public struct ArrivalFit: Sendable {
  /// The result of adding a block.
  public enum Event: Equatable, Sendable {
    /// The block fits the line.
    case steady
    /// Time has jumped by a number of microseconds relative to the sequence numbers, and the fit has
    /// restarted.
    case step(microseconds: Double)
  }

  /// The minimum deviation from the line that counts as a step, in microseconds.
  public static let toleranceMicroseconds = 200_000.0
  /// The number of consecutive blocks that must deviate before a step is reported.
  public static let stepBlocks = 3

  private let nominalMicroseconds: Double
  private let decayPerSample: Double
  // All sums are weighted, and relative to the newest block.
  /// The sum of the weights of all arrivals.
  private var weight = 0.0
  private var numbers = 0.0
  private var times = 0.0
  private var squares = 0.0
  private var products = 0.0
  private var newest: UInt64?
  private var originMicroseconds: Int64 = 0
  private var offCount = 0

  /// Creates a fit for the arrivals of a stream.
  ///
  /// - Parameters:
  ///   - rateHertz: The device's nominal sample rate in hertz, above zero.
  ///   - halfLifeSeconds: The time after which the weight of an arrival is halved, above zero.
  public init(rateHertz: Double, halfLifeSeconds: Double = 30) {
    nominalMicroseconds = 1e6 / rateHertz
    decayPerSample = 1 / (halfLifeSeconds * rateHertz)
  }

  /// Adds the arrival of a block's last sample.
  ///
  /// - Parameters:
  ///   - sequence: The sequence number of the sample, above earlier ones.
  ///   - arrival: The arrival time on this machine's monotonic clock, in microseconds.
  /// - Returns: `step` if time has jumped, otherwise `steady`.
  /// - Complexity: O(1), without allocation.
  public mutating func add(sequence: UInt64, arrivalMicroseconds arrival: Int64) -> Event {
    guard let last = newest, sequence > last else {
      begin(sequence, arrival)
      return .steady
    }
    let expected = microseconds(of: sequence) ?? Double(arrival)
    let error = Double(arrival) - expected
    guard error.magnitude < Self.toleranceMicroseconds else {
      offCount += 1
      guard offCount >= Self.stepBlocks else { return .steady }
      begin(sequence, arrival)
      return .step(microseconds: error)
    }
    offCount = 0
    let ahead = Double(sequence - last)
    move(by: ahead, Double(arrival.saturatingSubtracting(originMicroseconds)))
    originMicroseconds = arrival
    newest = sequence
    weight += 1
    return .steady
  }

  /// Returns the time of a sample on this machine's clock; nil before the first block.
  ///
  /// The time includes the transmission delay of blocks, which cannot be determined from sequence numbers and
  /// arrivals.
  public func microseconds(of sequence: UInt64) -> Double? {
    guard let newest else { return nil }
    let distance = sequence >= newest ? Double(sequence - newest) : -Double(newest - sequence)
    let meanNumber = numbers / weight
    let meanTime = times / weight
    return Double(originMicroseconds) + meanTime + (distance - meanNumber) * stepMicroseconds
  }

  /// The sample rate in hertz, measured by this machine's clock.
  public var rateHertz: Double { 1e6 / stepMicroseconds }

  /// The time between samples in microseconds: the slope of the line or, before the second arrival, the
  /// device's nominal value.
  private var stepMicroseconds: Double {
    let spread = squares - numbers * numbers / weight
    guard weight > 0, spread > 0 else { return nominalMicroseconds }
    // The nominal rate has the weight of one arrival a second away, since two blocks of a burst do not
    // determine a rate.
    let prior = nominalWeight
    let slope = (products - numbers * times / weight + prior * nominalMicroseconds) / (spread + prior)
    return slope > 0 ? slope : nominalMicroseconds
  }

  private var nominalWeight: Double {
    let second = 1e6 / nominalMicroseconds
    return second * second
  }

  private mutating func begin(_ sequence: UInt64, _ arrival: Int64) {
    (weight, numbers, times, squares, products) = (1, 0, 0, 0, 0)
    newest = sequence
    originMicroseconds = arrival
    offCount = 0
  }

  /// Moves the origin to a newer block, and reduces the weights of earlier ones.
  private mutating func move(by number: Double, _ time: Double) {
    products += -number * times - time * numbers + number * time * weight
    squares += -2 * number * numbers + number * number * weight
    numbers -= number * weight
    times -= time * weight
    let halves = Swift.min(number * decayPerSample, 50)
    let fading = Exponential.exp(-halves * 0.693_147_180_559_945_3)
    weight *= fading
    numbers *= fading
    times *= fading
    squares *= fading
    products *= fading
  }
}
