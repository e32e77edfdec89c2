import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct PlotTests {
  private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func frequenciesHavePixels() {
    let plot = Plot.make()
    #expect(plot.hertz(atPixel: 100) == 95e6 && plot.hertz(atPixel: -100) == 85e6)
    #expect(plot.pixel(ofHertz: 95e6) == 100 && plot.pixel(ofHertz: 115e6) == 500)
    // Without a width nothing is divided by it.
    let empty = Plot.make(screen: Screen())
    #expect(empty.hertz(atPixel: 0.5) == 100e6 && empty.pixel(ofHertz: 95e6) == 0)
  }

  @Test func aReadoutIsAsFineAsAPixelOrABin() {
    #expect(Plot.make().readoutStepHertz == 50_000)
    #expect(Plot.make(rbwHertz: 200_004).readoutStepHertz == 50_001)
    #expect(Plot.make(rbwHertz: .nan).readoutStepHertz == 50_000)
    #expect(Plot.make(screen: Screen()).readoutStepHertz == 20e6)
  }

  @Test func waterfallAndMeterAreDark() {
    #expect(Plot.make(.waterfall).plotTheme == .dark && Plot.make(.meter).plotTheme == .dark)
    #expect(Plot.make().plotTheme == .light && Plot.make(.nothing).plotTheme == .light)
  }

  @Test func clocksAreOfTheZoneWhereItIsKnown() {
    let span = RecordedSpan(startMicroseconds: 1_000_000, durationSeconds: 200)
    func text(_ flags: SourceFlags) -> String {
      string(Plot.make(zoneSeconds: 3600, flags: flags, span: span).clockText(51_000_000))
    }
    #expect(text([]) == "01:00:51")
    #expect(text(.zoneUnknown) == "00:00:51")
    #expect(text([.rateUnknown, .zoneUnknown]) == "25 % of the file")
  }

  @Test func frequenciesAreInTheirUnitOrInPartsOfTheRate() {
    #expect(string(Plot.make().frequencyText(99.5e6, stepHertz: 1e5)) == "99.5 MHz")
    let rate = Plot.make(flags: .rateUnknown)
    #expect(string(rate.frequencyText(250_000, stepHertz: 1e4)) == "0.25 \u{00D7} rate")
  }

  @Test func aLabelHasABackingAroundIt() throws {
    let drawn = try marks {
      $0.layer(1, bounds: Plot.make().screen.bounds) { list in
        Plot.make().drawLabel(
          Array("no data".utf8), x: 20, middle: 100.2, color: Theme.light.text,
          style: TextStyle(size: 12), into: &list)
      }
    }
    #expect(drawn.first?.rectangle == Rect(x: 20, y: 91, width: 62, height: 18))
    #expect(drawn.last?.point?.x == 25 && drawn.last?.point?.baseline == 104)
  }

  private func artefacts(_ spike: Double, _ image: Double) -> Artefacts {
    Artefacts(source: 0, spikeHertz: spike, imageHertz: image, imageOfHertz: .nan)
  }

  private func artefactMarks(_ report: Artefacts?, on plot: Plot = .make()) throws -> [DrawMark] {
    try marks(on: plot) { list in
      list.layer(1, bounds: plot.screen.bounds) { plot.drawArtefacts(report, into: &$0) }
    }
  }

  @Test func spikesOfTheReceiverAreNamed() throws {
    let both = try artefactMarks(artefacts(100e6, 98e6))
    #expect(both.compactMap(\.text) == ["DC spike of the receiver", "mirror image"])
    #expect(
      both.compactMap(\.rectangle) == [
        Rect(x: 106, y: 775, width: 189, height: 18), Rect(x: 110, y: 755, width: 99, height: 18),
      ])
    #expect(try artefactMarks(nil).isEmpty)
    let narrow = Plot.make(screen: Screen(width: 188, height: 828))
    #expect(
      try artefactMarks(artefacts(100e6, 98e6), on: narrow).first { $0.text != nil }?.text == "DC spike")
  }

  @Test func namesOfSpikesStayOnTheScreen() throws {
    for (hertz, x) in [(90.01e6, Float(0)), (109.99e6, 211)] {
      #expect(try artefactMarks(artefacts(hertz, .nan)).first?.rectangle?.x == x)
    }
    for hertz in [90e6, 110e6, 80e6, .nan, .infinity] {
      #expect(try artefactMarks(artefacts(hertz, hertz)).isEmpty, "\(hertz)")
    }
  }

  @Test func labelsEndAboveTheNamesOfSpikes() {
    #expect(Plot.make().labelBottom(above: nil) == 800)
    #expect(Plot.make().labelBottom(above: artefacts(1, 2)) == 754)
  }

  private func axisMarks(on plot: Plot) throws -> [DrawMark] {
    try marks(on: plot) { list in
      list.layer(1, bounds: plot.screen.bounds) { plot.drawFrequencyAxis(into: &$0) }
    }
  }

  @Test func theLastFrequencyThatHasRoomCarriesTheUnit() throws {
    let drawn = try axisMarks(on: .make())
    #expect(drawn.compactMap(\.text) == ["105 MHz", "100", "95"])
    #expect(drawn.compactMap { $0.point?.x } == [274, 189, 93])
    #expect(drawn.compactMap { $0.point?.baseline } == [819, 819, 819])
    #expect(
      drawn.compactMap(\.rectangle) == [
        Rect(x: 0, y: 800, width: 400, height: 28), Rect(x: 0, y: 800, width: 400, height: 1),
      ])
    let rate = Plot.make(band: Band(low: -0.5e6, high: 0.5e6), flags: .rateUnknown)
    #expect(try axisMarks(on: rate).compactMap(\.text).prefix(3) == ["0.4", "0.2 \u{00D7} rate", "0.0"])
  }

  @Test func frequenciesAreAsNearAsTheirLabelsAllow() throws {
    func plot(width: Float) -> Plot {
      .make(screen: Screen(width: width, height: 828), band: Band(low: 99.9e6, high: 100.1e6), rbwHertz: 1)
    }
    // Labels of 50 kHz have a digit more, for which 60 pixels are too few.
    #expect(try axisMarks(on: plot(width: 252)).compactMap(\.text) == ["100.05 MHz", "99.95"])
    #expect(try axisMarks(on: plot(width: 240)).compactMap(\.text) == ["100.0 MHz"])
    let plot = plot(width: 240)
    let lines = try marks(on: plot) { list in
      list.layer(1, bounds: plot.screen.bounds) {
        plot.drawFrequencyGrid(into: &$0, color: Theme.light.hairline)
      }
    }
    #expect(lines.compactMap(\.rectangle).map(\.x) == [0, 120, 240])
    #expect(lines.first?.rectangle == Rect(x: 0, y: 0, width: 1, height: 800))
  }

  private func waterfall(width: Float, bottom: Float = 0) -> Plot {
    var screen = Screen(width: width, height: 848, insets: Insets(bottom: bottom))
    screen.footPoints = 48
    return .make(.waterfall, screen: screen)
  }

  @Test func theLegendIsUnderTheFrequencies() {
    #expect(waterfall(width: 400).legendBar == Rect(x: 80, y: 832, width: 240, height: 7))
    #expect(waterfall(width: 1000).legendBar == Rect(x: 340, y: 832, width: 320, height: 7))
    #expect(waterfall(width: 100).legendBar.width == 0)
    #expect(waterfall(width: 400).legendFraction(ofPixels: 60) == 0.25)
    #expect(waterfall(width: 100).legendFraction(ofPixels: -3) == -3)
  }

  @Test func aFingerHoldsTheLegendAtTheBottomOfTheWaterfall() {
    // Never less to touch than 44 points above the edge that can be touched.
    for (plot, least) in [(waterfall(width: 400), Float(804)), (waterfall(width: 400, bottom: 34), 770)] {
      #expect(plot.isOnLegend(y: least) && !plot.isOnLegend(y: least - 1), "\(least)")
    }
    // A larger strip is held on its second line alone.
    var screen = Screen(width: 400, height: 848)
    screen.footPoints = 80
    #expect(Plot.make(.waterfall, screen: screen).isOnLegend(y: 794))
    #expect(!Plot.make(.waterfall, screen: screen).isOnLegend(y: 793))
    #expect(!Plot.make().isOnLegend(y: 820))
  }
}
