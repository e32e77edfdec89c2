import WaveUnits

/// Simulated sensors of a phone carried in a hand while walking: acceleration, rotation and air pressure.
///
/// The values are functions of seed and time. Acceleration is in metres per second squared, including
/// gravity; rotation in radians per second; pressure in hectopascals.
public struct SimulatedMotion: Sendable {
  /// The names of the motion channels, in sample order.
  public static let labels: [StaticString] = ["accX", "accY", "accZ", "gyroX", "gyroY", "gyroZ"]

  /// The sample rate of the motion channels, in hertz.
  public static let motionHertz = 100.0
  /// The sample rate of air pressure, in hertz.
  public static let pressureHertz = 25.0

  private let stepsPerSecond: Double
  private let noise: HashNoise

  /// Creates the sensors of a simulated walk from a seed.
  public init(seed: UInt64 = 1) {
    noise = HashNoise(seed: seed)
    stepsPerSecond = 1.7 + 0.3 * noise.uniform(key: 1)
  }

  /// Appends motion samples, one channel after another; sample *n* is at the time *n*/`motionHertz`.
  ///
  /// - Complexity: O(count), with one allocation.
  public func appendMotion(from sequence: UInt64, count: Int, to samples: inout [Double]) {
    guard count > 0 else { return }
    let start = samples.count
    samples.append(contentsOf: repeatElement(0, count: 6 * count))
    for index in 0..<count {
      let number = sequence &+ UInt64(index)
      let seconds = Double(number) / Self.motionHertz
      // The person stops walking from time to time.
      let pace = noise.smooth(key: 2, seconds: seconds, rateHertz: 0.2)
      let effort = max(0, min(1, 3 * pace - 0.6))
      let step = Trigonometry.sineCosine(turns: stepsPerSecond * seconds)
      let stride = Trigonometry.sineCosine(turns: stepsPerSecond / 2 * seconds)
      let twice = Trigonometry.sineCosine(turns: 2 * stepsPerSecond * seconds + 0.1).sine
      let values = [
        0.4 + effort * (0.9 * stride.sine + 0.3 * twice), 1.1 + effort * (1.4 * step.cosine + 0.6 * twice),
        9.68 + effort * (2.6 * step.sine + 0.9 * twice), effort * 0.7 * stride.cosine,
        effort * (0.4 * step.sine + 0.1 * twice), effort * 0.5 * stride.sine,
      ]
      for channel in 0..<6 {
        let grain = noise.uniform(key: 10 + UInt64(channel), at: Int64(bitPattern: number)) - 0.5
        samples[start + channel * count + index] = values[channel] + (channel < 3 ? 0.08 : 0.02) * grain
      }
    }
  }

  /// Appends air-pressure samples; sample *n* is at the time *n*/`pressureHertz`.
  ///
  /// - Complexity: O(count).
  public func appendPressure(from sequence: UInt64, count: Int, to samples: inout [Double]) {
    for index in 0..<max(0, count) {
      let number = sequence &+ UInt64(index)
      let seconds = Double(number) / Self.pressureHertz
      let storeys = noise.smooth(key: 3, seconds: seconds, rateHertz: 0.02)
      let grain = noise.uniform(key: 4, at: Int64(bitPattern: number)) - 0.5
      samples.append(1013.2 - 1.1 * storeys + 0.05 * grain)
    }
  }
}
