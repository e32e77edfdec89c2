import Testing
import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// The spectrum of a stream, below the lanes.
@Suite struct SpectrumPanelTests {
  private func words(_ bench: Bench) -> String {
    String(decoding: bench.model.controls.bytes, as: UTF8.self)
  }

  private func texts(_ bench: Bench) -> [String] {
    bench.scene.layers.flatMap { layer in
      layer.marks.compactMap { mark -> String? in
        guard case .text(let bytes, _, _, _, _, _) = mark else { return nil }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  private func wishes(_ bench: Bench) -> [ShowSpectrum] {
    bench.effects.compactMap { effect in
      guard case .send(.showSpectrum(let wish)) = effect else { return nil }
      return wish
    }
  }

  private func opened() throws -> Bench {
    var bench = Bench(channels: 2, width: 400, height: 600)
    bench.receive(.mixtures(StreamMixtures(source: 0, mixtures: [])))
    try bench.run(seconds: 0.3)
    return bench
  }

  /// Densities of 1e-6, and a tone of 2 units² in 0.75 Hz at 50 Hz.
  private func answer(_ bench: inout Bench, view: UInt16, averages: UInt16 = 8, leftOut: UInt16 = 0) throws {
    var density = [Float](repeating: averages > 0 ? 1e-6 : .nan, count: 400)
    if averages > 0 { density[40] = 2 / 0.75 }
    bench.receive(
      .spectrum(
        StreamSpectrum(
          view: view, averageCount: averages, leftOutCount: leftOut, transformCount: 2048, rateHertz: 1000,
          rbwHertz: 0.7, enbwHertz: 0.75, fromMicroseconds: 0, untilMicroseconds: 10_000_000,
          peakHertz: averages > 0 ? 50.02 : .nan, peakDensity: averages > 0 ? density[40] : .nan,
          firstHertz: 0, stepHertz: 1.25, density: density)))
    try bench.draw()
  }

  /// Taps the lens of a lane.
  private func tapLens(_ bench: inout Bench, lane: Int) {
    let place = bench.model.namePlace(bench.model.lanes()[lane], 0)
    bench.tap(x: place.x + bench.model.lensSize / 2, y: place.baseline - 5)
  }

  @Test func aTapOnALensAsksForItAndTheNextForNone() throws {
    var bench = try opened()
    bench.effects = []
    tapLens(&bench, lane: 1)
    try bench.run(seconds: 0.2)
    #expect(!bench.model.isPaused)
    let wish = try #require(wishes(bench).last)
    #expect(wishes(bench).count == 1 && wish.channel == 1 && wish.view != 0 && wish.highHertz == 500)
    #expect(wish.windowMicroseconds == 10_000_000 && wish.untilMicroseconds == WireLimits.microseconds)
    // The lanes have given room, and are drawn in what they have.
    #expect(bench.model.lanes().allSatisfy { $0.y + $0.height <= 0.56 * 600 })
    tapLens(&bench, lane: 1)
    try bench.run(seconds: 0.2)
    #expect(wishes(bench).last?.view == 0 && bench.model.spectrum.channel == nil)
    #expect(bench.model.lanes().last.map { $0.y + $0.height > 500 } == true)
  }

  @Test func thePeakIsReadAndThenWhatTheFingerIsOn() throws {
    var bench = try opened()
    tapLens(&bench, lane: 0)
    try bench.run(seconds: 0.2)
    let view = try #require(wishes(bench).last?.view)
    try answer(&bench, view: view &+ 1)
    #expect(bench.model.spectrum.answer == nil, "it answers another wish")
    try answer(&bench, view: view)
    #expect(texts(bench).contains("Spectrum of ch0, dB (mV)"))
    #expect(texts(bench).contains { $0.hasPrefix("peak 50.0") && $0.contains("3.0 dB") }, "\(texts(bench))")
    #expect(texts(bench).contains { $0.contains("Hann") && $0.contains("RBW") && $0.contains("mean of 8") })
    let plot = bench.model.spectrumPlot
    bench.drag(from: (plot.x + 20, plot.y + 50), to: (plot.x + plot.width * 0.5, plot.y + 60))
    try bench.draw()
    #expect(!bench.model.isPaused && bench.model.delayMicroseconds == 0, "the lanes have not moved")
    let reading = try #require(
      texts(bench).first { $0.contains("dB") && $0.contains("Hz · ") && !$0.contains("RBW") })
    #expect(reading.hasPrefix("250"), "\(reading)")
    #expect(reading.contains("−61.2 dB"), "\(reading)")
    bench.perform(.spectrum(.setScale), .set(1))
    try bench.draw()
    #expect(texts(bench).contains("Spectrum of ch0, mV/√Hz"))
    #expect(texts(bench).contains { $0.contains("0.00100 mV/√Hz") }, "\(texts(bench))")
  }

  @Test func fingersScaleBothAxes() throws {
    var bench = try opened()
    tapLens(&bench, lane: 0)
    try bench.run(seconds: 0.2)
    try answer(&bench, view: try #require(wishes(bench).last?.view))
    let plot = bench.model.spectrumPlot
    let middle = plot.x + plot.width / 2
    bench.touch(.began, middle - 40, plot.y + 60, id: 1)
    bench.touch(.began, middle + 40, plot.y + 60, id: 2)
    for step in 1...10 {
      bench.touch(.moved, middle - 40 - 4 * Float(step), plot.y + 60, id: 1)
      bench.touch(.moved, middle + 40 + 4 * Float(step), plot.y + 60, id: 2)
    }
    bench.touch(.ended, middle - 80, plot.y + 60, id: 1)
    bench.touch(.ended, middle + 80, plot.y + 60, id: 2)
    let band = bench.model.shownBand
    #expect(band.upperBound - band.lowerBound < 300 && abs(band.lowerBound + band.upperBound - 500) < 20)
    try bench.run(seconds: 0.3)
    #expect(
      wishes(bench).last?.lowHertz == band.lowerBound && wishes(bench).last?.highHertz == band.upperBound)
    #expect(bench.model.windowSeconds == 10, "time has stayed")
    bench.tap(x: middle, y: plot.y + 80)
    bench.now -= 380_000
    bench.touch(.began, middle, plot.y + 80)
    bench.touch(.ended, middle, plot.y + 80)
    #expect(bench.model.shownBand == 0...500)
  }

  @Test func aHeldPictureHasTheSpectrumOfWhatIsHeld() throws {
    var bench = try opened()
    tapLens(&bench, lane: 0)
    try bench.run(seconds: 0.3)
    bench.tap(x: 200, y: 200)
    try bench.run(seconds: 0.3)
    let edge = try #require(bench.model.frozenEdge)
    #expect(wishes(bench).last?.untilMicroseconds == Int64(edge))
    let count = wishes(bench).count
    try bench.run(seconds: 1)
    #expect(wishes(bench).count == count, "nothing is asked while nothing changes")
  }

  @Test func tooLittleIsSaidAndSoAreGaps() throws {
    var bench = try opened()
    tapLens(&bench, lane: 0)
    try bench.run(seconds: 0.2)
    let view = try #require(wishes(bench).last?.view)
    try answer(&bench, view: view, averages: 0, leftOut: 3)
    #expect(texts(bench).contains { $0.contains("Too few samples without a gap") })
    try answer(&bench, view: view, averages: 5, leftOut: 3)
    #expect(texts(bench).contains { $0.contains("3 left out for gaps") })
  }

  @Test func itIsChosenAndClosedInTheDrawerAndByItsCross() throws {
    var bench = try opened()
    bench.send(.press(.handle))
    #expect(words(bench).contains("Spectrum of"))
    bench.perform(.spectrum(.show), .set(1))
    #expect(bench.model.spectrum.channel == 0)
    bench.perform(.spectrum(.chooseStream), .set(1))
    bench.send(.press(.handle))
    try bench.run(seconds: 0.2)
    #expect(bench.model.spectrum.channel == 1)
    bench.tap(x: 400 - 22, y: bench.model.spectrumPanel.y + 22)
    #expect(bench.model.spectrum.channel == nil)
  }

  @Test func aStreamThatIsNotThereHasNone() throws {
    var bench = try opened()
    for value in [-1, 2, 255, Int.max, Int.min] {
      bench.perform(.spectrum(.chooseStream), .set(value))
      try bench.draw()
      #expect(bench.model.spectrum.channel == nil)
    }
  }

  @Test func aLinkThatIsLostAsksAgain() throws {
    var bench = try opened()
    tapLens(&bench, lane: 0)
    try bench.run(seconds: 0.2)
    bench.send(.connection(isOpen: false))
    bench.effects = []
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    try bench.run(seconds: 0.3)
    #expect(wishes(bench).count == 1)
  }

  @Test func withoutAServerThatMakesThemThereIsNoLens() throws {
    var bench = Bench()
    try bench.run(seconds: 0.2)
    #expect(!bench.model.hasLens)
    bench.tap(x: 16, y: bench.model.namePlace(bench.model.lanes()[0], 0).baseline - 5)
    #expect(bench.model.isPaused)
  }
}
