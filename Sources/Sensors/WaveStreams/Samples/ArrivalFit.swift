internal import WaveUnits

/// Tells when samples were taken, from their numbers and the times at which blocks of them arrived.
///
/// Blocks arrive in bursts and late. A straight line of time against number is fitted to the arrivals, older
/// ones counting ever less, half as much after `halfLifeSeconds`: its slope is the device's true rate, and a
/// sample's time is what the line says. Without bursts the times are even; with a crystal that is off they
/// follow it. Where arrivals leave the line for good, the line begins anew and says so.
///
/// Source: recursive least squares with forgetting, as liblsl's `post_dejitter`; S. Haykin, Adaptive Filter
/// Theory, chapter 10.
public struct ArrivalFit: Sendable {
  /// What a block told of the clock.
  public enum Event: Equatable, Sendable {
    /// It lies on the line.
    case steady
    /// Time has jumped by so many microseconds against the numbers: the line begins anew.
    case step(microseconds: Double)
  }

  /// Microseconds that arrivals may be off the line, at least, before it is a step.
  public static let toleranceMicroseconds = 200_000.0
  /// Blocks in a row that must be off.
  public static let stepBlocks = 3

  private let nominalMicroseconds: Double
  private let decayPerSample: Double
  /// Weighted sums about the newest block: weights, numbers, times, squares and products.
  private var weight = 0.0
  private var numbers = 0.0
  private var times = 0.0
  private var squares = 0.0
  private var products = 0.0
  private var newest: UInt64?
  private var originMicroseconds: Int64 = 0
  private var offCount = 0

  /// Fits arrivals of a stream of some rate.
  ///
  /// - Parameters:
  ///   - rateHertz: The rate that the device promises, above zero.
  ///   - halfLifeSeconds: How soon an arrival counts half, above zero.
  public init(rateHertz: Double, halfLifeSeconds: Double = 30) {
    nominalMicroseconds = 1e6 / rateHertz
    decayPerSample = 1 / (halfLifeSeconds * rateHertz)
  }

  /// Takes note of a block's last sample.
  ///
  /// - Parameters:
  ///   - sequence: Its number, above the ones before.
  ///   - arrival: When it arrived, on our monotonic clock in microseconds.
  /// - Returns: Whether time has stepped.
  /// - Complexity: O(1), no allocation.
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

  /// When a sample was taken, on our clock; nil before the first block.
  ///
  /// Late by as much as blocks take to arrive, which numbers and arrivals cannot tell.
  public func microseconds(of sequence: UInt64) -> Double? {
    guard let newest else { return nil }
    let distance = sequence >= newest ? Double(sequence - newest) : -Double(newest - sequence)
    let meanNumber = numbers / weight
    let meanTime = times / weight
    return Double(originMicroseconds) + meanTime + (distance - meanNumber) * stepMicroseconds
  }

  /// Samples in a second, by our clock.
  public var rateHertz: Double { 1e6 / stepMicroseconds }

  /// Microseconds from sample to sample: the line's slope, and what the device promises until there are two
  /// arrivals.
  private var stepMicroseconds: Double {
    let spread = squares - numbers * numbers / weight
    guard weight > 0, spread > 0 else { return nominalMicroseconds }
    // As much as one arrival a second off speaks for the promised rate: two blocks of a burst do not make a
    // rate.
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

  /// Moves the origin to a newer block and lets what was there fade.
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
