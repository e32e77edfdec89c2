public import WaveSpectra
import WaveUnits

/// A simulated receiver spectrum as a function of time: the same seed, band and time give the same row.
///
/// It has no clock and generates no samples. Each bin's expected power is computed from the active stations,
/// and the spread over the row's spectra is drawn from the distribution of real spectra (`Speckle`). Levels
/// follow receiver physics: the noise in a bin decreases with the bin's width, but a carrier does not.
public struct SimulatedBand: Sendable {
  /// The number of bins in a row.
  public static let binCount = 4096
  /// The range of frequencies that can be tuned to, in hertz.
  public static let tunable = 24e6...1766e6
  /// The allowed widths of the band, in hertz.
  public static let spans = 200e3...20e6
  /// The tuning step in hertz.
  public static let stepHertz = 10_000.0
  /// The equivalent noise bandwidth of a 4-term Blackman-Harris window, in bins.
  public static let enbwBins = 2.00435
  /// The 3-dB bandwidth of a 4-term Blackman-Harris window, in bins.
  public static let rbwBins = 1.8962
  /// The noise density, in decibels relative to squared full scale per hertz.
  public static let noiseDensityDecibels = -145.0

  /// The current frequencies of the bins.
  public private(set) var axis: BinAxis

  private let noise: HashNoise
  private let world: [Emitter]
  private let rowMicroseconds: Int64
  /// The power in each bin from receiver noise and the phase noise of strong stations.
  ///
  /// It does not change until the receiver is retuned.
  private var floor: [Float] = []
  private var heard: [Emitter] = []
  private var grain: Speckle
  private var coarseGrain: Speckle

  /// Creates a receiver tuned to the FM broadcast band, 88 to 108 MHz.
  ///
  /// - Parameters:
  ///   - seed: The seed of all random numbers in the simulation.
  ///   - rowMicroseconds: The duration of a row, above zero, which determines the number of spectra averaged
  ///     in it.
  public init(seed: UInt64, rowMicroseconds: Int64 = 33_333) {
    noise = HashNoise(seed: seed)
    world = Emitter.world(noise: noise)
    self.rowMicroseconds = max(1, rowMicroseconds)
    axis = BinAxis(firstHertz: 88e6, stepHertz: 1, count: Self.binCount)
    grain = Speckle(spectra: 1, noise: noise, key: 20)
    coarseGrain = grain
    tune(lowHertz: 88e6, highHertz: 108e6)
  }

  /// The equivalent noise bandwidth of a bin in hertz.
  public var enbwHertz: Double { axis.stepHertz * Self.enbwBins }

  /// The mean level of the receiver noise in one bin, in dBFS.
  public var noiseFloorDecibels: Double {
    Self.noiseDensityDecibels + Decibels.decibels(fromPower: enbwHertz)
  }

  /// Tunes to the band closest to a requested one, in whole tuning steps and within `spans` and `tunable`.
  ///
  /// A request that is empty or not finite is ignored.
  ///
  /// - Complexity: O(bins × received stations); allocates.
  public mutating func tune(lowHertz: Double, highHertz: Double) {
    guard lowHertz.isFinite, highHertz.isFinite, highHertz > lowHertz else { return }
    func snapped(_ hertz: Double) -> Double { (hertz / Self.stepHertz).rounded() * Self.stepHertz }
    let span = snapped(min(max(highHertz - lowHertz, Self.spans.lowerBound), Self.spans.upperBound))
    let middle = lowHertz / 2 + highHertz / 2
    let low = snapped(
      min(max(middle - span / 2, Self.tunable.lowerBound), Self.tunable.upperBound - span))
    let step = span / Double(Self.binCount)
    axis = BinAxis(firstHertz: low + step / 2, stepHertz: step, count: Self.binCount)
    heard = world.filter {
      $0.frequencyHertz + $0.reachHertz > axis.lowHertz && $0.frequencyHertz - $0.reachHertz < axis.highHertz
    }
    // Blackman-Harris spectra that overlap by half are correlated, so the number of independent ones is
    // smaller.
    let spectra = Int(saturating: (Double(rowMicroseconds) * 1e-6 * step * 1.8).rounded())
    grain = Speckle(spectra: spectra, noise: noise, key: 20)
    coarseGrain = Speckle(spectra: spectra / 12, noise: noise, key: 21)
    layFloor()
  }

  /// Returns whether the row that ends at a time is lost; rows are lost for about 0.5 s in every 40 s.
  public func isLost(atSeconds seconds: Double) -> Bool {
    let cycle = (seconds / 40).rounded(.down)
    let at = Int64(saturating: cycle)
    let start = 24 + 14 * noise.uniform(key: 5, at: at)
    let length = 0.35 + 0.5 * noise.uniform(key: 6, at: at)
    let inside = seconds - cycle * 40
    return inside >= start && inside < start + length
  }

  /// Returns the simulated spectrum row for an interval of time.
  ///
  /// - Parameters:
  ///   - sequence: The row number, which together with the seed selects the random numbers.
  ///   - startMicroseconds: The start of the interval in server time, stored in the row.
  ///   - seconds: The simulation time at the middle of the interval.
  /// - Returns: A row of `binCount` bins.
  /// - Complexity: O(bins + bins of stations); allocates three arrays.
  public func row(sequence: UInt32, startMicroseconds: Int64, seconds: Double) -> PowerRow {
    var expected = floor
    var lines: [Line] = []
    for emitter in heard {
      add(emitter, seconds: seconds, to: &expected, lines: &lines)
    }
    var row = PowerRow(
      sequence: sequence, startMicroseconds: startMicroseconds, durationMicroseconds: rowMicroseconds,
      axis: axis, enbwHertz: enbwHertz, max: expected, mean: expected, min: expected)
    scatter(into: &row, sequence: sequence)
    for line in lines { draw(line, into: &row) }
    return row
  }

  // MARK: - Parts

  private struct Line {
    var frequencyHertz: Double
    var power: Double
  }

  private mutating func layFloor() {
    let density = SimulatedMath.power(Self.noiseDensityDecibels) * enbwHertz
    let span = axis.stepHertz * Double(axis.count)
    floor = (0..<axis.count).map { bin in
      let frequency = axis.firstHertz + Double(bin) * axis.stepHertz
      let edge = abs(2 * (Double(bin) + 0.5) / Double(axis.count) - 1)
      let ripple =
        0.5 * SimulatedMath.sine(frequency / 710e3) + 0.4 * SimulatedMath.sine(frequency / 1.93e6)
        - (edge > 0.975 ? 4 * (edge - 0.975) * (edge - 0.975) / (0.025 * 0.025) : 0) * min(1, span / 2e6)
      var power = density * SimulatedMath.power(ripple)
      for emitter in heard where emitter.power > 1e-6 {
        // Phase noise of the receiver's oscillator: 1/f^2 skirts around strong signals.
        let offset = (frequency - emitter.frequencyHertz) / 60e3
        power += emitter.power * 3e-11 * enbwHertz / (1 + offset * offset)
      }
      return Float(power)
    }
  }

  /// Adds a power density to the bins within `reach` hertz of a centre frequency.
  private func spread(
    around center: Double, reach: Double, into bins: inout [Float], _ density: (Double) -> Double
  ) {
    let first = max(0, Int(saturating: ((center - reach - axis.firstHertz) / axis.stepHertz).rounded(.up)))
    let last = min(
      bins.count - 1, Int(saturating: ((center + reach - axis.firstHertz) / axis.stepHertz).rounded(.down)))
    guard first <= last else { return }
    for bin in first...last {
      let offset = axis.firstHertz + Double(bin) * axis.stepHertz - center
      bins[bin] += Float(density(offset) * enbwHertz)
    }
  }

  private func add(_ emitter: Emitter, seconds: Double, to bins: inout [Float], lines: inout [Line]) {
    let fading = 3 * noise.smooth(key: emitter.key ^ 0x5555, seconds: seconds, rateHertz: 0.15) - 1.5
    let power = emitter.power * SimulatedMath.power(fading)
    let center = emitter.frequencyHertz
    switch emitter.kind {
    case .broadcast(let isTalk):
      addBroadcast(emitter, isTalk: isTalk, power: power, seconds: seconds, to: &bins, lines: &lines)
    case .carrier:
      lines.append(Line(frequencyHertz: center, power: power))
    case .drifter(let reach, let period):
      let turn =
        SimulatedMath.sine(turns: seconds / period) + 0.25 * SimulatedMath.sine(turns: seconds * 3.7 / period)
      lines.append(Line(frequencyHertz: center + 0.8 * reach * turn, power: power))
    case .bursts(let width, let cycle, let share):
      let place = (seconds / cycle).rounded(.down)
      let start = (1 - share) * noise.uniform(key: emitter.key, at: Int64(saturating: place))
      let inside = seconds / cycle - place - start
      guard inside >= 0,
        inside < share * (0.3 + 0.7 * noise.uniform(key: emitter.key ^ 1, at: Int64(saturating: place)))
      else { return }
      let half = width / 2
      spread(around: center, reach: width * 2, into: &bins) { offset in
        power / width / (1 + Self.squared(offset / half, times: 3))
      }
    case .block(let width):
      spread(around: center, reach: width * 0.55, into: &bins) { offset in
        power / width / (1 + Self.squared(2 * offset / width, times: 6))
      }
    }
  }

  private func addBroadcast(
    _ emitter: Emitter, isTalk: Bool, power: Double, seconds: Double, to bins: inout [Float],
    lines: inout [Line]
  ) {
    let key = emitter.key
    let slow = noise.smooth(key: key, seconds: seconds, rateHertz: 0.7)
    let beat = noise.smooth(key: key ^ 0x11, seconds: seconds, rateHertz: 5)
    let quick = noise.smooth(key: key ^ 0x22, seconds: seconds, rateHertz: 13)
    let audio = isTalk ? max(0, 1.6 * slow - 0.45) * beat : 0.25 + 0.45 * slow * beat + 0.3 * quick
    let loud = min(max(audio, 0), 1)

    // A quiet station consists of its carrier, a pilot at 19 kHz and data at 57 kHz; audio blurs them into a
    // hump.
    let quiet = SimulatedMath.exponential(-14 * loud)
    let swing = (quick - 0.5) * 24e3 * loud
    let sigma = 9e3 + 26e3 * loud
    let hump = (1 - quiet) * power * 0.96 / (sigma * (2 * Double.pi).squareRoot())
    let feet = power * 0.04 / (2 * 24e3)
    spread(around: emitter.frequencyHertz, reach: emitter.reachHertz, into: &bins) { offset in
      let place = (offset - swing) / sigma
      return hump * SimulatedMath.exponential(-0.5 * place * place)
        + feet * SimulatedMath.exponential(-abs(offset) / 24e3)
    }
    guard quiet > 0.003 else { return }
    lines.append(Line(frequencyHertz: emitter.frequencyHertz, power: power * quiet * 0.9))
    for side in [-1.0, 1.0] {
      lines.append(Line(frequencyHertz: emitter.frequencyHertz + side * 19e3, power: power * quiet * 0.035))
      lines.append(Line(frequencyHertz: emitter.frequencyHertz + side * 57e3, power: power * quiet * 0.0004))
    }
  }

  /// Converts expected powers to the maximum, mean and minimum of several spectra.
  private func scatter(into row: inout PowerRow, sequence: UInt32) {
    var state = noise.bits(key: 7, at: Int64(sequence))
    for bin in 0..<axis.count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let entry = Int(truncatingIfNeeded: state >> 51) * 3
      let expected = row.mean[bin]
      // Within a row, modulation varies more than noise.
      let isSignal = expected > 4 * floor[bin]
      let factors = isSignal ? coarseGrain.triples : grain.triples
      row.max[bin] = expected * factors[entry]
      row.mean[bin] = expected * factors[entry + 1]
      row.min[bin] = expected * factors[entry + 2]
    }
  }

  private func draw(_ line: Line, into row: inout PowerRow) {
    let place = (line.frequencyHertz - axis.firstHertz) / axis.stepHertz
    let first = max(0, Int(saturating: (place - 4).rounded(.up)))
    let last = min(axis.count - 1, Int(saturating: (place + 4).rounded(.down)))
    guard first <= last else { return }
    for bin in first...last {
      let power = Float(line.power * Self.windowResponse(bins: Double(bin) - place))
      let most = power.squareRoot() + row.max[bin].squareRoot()
      let least = power.squareRoot() - row.max[bin].squareRoot()
      row.mean[bin] += power
      row.max[bin] = most * most
      row.min[bin] = max(row.min[bin], least > 0 ? least * least : 0)
    }
  }

  /// Returns `value` raised to the power 2^`times`, by repeated squaring.
  private static func squared(_ value: Double, times: Int) -> Double {
    (0..<times).reduce(value) { power, _ in power * power }
  }

  /// Returns the relative power at a distance in bins from a tone, through a 4-term Blackman-Harris window.
  static func windowResponse(bins: Double) -> Double {
    let terms = [0.35875, 0.48829, 0.14128, 0.01168]
    // At integer distances, the sines of half turns differ only in their sign.
    let sine = SimulatedMath.sine(turns: bins / 2)
    func sinc(_ order: Int) -> Double {
      let place = bins - Double(order)
      return abs(place) < 1e-6 ? 1 : (order % 2 == 0 ? sine : -sine) / (.pi * place)
    }
    var sum = terms[0] * sinc(0)
    for order in 1...3 { sum += terms[order] / 2 * (sinc(order) + sinc(-order)) }
    let amplitude = sum / terms[0]
    return amplitude * amplitude
  }
}
