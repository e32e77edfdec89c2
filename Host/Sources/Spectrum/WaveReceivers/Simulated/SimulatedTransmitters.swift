import Foundation
import WaveUnits

/// The transmitters that a simulated receiver can hear, at known levels relative to full scale at the
/// reference gain.
///
/// - a carrier of -40 dBFS at each multiple of 5 MHz,
/// - broadcast FM from 87.7 to 107.9 MHz, -18 to -50 dBFS, never within 250 kHz of a multiple of 5 MHz,
/// - a thermometer at 433.92 MHz (`SimulatedSensor`), -6 dBFS, as if in the same room.
public struct SimulatedTransmitters: Sendable {
  /// The spacing, in hertz, of the carriers that have a known level.
  public static let carrierSpacingHertz = 5e6
  /// The level of the carriers in dBFS.
  public static let carrierDecibels = -40.0
  /// The level of the thermometer in dBFS while it transmits.
  public static let sensorDecibels = -6.0

  /// A transmitter that a simulated receiver can hear.
  struct Transmitter: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      case carrier
      case broadcast(isTalk: Bool)
      case sensor
    }

    var kind: Kind
    var frequencyHertz: Double
    /// The amplitude relative to full scale.
    var amplitude: Double
    /// The key from which the transmitter's random numbers are derived.
    var key: UInt64
  }

  let noise: HashNoise
  private let stations: [Transmitter]

  /// Creates the transmitters, with stations determined by a seed.
  public init(seed: UInt64) {
    noise = HashNoise(seed: seed)
    var stations: [Transmitter] = []
    var tenths = 877
    var place: Int64 = 0
    while tenths <= 1079 {
      let beside = (tenths + 25) % 50
      if abs(beside - 25) > 2 {
        let level = -18 - 32 * pow(noise.uniform(key: 31, at: place), 0.7)
        stations.append(
          Transmitter(
            kind: .broadcast(isTalk: noise.uniform(key: 32, at: place) < 0.4),
            frequencyHertz: Double(tenths) * 1e5, amplitude: pow(10, level / 20), key: 500 + UInt64(place)))
      }
      tenths += 3 + Int(saturating: 7 * noise.uniform(key: 33, at: place))
      place += 1
    }
    self.stations = stations
  }

  /// The frequencies of the broadcast stations in hertz, and their levels in dBFS.
  public var broadcasts: [(frequencyHertz: Double, decibels: Double)] {
    stations.map { ($0.frequencyHertz, 20 * log10($0.amplitude)) }
  }

  /// Returns the transmitters within a distance of a frequency.
  func heard(aroundHertz center: Double, reachHertz: Double) -> [Transmitter] {
    var heard = stations.filter { abs($0.frequencyHertz - center) < reachHertz }
    let spacing = Self.carrierSpacingHertz
    var carrier = max(1, ((center - reachHertz) / spacing).rounded(.up))
    while carrier * spacing < center + reachHertz {
      let amplitude = pow(10, Self.carrierDecibels / 20)
      heard.append(
        Transmitter(kind: .carrier, frequencyHertz: carrier * spacing, amplitude: amplitude, key: 0))
      carrier += 1
    }
    if abs(SimulatedSensor.frequencyHertz - center) < reachHertz {
      let (hertz, amplitude) = (SimulatedSensor.frequencyHertz, pow(10, Self.sensorDecibels / 20))
      heard.append(Transmitter(kind: .sensor, frequencyHertz: hertz, amplitude: amplitude, key: 0))
    }
    return heard
  }
}
