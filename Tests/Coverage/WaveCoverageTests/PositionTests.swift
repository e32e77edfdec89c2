import Testing
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage
@testable import WaveInteraction

@Suite struct PositionTests {
  private func asking() -> Bench {
    var bench = Bench()
    bench.answer()
    bench.set(.pickTile, to: 0)
    bench.send(.press(.handle))
    let effects = bench.model.perform(.locate, .set(1), at: bench.now)
    #expect(effects.contains(.own(.locate)))
    // Once is enough.
    #expect(
      !bench.model.perform(.locate, .set(1), at: bench.now).contains(.own(.locate)))
    return bench
  }

  @Test func theTransmitterGoesWhereTheDeviceIs() throws {
    var bench = asking()
    _ = bench.model.located(Bench.middle, accuracyMeters: 12.4, at: bench.now)
    #expect(bench.model.plan?.transmitter == Bench.middle)
    #expect(bench.controls.contains("known to 12 m") && bench.model.alertText.isEmpty)
    #expect(bench.controls.contains("Where I am"))
  }

  @Test func howFarOffItMayBeIsSaid() {
    var bench = asking()
    _ = bench.model.located(Bench.middle, accuracyMeters: 2300, at: bench.now)
    #expect(bench.model.plan?.transmitter == Bench.middle)
    #expect(bench.controls.contains("known to 2.3 km only"))
  }

  @Test func whereThereIsNoTileIsSaid() {
    var bench = asking()
    let far = Coordinate(latitudeDegrees: 50, longitudeDegrees: 8.5)
    _ = bench.model.located(far, accuracyMeters: 30, at: bench.now)
    #expect(bench.model.plan == nil)
    #expect(bench.controls.contains("no tile where you are, 50.00000, 8.50000 (\u{00B1} 30 m)"))
  }

  @Test(arguments: [
    (PositionFault.denied, "may not know"), (.unavailable, "does not know where it is"),
    (.late, "in time"), (.insecure, "secure pages only"),
  ])
  func saysWhyThePositionIsUnknown(fault: PositionFault, words: String) {
    var bench = asking()
    _ = bench.model.notLocated(fault, at: bench.now)
    #expect(bench.controls.contains(words) && bench.model.plan == nil)
    let effects = bench.model.perform(.locate, .set(1), at: bench.now)
    #expect(effects.contains(.own(.locate)), "it can be asked again")
  }

  @Test(arguments: [Double.nan, -1, .infinity, 1e9])
  func whatIsNoPositionIsNone(accuracy: Double) {
    var bench = asking()
    _ = bench.model.located(Bench.middle, accuracyMeters: accuracy, at: bench.now)
    #expect(bench.model.plan == nil && bench.controls.contains("no place"))
    // What was not asked for is not taken.
    _ = bench.model.located(Bench.middle, accuracyMeters: 5, at: bench.now)
    #expect(bench.model.plan == nil)
  }
}
