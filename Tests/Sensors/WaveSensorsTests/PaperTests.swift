import Testing
import WaveSensorsWire

@testable import WaveSensors

/// Speed, gain and form of the paper, and the size of a millimetre.
@Suite struct PaperTests {
  private let source = StreamSource.made([3], rates: [500], leads: [.i, .ii, .v1])

  private func paper(_ inputs: [Paper.Input]) -> Paper {
    var paper = Paper()
    for input in inputs { _ = paper.handle(input) }
    return paper
  }

  @Test func speedsAndGainsAreChosenByTheirPlace() {
    var paper = Paper()
    #expect(paper.speed == 25 && paper.gain == 10 && paper.speedIndex == 0 && paper.gainIndex == 1)
    #expect(paper.handle(.speed(1)) == [.time, .view] && paper.speed == 50 && paper.speedIndex == 1)
    #expect(paper.handle(.gain(2)) == [] && paper.gain == 20 && paper.gainIndex == 2)
    for input: Paper.Input in [.speed(2), .speed(-1), .gain(3), .gain(-1), .stepSpeed(1), .stepGain(1)] {
      #expect(paper.handle(input) == [] && paper.speed == 50 && paper.gain == 20)
    }
    #expect(paper.handle(.stepSpeed(-1)) == [.time, .view] && paper.speed == 25)
    #expect(paper.handle(.stepGain(-2)) == [] && paper.gain == 5)
    #expect(paper.handle(.showAll) == .time && paper.speed == 25 && paper.gain == 10)
    #expect(paper.handle(.form(.twelve)) == .view && paper.form == .twelve)
  }

  @Test func fingersStepOnceTheyHaveScaledByHalf() {
    #expect(paper([.pinch(scaleX: 1.5, scaleY: 1)]).speed == 25, "not yet")
    #expect(paper([.pinch(scaleX: 1.51, scaleY: 1)]).speed == 50)
    #expect(paper([.pinch(scaleX: 1.25, scaleY: 1), .pinch(scaleX: 1.25, scaleY: 1)]).speed == 50)
    #expect(paper([.pinch(scaleX: 1.25, scaleY: 1), .touch, .pinch(scaleX: 1.25, scaleY: 1)]).speed == 25)
    #expect(paper([.speed(1), .pinch(scaleX: 0.67, scaleY: 1)]).speed == 50, "not yet")
    #expect(paper([.speed(1), .pinch(scaleX: 0.66, scaleY: 1)]).speed == 25)
    // Along where that is more, else upright.
    #expect(paper([.pinch(scaleX: 1.1, scaleY: 1.6)]) == paper([.gain(2)]))
    #expect(paper([.pinch(scaleX: 0.9, scaleY: 0.6)]) == paper([.gain(0)]))
    #expect(paper([.pinch(scaleX: 1.6, scaleY: 1.6)]) == paper([.gain(2)]))
    // After a step it begins anew.
    #expect(paper([.gain(0), .pinch(scaleX: 1, scaleY: 1.6), .pinch(scaleX: 1, scaleY: 1.4)]).gain == 10)
    var paper = Paper()
    #expect(paper.handle(.pinch(scaleX: 1.6, scaleY: 1)) == [.time, .view])
    #expect(paper.handle(.pinch(scaleX: 1.6, scaleY: 1)) == [], "there is none beyond")
  }

  @Test func aCardMeasuresAMillimetre() {
    var paper = Paper()
    #expect(!paper.isCalibrated && !paper.isFittingCard && paper.pointsPerMillimetre == 96 / 25.4)
    #expect(paper.handle(.fitCard(false)) == [] && !paper.isCalibrated)
    #expect(paper.handle(.fitCard(true)) == .card && paper.isFittingCard && !paper.isCalibrated)
    #expect(paper.handle(.fitCard(true)) == [])
    for (factor, points) in [(0.001, 1.5), (2, 3), (100, 12), (0.5, 6)] as [(Double, Float)] {
      #expect(paper.handle(.scaleCard(factor)) == [.time, .view] && paper.pointsPerMillimetre == points)
    }
    for factor in [Double.nan, .infinity] {
      #expect(paper.handle(.scaleCard(factor)) == [] && paper.pointsPerMillimetre == 6)
    }
    #expect(paper.handle(.fitCard(false)) == .measured && paper.isCalibrated && !paper.isFittingCard)
  }

  @Test func aMillimetreIsKeptWhereAScreenMayHaveIt() {
    for points in [1.5, 4, 12] {
      var paper = Paper()
      #expect(paper.handle(.restore(points)) == .time)
      #expect(paper.isCalibrated && Double(paper.pointsPerMillimetre) == points)
    }
    for points in [1.49, 12.01, 0, -4, .nan, .infinity] {
      var paper = Paper()
      #expect(paper.handle(.restore(points)) == [] && paper == Paper())
    }
  }

  @Test func leadsHaveTheirRows() {
    #expect(Paper().rows.map(\.count) == [4, 4, 4, 1])
    #expect(paper([.form(.sixByTwo)]).rows.map(\.count) == [2, 2, 2, 2, 2, 2])
    #expect(paper([.form(.twelve)]).rows == ECGLead.allCases.map { [$0] })
    for form in [Paper.Form.threeByFour, .sixByTwo] {
      #expect(Set(paper([.form(form)]).rows.joined()) == Set(ECGLead.allCases))
    }
    // Lead II is in its row, and below.
    #expect(Paper().channels(of: source) == [0, 2, 1, 1])
    #expect(paper([.form(.sixByTwo)]).channels(of: source) == [0, 2, 1])
    #expect(Paper().missingLeads(of: source) == [.aVR, .v4, .aVL, .v2, .v5, .iii, .aVF, .v3, .v6])
  }

  @Test func aPlotHasRoomForSeconds() {
    let plot = Plot.made(layout: .paper)
    let millimetres = Double(plot.columns) / Double(plot.pixelsPerMillimetre)
    #expect(abs(Paper().seconds(across: plot) - millimetres / 25) < 1e-6)
    #expect(abs(paper([.speed(1)]).seconds(across: plot) - millimetres / 50) < 1e-6)
  }

  @Test func aRecordingHasItsPaper() {
    var paper = Paper()
    paper.show(.made(speed: 50, gain: 5))
    #expect(paper.form == .twelve && paper.speed == 50 && paper.gain == 5)
    paper.show(.made(speed: 30, gain: 7))
    #expect(paper.speed == 50 && paper.gain == 5, "there are no such ones")
  }
}
