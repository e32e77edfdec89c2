import Foundation
import Testing
import WaveSimulation
import WaveSpectra

@Suite struct SimulatedBandTests {
  private func decibels(_ power: Float) -> Double { 10 * log10(Double(power)) }

  private func row(_ band: SimulatedBand, _ seconds: Double = 3, sequence: UInt32 = 90) -> PowerRow {
    band.row(sequence: sequence, startMicroseconds: 5, seconds: seconds)
  }

  @Test func isTheSameForTheSameSeedAndTime() {
    let first = SimulatedBand(seed: 7)
    let second = SimulatedBand(seed: 7)
    #expect(row(first) == row(second))
    #expect(row(first) != row(SimulatedBand(seed: 8)))
    #expect(row(first) != row(first, 4))
    #expect(row(first) != row(first, 3, sequence: 91))
  }

  @Test func ordersItsDetectors() {
    let row = row(SimulatedBand(seed: 1))
    #expect(row.startMicroseconds == 5 && row.sequence == 90)
    #expect(row.max.count == 4096 && row.mean.count == 4096 && row.min.count == 4096)
    for bin in 0..<4096 {
      #expect(row.max[bin] >= row.mean[bin] && row.mean[bin] >= row.min[bin] && row.min[bin] >= 0)
      #expect(row.max[bin].isFinite)
    }
  }

  @Test(arguments: 1...4) func looksLikeABroadcastBand(_ seed: UInt64) {
    let band = SimulatedBand(seed: seed)
    let row = row(band)
    #expect(band.axis.lowHertz == 88e6 && abs(band.axis.highHertz - 108e6) < 1e-6)
    let sorted = row.mean.sorted()
    let quiet = decibels(sorted[sorted.count / 5])
    let most = decibels(row.max.max() ?? 0)
    #expect(quiet > -108 && quiet < -100)
    #expect(most > -32 && most < -8)
    // Stations stand clear of the noise, and most of the band is not station.
    let loud = row.mean.count { decibels($0) > quiet + 20 }
    #expect(loud > 100 && loud < 2000)
  }

  @Test func spreadsNoiseAsSpectraDo() {
    var band = SimulatedBand(seed: 3)
    // 22 MHz away from anything: noise and nothing else.
    band.tune(lowHertz: 60e6, highHertz: 61e6)
    let spectra = Double(Int((1.0 / 30 * band.axis.stepHertz * 1.8).rounded()))
    var means: [Double] = []
    var ratio = 0.0
    for turn in 0..<10 {
      let row = row(band, Double(turn), sequence: UInt32(turn))
      means += row.mean.map(Double.init)
      ratio += row.max.reduce(0) { $0 + Double($1) } / row.mean.reduce(0) { $0 + Double($1) } / 10
    }
    let center = means.reduce(0, +) / Double(means.count)
    let variance = means.reduce(0) { $0 + ($1 - center) * ($1 - center) } / Double(means.count)
    // Ripple of half a decibel adds to the spread of the mean of so many exponentials.
    let expected = 1 / spectra
    #expect(variance / (center * center) > expected * 0.9)
    #expect(variance / (center * center) < expected * 1.3 + 0.01)
    // The maximum of n exponentials is the n-th harmonic number in the mean.
    let harmonic = (1...Int(spectra)).reduce(0.0) { $0 + 1 / Double($1) }
    #expect(abs(ratio / harmonic - 1) < 0.05)
    #expect(abs(10 * log10(center) - band.noiseFloorDecibels) < 0.6)
  }

  @Test func resolvesMoreWhenTunedCloser() {
    var band = SimulatedBand(seed: 2)
    let wide = band.noiseFloorDecibels
    band.tune(lowHertz: 99e6, highHertz: 101e6)
    #expect(abs(wide - band.noiseFloorDecibels - 10) < 0.01)
    #expect(abs(band.axis.stepHertz - 2e6 / 4096) < 1e-9)
    #expect(band.axis.lowHertz == 99e6)
  }

  @Test func holdsWishesWithinWhatItCan() {
    var band = SimulatedBand(seed: 2)
    func tuned(_ low: Double, _ high: Double) -> [Double] {
      band.tune(lowHertz: low, highHertz: high)
      return [band.axis.lowHertz, band.axis.highHertz].map { ($0 / 1000).rounded() }
    }
    #expect(tuned(100e6, 100.001e6) == [99_900, 100_100])
    #expect(tuned(0, 1e12) == [1_746_000, 1_766_000])
    #expect(tuned(-5e6, 1e6) == [24_000, 30_000])
    #expect(tuned(1.7659e9, 3e9) == [1_746_000, 1_766_000])
    #expect(tuned(99.0041e6, 101.0041e6) == [99_000, 101_000])
    for (low, high) in [(Double.nan, 1e8), (1e8, .nan), (1e8, 1e8), (2e8, 1e8), (-.infinity, .infinity)] {
      #expect(tuned(low, high) == [99_000, 101_000])
    }
  }

  @Test func hasADrifterThatDriftsAndBurstsThatBurst() {
    var band = SimulatedBand(seed: 1)
    band.tune(lowHertz: 98.2e6, highHertz: 98.7e6)
    let places = stride(from: 0.0, to: 47, by: 2).map { seconds in
      let mean = row(band, seconds).mean
      // Away from stations that reach into this band.
      return (1200..<2900).max { mean[$0] < mean[$1] } ?? 0
    }
    #expect((places.max() ?? 0) - (places.min() ?? 0) > 800)

    band.tune(lowHertz: 91.85e6, highHertz: 92.05e6)
    let bin = Int((91.95e6 - band.axis.firstHertz) / band.axis.stepHertz)
    let levels = stride(from: 0.0, to: 60, by: 0.1).map { decibels(row(band, $0).mean[bin]) }
    let on = levels.count { $0 > -110 }
    #expect(on > 30 && on < 400)
  }

  @Test func losesRowsNowAndThen() {
    let band = SimulatedBand(seed: 1)
    var lost: [Double] = []
    for row in 0..<(30 * 400) where band.isLost(atSeconds: Double(row) / 30) { lost.append(Double(row) / 30) }
    #expect(lost.count > 10 * 8 && lost.count < 10 * 30)
    for cycle in 0..<10 {
      let inside = lost.filter { Int($0 / 40) == cycle }
      #expect(!inside.isEmpty)
      // In one piece.
      #expect((inside.last ?? 0) - (inside.first ?? 0) < 1)
    }
  }

  @Test(arguments: [24e6, 118e6, 174e6, 390e6, 480e6, 433e6, 790e6, 1080e6, 1746e6])
  func staysFiniteAnywhere(_ low: Double) {
    for seconds in [0.0, 1e3, 1e7, -5] {
      var band = SimulatedBand(seed: 5)
      band.tune(lowHertz: low, highHertz: low + 20e6)
      let row = row(band, seconds)
      #expect(row.max.allSatisfy { $0.isFinite && $0 > 0 && $0 < 1 })
    }
  }
}
