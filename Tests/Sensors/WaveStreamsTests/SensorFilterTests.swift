import Testing
import WaveSignal
import WaveStreams

@Suite struct SensorFilterTests {
  @Test func filtersAreThoseOfTheirDesigns() throws {
    let low = try FilterDesign(.butterworth, .lowPass(hertz: 40), order: 4).sections(rateHertz: 500)
    let notch = try Biquad.notch(hertz: 50, quality: 30, rateHertz: 500)
    #expect(
      try [SensorFilter.lowPass(hertz: 40, order: 4), .notch(hertz: 50)].sections(rateHertz: 500) == low + [
        notch
      ])
    let bessel = FilterDesign(.bessel, .bandStop(lowHertz: 45, highHertz: 55), order: 3)
    #expect(try SensorFilter.design(bessel).sections(rateHertz: 500) == bessel.sections(rateHertz: 500))
    #expect(
      try SensorFilter.bandPass(lowHertz: 1, highHertz: 30).sections(rateHertz: 500)
        == FilterDesign(.butterworth, .bandPass(lowHertz: 1, highHertz: 30), order: 2).sections(
          rateHertz: 500))
  }

  @Test func namesAreThoseOfThePaper() {
    func name(_ filters: [SensorFilter]) -> String { String(decoding: filters.name, as: UTF8.self) }
    #expect(name([]) == "")
    #expect(name(.diagnosticECG) == "0.05–150 Hz")
    #expect(name(.monitorECG + [.notch(hertz: 60)]) == "0.5–40 Hz, notch 60 Hz")
    #expect(name([.lowPass(hertz: 40), .highPass(hertz: 0.333)]) == "low-pass 40 Hz, high-pass 0.333 Hz")
    #expect(name([.bandPass(lowHertz: 1, highHertz: 2.5)]) == "1–2.5 Hz")
    #expect(
      name([.design(FilterDesign(.bessel, .bandStop(lowHertz: 45, highHertz: 55), order: 2))])
        == "band-stop 45–55 Hz")
  }
}
