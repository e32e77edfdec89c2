import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct BandViewTests {
  /// A receiver that acquires 90 to 110 MHz, with steps of 10 kHz and bins of 9 kHz.
  private func range(
    _ flags: SourceFlags = .simulated, low: Double = 90e6, high: Double = 110e6, rbwHertz: Double = 9000,
    cannotControl: Bool = false
  ) -> BandRange {
    var info = Bench.info(flags: flags, low: low, high: high)
    info.rbwHertz = rbwHertz
    return BandRange(info, cannotControl: cannotControl)
  }

  private func view(_ low: Double, _ high: Double) -> BandView {
    var view = BandView()
    _ = view.handle(.open(Band(low: 90e6, high: 110e6)), in: range())
    _ = view.handle(.show(Band(low: low, high: high)), in: range(.tunable))
    return view
  }

  @Test func showsTheBandAtFirst() {
    var view = BandView()
    #expect(view.band == Band(low: 0, high: 1) && !view.isMoving)
    #expect(view.handle(.showAll, in: range()) == true)
    #expect(view.band == Band(low: 90e6, high: 110e6))
    #expect(view.handle(.open(Band(low: 95e6, high: 105e6)), in: range()) == false)
    #expect(view.band == Band(low: 95e6, high: 105e6))
    _ = view.handle(.show(Band(low: 96e6, high: 97e6)), in: range())
    #expect(view.band == Band(low: 96e6, high: 97e6))
    #expect(view.handle(.showAll, in: range()) == true)
    #expect(view.band == Band(low: 95e6, high: 105e6))
    // Where another screen tunes, all that there is.
    #expect(view.handle(.showAll, in: range(cannotControl: true)) == true)
    #expect(view.band == Band(low: 90e6, high: 110e6))
  }

  @Test func showsNoLessThanEightBins() {
    #expect(view(100e6, 100e6 + 1).band.width == 72_000)
    #expect(view(100e6, 101e6).band == Band(low: 100e6, high: 101e6))
  }

  @Test func followsAFinger() {
    var view = view(95e6, 105e6)
    #expect(view.handle(.drag(1e6), in: range()) == true)
    #expect(view.band == Band(low: 96e6, high: 106e6))
    _ = view.handle(.drag(4e6), in: range())
    #expect(view.band == Band(low: 100e6, high: 110e6))
    // Beyond the limits by 0.35 of the way, and half a band at most.
    _ = view.handle(.drag(10e6), in: range())
    #expect(view.band == Band(low: 103.5e6, high: 113.5e6))
    _ = view.handle(.drag(100e6), in: range())
    #expect(view.band == Band(low: 105e6, high: 115e6))
    _ = view.handle(.drag(-15e6), in: range())
    #expect(view.band == Band(low: 90e6, high: 100e6))
    _ = view.handle(.drag(-10e6), in: range())
    #expect(view.band == Band(low: 86.5e6, high: 96.5e6))
    _ = view.handle(.drag(-100e6), in: range())
    #expect(view.band == Band(low: 85e6, high: 95e6))
  }

  @Test func movesWithAMarker() {
    var view = view(95e6, 105e6)
    #expect(view.handle(.move(-7e6), in: range()) == true)
    #expect(view.band == Band(low: 88e6, high: 98e6))
    #expect(view.handle(.clamp, in: range()) == false)
    #expect(view.band == Band(low: 90e6, high: 100e6))
  }

  @Test func magnifiesAboutAPoint() {
    var view = view(95e6, 105e6)
    #expect(view.handle(.zoom(2, at: 0.2), in: range()) == true)
    #expect(view.band == Band(low: 96e6, high: 101e6))
    _ = view.handle(.zoom(0.5, at: 0.2), in: range())
    #expect(view.band == Band(low: 95e6, high: 105e6))
    _ = view.handle(.zoom(1e9, at: 0), in: range())
    #expect(view.band == Band(low: 95e6, high: 95.072e6))
    _ = view.handle(.zoom(1e-9, at: 0), in: range())
    #expect(view.band == Band(low: 95e6, high: 115e6))
  }

  @Test func edgesMoveInSteps() {
    var view = view(95e6, 105e6)
    _ = view.handle(.setEdge(isHigh: true, hertz: 106.014_9e6, isTyped: false), in: range())
    #expect(view.band == Band(low: 95e6, high: 106.01e6))
    _ = view.handle(.setEdge(isHigh: false, hertz: 94.005_1e6, isTyped: false), in: range())
    #expect(view.band == Band(low: 94.01e6, high: 106.01e6))
    // Not beyond the limits, nor the other edge.
    _ = view.handle(.setEdge(isHigh: true, hertz: 200e6, isTyped: false), in: range())
    _ = view.handle(.setEdge(isHigh: false, hertz: 0, isTyped: false), in: range())
    #expect(view.band == Band(low: 90e6, high: 110e6))
    _ = view.handle(.setEdge(isHigh: true, hertz: 0, isTyped: false), in: range())
    #expect(view.band == Band(low: 90e6, high: 90.072e6))
    _ = view.handle(.setEdge(isHigh: true, hertz: 100e6, isTyped: false), in: range())
    _ = view.handle(.setEdge(isHigh: false, hertz: 200e6, isTyped: false), in: range())
    #expect(view.band == Band(low: 99.928e6, high: 100e6))
  }

  @Test func coarseBinsPushTheOtherEdge() {
    var view = view(109e6, 109.9e6)
    _ = view.handle(.setEdge(isHigh: false, hertz: 109.9e6, isTyped: false), in: range(rbwHertz: 1e5))
    #expect(view.band == Band(low: 109.1e6, high: 109.9e6))
    _ = view.handle(.setEdge(isHigh: true, hertz: 90e6, isTyped: false), in: range(rbwHertz: 1e6))
    #expect(view.band == Band(low: 102e6, high: 110e6))
  }

  @Test func aTypedEdgeBeyondTheOtherMovesTheBand() {
    var view = view(95e6, 97e6)
    _ = view.handle(.setEdge(isHigh: false, hertz: 100.5e6, isTyped: true), in: range())
    #expect(view.band == Band(low: 100.5e6, high: 102.5e6))
    _ = view.handle(.setEdge(isHigh: true, hertz: 96e6, isTyped: true), in: range())
    #expect(view.band == Band(low: 94e6, high: 96e6))
    // At the other edge too.
    _ = view.handle(.setEdge(isHigh: true, hertz: 94e6, isTyped: true), in: range())
    #expect(view.band == Band(low: 92e6, high: 94e6))
    _ = view.handle(.setEdge(isHigh: false, hertz: 94e6, isTyped: true), in: range())
    #expect(view.band == Band(low: 94e6, high: 96e6))
    _ = view.handle(.setEdge(isHigh: true, hertz: 94.5e6, isTyped: true), in: range())
    #expect(view.band == Band(low: 94e6, high: 94.5e6))
    _ = view.handle(.setEdge(isHigh: false, hertz: 110e6, isTyped: true), in: range())
    #expect(view.band == Band(low: 109.5e6, high: 110e6))
  }

  @Test func aWholeViewStaysWhole() {
    var view = BandView()
    _ = view.handle(.open(Band(low: 90e6, high: 110e6)), in: range())
    #expect(view.handle(.changeRange, in: range(low: 80e6)) == false)
    #expect(view.band == Band(low: 80e6, high: 110e6))
    // It is the home now.
    _ = view.handle(.show(Band(low: 90e6, high: 91e6)), in: range(low: 80e6))
    _ = view.handle(.showAll, in: range(low: 70e6))
    #expect(view.band == Band(low: 80e6, high: 110e6))
    _ = view.handle(.changeRange, in: range(.tunable, low: 70e6))
    #expect(view.band == Band(low: 80e6, high: 110e6))
  }

  @Test func aPartOfTheBandStaysWhereItIs() {
    var view = view(95e6, 105e6)
    _ = view.handle(.changeRange, in: range(low: 97e6))
    #expect(view.band == Band(low: 97e6, high: 107e6))
    // No wider than it was, where bins have become wider.
    _ = view.handle(.show(Band(low: 100e6, high: 100.1e6)), in: range())
    _ = view.handle(.changeRange, in: range(rbwHertz: 1e5))
    #expect(view.band == Band(low: 100e6, high: 100.1e6))
    // Not held within what another screen tunes: that is followed.
    _ = view.handle(.changeRange, in: range(low: 105e6, cannotControl: true))
    #expect(view.band == Band(low: 100e6, high: 100.1e6))
  }

  @Test func followsAnotherScreenWhereItMust() {
    var view = view(95e6, 105e6)
    let slack = 9000.0
    #expect(view.handle(.follow, in: range(low: 95e6 + slack, high: 105e6 - slack)) == false)
    #expect(view.band == Band(low: 95e6, high: 105e6))
    #expect(view.handle(.follow, in: range(low: 95e6 + slack + 1)) == true)
    #expect(view.band == Band(low: 95e6 + slack + 1, high: 110e6))
    _ = view.handle(.show(Band(low: 95e6, high: 105e6)), in: range())
    #expect(view.handle(.follow, in: range(high: 105e6 - slack - 1)) == true)
    #expect(view.band == Band(low: 90e6, high: 105e6 - slack - 1))
    // With bins of unknown width, what is beyond is unknown too.
    #expect(view.handle(.follow, in: range(low: 200e6, high: 201e6, rbwHertz: .nan)) == false)
  }

  @Test func staysWithinItsLimitsByItself() {
    var view = view(95e6, 105e6)
    #expect(view.settle(in: range(), atOnce: false, at: 0) == .settled)
    #expect(!view.isMoving)
    #expect(view.advance(to: 1) == nil)
    _ = view.handle(.move(-7e6), in: range())
    #expect(view.settle(in: range(), atOnce: true, at: 0) == .moved)
    #expect(view.band == Band(low: 90e6, high: 100e6) && !view.isMoving)
  }

  @Test func goesBackStepByStep() {
    var view = view(95e6, 105e6)
    _ = view.handle(.move(-9e6), in: range())
    #expect(view.settle(in: range(), atOnce: false, at: 1_000_000) == .moving)
    #expect(view.isMoving && view.band == Band(low: 86e6, high: 96e6))
    #expect(view.advance(to: 1_020_000) == false)
    #expect(view.band == Band(low: 87e6, high: 97e6))
    #expect(view.advance(to: 1_060_000) == false)
    #expect(view.band == Band(low: 88.5e6, high: 98.5e6) && view.isMoving)
    #expect(view.advance(to: 1_060_000) == false)
    #expect(view.advance(to: 1_140_000) == true)
    #expect(view.band == Band(low: 90e6, high: 100e6) && !view.isMoving)
    #expect(view.advance(to: 1_160_000) == nil)
  }

  @Test func arrivesWithinAPixel() {
    var view = view(95e6, 105e6)
    _ = view.handle(.move(-5.009e6), in: range())
    _ = view.settle(in: range(), atOnce: false, at: 0)
    #expect(view.advance(to: 40_000) == true)
    #expect(view.band == Band(low: 90e6, high: 100e6))
  }

  @Test func aFingerStopsTheWayBack() {
    var view = view(95e6, 105e6)
    _ = view.handle(.move(-9e6), in: range())
    _ = view.settle(in: range(), atOnce: false, at: 0)
    #expect(view.handle(.grab, in: range()) == false)
    #expect(!view.isMoving && view.band == Band(low: 86e6, high: 96e6))
    _ = view.settle(in: range(), atOnce: false, at: 0)
    #expect(view.handle(.follow, in: range()) == true)
    #expect(!view.isMoving)
  }
}
