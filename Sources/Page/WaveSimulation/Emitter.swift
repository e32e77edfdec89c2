import WaveUnits

/// A transmitter in the simulated band.
struct Emitter: Sendable {
  /// The type of signal that is transmitted.
  enum Kind: Sendable {
    /// An FM broadcast station: the bandwidth follows the audio; when the audio is quiet, the carrier, pilot
    /// and data subcarriers remain.
    case broadcast(isTalk: Bool)
    /// An unmodulated carrier.
    case carrier
    /// A carrier whose frequency drifts by up to `reachHertz` within `periodSeconds`.
    case drifter(reachHertz: Double, periodSeconds: Double)
    /// Narrowband transmissions that start and stop.
    case bursts(widthHertz: Double, cycleSeconds: Double, share: Double)
    /// A block of flat spectrum, as in digital radio or television.
    case block(widthHertz: Double)
  }

  var kind: Kind
  var frequencyHertz: Double
  /// The total power, as a linear ratio to full scale.
  var power: Double
  /// The key for the transmitter's own random numbers.
  var key: UInt64

  /// The maximum offset from the transmitter's frequency at which the transmitter is received, in hertz.
  var reachHertz: Double {
    switch kind {
    case .broadcast: 320_000
    case .carrier: 2000
    case .drifter(let reach, _): reach
    case .bursts(let width, _, _): width * 2
    case .block(let width): width * 0.55
    }
  }
}

extension Emitter {
  /// Returns all transmitters, sorted by frequency.
  ///
  /// The broadcast band is designed to look realistic: a few local stations, many regional ones, and distant
  /// ones near the noise floor.
  static func world(noise: HashNoise) -> [Emitter] {
    var all: [Emitter] = []
    func add(_ kind: Kind, megahertz: Double, decibels: Double) {
      all.append(
        Emitter(
          kind: kind, frequencyHertz: megahertz * 1e6, power: SimulatedMath.power(decibels),
          key: UInt64(all.count) &+ 100))
    }
    addBroadcastBand(noise: noise, add: add)
    add(.drifter(reachHertz: 160_000, periodSeconds: 47), megahertz: 98.45, decibels: -66)
    add(.bursts(widthHertz: 25_000, cycleSeconds: 3.5, share: 0.3), megahertz: 91.95, decibels: -62)
    add(.bursts(widthHertz: 12_500, cycleSeconds: 7, share: 0.2), megahertz: 106.55, decibels: -70)
    add(.carrier, megahertz: 96.0, decibels: -88)
    add(.carrier, megahertz: 104.0, decibels: -92)

    for channel in 0..<40 {
      let at = Int64(channel)
      let low = -95 + 45 * noise.uniform(key: 11, at: at)
      let cycle = 4 + 12 * noise.uniform(key: 12, at: at)
      add(
        .bursts(widthHertz: 8000, cycleSeconds: cycle, share: 0.35),
        megahertz: 118 + 0.45 * Double(channel), decibels: low)
      add(
        .bursts(widthHertz: 12_500, cycleSeconds: cycle * 0.7, share: 0.4),
        megahertz: 144 + 0.6 * Double(channel), decibels: low + 3)
      add(
        .bursts(widthHertz: 25_000, cycleSeconds: 2, share: 0.7),
        megahertz: 390 + 0.25 * Double(channel), decibels: low)
      add(.carrier, megahertz: 26 + 41.3 * Double(channel), decibels: low - 5)
    }
    for channel in 0..<6 {
      let place = Double(channel)
      add(.block(widthHertz: 1_536_000), megahertz: 178.352 + 7 * place, decibels: -45 - 6 * place)
      add(.block(widthHertz: 7_610_000), megahertz: 490 + 32 * place, decibels: -38 - 5 * place)
      add(.block(widthHertz: 9_000_000), megahertz: 796 + 10.5 * place, decibels: -50 - 3 * place)
    }
    add(.bursts(widthHertz: 40_000, cycleSeconds: 5, share: 0.2), megahertz: 433.92, decibels: -48)
    add(.bursts(widthHertz: 150_000, cycleSeconds: 4, share: 0.3), megahertz: 868.3, decibels: -58)
    add(.bursts(widthHertz: 2_000_000, cycleSeconds: 0.2, share: 0.5), megahertz: 1090, decibels: -60)
    return all.sorted { $0.frequencyHertz < $1.frequencyHertz }
  }

  private static func addBroadcastBand(
    noise: HashNoise, add: (Kind, _ megahertz: Double, _ decibels: Double) -> Void
  ) {
    var channel = 876
    var place: Int64 = 0
    while channel <= 1079 {
      let draw = noise.uniform(key: 1, at: place)
      let part = noise.uniform(key: 2, at: place)
      let decibels =
        switch draw {
        case ..<0.15: -18 - 14 * part
        case ..<0.42: -45 - 18 * part
        case ..<0.75: -66 - 14 * part
        default: -82 - 12 * part
        }
      add(.broadcast(isTalk: noise.uniform(key: 3, at: place) < 0.3), Double(channel) / 10, decibels)
      channel += 3 + Int(saturating: 6 * noise.uniform(key: 4, at: place))
      place += 1
    }
  }
}
