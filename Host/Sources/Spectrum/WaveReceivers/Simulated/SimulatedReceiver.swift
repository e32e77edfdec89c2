import Foundation
import WaveUnits

/// A simulated receiver that generates 8-bit samples, like those of an RTL2832, from known transmitters
/// (`SimulatedTransmitters`).
///
/// It reads no clock: samples are generated on request, and their number advances the simulation. Its noise
/// is white, with the same density at every sample rate. Its filter is flat within 0.05 dB over `usableShare`
/// of the rate and 18 dB down at the edges, beyond which nothing is received. Its converter adds a DC offset,
/// as real converters do.
public struct SimulatedReceiver: Sendable {
  /// The noise density at the reference gain, in decibels relative to full scale squared per hertz, excluding
  /// the converter's quantisation noise.
  public static let noiseDensityDecibels = -100.0
  /// The level of the DC spike at the centre, in dBFS.
  public static let spikeDecibels = -50.0
  /// The central fraction of the sample rate in which levels are correct.
  public static let usableShare = 0.8

  /// The sample rate in hertz.
  public private(set) var rateHertz: Double
  /// The radio frequency that corresponds to 0 Hz in the samples, in hertz.
  public private(set) var centerHertz: Double
  /// The gain in decibels relative to the reference gain, at which transmitters have their stated levels.
  public private(set) var gainDecibels = 0.0
  /// The simulated time in seconds.
  public private(set) var seconds = 0.0

  private static let chunk = 2048
  /// Half of a symmetric 21-tap low-pass filter (Parks-McClellan) that is flat to 0.4 of the sample rate.
  ///
  /// The middle tap comes last.
  private static let taps: [Float] = [
    -0.00402, 0.007681, -0.013914, 0.022217, -0.032297, 0.043525, -0.054975, 0.065548, -0.07411, 0.07969,
    0.91837,
  ]

  private let air: SimulatedTransmitters
  private var heard: [ReceivedTransmitter] = []
  private var sensor = SimulatedSensor()
  private var random: UInt64
  private var noiseScale: Float = 0
  /// The samples at the filter's input, oldest first.
  private var mixed: [SIMD2<Float>]

  /// Creates a receiver whose stations and noise are determined by a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed that determines the stations and the noise.
  ///   - rateHertz: The sample rate in hertz, above zero.
  ///   - centerHertz: The frequency to which the receiver is tuned.
  public init(seed: UInt64 = 1, rateHertz: Double = 2_400_000, centerHertz: Double = 99.5e6) {
    air = SimulatedTransmitters(seed: seed)
    random = HashNoise.mixed(seed)
    self.rateHertz = max(1, rateHertz)
    self.centerHertz = centerHertz
    mixed = [SIMD2<Float>](repeating: .zero, count: Self.chunk + 2 * (Self.taps.count - 1))
    listen()
  }

  /// Tunes the receiver.
  ///
  /// Samples that were generated earlier are not affected.
  ///
  /// An invalid rate or frequency is ignored.
  public mutating func tune(rateHertz: Double, centerHertz: Double) {
    guard rateHertz >= 1, rateHertz.isFinite, centerHertz.isFinite else { return }
    self.rateHertz = rateHertz
    self.centerHertz = centerHertz
    listen()
  }

  /// Sets the gain in decibels above the reference gain.
  public mutating func setGain(decibels: Double) {
    guard decibels.isFinite else { return }
    gainDecibels = decibels
    listen()
  }

  /// Advances the simulation without generating samples.
  public mutating func pass(seconds: Double) { if seconds > 0, seconds.isFinite { self.seconds += seconds } }

  /// Generates samples and appends their bytes, two per sample.
  ///
  /// - Complexity: O(count · transmitters heard); allocates only as much as `bytes` requires.
  public mutating func append(count: Int, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + 2 * count)
    var left = count
    while left > 0 {
      let now = min(left, Self.chunk)
      mix(now)
      convert(now, &bytes)
      seconds += Double(now) / rateHertz
      left -= now
    }
  }

  // MARK: - Implementation

  private mutating func listen() {
    let gain = pow(10, gainDecibels / 20)
    let density = pow(10, Self.noiseDensityDecibels / 10)
    // I and Q each have half of the power. The sum of four random bytes has this standard deviation.
    let deviation = (4.0 * (256 * 256 - 1) / 12).squareRoot()
    noiseScale = Float(gain * (density * rateHertz / 2).squareRoot() / deviation)
    let before = heard
    heard = air.heard(aroundHertz: centerHertz, reachHertz: rateHertz / 2).map { transmitter in
      let known = before.first { $0.transmitter == transmitter }
      let speed = 0.9 + 0.2 * air.noise.uniform(key: transmitter.key, at: 3)
      let place = air.noise.bits(key: transmitter.key, at: 4)
      return ReceivedTransmitter(
        transmitter: transmitter, offsetHertz: transmitter.frequencyHertz - centerHertz,
        amplitude: Float(transmitter.amplitude * gain), turns: known?.turns ?? 0, phase: known?.phase ?? 0,
        programmePhase: known?.programmePhase ?? UInt32(truncatingIfNeeded: place),
        programmeStep: UInt32(
          saturating: min(SimulatedProgramme.rateHertz / rateHertz * speed * 65_536, Double(UInt32.max / 2))))
    }
  }

  /// Appends the sum of noise and transmitter signals to the filter's input.
  private mutating func mix(_ count: Int) {
    let past = 2 * (Self.taps.count - 1)
    let scale = noiseScale
    var state = random
    var span = mixed.mutableSpan
    for index in past..<past + count {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      bits ^= bits >> 31
      // Add bytes in pairs, and then the pairs: I from the low half, Q from the high half.
      let pairs = (bits & 0x00FF_00FF_00FF_00FF) &+ ((bits >> 8) & 0x00FF_00FF_00FF_00FF)
      let sums = (pairs & 0x0000_FFFF_0000_FFFF) &+ ((pairs >> 16) & 0x0000_FFFF_0000_FFFF)
      let i = Int32(truncatingIfNeeded: sums & 0xFFFF) &- 510
      let q = Int32(truncatingIfNeeded: sums >> 32) &- 510
      span[unchecked: index] = SIMD2(Float(i), Float(q)) * scale
    }
    random = state
    for voice in heard.indices {
      switch heard[voice].transmitter.kind {
      case .carrier: heard[voice].addCarrier(to: &mixed, past..<past + count, rateHertz: rateHertz)
      case .broadcast(let isTalk):
        heard[voice].addBroadcast(
          isTalk ? .talk : .music, to: &mixed, past..<past + count, rateHertz: rateHertz)
      case .sensor: addSensor(voice, to: past..<past + count)
      }
    }
  }

  private mutating func addSensor(_ voice: Int, to range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let now = seconds + (Double(index - range.lowerBound) + 0.5) / rateHertz
      let slotEnd = ((now * 2000).rounded(.down) + 1) / 2000
      let run = max(1, Int(saturating: ((slotEnd - now) * rateHertz).rounded(.up)))
      let end = min(range.upperBound, index + run)
      if sensor.isTransmitting(atSeconds: now) {
        heard[voice].addCarrier(to: &mixed, index..<end, rateHertz: rateHertz)
      }
      index = end
    }
  }

  /// Filters the samples, adds the converter's DC offset, and rounds them to bytes.
  private mutating func convert(_ count: Int, _ bytes: inout [UInt8]) {
    let taps = Self.taps.span
    let last = Self.taps.count - 1
    let middle = SIMD2(128 + Float(127.5 * pow(10, Self.spikeDecibels / 20)), 128)
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: 2 * count))
    var target = bytes.mutableSpan
    var source = mixed.mutableSpan
    for index in 0..<count {
      var sum = source[unchecked: index + last] * taps[unchecked: last]
      for tap in 0..<last {
        let pair = source[unchecked: index + tap] + source[unchecked: index + 2 * last - tap]
        sum += pair * taps[unchecked: tap]
      }
      let limited = (sum * 127.5 + middle).clamped(lowerBound: .zero, upperBound: SIMD2(255.5, 255.5))
      target[unchecked: start + 2 * index] = UInt8(saturating: limited.x)
      target[unchecked: start + 2 * index + 1] = UInt8(saturating: limited.y)
    }
    for index in 0..<2 * last { source[unchecked: index] = source[unchecked: index + count] }
  }
}
