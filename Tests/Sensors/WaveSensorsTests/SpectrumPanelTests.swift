import Testing
import WaveDisplay
@testable import WaveInteraction
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

  private func requests(_ bench: Bench) -> [ShowSpectrum] {
    bench.effects.compactMap { effect in
      guard case .send(.showSpectrum(let request)) = effect else { return nil }
      return request
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
    let place = bench.model.names.place(of: bench.model.lanes[lane], 0)
    bench.tap(x: place.x + bench.model.names.lensSize / 2, y: place.baseline - 5)
  }

  @Test func aTapOnALensAsksForItAndTheNextForNone() throws {
    var bench = try opened()
    bench.effects = []
    tapLens(&bench, lane: 1)
    try bench.run(seconds: 0.2)
    #expect(!bench.model.isPaused)
    let request = try #require(requests(bench).last)
    #expect(
      requests(bench).count == 1 && request.channel == 1 && request.view != 0 && request.highHertz == 500)
    #expect(request.windowMicroseconds == 10_000_000 && request.untilMicroseconds == WireLimits.microseconds)
    // The lanes have given room, and are drawn in what they have.
    #expect(bench.model.lanes.allSatisfy { $0.y + $0.height <= 0.56 * 600 })
    tapLens(&bench, lane: 1)
    try bench.run(seconds: 0.2)
    #expect(requests(bench).last?.view == 0 && bench.model.spectrum.channel == nil)
    #expect(bench.model.lanes.last.map { $0.y + $0.height > 500 } == true)
  }

  @Test func thePeakIsReadAndThenWhatTheFingerIsOn() throws {
    var bench = try opened()
    tapLens(&bench, lane: 0)
    try bench.run(seconds: 0.2)
    let view = try #require(requests(bench).last?.view)
    try answer(&bench, view: view &+ 1)
    #expect(bench.model.spectrum.answer == nil, "it answers another wish")
    try answer(&bench, view: view)
    #expect(texts(bench).contains("Spectrum of ch0, dB (mV)"))
    #expect(texts(bench).contains { $0.hasPrefix("peak 50.0") && $0.contains("3.0 dB") }, "\(texts(bench))")
    #expect(texts(bench).contains { $0.contains("Hann") && $0.contains("RBW") && $0.contains("mean of 8") })
    let plot = bench.model.spectrumLayout.plot
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
    try answer(&bench, view: try #require(requests(bench).last?.view))
    let plot = bench.model.spectrumLayout.plot
    let middle = plot.x + plot.width / 2
    bench.touch(.began, middle - 40, plot.y + 60, id: 1)
    bench.touch(.began, middle + 40, plot.y + 60, id: 2)
    for step in 1...10 {
      bench.touch(.moved, middle - 40 - 4 * Float(step), plot.y + 60, id: 1)
      bench.touch(.moved, middle + 40 + 4 * Float(step), plot.y + 60, id: 2)
    }
    bench.touch(.ended, middle - 80, plot.y + 60, id: 1)
    bench.touch(.ended, middle + 80, plot.y + 60, id: 2)
    let band = bench.model.spectrum.shownBand
    #expect(band.upperBound - band.lowerBound < 300 && abs(band.lowerBound + band.upperBound - 500) < 20)
    try bench.run(seconds: 0.3)
    #expect(
      requests(bench).last?.lowHertz == band.lowerBound && requests(bench).last?.highHertz == band.upperBound)
    #expect(bench.model.windowSeconds == 10, "time has stayed")
    bench.tap(x: middle, y: plot.y + 80)
    bench.now -= 380_000
    bench.touch(.began, middle, plot.y + 80)
    bench.touch(.ended, middle, plot.y + 80)
    #expect(bench.model.spectrum.shownBand == 0...500)
  }

  @Test func aHeldPictureHasTheSpectrumOfWhatIsHeld() throws {
    var bench = try opened()
    tapLens(&bench, lane: 0)
    try bench.run(seconds: 0.3)
    bench.tap(x: 200, y: 200)
    try bench.run(seconds: 0.3)
    let edge = try #require(bench.model.view.time.heldEdge)
    #expect(requests(bench).last?.untilMicroseconds == Int64(edge))
    let count = requests(bench).count
    try bench.run(seconds: 1)
    #expect(requests(bench).count == count, "nothing is asked while nothing changes")
  }

  @Test func tooLittleIsSaidAndSoAreGaps() throws {
    var bench = try opened()
    tapLens(&bench, lane: 0)
    try bench.run(seconds: 0.2)
    let view = try #require(requests(bench).last?.view)
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
    bench.tap(x: 400 - 22, y: bench.model.spectrumLayout.panel.y + 22)
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
    #expect(requests(bench).count == 1)
  }

  @Test func withoutAServerThatMakesThemThereIsNoLens() throws {
    var bench = Bench()
    try bench.run(seconds: 0.2)
    #expect(!bench.model.hasLens)
    bench.tap(x: 16, y: bench.model.names.place(of: bench.model.lanes[0], 0).baseline - 5)
    #expect(bench.model.isPaused)
  }

  // MARK: - What changes it

  private let source = StreamSource.made([2, 1])
  private let layout = SpectrumLayout(outer: Screen(width: 400, height: 600), top: 300)

  private func panel(_ inputs: [SpectrumPanel.Input] = [.show(0)]) -> SpectrumPanel {
    var panel = SpectrumPanel()
    for input in inputs { panel.handle(input, of: source, at: 0) }
    return panel
  }

  @Test func itIsOfAStreamThatIsThere() {
    #expect(panel().channel == 0 && panel().rateHertz == 1000 && panel().shownBand == 0...500)
    #expect(panel([.show(2)]).shownBand == 0...12.5)
    for stranger in [-1, 3, nil] { #expect(panel([.show(0), .show(stranger)]).channel == nil) }
    var moved = panel()
    moved.renumber([4, nil])
    #expect(moved.channel == 4)
    moved = panel([.show(1)])
    moved.renumber([4, nil, 2])
    #expect(moved.channel == nil)
    // The same one again keeps what is seen of it.
    #expect(panel([.show(0), .zoom(by: 2, at: 0, movedBy: 0), .show(0)]).shownBand == 0...250)
    #expect(panel([.show(0), .zoom(by: 2, at: 0, movedBy: 0), .show(1)]).shownBand == 0...500)
  }

  @Test func whatIsAskedForIsWhatIsSeen() throws {
    let panel = panel([.show(1), .window(3), .resolution(2), .zoom(by: 4, at: 0.5, movedBy: 0)])
    let request = try #require(panel.makeRequest(source: 9, points: 300, windowMicroseconds: 77, until: 55))
    #expect(
      request.view == 0 && request.source == 9 && request.channel == 1 && request.window == 3
        && request.parts == 16)
    #expect(request.columns == 600 && request.lowHertz == 187.5 && request.highHertz == 312.5)
    #expect(request.windowMicroseconds == 77 && request.untilMicroseconds == 55)
    for (points, columns) in [(1, 64), (32, 64), (33, 66), (511, 1022), (9000, 1024)] as [(Float, UInt16)] {
      #expect(
        panel.makeRequest(source: 0, points: points, windowMicroseconds: 1, until: nil)?.columns == columns)
    }
    let live = panel.makeRequest(source: 0, points: 1, windowMicroseconds: 1, until: nil)
    #expect(live?.untilMicroseconds == WireLimits.microseconds)
    #expect(SpectrumPanel().makeRequest(source: 0, points: 1, windowMicroseconds: 1, until: nil) == nil)
  }

  @Test func choicesBeyondTheListAreItsEnds() {
    for (choice, smoothness, window) in [(-5, 0, 0), (0, 0, 0), (2, 2, 2), (9, 2, 4)] as [(Int, Int, UInt8)] {
      let panel = panel([.resolution(choice), .window(choice)])
      #expect(panel.smoothness == smoothness && panel.window == window)
    }
  }

  @Test func theAxisIsScaledWithinHalfTheRate() {
    func band(_ zooms: (Double, Double, Double)...) -> [Double] {
      let band = self.panel([.show(0)] + zooms.map { .zoom(by: $0.0, at: $0.1, movedBy: $0.2) }).shownBand
      return [band.lowerBound, band.upperBound]
    }
    #expect(
      band((2, 0, 0)) == [0, 250] && band((2, 1, 0)) == [250, 500] && band((2, 0.5, 0)) == [125, 375])
    #expect(band((2, 0.5, 0), (1, 0, 0.25)) == [62.5, 312.5], "it goes with the finger")
    #expect(band((2, 0.5, 0), (1, 0, 9)) == [0, 250] && band((2, 0.5, 0), (1, 0, -9)) == [250, 500])
    #expect(band((2, 9, 0)) == [250, 500] && band((2, -9, 0)) == [0, 250])
    #expect(band((2, 0, 0), (0.25, 0, 0)) == [0, 500] && band((1e9, 0, 0)) == [0, 0.25])
    for factor in [Double.nan, .infinity, 0, -2] { #expect(band((factor, 0, 0)) == [0, 500]) }
    let zoomed = panel([.show(0), .zoom(by: 2, at: 1, movedBy: 0)])
    #expect([-1, 0, 0.5, 1, 2].map { zoomed.hertz(at: $0) } == [250, 250, 375, 500, 500])
  }

  private func touch(
    _ panel: inout SpectrumPanel, _ phase: Touch.Phase, _ x: Float, _ y: Float, mayBegin: Bool = true
  ) -> SpectrumPanel.TouchOutcome {
    panel.handle(.made(phase, x, y), on: layout, mayBegin: mayBegin, at: 0)
  }

  @Test func aFingerOnThePanelIsForIt() {
    var panel = panel()
    #expect(
      touch(&panel, .began, 200, 299.9) == .passed
        && touch(&panel, .began, 200, 400, mayBegin: false) == .passed)
    #expect(touch(&panel, .moved, 200, 400) == .passed, "it came down on something else")
    #expect(touch(&panel, .began, 200, 300) == .handled && touch(&panel, .moved, 200, 100) == .handled)
    #expect(touch(&panel, .ended, 200, 100) == .handled && touch(&panel, .moved, 200, 400) == .passed)
    var closed = SpectrumPanel()
    #expect(touch(&closed, .began, 200, 400) == .passed)
  }

  @Test func aTapReadsOrCloses() {
    let plot = layout.plot
    var panel = panel()
    _ = touch(&panel, .began, plot.x + plot.width / 2, plot.y)
    #expect(touch(&panel, .ended, plot.x + plot.width / 2, plot.y) == .handled && panel.marker == 250)
    let (x, y) = layout.closeCentre
    #expect(layout.isOnClose(x: x - 23.9, y: y + 23.9) && !layout.isOnClose(x: x - 24, y: y))
    #expect(!layout.isOnClose(x: x, y: y + 24))
    _ = touch(&panel, .began, x, y)
    #expect(touch(&panel, .ended, x, y) == .closed && panel.channel == nil && panel.marker == nil)
  }

  @Test func onlyTheNewestAnswerIsShown() {
    var panel = panel()
    var answer = StreamSpectrum(
      view: 1, averageCount: 1, leftOutCount: 0, transformCount: 1, rateHertz: 1000, rbwHertz: 1,
      enbwHertz: 1,
      fromMicroseconds: 0, untilMicroseconds: 0, peakHertz: .nan, peakDensity: 0, firstHertz: 0, stepHertz: 1,
      density: [1e-3, 1e5, 0, .nan])
    #expect(panel.receive(answer, at: 0) == false && panel.answer == nil, "nothing was asked")
    let request = panel.makeRequest(source: 0, points: 100, windowMicroseconds: 1, until: nil)
    guard case .send(.showSpectrum(let asked)) = panel.ask(request, at: 0) else {
      Issue.record("it was not asked for")
      return
    }
    answer.view = asked.view
    #expect(panel.receive(answer, at: 0) == true && panel.answer?.density.count == 4)
    // From −30 to 50 dB.
    #expect(panel.levels.top == 60 && panel.levels.bottom == -30)
    panel.renumber([0, 1, 2])
    #expect(panel.answer == nil && panel.receive(answer, at: 0) == false)
    panel = self.panel()
    _ = panel.ask(request, at: 0)
    panel.connectionChanged()
    #expect(panel.receive(answer, at: 0) == false)
  }
}
