import Testing
@testable import WaveInteraction

@testable import WaveSpectrum

@Suite struct FrequencySliderTests {
  private let track = Band(low: 0, high: 100)
  private let band = Band(low: 40, high: 60)

  private func drag(
    _ slider: inout FrequencySlider, _ phase: Touch.Phase, _ fraction: Double, distance: Double = 0,
    band: Band? = nil
  ) -> FrequencySlider.Outcome {
    slider.drag(phase, fraction: fraction, distance: distance, band: band ?? self.band, track: track)
  }

  @Test func theNearerThumbIsHeld() {
    for (fraction, isHigh) in [(0.0, false), (0.4, false), (0.5, false), (0.51, true), (0.9, true)] {
      var slider = FrequencySlider()
      #expect(drag(&slider, .began, fraction) == .grab)
      #expect(
        drag(&slider, .moved, fraction) == .move(isHigh: isHigh, hertz: isHigh ? 60 : 40), "at \(fraction)")
    }
  }

  @Test func ofThumbsThatLieTogetherTheSideDecides() {
    let narrow = Band(low: 50, high: 50)
    for (fraction, isHigh) in [(0.49, false), (0.5, false), (0.51, true)] {
      var slider = FrequencySlider()
      _ = drag(&slider, .began, fraction, band: narrow)
      #expect(drag(&slider, .moved, fraction) == .move(isHigh: isHigh, hertz: 50), "at \(fraction)")
    }
  }

  @Test func theThumbFollowsByTheWayOfTheFinger() {
    var slider = FrequencySlider()
    _ = drag(&slider, .began, 0.75)
    // A thumb is not pulled under the finger, and does not care where the band went meanwhile.
    #expect(drag(&slider, .moved, 0.875, band: band) == .move(isHigh: true, hertz: 72.5))
    #expect(drag(&slider, .moved, 0.8125, band: track) == .move(isHigh: true, hertz: 66.25))
  }

  @Test func theFartherFromTheTrackTheFiner() {
    var slider = FrequencySlider()
    _ = drag(&slider, .began, 0.75)
    #expect(drag(&slider, .moved, 0.875, distance: 30) == .move(isHigh: true, hertz: 72.5))
    #expect(drag(&slider, .moved, 1, distance: 55) == .move(isHigh: true, hertz: 78.75))
    #expect(drag(&slider, .moved, 0.75, distance: 105) == .move(isHigh: true, hertz: 72.5))
  }

  @Test func aThumbThatIsNotHeldDoesNotMove() {
    var slider = FrequencySlider()
    #expect(drag(&slider, .moved, 0.5) == .none)
    for end in [Touch.Phase.ended, .cancelled] {
      _ = drag(&slider, .began, 0.5)
      #expect(drag(&slider, end, 0.5) == .release)
      #expect(drag(&slider, .moved, 0.5) == .none)
    }
    #expect(drag(&slider, .ended, 0.5) == .release)
  }
}
