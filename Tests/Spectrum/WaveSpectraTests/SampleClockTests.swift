import Testing

@testable import WaveSpectra

@Suite struct SampleClockTests {
  private let rate = 1_000_000.0

  /// Feeds blocks of 10 ms by a crystal that is wrong, arriving late by up to 8 ms; gives what was said to be
  /// lost.
  private func run(
    seconds: Int, partsWrong: Double = 0, dropAt: Int? = nil, dropMilliseconds: Int = 0,
    clock: inout SampleClock
  ) -> Int {
    var lost = 0
    for block in 0..<seconds * 100 {
      if let dropAt, block >= dropAt * 100, block < dropAt * 100 + dropMilliseconds / 10 { continue }
      let made = Double(block + 1) * 10_000 * (1 + partsWrong * 1e-6)
      let jitter = Double(block &* 7919 % 8) * 1000
      lost += clock.add(samples: 10_000, at: Int64(made + jitter))
    }
    return lost
  }

  @Test(arguments: [-150.0, 0, 150]) func aCrystalThatDriftsLosesNothing(_ parts: Double) {
    var clock = SampleClock(rateHertz: rate, at: 0)
    #expect(run(seconds: 100, partsWrong: parts, clock: &clock) == 0)
    let truth = 100e6 * (1 + parts * 1e-6)
    #expect(abs(Double(clock.newestMicroseconds) - truth) < 12_000)
  }

  @Test func samplesThatNeverCameAreCounted() {
    var clock = SampleClock(rateHertz: rate, at: 0)
    let lost = run(seconds: 20, dropAt: 7, dropMilliseconds: 300, clock: &clock)
    #expect(abs(lost - 300_000) < 10_000)
    #expect(abs(clock.newestMicroseconds - 20_000_000) < 12_000)
  }

  @Test func smallLossesAddUpUntilTheyCount() {
    var clock = SampleClock(rateHertz: rate, at: 0)
    var lost = 0
    for block in 0..<3000 where block % 100 != 50 {
      lost += clock.add(samples: 10_000, at: Int64(block + 1) * 10_000)
    }
    // 30 blocks are missing; at most 200 ppm of 30 s and what is below the threshold are not reported.
    #expect(lost > 300_000 - 6_000 - 110_000 && lost <= 300_000)
  }

  @Test func aStallThatIsMadeUpForIsNoLoss() {
    var clock = SampleClock(rateHertz: rate, at: 0)
    var lost = 0
    for block in 0..<1000 {
      // From 3 s to 5 s nothing arrives, then all at once.
      let made = Int64(block + 1) * 10_000
      lost += clock.add(samples: 10_000, at: (300..<500).contains(block) ? 5_000_000 : made)
    }
    #expect(lost == 0)
    #expect(abs(clock.newestMicroseconds - 10_000_000) < 2000)
  }
}
