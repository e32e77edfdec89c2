import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct MarkerPlacementTests {
  private let band = Band(low: 100, high: 200)
  private let limits = Band(low: 50, high: 250)
  private let axis = TimeAxis(top: 50_000_000, periodSeconds: 10, height: 100)

  private func placed(_ hertz: Double, _ microseconds: Int64 = 45_000_000) -> MarkerPlacement {
    var placement = MarkerPlacement()
    placement.place(hertz: hertz, microseconds: microseconds)
    return placement
  }

  @Test func isPlacedAndRemoved() {
    var placement = MarkerPlacement()
    #expect(placement.marker == nil)
    placement.place(hertz: 3, microseconds: 4)
    #expect(placement.marker == SpectrumModel.Marker(hertz: 3, microseconds: 4))
    placement.remove()
    #expect(placement.marker == nil)
  }

  private let wide = Band(low: 100, high: 228)

  private func plot(_ mode: ViewMode, scale: Float = 1) -> Plot {
    Plot(
      screen: Screen(width: 128, height: 128, scale: scale), theme: .dark, advances: .monospaced, mode: mode,
      band: wide, zoneSeconds: 0, unit: .fullScale, flags: [], rbwHertz: 1, rowSeconds: 0,
      span: RecordedSpan(startMicroseconds: 0, durationSeconds: 0))
  }

  /// Columns of a hertz with a peak at 130.5 Hz.
  private var trace: Trace {
    var values = [Int16](repeating: -900, count: 128)
    values[30] = -100
    return Trace(
      RowMessage(
        view: 1, axis: 1, flags: [], planes: .max, sequence: 1, startMicroseconds: 0, durationMicroseconds: 1,
        skipped: 0, columns: 128, values: values), band: wide, after: nil)
  }

  @Test func aFingerMarksThePeakWithinItsReach() {
    var placement = MarkerPlacement()
    placement.place(x: 40, y: 50, on: plot(.spectrum), trace: trace, axis: axis)
    #expect(placement.marker == SpectrumModel.Marker(hertz: 130.5, microseconds: 45_000_000))
    placement.place(x: 44, y: 50, on: plot(.spectrum), trace: trace, axis: axis)
    #expect(placement.marker?.hertz == 132.5)
    placement.place(x: 20, y: 50, on: plot(.spectrum), trace: trace, axis: axis)
    #expect(placement.marker?.hertz == 130.5)
    // A finger reaches as far on any screen.
    placement.place(x: 50, y: 50, on: plot(.spectrum, scale: 2), trace: trace, axis: axis)
    #expect(placement.marker?.hertz == 130.5)
  }

  @Test func withoutAPeakAFingerMarksItsPlace() {
    var placement = MarkerPlacement()
    placement.place(x: 40, y: 50, on: plot(.spectrum), trace: nil, axis: axis)
    #expect(placement.marker?.hertz == 140)
    placement.place(x: 40, y: 20, on: plot(.waterfall), trace: trace, axis: axis)
    #expect(placement.marker == SpectrumModel.Marker(hertz: 140, microseconds: 48_000_000))
    // Beyond the plot, the last pixel.
    placement.place(x: 400, y: 400, on: plot(.waterfall), trace: trace, axis: axis)
    #expect(placement.marker == SpectrumModel.Marker(hertz: 227, microseconds: 40_100_000))
    placement.place(x: -5, y: -5, on: plot(.waterfall), trace: trace, axis: axis)
    #expect(placement.marker == SpectrumModel.Marker(hertz: 100, microseconds: 50_000_000))
  }

  @Test func withoutAMarkerNothingMoves() {
    var placement = MarkerPlacement()
    placement.shift(by: 5)
    placement.step(along: axis, by: 0.5)
    #expect(placement.step(along: band, by: 0.5, limits: limits) == 0)
    #expect(placement.marker == nil)
  }

  @Test func movesWithTheServersClock() {
    var placement = placed(150)
    placement.shift(by: -3_000_000)
    #expect(placement.marker == SpectrumModel.Marker(hertz: 150, microseconds: 42_000_000))
  }

  @Test func stepsAlongTheBand() {
    var placement = placed(150)
    #expect(placement.step(along: band, by: 0.125, limits: limits) == 0)
    #expect(placement.marker == SpectrumModel.Marker(hertz: 162.5, microseconds: 45_000_000))
    #expect(placement.step(along: band, by: -0.25, limits: limits) == 0)
    #expect(placement.marker?.hertz == 137.5)
  }

  @Test func theBandFollowsAMarkerBeyondItsEdge() {
    var high = placed(200)
    #expect(high.step(along: band, by: 0.25, limits: limits) == 25)
    #expect(high.marker?.hertz == 225)
    var low = placed(100)
    #expect(low.step(along: band, by: -0.25, limits: limits) == -25)
    #expect(low.marker?.hertz == 75)
    // Not beyond where there is anything.
    #expect(high.step(along: band, by: 0.75, limits: limits) == 50)
    #expect(high.marker?.hertz == 250)
    #expect(low.step(along: band, by: -0.75, limits: limits) == -50)
    #expect(low.marker?.hertz == 50)
  }

  @Test func aMarkerOutsideComesBackToTheEdge() {
    var high = placed(1000)
    #expect(high.step(along: band, by: -0.25, limits: limits) == 0)
    #expect(high.marker?.hertz == 175)
    var low = placed(0)
    #expect(low.step(along: band, by: 0.25, limits: limits) == 0)
    #expect(low.marker?.hertz == 125)
  }

  @Test func stepsAlongTimeWithinThePeriod() {
    var placement = placed(150)
    placement.step(along: axis, by: 0.25)
    #expect(placement.marker == SpectrumModel.Marker(hertz: 150, microseconds: 47_500_000))
    placement.step(along: axis, by: 0.5)
    #expect(placement.marker?.microseconds == 50_000_000)
    placement.step(along: axis, by: -2)
    #expect(placement.marker?.microseconds == 40_010_000)
  }

  /// 300 columns of a hertz with peaks of -10 at 30.5, of -20 at 100.5 and of -30 at 250.5.
  private var row: PeakRow {
    var values = [Int16](repeating: -900, count: 300)
    (values[30], values[100], values[250]) = (-100, -200, -300)
    return PeakRow(values: values, band: Band(low: 0, high: 300), microseconds: 7)
  }

  @Test func visitsPeaksByTheirLevel() {
    let all = Band(low: 0, high: 300)
    var placement = MarkerPlacement()
    var seen: [Double?] = []
    for _ in 0..<3 {
      #expect(placement.visitPeak(of: row, in: all) == true)
      seen.append(placement.marker?.hertz)
    }
    #expect(seen == [30.5, 100.5, 250.5] && placement.marker?.microseconds == 7)
    // Each is visited once; what is left is the ground between them, from its lowest frequency.
    #expect(placement.visitPeak(of: row, in: all) == true)
    #expect(placement.marker?.hertz != 30.5)
    // A marker that was moved begins a new tour.
    placement.place(hertz: 5, microseconds: 0)
    #expect(placement.visitPeak(of: row, in: all) == true)
    #expect(placement.marker?.hertz == 30.5)
  }

  @Test func visitsOnlyWhatIsInView() {
    var placement = MarkerPlacement()
    #expect(placement.visitPeak(of: row, in: Band(low: 100.5, high: 250.5)) == true)
    #expect(placement.marker?.hertz == 100.5)
    var upper = MarkerPlacement()
    _ = upper.visitPeak(of: row, in: Band(low: 100.6, high: 250.6))
    #expect(upper.marker?.hertz == 250.5)
    #expect(upper.visitPeak(of: row, in: Band(low: 400, high: 500)) == false)
    #expect(upper.marker?.hertz == 250.5)
  }

  @Test func theTourBeginsAnewWhereAllWereVisited() {
    let two = PeakRow(values: [-900, -100, -900, -200], band: Band(low: 0, high: 4), microseconds: 0)
    var placement = MarkerPlacement()
    var seen: [Double?] = []
    for _ in 0..<4 {
      _ = placement.visitPeak(of: two, in: Band(low: 0, high: 4))
      seen.append(placement.marker?.hertz)
    }
    #expect(seen == [1.5, 3.5, 1.5, 3.5])
  }

  @Test func ofEqualPeaksTheLowerFrequencyComesFirst() {
    var values = [Int16](repeating: -900, count: 9)
    (values[2], values[6]) = (-100, -100)
    let row = PeakRow(values: values, band: Band(low: 0, high: 9), microseconds: 0)
    var placement = MarkerPlacement()
    _ = placement.visitPeak(of: row, in: row.band)
    #expect(placement.marker?.hertz == 2.5)
    _ = placement.visitPeak(of: row, in: row.band)
    #expect(placement.marker?.hertz == 6.5)
  }

  @Test func aRowWithoutDataHasNoPeak() {
    let empty = PeakRow(
      values: [Int16](repeating: RowMessage.gap, count: 4), band: band, microseconds: 0)
    var placement = MarkerPlacement()
    #expect(placement.visitPeak(of: empty, in: band) == false)
    #expect(placement.marker == nil)
  }
}
