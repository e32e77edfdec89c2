import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct SpectrumPictureTests {
  /// A row of columns from 90 to 110 MHz, in tenths of a decibel.
  private func trace(_ values: [Int16], planes: PlaneSet = .max, band: Band = Band(low: 90e6, high: 110e6))
    -> Trace
  {
    Trace(
      RowMessage(
        view: 1, axis: 1, flags: [], planes: planes, sequence: 1, startMicroseconds: 0,
        durationMicroseconds: 1,
        skipped: 0, columns: UInt16(values.count / planes.count), values: values), band: band, after: nil)
  }

  private func drawn(
    _ trace: Trace?, levels: LevelWindow = LevelWindow(top: 0, span: 100), artefacts: Artefacts? = nil,
    on plot: Plot = .make()
  ) throws -> [DrawMark] {
    let nothing = AnnotationLayout(
      [], maps: [], on: plot, axis: TimeAxis(top: 0, periodSeconds: 1, height: 1), rowMicroseconds: nil)
    let picture = SpectrumPicture(levels: levels, trace: trace, artefacts: artefacts, annotations: nothing)
    return try marks(on: plot) { picture.draw(on: plot, into: &$0) }
  }

  private func levelTexts(_ marks: [DrawMark]) -> [String] {
    marks.compactMap(\.text).filter { $0.contains("dB") }
  }

  @Test func linesRunThroughTheMiddlesOfColumns() throws {
    let lines = try drawn(trace([-100, -200, RowMessage.gap, -1000])).compactMap(\.coordinates)
    #expect(lines.count == 1)
    let points = try #require(lines.first)
    #expect([0, 2, 4, 6].map { points[$0] } == [50, 150, 250, 350])
    #expect(points[1] == 80 && points[3] == 160 && points[5].isNaN && points[7] == 800)
  }

  @Test func onlyColumnsInViewAreDrawnAndANeighbourOnEitherSide() throws {
    let values = [Int16](repeating: -500, count: 20)
    let near = Plot.make(band: Band(low: 95e6, high: 97e6))
    #expect(
      try drawn(trace(values), on: near).compactMap(\.coordinates) == [
        [-100, 400, 100, 400, 300, 400, 500, 400]
      ])
    // Beside the row there is nothing.
    let beside = Plot.make(band: Band(low: 120e6, high: 122e6))
    #expect(try drawn(trace(values), on: beside).compactMap(\.coordinates) == [[]])
  }

  @Test func everyDetectorHasItsMark() throws {
    let all = try drawn(trace([-10, -20, -30, -40, -50, -60], planes: [.max, .mean, .hold]))
    let lines = all.compactMap(\.coordinates)
    // The held maximum is behind the others.
    #expect(lines.map { $0.last } == [48, 16])
    let areas = all.filter { if case .area = $0 { true } else { false } }
    #expect(areas.count == 1)
    #expect(try drawn(trace([-10, -20], planes: .mean)).compactMap(\.coordinates).isEmpty)
    #expect(try drawn(nil).compactMap(\.coordinates).isEmpty)
  }

  /// Rectangles as high as the plot that are no lines of the grid.
  private func holes(_ trace: Trace) throws -> [Rect] {
    try drawn(trace).compactMap(\.rectangle).filter { $0.height == 800 && $0.width > 1 }
  }

  @Test func whatARowLacksIsMarked() throws {
    let gap = RowMessage.gap
    #expect(try holes(trace([-1, -1, -1, -1])).isEmpty)
    #expect(
      try holes(trace([gap, -1, gap, gap])) == [
        Rect(x: 0, y: 0, width: 100, height: 800), Rect(x: 200, y: 0, width: 200, height: 800),
      ])
    #expect(
      try holes(trace([-1, -1], band: Band(low: 95e6, high: 105e6))) == [
        Rect(x: 0, y: 0, width: 100, height: 800), Rect(x: 300, y: 0, width: 100, height: 800),
      ])
    // Less than a pixel cannot be seen.
    #expect(try holes(trace([-1], band: Band(low: 90.05e6, high: 109.95e6))).isEmpty)
    #expect(try holes(trace([-1, gap], planes: [.mean], band: Band(low: 95e6, high: 105e6))).isEmpty)
  }

  @Test func levelsAreNamedBelowTheChipAndAboveTheAxis() throws {
    let names = try levelTexts(drawn(nil))
    #expect(names == [10, 20, 30, 40, 50, 60, 70, 80, 90].map { "\u{2212}\($0) dBFS" })
    let spike = Artefacts(source: 0, spikeHertz: .nan, imageHertz: .nan, imageOfHertz: .nan)
    #expect(try levelTexts(drawn(nil, artefacts: spike)).last == "\u{2212}90 dBFS")
    #expect(
      try levelTexts(drawn(nil, levels: LevelWindow(top: -2, span: 100), artefacts: spike)).last
        == "\u{2212}90 dBFS")
    #expect(try levelTexts(drawn(nil, on: .make(unit: nil))).isEmpty)
    let relative = try levelTexts(drawn(nil, on: .make(unit: .relative)))
    #expect(relative.prefix(2) == ["\u{2212}10 dB, uncalibrated", "\u{2212}20 dB"])
    let fine = try levelTexts(drawn(nil, levels: LevelWindow(top: 0, span: 5)))
    #expect(fine.prefix(2) == ["\u{2212}0.5 dBFS", "\u{2212}1.0 dBFS"])
  }

  @Test func theGridHasALineForEachLevel() throws {
    let lines = try drawn(nil).compactMap(\.rectangle).filter {
      $0.width == 400 && $0.height == 1 && $0.y < 800
    }
    #expect(lines.map(\.y).sorted() == [0, 80, 160, 240, 320, 400, 480, 560, 640, 720])
  }
}
