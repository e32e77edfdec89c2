import WaveUnits

/// A simulated electrocardiogram of eight leads, I, II and V1 to V6, as a function of seed and time.
///
/// It is bit-identical on every machine. The heart rate varies with breathing (0.25 Hz) and more slowly (0.1
/// Hz and below), as in heart-rate variability. Each beat is a sum of bell curves in time, P Q R S T,
/// weighted for each lead. Baseline wander from breathing, mains hum and electrode noise are added. This is
/// not medical data: use it only to test how a program draws.
///
/// After P. McSharry and others, A dynamical model for generating synthetic electrocardiogram signals, IEEE
/// Trans. Biomed. Eng. 50(3), 2003, doi:10.1109/TBME.2003.808805, with time in place of the angle, so that
/// the QRS complex keeps its width.
public struct SimulatedECG: Sendable {
  /// The names of the simulated leads, in sample order.
  public static let labels: [StaticString] = ["I", "II", "V1", "V2", "V3", "V4", "V5", "V6"]

  /// A bell curve: its time after R in seconds, its width, whether both scale with the length of the beat,
  /// and its height in each lead in millivolts.
  private struct Wave {
    var place: Double
    var width: Double
    var follows: Bool
    var heights: [Double]
  }

  /// A variation of the heart's phase: frequency in hertz, amplitude in beats, and initial angle in turns.
  private struct Swing {
    var hertz: Double
    var reach: Double
    var start: Double
  }

  /// The sample rate in hertz.
  public let rateHertz: Double
  private let mainsHertz: Double
  private let beatsPerSecond: Double
  private let swings: [Swing]
  private let waves: [Wave]
  private let wander: [Double]
  private let mains: [Double]
  private let noise: HashNoise

  /// Creates an electrocardiogram from a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed of the heart rate, its variations and the noise.
  ///   - rateHertz: The sample rate, above 0.
  ///   - mainsHertz: The frequency of the mains hum.
  public init(seed: UInt64 = 1, rateHertz: Double = 1000, mainsHertz: Double = 50) {
    self.rateHertz = rateHertz
    self.mainsHertz = mainsHertz
    let noise = HashNoise(seed: seed)
    self.noise = noise
    beatsPerSecond = (62 + 16 * noise.uniform(key: 1)) / 60
    swings = [(0.25, 0.03), (0.097, 0.06), (0.031, 0.12), (0.0083, 0.3)].enumerated().map { index, swing in
      Swing(
        hertz: swing.0 * (0.9 + 0.2 * noise.uniform(key: 10 + UInt64(index))), reach: swing.1,
        start: noise.uniform(key: 20 + UInt64(index)))
    }
    waves = [
      Wave(
        place: -0.16, width: 0.022, follows: false,
        heights: [0.09, 0.15, 0.06, 0.08, 0.08, 0.08, 0.08, 0.07]),
      Wave(
        place: -0.032, width: 0.009, follows: false,
        heights: [-0.06, -0.08, 0, 0, -0.03, -0.09, -0.1, -0.09]),
      Wave(place: 0, width: 0.011, follows: false, heights: [0.75, 1.15, 0.25, 0.5, 0.95, 1.7, 1.45, 1.1]),
      Wave(
        place: 0.03, width: 0.012, follows: false,
        heights: [-0.12, -0.2, -0.95, -1.5, -0.9, -0.45, -0.2, -0.1]),
      Wave(place: 0.27, width: 0.05, follows: true, heights: [0.16, 0.2, -0.05, 0.35, 0.4, 0.36, 0.28, 0.2]),
      Wave(place: 0.33, width: 0.03, follows: true, heights: [0.1, 0.14, -0.03, 0.2, 0.24, 0.2, 0.16, 0.12]),
    ]
    wander = (0..<8).map { 0.05 * (0.4 + noise.uniform(key: 30 + $0)) }
    mains = (0..<8).map { 0.012 * noise.uniform(key: 40 + $0) }
  }

  /// Returns the heart rate at a time, in beats per minute.
  public func beatsPerMinute(atSeconds seconds: Double) -> Double { 60 * phase(seconds).rate }

  /// Returns the number of beats since time zero, and the current rate in beats per second.
  private func phase(_ seconds: Double) -> (beats: Double, rate: Double) {
    var beats = seconds * beatsPerSecond
    var rate = beatsPerSecond
    for swing in swings {
      let (sine, cosine) = Trigonometry.sineCosine(turns: swing.hertz * seconds + swing.start)
      beats += swing.reach * sine
      rate += swing.reach * swing.hertz * 6.283_185_307_179_586 * cosine
    }
    return (beats, rate)
  }

  /// Appends samples in millivolts: all samples of the first lead, then of the second, and so on.
  ///
  /// - Parameters:
  ///   - sequence: The number of the first sample; sample *n* is at the time *n*/`rateHertz`.
  ///   - count: The number of samples per lead.
  ///   - samples: The array to which the samples are appended.
  /// - Complexity: O(count), about a microsecond for all leads of a sample, with one allocation.
  public func append(from sequence: UInt64, count: Int, to samples: inout [Double]) {
    guard count > 0 else { return }
    let leads = Self.labels.count
    let start = samples.count
    samples.append(contentsOf: repeatElement(0, count: leads * count))
    for index in 0..<count {
      let number = sequence &+ UInt64(index)
      let seconds = Double(number) / rateHertz
      let (beats, rate) = phase(seconds)
      let breath = Trigonometry.sineCosine(turns: swings[0].hertz * seconds + swings[0].start).sine
      let sway = Trigonometry.sineCosine(turns: 0.061 * seconds + 0.3).sine
      let hum = Trigonometry.sineCosine(turns: mainsHertz * seconds).sine
      // The time since the last R wave and the time until the next one determine the position of each wave.
      let later = (beats - beats.rounded(.down)) / rate
      let earlier = later - 1 / rate
      let stretch = (1 / rate).squareRoot()
      for lead in 0..<leads {
        samples[start + lead * count + index] = wander[lead] * (breath + sway) + mains[lead] * hum
      }
      for wave in waves {
        let place = wave.follows ? wave.place * stretch : wave.place
        let width = wave.follows ? wave.width * stretch : wave.width
        let offset = (wave.place < 0 ? earlier : later) - place
        let near = wave.place == 0 && -earlier < later ? earlier : offset
        let ratio = near / width
        guard ratio * ratio < 30 else { continue }
        let height = SimulatedMath.exponential(-0.5 * ratio * ratio)
        for lead in 0..<leads { samples[start + lead * count + index] += wave.heights[lead] * height }
      }
      for lead in 0..<leads {
        // The sum of two uniform random numbers approximates a bell curve well enough.
        let bits = noise.bits(key: 100 + UInt64(lead), at: Int64(bitPattern: number))
        let sum = Double(bits >> 32) + Double(bits & 0xFFFF_FFFF) - 4_294_967_295
        samples[start + lead * count + index] += sum * 3.5e-12
      }
    }
  }
}
