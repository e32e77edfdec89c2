import Foundation
import WaveUnits

/// One second of a broadcast station's modulation: frequency deviation over time, with pauses, music and a
/// stereo pilot.
///
/// Stations start at different positions and play at slightly different speeds, so that no two are alike.
struct SimulatedProgramme: Sendable {
  /// The number of values in the table, a power of two.
  static let count = 65_536
  /// The number of values per second at normal speed.
  static let rateHertz = 64_000.0
  /// The frequency deviations in hertz.
  let deviations: [Float]

  static let talk = SimulatedProgramme(isTalk: true)
  static let music = SimulatedProgramme(isTalk: false)

  private init(isTalk: Bool) {
    let noise = HashNoise(seed: isTalk ? 11 : 12)
    let turn = 2 * Double.pi / Double(Self.count)
    var sum = [Double](repeating: 0, count: Self.count)
    for voice in 0..<14 {
      let draw = noise.uniform(key: 1, at: Int64(voice))
      // Use whole cycles, so that the end of the table meets its start.
      let cycles = (120 * pow(60, draw)).rounded()
      let beats = 1 + Double(voice % 5)
      let share = 1 / (1 + cycles / 1500)
      let phase = 2 * .pi * noise.uniform(key: 2, at: Int64(voice))
      for index in sum.indices {
        let time = Double(index) * turn
        let swell = 0.5 + 0.5 * sin(beats * time + phase)
        let pause = isTalk ? max(0, sin(3 * time) + 0.4) : 1
        sum[index] += share * swell * pause * sin(cycles * time + phase)
      }
    }
    let most = sum.reduce(0) { max($0, abs($1)) }
    let pilot = (19_000 * Double(Self.count) / Self.rateHertz).rounded()
    deviations = sum.indices.map { Float(55_000 * sum[$0] / most + 6750 * sin(pilot * Double($0) * turn)) }
  }
}
