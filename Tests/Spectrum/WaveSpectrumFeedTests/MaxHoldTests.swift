import Testing
import WaveSpectra

@testable import WaveSpectrumFeed

@Suite struct MaxHoldTests {
  /// The axis of `demo:` over a band: 4096 bins.
  private func axis(low: Double, span: Double) -> BinAxis {
    let step = span / 4096
    return BinAxis(firstHertz: low + step / 2, stepHertz: step, count: 4096)
  }

  /// A row with powers of 1 in the bins that contain the frequencies, above a floor.
  private func row(_ axis: BinAxis, peaks: [Double] = [], floor: Float = 1e-10) -> PowerRow {
    var powers = [Float](repeating: floor, count: axis.count)
    for hertz in peaks { powers[Int((hertz - axis.lowHertz) / axis.stepHertz)] = 1 }
    return PowerRow(
      sequence: 1, startMicroseconds: 0, durationMicroseconds: 1, axis: axis, enbwHertz: axis.stepHertz,
      max: powers, mean: powers, min: powers)
  }

  /// The frequencies of the bins that hold the power 1.
  private func held(_ hold: MaxHold) -> [Double] {
    hold.values.indices.filter { hold.values[$0] == 1 }
      .map { hold.axis.firstHertz + Double($0) * hold.axis.stepHertz }
  }

  @Test func tuningInStepsThatAreNoWholeBinsNeitherLosesNorWidensPeaks() {
    let station = 98.7e6
    var hold = MaxHold(row(axis(low: 88e6, span: 20e6), peaks: [station]))
    for turn in 1...60 as ClosedRange<Int> {
      let place = turn <= 40 ? turn : 80 - turn
      hold.fold(row(axis(low: 88e6 + Double(place) * 30e3, span: 20e6)))
      let peaks = held(hold)
      #expect(peaks.count == 1)
      #expect(peaks.allSatisfy { abs($0 - station) <= hold.axis.stepHertz })
      #expect(!hold.values.contains { $0.isNaN })
    }
  }

  @Test func zoomingKeepsWhatTheWiderBinsHeld() throws {
    let station = 98.7e6
    let wide = axis(low: 88e6, span: 20e6)
    var hold = MaxHold(row(wide, peaks: [station, 88.1e6]))
    let bin = ((station - wide.lowHertz) / wide.stepHertz).rounded(.down)
    let bounds = wide.lowHertz + bin * wide.stepHertz..<wide.lowHertz + (bin + 1) * wide.stepHertz
    let near = axis(low: 98.2e6, span: 1e6)
    hold.fold(row(near))
    let peaks = held(hold)
    // A bin of the 20 MHz is as wide as 20 of the 1 MHz.
    #expect(peaks.count == 20)
    let first = try #require(peaks.first)
    let last = try #require(peaks.last)
    #expect(abs(first - bounds.lowerBound) <= near.stepHertz)
    #expect(abs(last - bounds.upperBound) <= near.stepHertz)
    hold.fold(row(wide))
    #expect(held(hold).count == 1)
    #expect(held(hold).allSatisfy { abs($0 - station) <= wide.stepHertz / 2 })
    #expect(!hold.values.contains { $0.isNaN })
  }

  @Test func agreesWithEveryPairOfBinsThatBelongTogether() {
    let before = BinAxis(firstHertz: 1000, stepHertz: 10, count: 50)
    var powers = row(before)
    for bin in powers.max.indices { powers.max[bin] = Float((bin &* 37) % 50) }
    powers.max[17] = .nan
    let hold = MaxHold(powers)
    for (first, step, count) in [
      (1003.3, 4.0, 100), (901, 25, 40), (1001, 20, 25), (1230.1, 1, 9), (2000, 7, 5), (1e12, 7, 5),
      (-1e12, 3, 5), (1000, 1e9, 2), (1000, 1e-6, 3),
    ] {
      let next = BinAxis(firstHertz: first, stepHertz: step, count: count)
      let moved = hold.moved(to: next)
      for bin in 0..<count {
        let centre = first + Double(bin) * step
        // The centre of the narrower bin lies in the wider one.
        let together = powers.max.indices.filter { abs(1000 + Double($0) * 10 - centre) < max(step, 10) / 2 }
        let naive = together.map { powers.max[$0] }.filter { !$0.isNaN }.max()
        #expect(naive == (moved.values[bin].isNaN ? nil : moved.values[bin]), "\(next) bin \(bin)")
      }
    }
  }

  @Test func binsThatWereNotHeldStartAnew() {
    var hold = MaxHold(row(axis(low: 88e6, span: 20e6), floor: 0.5))
    hold.fold(row(axis(low: 98e6, span: 20e6), floor: 0.25))
    #expect(hold.values[..<2048].allSatisfy { $0 == 0.5 })
    #expect(hold.values[2048...].allSatisfy { $0 == 0.25 })
    hold.fold(row(axis(low: 1e300, span: 20e6), floor: 0.25))
    #expect(hold.values.allSatisfy { $0 == 0.25 })
  }
}
