import TestSupport
import Testing
import WaveSpectra

@Suite struct SweepPlanTests {
  private func makePlan(
    _ low: Double, _ high: Double, rate: Double = 2.4e6, count: Int = 1024, spike: Int = 4, shift: Int = 0
  ) -> SweepPlan? {
    SweepPlan(
      lowHertz: low, highHertz: high, sampleRateHertz: rate, fftCount: count, spikeBins: spike,
      shiftBins: shift)
  }

  @Test func binsOfAllSweepsStandOnOneLattice() throws {
    let step = 2.4e6 / 1024
    for (low, high) in [(88e6, 108e6), (88.0001e6, 90e6), (24e6, 1766e6 / 2)] {
      let plan = try #require(makePlan(low, high))
      #expect(plan.axis.stepHertz == step)
      #expect(abs((plan.axis.firstHertz / step).rounded() * step - plan.axis.firstHertz) < 1e-6)
      #expect(plan.axis.lowHertz <= low && plan.axis.highHertz >= high)
      #expect(plan.axis.lowHertz > low - step && plan.axis.highHertz < high + step)
      for hop in 0..<plan.hopCount {
        let bins = plan.centerHertz(ofHop: hop) / step
        #expect(abs(bins - bins.rounded()) < 1e-6)
      }
    }
  }

  /// Each hop gives its number, so that every bin shows which hop it is from.
  @Test(arguments: [0, 16, 100]) func everyBinComesFromOneHopWithinItsUsablePart(_ shift: Int) throws {
    let plan = try #require(makePlan(88e6, 108e6, shift: shift))
    var sweep = [Float](repeating: -1, count: plan.axis.count)
    for hop in 0..<plan.hopCount {
      let plane = [Float](repeating: Float(hop), count: 1024)
      var span = sweep.mutableSpan
      plan.place(plane.span, ofHop: hop, into: &span)
    }
    #expect(!sweep.contains(-1))
    #expect(sweep.count { $0.isNaN } <= 9 * plan.hopCount)
    for bin in sweep.indices {
      let hertz = plan.axis.firstHertz + Double(bin) * plan.axis.stepHertz
      if sweep[bin].isNaN {
        let nearest = (0..<plan.hopCount).map { abs(plan.centerHertz(ofHop: $0) - hertz) }.min() ?? .infinity
        #expect(nearest < 4.5 * plan.axis.stepHertz)
      } else {
        let center = plan.centerHertz(ofHop: Int(sweep[bin]))
        #expect(abs(hertz - center) <= 0.4 * 2.4e6 + 1e-3)
      }
    }
  }

  @Test func aBinGoesWhereItsFrequencyIs() throws {
    let plan = try #require(makePlan(100e6, 106e6, count: 256, spike: -1))
    for hop in 0..<plan.hopCount {
      // The plane holds each bin's own frequency in steps above 100 MHz.
      let base = (plan.centerHertz(ofHop: hop) - 100e6) / plan.axis.stepHertz
      let plane = (0..<256).map { Float(base + Double($0 - 128)) }
      var sweep = [Float](repeating: .nan, count: plan.axis.count)
      var span = sweep.mutableSpan
      plan.place(plane.span, ofHop: hop, into: &span)
      for bin in sweep.indices where !sweep[bin].isNaN {
        let steps = (plan.axis.firstHertz - 100e6) / plan.axis.stepHertz + Double(bin)
        #expect(abs(Double(sweep[bin]) - steps) < 1e-3)
      }
    }
  }

  @Test func sweepsOfDifferentShiftsHaveTheirGapsAtDifferentPlaces() throws {
    func gaps(_ shift: Int) throws -> Set<Int> {
      let plan = try #require(makePlan(88e6, 108e6, shift: shift))
      var sweep = [Float](repeating: 0, count: plan.axis.count)
      for hop in 0..<plan.hopCount {
        var span = sweep.mutableSpan
        plan.place([Float](repeating: 1, count: 1024).span, ofHop: hop, into: &span)
      }
      return Set(sweep.indices.filter { sweep[$0].isNaN })
    }
    let (first, second) = (try gaps(0), try gaps(16))
    #expect(first.count >= 90 && second.count >= 90 && first.isDisjoint(with: second))
  }

  @Test func refusesWhatIsNoBand() {
    for (low, high) in [(1.0, 1.0), (2, 1), (Double.nan, 1), (0, .infinity), (0, 1e15)] {
      #expect(makePlan(low, high) == nil)
    }
    #expect(makePlan(88e6, 108e6, rate: 0) == nil && makePlan(88e6, 108e6, count: 8) == nil)
    #expect(makePlan(88e6, 108e6, shift: 2000) == nil && makePlan(88e6, 108e6, shift: -1) == nil)
    #expect(makePlan(88e6, 88.000001e6)?.hopCount == 1)
  }
}
