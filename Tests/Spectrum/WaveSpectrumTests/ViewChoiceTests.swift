import Testing
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct ViewChoiceTests {
  @Test func aViewIsNewOnce() {
    var choice = ViewChoice()
    #expect(choice.mode == .spectrum)
    #expect(choice.show(.spectrum) == .same)
    #expect(choice.show(.waterfall) == .first)
    #expect(choice.mode == .waterfall)
    #expect(choice.show(.waterfall) == .same)
    #expect(choice.show(.spectrum) == .changed)
    #expect(choice.show(.meter) == .first)
    #expect(choice.show(.waterfall) == .changed)
    #expect(choice.show(.meter) == .changed)
  }

  @Test func holdingIsSwitched() {
    var choice = ViewChoice()
    #expect(choice.hold(false) == false)
    #expect(choice.hold(true) == true)
    #expect(choice.isHolding)
    #expect(choice.hold(true) == false)
    #expect(choice.isHolding)
    #expect(choice.hold(false) == true)
    #expect(!choice.isHolding)
  }

  @Test func detectorsFollowFromTheView() {
    var choice = ViewChoice()
    #expect(choice.planes == [.max, .mean])
    _ = choice.hold(true)
    #expect(choice.planes == [.max, .mean, .hold])
    for mode in [ViewMode.waterfall, .meter] {
      _ = choice.show(mode)
      #expect(choice.planes == .max)
    }
  }
}
