import TestSupport
import Testing
import WaveRadioFormats
import WaveSpectra

/// Mutated logs must give sweeps or an error; a trap would end the test run.
@Suite struct RTLPowerFuzzTests {
  private static let seeds: [[UInt8]] = [
    "2020-01-01, 00:00:00, 100, 200, 50, 1, -1, -2\n2020-01-01, 00:00:01, 100, 200, 50, 1, nan, -inf\n",
    "2020-01-01, 00:00:00, 24000000, 25000000, 1000000.00, 9, -20.5, -20.5\n",
    "2021-12-31, 23:59:58.25, 2400000000, 2405000000, 1000000.00, 20, -6, -5.3, -.5, 1e1, 0\n",
  ].map { Array($0.utf8) }

  private static let tokens: [[UInt8]] = [
    "nan", "-inf", "1e308", "-1e-308", "99999999999999999999", "0", ",", "\n", "-", ".", "e", "2020-01-01",
    "\u{FEFF}",
    "1e12", "999999999999", "0.0000001",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<8) func neverTraps(_ part: Int) {
    var random = SeededGenerator(seed: UInt64(part))
    var given = 0
    var failed = 0
    for _ in 0..<3000 {
      var bytes = Self.seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
      let reading = Reading(bytes, pieces: [Int.random(in: 1...200, using: &random)])
      if reading.error != nil { failed += 1 }
      given += reading.sweeps.count
      for sweep in reading.sweeps {
        #expect(sweep.decibels.count == sweep.axis.count)
        #expect(sweep.axis.count <= RTLPowerReader.binLimit)
        #expect(sweep.axis.stepHertz > 0)
      }
    }
    #expect(given > 100 && failed > 100)
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: place)
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + 12))
    case 4: bytes.insert(contentsOf: Self.tokens.randomElement(using: &random) ?? [], at: place)
    default:
      let end = min(bytes.count, place + 40)
      bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
    }
  }
}
