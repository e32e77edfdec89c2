import Testing
@testable import WaveInteraction
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// When what is said of streams is said anew.
@Suite struct StatusLineTests {
  @Test func numbersAreMadeAnewTwiceASecond() {
    var status = StatusLine()
    #expect(status.refresh(at: 0) && status.refreshedAt == 0)
    #expect(!status.refresh(at: 499_999) && status.refreshedAt == 0)
    #expect(status.refresh(at: 500_000) && status.refreshedAt == 500_000)
    status.expire()
    #expect(status.refresh(at: 500_001) && !status.refresh(at: 500_002))
  }

  @Test func aSkipIsReportedForThreeSeconds() {
    var status = StatusLine()
    #expect(!status.hasSkipped(at: 0))
    status.noteSkip(at: 10)
    #expect(status.hasSkipped(at: 3_000_009) && !status.hasSkipped(at: 3_000_010))
  }

  @Test func aReadingIsAnnouncedOnce() {
    var status = StatusLine()
    func announce(
      source: Int = 0, state: [UInt8] = [], layout: SensorsModel.Layout = .lanes, isTesting: Bool = false
    ) -> Bool {
      status.announce(.init(source: source, state: state, layout: layout, isTesting: isTesting))
    }
    #expect(announce() && !announce())
    #expect(announce(source: 1) && announce(state: [1]) && announce(layout: .xy) && announce(isTesting: true))
    #expect(!announce(isTesting: true) && announce())
  }
}

/// The slider of a recording's position.
@Suite struct PositionSliderTests {
  private func handle(
    _ slider: inout PositionSlider, _ input: ControlInput, length: Double = 3600, position: Double? = nil
  ) -> Double? {
    slider.handle(input, length: length, position: position)
  }

  private func drag(_ phase: Touch.Phase, _ fraction: Double) -> ControlInput {
    .drag(phase, fraction: fraction, distance: 0)
  }

  @Test func aFingerPlaysFromWhereItIsLifted() {
    var slider = PositionSlider()
    for (phase, place) in [(.began, 0.25), (.moved, 0.75)] as [(Touch.Phase, Double)] {
      #expect(handle(&slider, drag(phase, place)) == nil && slider.fraction == place)
    }
    #expect(handle(&slider, .set(1)) == nil && handle(&slider, .text([])) == nil && slider.fraction == 0.75)
    #expect(handle(&slider, drag(.ended, 0.5)) == 1800 && slider.fraction == nil)
    _ = handle(&slider, drag(.moved, 7))
    #expect(slider.fraction == 1 && handle(&slider, drag(.ended, -7)) == 0)
    _ = handle(&slider, drag(.moved, 0.5))
    #expect(handle(&slider, drag(.cancelled, 0.5)) == nil && slider.fraction == nil)
  }

  @Test func aKeyMovesItByAHundredth() {
    var slider = PositionSlider()
    for (steps, position, wanted) in [
      (1, 100, 136), (-1, 100, 64), (-3, 100, 0), (1, 3590, 3600), (2, nil, 72),
    ] as [(Int, Double?, Double)] {
      #expect(handle(&slider, .step(thumb: 0, steps: steps), position: position) == wanted)
    }
    #expect(slider.fraction == nil)
  }

  @Test func aLengthThatIsNotKnownHasNoPosition() {
    var slider = PositionSlider()
    #expect(handle(&slider, drag(.moved, 0.5), length: 0) == nil && slider.fraction == nil)
    #expect(handle(&slider, .step(thumb: 0, steps: 1), length: 0) == nil)
  }
}
