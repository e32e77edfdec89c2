import Testing

@testable import WaveSpectrum

@Suite struct BandTests {
  private let band = Band(low: 10, high: 18)

  @Test func movesAndScales() {
    #expect(band.width == 8 && band.center == 14)
    #expect(band.moved(by: -3) == Band(low: 7, high: 15))
    #expect(band.scaled(by: 0.5, about: 10) == Band(low: 10, high: 14))
    #expect(band.scaled(by: 2, about: 12) == Band(low: 8, high: 24))
  }

  @Test func isHeldWithinLimits() {
    let limits = Band(low: 0, high: 20)
    #expect(band.clamped(to: limits, minimum: 1) == band)
    #expect(Band(low: -4, high: 4).clamped(to: limits, minimum: 1) == Band(low: 0, high: 8))
    #expect(Band(low: 19, high: 27).clamped(to: limits, minimum: 1) == Band(low: 12, high: 20))
    #expect(Band(low: -9, high: 99).clamped(to: limits, minimum: 1) == limits)
    // Wider about its middle, and no wider than the limits.
    #expect(Band(low: 9, high: 11).clamped(to: limits, minimum: 4) == Band(low: 8, high: 12))
    #expect(band.clamped(to: limits, minimum: 30) == limits)
  }

  @Test func columnsAreOfEqualWidth() {
    for (hertz, column) in [(10.0, 0), (11.99, 0), (12, 1), (17.99, 3)] {
      #expect(band.column(ofHertz: hertz, count: 4) == column, "\(hertz)")
    }
    for hertz in [9.99, 18, .nan, .infinity, -.infinity] {
      #expect(band.column(ofHertz: hertz, count: 4) == nil, "\(hertz)")
    }
    #expect(band.column(ofHertz: 14, count: 0) == nil)
    #expect(Band(low: 5, high: 5).column(ofHertz: 5, count: 4) == nil)
  }
}
