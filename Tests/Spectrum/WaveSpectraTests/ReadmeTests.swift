import Testing
import WaveSpectra
import WaveUnits

/// The example of the README, word for word.
@Suite struct ReadmeTests {
  @Test func exampleGivesTheBandPower() throws {
    // A tone of half scale at 99.5 MHz + 50 kHz, as an 8-bit receiver gives it.
    let bytes = (0..<80_000).flatMap { index -> [UInt8] in
      let (sine, cosine) = Trigonometry.sineCosine(turns: index * 5 % 240, over: 240)
      return [UInt8((cosine * 63.75 + 127.5).rounded()), UInt8((sine * 63.75 + 127.5).rounded())]
    }
    var level = Double.nan
    var analyzer = try SpectrumAnalyzer(
      configuration: AnalyzerConfiguration(fftCount: 4096, sampleRateHertz: 2.4e6, centerHertz: 99.5e6))
    analyzer.process(bytes.span, format: .cu8)
    if let row = analyzer.finishRow(sequence: 1, startMicroseconds: 0, durationMicroseconds: 33_333) {
      let power = bandPower(of: row, lowHertz: 99.4e6, highHertz: 99.6e6)
      level = Decibels.decibels(fromPower: power)
    }
    #expect(abs(level - -6.02) < 0.02)
  }
}
