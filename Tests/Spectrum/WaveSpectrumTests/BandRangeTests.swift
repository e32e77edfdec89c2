import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct BandRangeTests {
  @Test func withoutASourceThereIsAHertz() {
    let range = BandRange(nil, cannotControl: false)
    #expect(range.acquired == Band(low: 0, high: 1) && range.limits == Band(low: 0, high: 1))
    #expect(range.minimumWidth == 1 && range.stepHertz == 1 && !range.isTunable)
    #expect(!range.needsTuning(to: Band(low: 5, high: 6)))
  }

  @Test func aReceiverMayBeTunedFromHere() {
    let info = Bench.info(flags: .tunable)
    let range = BandRange(info, cannotControl: false)
    #expect(range.acquired == Band(low: 90e6, high: 110e6) && range.limits == Band(low: 24e6, high: 1766e6))
    let other = BandRange(info, cannotControl: true)
    #expect(other.limits == Band(low: 90e6, high: 110e6) && other.isTunable && other.cannotControl)
    #expect(!other.needsTuning(to: Band(low: 300e6, high: 310e6)))
    #expect(BandRange(Bench.info(), cannotControl: false).limits == Band(low: 90e6, high: 110e6))
  }

  @Test func rangesThatAreNoneAreNotUsed() {
    var info = Bench.info(flags: .tunable, low: 100e6, high: 100e6)
    #expect(BandRange(info, cannotControl: false).acquired == Band(low: 0, high: 1))
    info = Bench.info(flags: .tunable)
    info.tuneLowHertz = info.tuneHighHertz
    info.stepHertz = 0
    info.rbwHertz = .nan
    let range = BandRange(info, cannotControl: false)
    #expect(range.limits == Band(low: 90e6, high: 110e6))
    #expect(range.stepHertz == 1e-3 && range.minimumWidth == 1)
  }

  @Test func tunesForWhatIsNotAcquired() {
    let range = BandRange(Bench.info(flags: .tunable), cannotControl: false)
    #expect(!range.needsTuning(to: Band(low: 90e6 - 9000, high: 110e6 + 9000)))
    #expect(range.needsTuning(to: Band(low: 90e6 - 9001, high: 110e6)))
    #expect(range.needsTuning(to: Band(low: 90e6, high: 110e6 + 9001)))
    // Or too narrow to be seen well.
    #expect(!range.needsTuning(to: Band(low: 100e6, high: 101.25e6)))
    #expect(range.needsTuning(to: Band(low: 100e6, high: 101.249e6)))
    let fixed = BandRange(Bench.info(), cannotControl: false)
    #expect(!fixed.needsTuning(to: Band(low: 0, high: 1)))
  }

  @Test func theTrackHasAllThatIsShown() {
    let range = BandRange(Bench.info(), cannotControl: false)
    #expect(range.track(with: Band(low: 95e6, high: 96e6)) == Band(low: 90e6, high: 110e6))
    #expect(range.track(with: Band(low: 85e6, high: 115e6)) == Band(low: 85e6, high: 115e6))
  }
}
