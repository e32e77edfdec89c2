import TestSupport
import Testing
import WaveSignal
import WaveSpectra

@Suite struct ResolutionPlanTests {
  private func plan(
    step: Double, rate: Double = 2.4e6, window: WindowFunction = .blackmanHarris, rows: Double = 1.0 / 30,
    counts: ClosedRange<Int> = 4096...FFT.countMax, current: Int? = nil
  ) -> ResolutionPlan {
    ResolutionPlan(
      sampleRateHertz: rate, stepHertz: step, window: window, rowSeconds: rows, counts: counts,
      current: current)
  }

  @Test func theWholeBandKeepsTheShortest() {
    let plan = plan(step: 2.4e6 / 1170)
    #expect(plan.fftCount == 4096 && plan.overlap == 0.5 && plan.rowSeconds == 1.0 / 30)
  }

  @Test(arguments: 0..<200)
  func everyColumnHoldsABin(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rate = Double.random(in: 1e3...2e7, using: &generator)
    let step = rate / Double.random(in: 10...2e6, using: &generator)
    let rows = Double.random(in: 1e-3...1, using: &generator)
    let window = WindowFunction.allCases[Int.random(in: 0..<5, using: &generator)]
    let plan = plan(step: step, rate: rate, window: window, rows: rows)
    #expect(FFT.isValid(count: plan.fftCount) && plan.fftCount >= 4096)
    if plan.fftCount < FFT.countMax { #expect(rate / Double(plan.fftCount) <= step * (1 + 1e-8)) }
    if plan.fftCount > 4096 { #expect(rate / Double(plan.fftCount / 2) > step) }
    #expect(plan.overlap >= 0.5 && plan.overlap <= ResolutionPlan.overlapMax(of: window))
    #expect(plan.hopCount % 2 == 0)
    // A row holds the end of a window, and is no longer than was wished for unless the overlap is the
    // longest.
    #expect(Double(plan.hopCount) < plan.rowSeconds * rate)
    if plan.rowSeconds > rows { #expect(plan.overlap == ResolutionPlan.overlapMax(of: window)) }
    let configuration = AnalyzerConfiguration(
      fftCount: plan.fftCount, window: window, overlap: plan.overlap, sampleRateHertz: rate)
    #expect(configuration.hopCount == plan.hopCount)
    var real = configuration
    real.isReal = true
    #expect(real.hopCount == plan.hopCount)
  }

  @Test func columnsAsWideAsBinsDoNotNeedMore() {
    for exponent in 12...20 {
      let count = 1 << exponent
      for columns in [390, 1170, 1536, 2048] {
        let width = 2.4e6 / Double(count) * Double(columns)
        #expect(plan(step: width / Double(columns)).fftCount == count)
      }
    }
  }

  @Test func rowsStayFrequentByOverlapping() {
    // 80,000 samples a row: two windows of 65,536 by halves, then one window of which ever more is known.
    #expect(plan(step: 30).fftCount == 131_072 && plan(step: 30).hopCount == 65_536)
    #expect(plan(step: 10).fftCount == 262_144 && plan(step: 10).hopCount == 79_998)
    #expect(plan(step: 3).rowSeconds == Double(131_073) / 2.4e6)
    #expect(plan(step: 3).overlap == 0.875)
    #expect(plan(step: 3, window: .flatTop).hopCount == 79_998)
    #expect(plan(step: 3, window: .rectangular).overlap == 0.5)
    #expect(plan(step: 3, window: .hann).overlap == 0.75)
  }

  @Test func aPinchAcrossAPowerOfTwoDoesNotFlap() {
    var count = plan(step: 100).fftCount
    #expect(count == 32_768)
    var changes = 0
    for turn in 0..<100 {
      let next = plan(step: turn % 2 == 0 ? 80 : 70, current: count).fftCount
      if next != count { changes += 1 }
      count = next
    }
    #expect(count == 65_536 && changes == 1)
    // Twice as long as need be stays, four times does not.
    #expect(plan(step: 100, current: 65_536).fftCount == 65_536)
    #expect(plan(step: 200, current: 65_536).fftCount == 16_384)
    #expect(plan(step: 20, current: 65_536).fftCount == 131_072)
    #expect(plan(step: .infinity, current: 1_048_576).fftCount == 4096)
  }

  @Test func staysWithinItsCounts() {
    #expect(plan(step: 1, counts: 64...1000).fftCount == 512)
    #expect(plan(step: 1, counts: 100...100).fftCount == 64)
    #expect(plan(step: .infinity, counts: 100...4096).fftCount == 128)
    #expect(plan(step: 0, counts: -5...Int.max).fftCount == FFT.countMax)
    #expect(plan(step: .infinity, counts: Int.min...0).fftCount == 64)
    #expect(plan(step: 1, counts: 64...1000, current: 1024).fftCount == 512)
  }

  @Test func takesNonsense() {
    let numbers = [-Double.infinity, -1, 0, .leastNonzeroMagnitude, 1, 1e300, .infinity, .nan]
    for rate in numbers {
      for step in numbers {
        for rows in numbers {
          let plan = plan(step: step, rate: rate, rows: rows)
          #expect(FFT.isValid(count: plan.fftCount))
          #expect(plan.hopCount >= plan.fftCount / 8 && plan.hopCount <= plan.fftCount / 2)
          #expect(plan.rowSeconds >= 0)
        }
      }
    }
  }
}
