import Testing
import WaveSimulation
import WaveUnits

@Suite struct SimulatedSensorTests {
  @Test func pieceOrWholeIsTheSame() {
    let ecg = SimulatedECG(seed: 3)
    var whole: [Double] = []
    ecg.append(from: 1000, count: 500, to: &whole)
    for lead in 0..<8 {
      var part: [Double] = []
      ecg.append(from: 1123, count: 50, to: &part)
      #expect(part[(lead * 50)..<((lead + 1) * 50)] == whole[(lead * 500 + 123)..<(lead * 500 + 173)])
    }
    let motion = SimulatedMotion(seed: 2)
    var walk: [Double] = []
    motion.appendMotion(from: 7, count: 20, to: &walk)
    var step: [Double] = []
    motion.appendMotion(from: 10, count: 1, to: &step)
    #expect(step == (0..<6).map { walk[$0 * 20 + 3] })
  }

  /// R waves of lead II, found as what is higher than all within a fifth of a second.
  private func beats(_ ecg: SimulatedECG, seconds: Int) -> [Int] {
    let count = seconds * 1000
    var samples: [Double] = []
    ecg.append(from: 0, count: count, to: &samples)
    let lead = Array(samples[count..<(2 * count)])
    return (200..<(count - 200)).filter { place in
      lead[place] > 0.7 && lead[(place - 200)...(place + 200)].allSatisfy { $0 <= lead[place] }
    }
  }

  @Test(arguments: [1, 2, 99] as [UInt64]) func aHeartBeatsAsHeartsDo(seed: UInt64) {
    let ecg = SimulatedECG(seed: seed)
    let beats = beats(ecg, seconds: 120)
    let intervals = zip(beats.dropFirst(), beats).map { Double($0 - $1) }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    #expect((700...1000).contains(mean))
    let spread =
      (intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(intervals.count)).squareRoot()
    #expect((15...120).contains(spread), "\(spread)")
    #expect(intervals.allSatisfy { (450...1500).contains($0) })
  }

  @Test func everyLeadHasItsShape() {
    let ecg = SimulatedECG()
    let place = beats(ecg, seconds: 10)[3]
    var samples: [Double] = []
    ecg.append(from: UInt64(place - 300), count: 800, to: &samples)
    for lead in 0..<8 {
      let beat = samples[(lead * 800)..<((lead + 1) * 800)]
      let (low, high) = (beat.min() ?? 0, beat.max() ?? 0)
      #expect(high < 2.5 && low > -2.2 && high - low > 0.6)
      // V1 and V2 are deep, V4 to V6 high.
      #expect(lead == 2 || lead == 3 ? -low > high : high > -low)
    }
  }

  /// The bits that the server and the page have in common.
  @Test func bitsAreThoseCommitted() {
    var samples: [Double] = []
    SimulatedECG(seed: 1).append(from: 123_456, count: 3, to: &samples)
    SimulatedMotion(seed: 1).appendMotion(from: 5000, count: 1, to: &samples)
    SimulatedMotion(seed: 1).appendPressure(from: 5000, count: 1, to: &samples)
    var digest: UInt64 = 0
    for sample in samples { digest = HashNoise.mixed(digest ^ sample.bitPattern) }
    #expect(digest == 17_283_926_832_621_027_584)
  }

  @Test func streamsAreTheirFormula() {
    let streams = SimulatedStreams(channelCount: 3, rateHertz: 1000)
    var samples: [Double] = []
    streams.append(from: 2900, count: 200, to: &samples)
    for channel in 0..<3 {
      for index in 0..<200 {
        let number = 2900 + index
        let isSpike = (number + 37 * channel) % 3000 == 0
        let expected = isSpike ? 5 : Trigonometry.sineCosine(turns: (channel + 1) * number, over: 2000).sine
        #expect(abs(samples[channel * 200 + index] - expected) < 1e-12)
      }
    }
    #expect(samples.filter { $0 == 5 }.count == 3)
    // Far on, too.
    var far: [Double] = []
    streams.append(from: 1 << 61, count: 1, to: &far)
    #expect(far.allSatisfy { abs($0) <= 5 })
  }
}
