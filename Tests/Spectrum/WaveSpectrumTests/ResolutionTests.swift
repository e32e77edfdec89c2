import Testing
@testable import WaveInteraction
import WaveSpectrum
import WaveSpectrumWire

/// Bins that become narrower and wider while a band is on the screen.
@Suite struct ResolutionTests {
  private func info(rbwHertz: Double) -> SourceInfo {
    var info = Bench.info()
    info.rbwHertz = rbwHertz
    info.stepHertz = rbwHertz / 2
    return info
  }

  private func lastView(_ bench: Bench) -> ShowView? {
    bench.sent.compactMap { if case .show(let view) = $0 { view } else { nil } }.last
  }

  @Test func aNarrowBandOutlivesWiderBins() {
    var bench = Bench()
    bench.receive(.source(info(rbwHertz: 4)))
    _ = bench.model.show(Band(low: 99_999_950, high: 100_000_050), at: bench.now)
    bench.pass(milliseconds: 200)
    #expect(lastView(bench)?.lowHertz == 99_999_950)
    // Nobody looked for a while: the bins have become wide again.
    bench.receive(.source(info(rbwHertz: 9000)))
    bench.pass(milliseconds: 200)
    #expect(bench.model.band == Band(low: 99_999_950, high: 100_000_050))
    #expect(lastView(bench)?.highHertz == 100_000_050)
  }

  @Test func aBandIsHeldWithinTheSource() {
    var bench = Bench()
    _ = bench.model.show(Band(low: 80e6, high: 95e6), at: bench.now)
    #expect(bench.model.band == Band(low: 90e6, high: 105e6))
    _ = bench.model.show(Band(low: 100e6, high: 100e6 + 1), at: bench.now)
    #expect(bench.model.band.width == 8 * 9000)
    var model = SpectrumModel()
    #expect(model.show(Band(low: 1, high: 2), at: 0).isEmpty)
  }
}
